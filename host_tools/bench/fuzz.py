"""Fuzzing of everything that takes bytes or reports from outside: random inputs, sound ones, and sound ones damaged."""

import random
import signal
import types
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NamedTuple

from host_tools.bench import guarded, targets, wild

HANG_S = 10.0  # processor time after which an input counts as hung
KEPT = 20  # findings that are kept in words

Target = Callable[[random.Random], Iterator[str]]


class Hung(Exception):
    """An input took too long."""


class Finding(NamedTuple):
    """What went wrong, and the random stream in which it did: `<seed>/<target>/<run>`."""

    kind: str
    stream: str
    what: str


class Tally:
    """Inputs of one target and what came of them."""

    def __init__(self) -> None:
        self.inputs = 0
        self.crashes = 0
        self.hangs = 0
        self.inventions = 0

    def figures(self) -> dict[str, int]:
        return dict(vars(self))


TARGETS: dict[str, tuple[Target, float]] = {
    "parser": (targets.parser, 0.27),
    "registry": (targets.registry, 0.10),
    "decoder": (targets.decoder, 0.15),
    "door": (targets.door, 0.10),
    "guarded": (guarded.door, 0.05),
    "table": (targets.table, 0.15),
    "scanner": (wild.scanner, 0.15),
    "vm": (wild.vm, 0.03),
}
"""Name -> target, and its share of the inputs. The last runs on the MicroPython VM."""


def run(
    inputs: int, seed: int, progress: Callable[[str, int], None] = lambda _name, _done: None
) -> dict[str, Any]:
    """Feed so many inputs, shared out over the targets; `progress(name, inputs)` hears of every run.

    crashes     inputs at which something else was raised than the ValueError that the registry refuses files with
    hangs       inputs that took more than ten seconds of processor time, or at which a scanner stood still
    inventions  inputs after which something was told that was not so
    """
    tallies: dict[str, Tally] = {}
    findings: list[Finding] = []
    old = signal.signal(signal.SIGVTALRM, _hung)
    try:
        for name, (target, share) in TARGETS.items():
            tally = tallies[name] = Tally()
            for number in count():
                left = round(inputs * share) - tally.inputs
                if left <= 0:
                    break
                _run(target, f"{seed}/{name}/{number}", left, tally, findings)
                progress(name, tally.inputs)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)
    rows = {name: tally.figures() for name, tally in tallies.items()}
    return {
        **{
            key: sum(row[key] for row in rows.values())
            for key in ("inputs", "crashes", "hangs", "inventions")
        },
        "seed": seed,
        "targets": rows,
        "findings": [finding._asdict() for finding in findings[:KEPT]],
    }


def _run(target: Target, stream: str, most: int, tally: Tally, findings: list[Finding]) -> None:
    """One random stream, to its end or to `most` inputs or to the first that crashes or hangs."""
    feed = target(random.Random(stream))
    for _ in range(most):
        signal.setitimer(signal.ITIMER_VIRTUAL, HANG_S)
        try:
            invented = next(feed)
        except StopIteration:
            return
        except (Hung, wild.Still) as error:
            tally.inputs += 1
            tally.hangs += 1
            findings.append(Finding("hang", stream, str(error)))
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            tally.inputs += 1
            tally.crashes += 1
            findings.append(Finding("crash", stream, f"{type(error).__name__}: {error}"))
            return
        tally.inputs += 1
        if invented:
            tally.inventions += 1
            findings.append(Finding("invention", stream, invented))


def _hung(_signal: int, _frame: types.FrameType | None) -> None:
    raise Hung(f"no end after {HANG_S:g} s of processor time")
