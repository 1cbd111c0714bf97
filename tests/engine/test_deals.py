"""The worked deals of all thirteen games, card by card through the engine: order, folds, draws, common cards, stub."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from host_tools.engine import State, apply, fixed_limit, legal, start
from host_tools.engine.book import game
from host_tools.engine.options import Options


@pytest.fixture(scope="module")
def deals(cases_dir: Path) -> list[dict[str, Any]]:
    return json.loads((cases_dir / "deals.json").read_text(encoding="utf-8"))[1:]


def begin(deal: dict[str, Any]) -> State:
    name, seats = deal["game"], deal["seats"]
    stacks = (1000,) * len(seats)
    if game(name, Options()).forced_card:
        return start(name, seats, None, stacks, bring_in=2, limits=fixed_limit(4, 8))
    return start(name, seats, deal["button"], stacks, (2, 4), limits=fixed_limit(4, 8))


def folds_after(steps: list[str]) -> list[tuple[int, set[int]]]:
    """(how many cards, burns and discards came before, who folds then)."""
    result: list[tuple[int, set[int]]] = []
    count = 0
    for step in steps:
        if not step.endswith("fold"):
            count += step not in ("shuffle", "burns")
        elif result and result[-1][0] == count:
            result[-1][1].add(int(step[1:-4]))
        else:
            result.append((count, {int(step[1:-4])}))
    return result


def walk(deal: dict[str, Any], seed: int) -> tuple[list[str], State] | None:
    """The steps of the hand by the engine; None when a seat that should fold owes the forced bet."""
    rng = random.Random(seed)
    state = begin(deal)
    folds = dict(folds_after(deal["steps"].split()))
    draws = iter([int(step[-1]) for step in deal["steps"].split() if step[-2:-1] == "w"])
    deck = rng.sample(range(52), 52)
    steps: list[str] = []
    count = 0
    while not state.finished:
        waiting = state.next
        kind = waiting[0]
        if kind == "act":
            options = {option[0]: option for option in legal(state)}
            if waiting[1] in folds.get(count, ()):
                if "bring_in" in options:
                    return None
                event = ("fold", waiting[1])
            else:
                event = next(options[verb] for verb in ("bring_in", "check", "call") if verb in options)
        elif kind == "deal":
            event = (*waiting[:2], deck.pop(), waiting[2])
            drawing = state.dealt.drawing
            if not drawing:
                steps.append(f"S{waiting[1]}{waiting[2]}")
                count += 1
        elif kind in ("burn", "board"):
            event = (kind, deck.pop())
            steps.append("b" if kind == "burn" else "c")
            count += 1
        elif kind == "discard":
            drawing = state.dealt.drawing
            number = next(draws) if drawing else 1
            event = ("discard", waiting[1], state.hole(waiting[1])[:number])
            steps.append(f"S{waiting[1]}w{number}" if drawing else f"S{waiting[1]}x")
            count += 1
        elif kind == "shuffle":
            event = waiting
            deck += state.burns
            steps += ["shuffle", "burns"]
        elif kind == "show":
            event = ("show", waiting[1])
        else:
            event = waiting
        state = apply(state, event)
    assert state.cards_left == len(deck)
    return steps, state


def test_every_worked_deal(deals: list[dict[str, Any]]) -> None:
    seen: Counter[str] = Counter()
    for deal in deals:
        played = next(result for seed in range(50) if (result := walk(deal, seed)) is not None)
        steps, state = played
        wanted = [step for step in deal["steps"].split() if not step.endswith("fold")]
        assert steps == wanted, deal
        assert state.cards_left == deal["stub_left"], deal
        seen[deal["game"]] += 1
        seen["common card"] += deal["game"].startswith("stud") and "c" in steps
        seen["shuffle"] += "shuffle" in steps
    assert len(deals) == 52
    assert seen["common card"] == 2
    assert seen["shuffle"] == 1
