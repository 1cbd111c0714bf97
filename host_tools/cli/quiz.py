"""`railbird quiz`: questions for dealers."""

import json
import random
import sys
from itertools import islice
from typing import Annotated

import typer

from host_tools.simulation.quiz import Question, questions
from railbird.rules import games


def quiz(
    game: Annotated[str, typer.Option(help="One of the thirteen.")] = "holdem",
    seats: Annotated[int, typer.Option(help="Players, at seats 1 to N.")] = 6,
    number: Annotated[int, typer.Option("--questions", help="How many.", min=1, max=100)] = 5,
    seed: Annotated[
        int | None, typer.Option(help="Of the deals and mistakes; drawn where it is left out.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON array of questions with answers; nothing is asked.")
    ] = False,
) -> None:
    """Tell a deal step by step, and ask what is wrong with its last card. The answer comes with its paragraph.

    Example: railbird quiz --game omaha_high --questions 10

    What is right is said by the rules core that the table runs. Ctrl-D ends it.
    """
    if game not in games.NAMES:
        raise typer.BadParameter(f"--game {game}: expected one of {', '.join(games.NAMES)}")
    most = games.max_seats(game)
    if not 2 <= seats <= most:
        raise typer.BadParameter(f"--seats {seats}: expected 2 to {most}, as {game} allows")
    seed = random.randrange(1 << 30) if seed is None else seed
    asked = list(islice(questions(game, range(1, seats + 1), seed), number))
    if as_json:
        print(json.dumps([question._asdict() for question in asked]))
        return
    right = answered = 0
    for at, question in enumerate(asked, 1):
        print(f"\n{at}. {_setting(question)}")
        print("\n".join(f"   {step}" for step in question.steps))
        print("What is wrong with the last step?")
        print("\n".join(f"   {n} {choice}" for n, choice in enumerate(question.choices, 1)))
        picked = _picked(len(question.choices))
        if picked is None:
            break
        answered += 1
        good = question.choices[picked] == question.answer
        right += good
        print(f"{'Right' if good else 'No'}: {_explained(question)}")
    print(f"\n{right} of {answered} right (--seed {seed})")


def _setting(question: Question) -> str:
    button = f", the button at seat {question.button}" if question.button else ""
    return f"{question.game}, seats {' '.join(map(str, question.seats))}{button}"


def _picked(choices: int) -> int | None:
    """The index of a choice, None at the end of the input."""
    while True:
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return None
        if line.strip().isdecimal() and 1 <= int(line) <= choices:
            return int(line) - 1
        print(f"a number 1 to {choices}")


def _explained(question: Question) -> str:
    if not question.rule:
        return question.answer
    return f"{question.answer}. {question.because} [{question.rule}]; {question.advice}"
