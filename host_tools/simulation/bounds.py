"""The two bounds of a full round that no scanner can beat, from what a run really did."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from host_tools.virtual.world import World


class Work(NamedTuple):
    """Work done so far, in microseconds: processor with the wire it waits for, and on air by zone."""

    processor_us: int
    rf_us: dict[str, int]


def work(world: World) -> Work:
    """A reading of the world's counters."""
    counters = world.counters()
    processor = sum(bus["wire_us"] + bus["processor_us"] for bus in counters["buses"].values())
    return Work(processor, {zone: reader["rf_us"] for zone, reader in counters["readers"].items()})


def bounds_ms(board: Mapping[str, Any], before: Work, after: Work, rounds: int) -> tuple[float, float]:
    """(processor bound, RF bound) of one round, averaged over `rounds` of them.

    Processor: wire and processor time of one round. RF: the sum over groups of readers that may be on together of
    the longest time on air in each.
    """
    if not rounds:
        return 0.0, 0.0
    rf = {zone: (after.rf_us[zone] - before.rf_us[zone]) / rounds for zone in after.rf_us}
    longest: dict[int, float] = {}
    for zone, group in _groups(board).items():
        longest[group] = max(longest.get(group, 0.0), rf[zone])
    return (after.processor_us - before.processor_us) / rounds / 1000, sum(longest.values()) / 1000


def _groups(board: Mapping[str, Any]) -> dict[str, int]:
    """Zone -> group, neighbours in different ones: the first free number, in the board's order."""
    groups: dict[str, int] = {}
    for row in board["readers"]:
        taken = {
            groups.get(other)
            for pair in board["couplings"]
            if row[0] in pair
            for other in pair
            if other != row[0]
        }
        groups[row[0]] = next(number for number in range(len(taken) + 1) if number not in taken)
    return groups
