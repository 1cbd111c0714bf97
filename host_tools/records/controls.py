"""The sheet of what is filed on the rake (o)(1)(i)-(iii). Amounts in the smallest coin."""

from collections.abc import Mapping
from typing import Any

from host_tools.engine.house.rake import METHODS, Layer, Rake, due, sign, takes_from_pots
from host_tools.records import models
from host_tools.records.desk import Desk


def file(desk: Desk, rake: Rake | None) -> None:
    """Record what is filed for a table; None: nothing."""
    if rake is None:
        desk.add(models.controls, system="", method="", parameters={}, cap=0)
        return
    parameters = rake._asdict() | {"time": rake.time._asdict() if rake.time else None}
    desk.add(
        models.controls,
        system=",".join(rake.methods),
        method=sign(rake),
        parameters=parameters,
        cap=rake.cap,
    )


def sample(rake: Rake, pot: int) -> int:
    """What the engine takes of one pot of so much, all of it bet; nothing where the hour is charged."""
    if not takes_from_pots(rake):
        return 0
    return sum(take.amount for take in due(rake, (Layer(pot, pot, pot),), ()))


def open_items(row: Mapping[str, Any]) -> tuple[str, ...]:
    """What is blank or wrong on the sheet, one sentence each with its paragraph."""
    result = []
    systems = [name for name in str(row["system"]).split(",") if name]
    if not systems or not set(systems) <= set(METHODS):
        result.append(f"the rake system is not one of {', '.join(METHODS)} [o(1)(i)]")
    if not row["method"] or not row["parameters"]:
        result.append("how the rake is calculated is not filed [o(1)(ii)]")
    if set(systems) != {"time"} and not row["cap"]:
        result.append("the maximum permissible rake is not filed [o(1)(iii)]")
    return tuple(result)
