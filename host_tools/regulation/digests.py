"""The digests of the regulation, read from a source checkout: its rules as rows, its gaps and how they are settled."""

import csv
import re
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).parents[2]
FOLDER = CHECKOUT / "tests" / "regulation"


class DigestError(ValueError):
    """A digest that is not there, or an id that is none: one line."""


class Rule(NamedTuple):
    """A row of rules.csv; `check` is its worked example, `where` the parts of the project that it concerns."""

    id: str
    system: str
    where: tuple[str, ...]
    rule: str
    check: str

    @property
    def landed(self) -> bool:
        """Something of the project has to prove it, be it by a record or a reminder: all of it is built."""
        return not {"engine", "core", "reader", "tools", "procedure"}.isdisjoint(self.where)

    @property
    def codes(self) -> set[str]:
        """The gaps that the row itself names, such as [D05]."""
        return {code for codes in re.findall(r"\[([A-Z0-9 ]+)\]", self.rule) for code in _CODE.findall(codes)}


class Gap(NamedTuple):
    """A section of ambiguities.md: a gap of the text and its settlement; `rules` are the ids under "Where"."""

    code: str
    title: str
    rules: tuple[str, ...]
    text: str
    settled: str
    option: str


_CODE = re.compile(r"\b[A-Z]\d\d\b")
_PARTS = re.compile(r"\([a-z0-9]+\)")
# An id, or only its last parts: "b(2)(iv),(viii)", "h(6)(ii)-(iii)", "i(4)-i(5)".
_REFERENCE = re.compile(r"(-?)\s*(?:\b([a-r])(?![a-z'])((?:\([a-z0-9]+\))*)|((?:\([a-z0-9]+\))+))")


def rules() -> dict[str, Rule]:
    """Every rule by its id, in the order of the text. Raises DigestError where there is no checkout."""
    rows = csv.DictReader(_text("rules.csv").splitlines())
    return {
        row["id"]: Rule(row["id"], row["system"], tuple(row["where"].split(";")), row["rule"], row["check"])
        for row in rows
    }


def gaps(ids: tuple[str, ...]) -> dict[str, Gap]:
    """Every gap by its code; `ids` are all ids in order, for "i(6)-i(9)". Raises DigestError as `rules` does."""
    result = {}
    for section in re.split(r"^### ", _text("ambiguities.md"), flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        code, _, title = heading.partition(" - ")
        fields = dict(re.findall(r"^- ([^:\n]+): (.*)$", body, flags=re.MULTILINE))
        result[code] = Gap(
            code, title, references(fields["Where"], ids), fields["Text/problem"], fields["Recommended"],
            fields["House option"],
        )  # fmt: skip
    return result


def references(text: str, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids that a text refers to, absent ones too: whole, by their last parts alone, and in ranges of `ids`."""
    found: list[str] = []
    for dash, letter, parts, last in _REFERENCE.findall(text):
        if letter:
            name = letter + parts
        elif found:
            kept = _PARTS.findall(found[-1])[: -len(_PARTS.findall(last))]
            name = found[-1][0] + "".join(kept) + last
        else:
            continue
        if dash and found and found[-1] in ids and name in ids:
            between = ids[ids.index(found[-1]) + 1 : ids.index(name)]
            found += [other for other in between if other.count("(") == name.count("(")]
        found.append(name)
    return tuple(dict.fromkeys(found))


def normal(text: str) -> str:
    """The id of 'h.4.iii', 'H(4)(III)' or 'h 4 iii': 'h(4)(iii)'. Raises DigestError for anything else."""
    lowered = text.lower()
    parts: list[str] = re.findall(r"[a-z]+|[0-9]+", lowered)
    if not parts or re.fullmatch(r"[a-z0-9().\s]+", lowered) is None:
        raise DigestError(f"{text[:40]!r}: expected the id of a paragraph such as h(4)(iii) or h.4.iii")
    return parts[0] + "".join(f"({part})" for part in parts[1:])


def _text(name: str) -> str:
    path = FOLDER / name
    if not path.is_file():
        raise DigestError(f"no {path.name} in tests/regulation: the digests come with a source checkout")
    return path.read_text(encoding="utf-8")
