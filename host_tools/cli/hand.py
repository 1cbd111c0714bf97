"""`railbird hand`: replay and explain hand histories."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from host_tools.engine import apply
from host_tools.engine.explanation import steps
from host_tools.engine.options import PROFILES
from host_tools.engine.phh import Hand, PhhError, read
from host_tools.engine.phh.variants import encode

hand = typer.Typer(help="Hand histories in PHH files.", no_args_is_help=True)

Profile = StrEnum("Profile", {name: name for name in PROFILES})  # type: ignore[misc]
PUBLISHED = Profile("published")

ProfileOption = Annotated[
    Profile,
    typer.Option(
        help="House options to play by, under those of the file. published: heads-up the button posts small, a "
        "king brings it in at razz; regulation: as the text has it."
    ),
]


@hand.command()
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="PHH files.")],
    profile: ProfileOption = PUBLISHED,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line and file.")] = False,
) -> None:
    """Play hands through to their end and hold the stacks against those in the file.

    Example: railbird hand replay hands/*.phh

    Exit status 0: every hand is legal and ends with the stacks its file has. 1: one does not.
    """
    console = Console(soft_wrap=True)
    rows = []
    for file in files:
        row = _replayed(file, profile.value)
        rows.append(row)
        if as_json:
            print(json.dumps(row))
        else:
            console.print(_line(row), markup=False, highlight=False)
    right = sum(row["ok"] for row in rows)
    if not as_json and len(rows) > 1:
        console.print(f"{len(rows)} hands, {right} ok", highlight=False)
    sys.exit(0 if right == len(rows) else 1)


def _replayed(file: Path, profile: str) -> dict[str, Any]:
    """`stacks` at the end in the order of the file's players; `pots` centre pot first; None where it is no hand."""
    row: dict[str, Any] = {
        "file": str(file), "variant": None, "ok": False, "stacks": None, "pots": None, "error": None,
    }  # fmt: skip
    try:
        played = read(file, profile)
    except PhhError as error:
        return row | {"variant": error.variant, "error": str(error).removeprefix(f"{file}: ")}
    end = played.start
    for event in played.events:
        end = apply(end, event)
    stacks = tuple(end.stack(seat) for seat in played.seats)
    pots = [
        {
            "amount": pot.amount,
            "awards": [
                {"seat": award.seat, "amount": award.amount, "part": award.part}
                for award in end.awards
                if award.pot == number
            ],
        }
        for number, pot in enumerate(end.pots)
    ]
    expected = played.finishing_stacks
    differs = expected is not None and stacks != expected
    problem = f"finishing_stacks: expected {list(stacks)}, got {list(expected or ())}" if differs else None
    return row | {
        "variant": _variant(played), "ok": not differs, "stacks": list(stacks), "pots": pots, "error": problem,
    }  # fmt: skip


def _variant(played: Hand) -> str:
    setup = played.start.setup
    return encode(setup.limits.structure, setup.game.name)


def _line(row: dict[str, Any]) -> str:
    head = f"{'ok' if row['ok'] else 'fails':7}{plain(row['file'])}  {plain(row['variant'] or '-')}"
    if row["error"]:
        return f"{head}  {plain(row['error'])}"
    pots = " + ".join(str(pot["amount"]) for pot in row["pots"])
    return f"{head}  pot {pots}  stacks {' '.join(map(str, row['stacks']))}"


@hand.command()
def explain(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A PHH file.")],
    profile: ProfileOption = PUBLISHED,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line and step.")] = False,
) -> None:
    """Tell a hand step by step, each with the paragraph of 9 NYCRR 5324.42 that it rests on.

    Example: railbird hand explain hands/final.phh

    `railbird regulation ID` has the paragraph itself.
    """
    played = read(file, profile.value)
    told = enumerate(steps(played.start, played.events), 1)
    if as_json:
        for number, step in told:
            print(
                json.dumps(
                    {
                        "step": number,
                        "event": list(step.event) or None,
                        "words": step.words,
                        "rule": step.rule,
                    }
                )
            )
        return
    console = Console(soft_wrap=True)
    console.print(_heading(played), markup=False, highlight=False)
    for number, step in told:
        console.print(f"{number:4}  {step.rule:12}{step.words}", markup=False, highlight=False)


def _heading(played: Hand) -> str:
    state = played.start
    names = played.players or ("",) * len(played.seats)
    seats = [
        f"seat {seat} {plain(name)} {stack}".replace("  ", " ")
        for seat, name, stack in zip(played.seats, names, played.stacks, strict=True)
    ]
    button = f", button at seat {played.button}" if played.button else ""
    return f"{_variant(played)} ({state.setup.game.name}){button}: {', '.join(seats)}"


def plain(text: str) -> str:
    """A text of a file or its name, safe for a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
