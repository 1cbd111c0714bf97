"""An evening in figures out of the records, hour by hour: hands, rake, verdicts, readers in trouble."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from host_tools.records import models
from host_tools.records.desk import Desk

HOUR_MS = 3_600_000
HOURS = 12  # that an evening has at most
IN = ("taken", "time charge", "undone")  # what of the rake book was collected


class Figures(NamedTuple):
    """`begin` is the first hour, milliseconds since 1970; the series have a value an hour. `alerts` by tier of
    `words.VERDICTS`, `trouble` is zone -> minutes in which its reader was UNKNOWN.
    """

    begin: int
    hands: tuple[int, ...]
    rake: tuple[int, ...]
    alerts: dict[int, tuple[int, ...]]
    trouble: dict[str, float]


def figures(desk: Desk) -> Figures | None:
    """The last evening of a desk, the HOURS before its newest row; None where nothing is recorded."""
    ended = [row.ended for row in desk.rows(models.hands) if row.ended is not None]
    book = desk.rows(models.money, book="rake")
    entries = IN if any(row.entry in IN for row in book) else ("due",)  # where nobody counts it
    rake = [(row.at, row.amount) for row in book if row.entry in entries]
    verdicts = [(row.at, row.tier) for row in desk.rows(models.verdicts)]
    states = desk.rows(models.readers)
    times = [*ended, *(at for at, _ in rake), *(at for at, _ in verdicts), *(row.at for row in states)]
    if not times:
        return None
    end = max(times)
    first = max(min(times), end - (HOURS - 1) * HOUR_MS)
    begin = first - first % HOUR_MS
    hours = (end - begin) // HOUR_MS + 1

    def series(pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        sums = Counter[int]()
        for at, amount in pairs:
            sums[(at - begin) // HOUR_MS] += amount
        return tuple(sums[hour] for hour in range(hours))

    tiers = sorted({tier for _, tier in verdicts})
    return Figures(
        begin,
        series([(at, 1) for at in ended]),
        series(rake),
        {tier: series([(at, 1) for at, other in verdicts if other == tier]) for tier in tiers},
        _trouble(states, begin, end),
    )


def _trouble(states: Sequence[Any], begin: int, end: int) -> dict[str, float]:
    """Minutes of the evening in which the reader of a zone was not known to be well."""
    since: dict[str, int] = {}
    total: defaultdict[str, int] = defaultdict(int)
    for row in states:
        if row.state != "ok":
            since.setdefault(row.zone, row.at)
        elif row.zone in since:
            total[row.zone] += max(row.at - max(since.pop(row.zone), begin), 0)
    for zone, at in since.items():
        total[zone] += end - max(at, begin)
    return {zone: round(ms / 60_000, 1) for zone, ms in sorted(total.items()) if ms > 0}
