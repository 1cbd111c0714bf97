"""House options: one frozen record, every field citing the gap of the regulation it settles."""

from typing import NamedTuple


class Options(NamedTuple):
    """The choices of a room. The defaults are the recommended readings of `ambiguities.md`."""

    headsup_button_small_blind: bool = False
    """D01, on i(4): with two players the button posts the first blind. The text has the other seat do it."""

    straddle: bool = False
    """W04, on c(11): the seat after the big blind may straddle with exactly twice the big blind, live."""


PROFILES = {
    "regulation": Options(),
    # Every published hand history has the button on the small blind when two play (D01).
    "published": Options(headsup_button_small_blind=True),
}


def profile(name: str) -> Options:
    """A named set of options: 'regulation' or 'published'. Raises ValueError for any other name."""
    if name not in PROFILES:
        raise ValueError(f"no profile {name!r}: expected one of {', '.join(PROFILES)}")
    return PROFILES[name]
