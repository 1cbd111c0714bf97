"""A scripted evening from a TOML file: the table as it is set up, and the inputs one a line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.engine import given as files
from host_tools.engine.events import IllegalEvent
from host_tools.engine.house.jackpot import JackpotRules
from host_tools.engine.house.rake import Filed, Rake
from host_tools.engine.house.time_charge import TimeCharge
from host_tools.engine.limits import limits
from host_tools.engine.options import Options
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.settings import Stakes, Table, check_table
from railbird.rules.cards import parse

LARGEST = 10**18
LETTERS = 1000  # of a text


class ScriptError(ValueError):
    """A script that cannot be read or played; the message is one line that names the file and the place."""


class Script(NamedTuple):
    """`lines` are (number, text) of the inputs; `seed` shuffles the decks."""

    file: str
    table: Table
    lines: tuple[tuple[int, str], ...]
    seed: int


def load(path: Path) -> Script:
    """Reads a script. Raises ScriptError."""
    try:
        data = files.toml(files.text(path))
    except (OSError, ValueError) as error:
        raise ScriptError(f"{path}: {' '.join(str(error).split())}") from error
    try:
        given = _read(data, _SCRIPT, "script")
        table = _table(given["table"])
        check_table(table)
    except (IllegalEvent, ValueError) as error:
        raise ScriptError(f"{path}: {error}") from error
    lines = [
        (number, text.split("#")[0].strip()) for number, text in enumerate(given["evening"].split("\n"), 1)
    ]
    return Script(str(path), table, tuple(line for line in lines if line[1]), given.get("seed", 1))


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("expected a whole number")
    if abs(value) >= LARGEST:
        raise ValueError("expected a whole number below 10^18")
    return value


def _text(value: Any) -> str:
    if type(value) is not str or not value.isprintable() or not 0 < len(value) <= LETTERS:
        raise ValueError(f"expected a text of one line, at most {LETTERS} letters")
    return value


def _lines(value: Any) -> str:
    if type(value) is not str:
        raise ValueError("expected a text")
    return value


def _switch(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError("expected true or false")
    return value


def _section(value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise ValueError("expected a section")
    return value


def _list(item: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise ValueError("expected a list")
        return tuple(item(one) for one in value)

    return read


def _cards(value: Any) -> tuple[int, ...]:
    text = _text(value)
    return tuple(parse(text[index : index + 2]) for index in range(0, len(text), 2))


def _pair(value: Any) -> tuple[int, ...]:
    pair = _list(_whole)(value)
    if len(pair) != 2:
        raise ValueError("expected two whole numbers")
    return pair


def _triple(value: Any) -> tuple[int, ...]:
    triple = _list(_whole)(value)
    if len(triple) != 3:
        raise ValueError("expected three whole numbers")
    return triple


Spec = dict[str, Callable[[Any], Any]]  # a key that ends in '?' may be left out

_SCRIPT: Spec = {"table": _section, "evening": _lines, "seed?": _whole}
_TABLE: Spec = {
    "number": _whole, "stakes": _list(_section), "rake": _section, "jackpot?": _section, "options?": _section,
    "filed?": _section, "seats?": _whole, "rotation?": _whole, "unit?": _whole, "dollar?": _whole, "tray?": _whole,
    "rake_chips?": _list(_whole),
}  # fmt: skip
_STAKES: Spec = {
    "name": _text, "game": _text, "wagers": _pair, "buy_in": _pair, "blinds?": _list(_whole), "ante?": _whole,
    "limits?": _list(lambda value: value), "bring_in?": _whole, "minimum?": _whole,
}  # fmt: skip
_RAKE: Spec = {
    "methods": _list(_text), "per_mille?": _whole, "steps?": _list(_pair), "time?": _section, "cap?": _whole,
    "unit?": _whole, "basis?": _text, "count_antes?": _switch, "incremental_basis?": _text,
    "no_flop_no_drop?": _switch,
}  # fmt: skip
_TIME: Spec = {"fees": _list(_triple), "per?": _text, "parts?": _whole}
_JACKPOT: Spec = {
    "collection": _pair, "qualifying": _pair, "contribution": _whole, "max_contribution": _whole,
    "min_pot": _whole, "min_dealt": _whole, "claim_days": _whole, "restrictions": _text, "qualifiers": _section,
    "parts?": _list(_whole), "division?": _text, "both_cards_play?": _switch, "min_pot_basis?": _text,
    "unit?": _whole,
}  # fmt: skip
_OPTIONS: Spec = {
    f"{name}?": {bool: _switch, int: _whole, str: _text}[type(value)]
    for name, value in Options()._asdict().items()
}
_FILED: Spec = {"methods": _list(_text), "cap": _whole}


def _read(section: dict[str, Any], spec: Spec, where: str) -> dict[str, Any]:
    """The values of a section, each as its reader has it. Raises ValueError naming the field."""
    readers = {key.rstrip("?"): reader for key, reader in spec.items()}
    for key in section:
        if key not in readers:
            raise ValueError(f"{where}: unknown {key!r}")
    for key in spec:
        if not key.endswith("?") and key not in section:
            raise ValueError(f"{where}: {key!r} is missing")
    result = {}
    for key, value in section.items():
        try:
            result[key] = readers[key](value)
        except ValueError as error:
            raise ValueError(f"{where}.{key}: {error}") from error
    return result


def _table(section: dict[str, Any]) -> Table:
    given = _read(section, _TABLE, "table")
    stakes = tuple(_stakes(one) for one in given.pop("stakes"))
    rake = _read(given.pop("rake"), _RAKE, "table.rake")
    if "time" in rake:
        rake["time"] = TimeCharge(**_read(rake["time"], _TIME, "table.rake.time"))
    jackpot = None
    if "jackpot" in given:
        posted = _read(given.pop("jackpot"), _JACKPOT, "table.jackpot")
        posted["qualifiers"] = tuple((kind, _cards(cards)) for kind, cards in posted["qualifiers"].items())
        jackpot = JackpotRules(**posted)
    options = Options(**_read(given.pop("options", {}), _OPTIONS, "table.options"))
    if "filed" in given:
        given["filed"] = Filed(**_read(given["filed"], _FILED, "table.filed"))
    return Table(stakes=stakes, house=House(Rake(**rake), jackpot), options=options, **given)


def _stakes(section: dict[str, Any]) -> Stakes:
    given = _read(section, _STAKES, "table.stakes")
    kind, *amounts = given.pop("limits", ("no",)) or ("",)
    try:
        posted = limits(kind if type(kind) is str else "", tuple(map(_whole, amounts)))
    except ValueError as error:
        raise ValueError(f"table.stakes.limits: {error}") from None
    return Stakes(limits=posted, **given)
