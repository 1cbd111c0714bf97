"""What somebody saw when the table was set up: layout (a)(2), tip box (a)(4), place on the floor (f)(1)."""

from typing import NamedTuple

from host_tools.records import models
from host_tools.records.desk import Desk


class Layout(NamedTuple):
    """A table as it was looked at. `tip_side`: 'dealer' or 'seat 6'; `area`: 'poker room' is the one that is meant."""

    facility_name: str = ""
    logo: str = ""
    rake_area: bool = False
    tip_box: bool = False
    tip_side: str = ""
    area: str = ""


def complete(layout: Layout) -> bool:
    """Whether the felt carries every item of (a)(2): the facility's name or logo, and the rake area."""
    return bool(layout.facility_name or layout.logo) and layout.rake_area


def open_items(layout: Layout) -> tuple[str, ...]:
    """What is still to be done before the table is as the regulation has it, one sentence each with its paragraph."""
    result = []
    if not (layout.facility_name or layout.logo):
        result.append("the layout shows neither name nor logo of the facility [a(2)(i)]")
    if not layout.rake_area:
        result.append("the layout has no marked area for the rake [a(2)(ii)]")
    if not layout.tip_box:
        result.append("the table has no tip box [a(4)]")
    elif layout.tip_side != "dealer":
        result.append(f"the tip box is at {layout.tip_side or 'no side'}, not on the dealer's [a(4)]")
    if layout.area != "poker room":
        result.append("the table does not stand in the poker room [f(1)]")
    return tuple(result)


def look(desk: Desk, who: str, layout: Layout) -> None:
    """Record how somebody found the table; the last look counts."""
    desk.add(models.layouts, who=who, **layout._asdict())


def latest(desk: Desk) -> Layout | None:
    """The table as it was last found; None before anybody looked."""
    row = desk.newest(models.layouts)
    return Layout(*[getattr(row, field) for field in Layout._fields]) if row else None
