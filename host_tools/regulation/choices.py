"""The house options with the gap that each settles, from the record in the engine."""

import ast
import inspect
import re
from typing import Any, NamedTuple

from host_tools.engine import options
from host_tools.regulation.digests import Gap, references


class Choice(NamedTuple):
    """A field of the engine's options; `text` is what stands below it in the source."""

    name: str
    default: Any
    text: str


def choices() -> tuple[Choice, ...]:
    """Every option in order."""
    tree = ast.parse(inspect.getsource(options.Options)).body[0]
    assert isinstance(tree, ast.ClassDef)
    defaults = options.Options()._asdict()
    return tuple(
        Choice(field.target.id, defaults[field.target.id], " ".join(str(below.value.value).split()))
        for field, below in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    )


def choices_for(rule: str, gaps: list[Gap], ids: tuple[str, ...]) -> list[Choice]:
    """The options that name a paragraph, or a gap that concerns it, before the colon of their text."""
    codes = {gap.code for gap in gaps}
    found = []
    for choice in choices():
        named = choice.text.partition(":")[0]
        if rule in references(named, ids) or codes & set(re.findall(r"\b[A-Z]\d\d\b", named)):
            found.append(choice)
    return found
