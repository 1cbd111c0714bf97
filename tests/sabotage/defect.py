"""A known defect: where it is planted, and which test it has to turn red."""

from typing import NamedTuple


class Defect(NamedTuple):
    """Replace `old`, which stands once in `file`, with `new`; `test` must fail then."""

    name: str
    file: str
    old: str
    new: str
    test: str
