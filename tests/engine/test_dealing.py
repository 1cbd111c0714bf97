"""The order of cards, against the regulation's examples and deals worked out apart from any code of the
project.
"""

import json

import pytest

from host_tools.engine import IllegalEvent, apply, start
from railbird.rules.cards import NO_CARD


def walk(seats: list[int], button: int, folds: dict[int, list[int]]) -> list[str]:
    """Every card and fold of a hand in the notation of deals.json; `folds` by street, everybody else stays
    in.
    """
    state = start("holdem", seats, button, (1000,) * len(seats), (1, 2))
    deck = iter(range(52))
    steps = []
    while not state.finished:
        kind, *where = state.next
        if kind == "deal":
            steps.append(f"S{where[0]}{where[1]}")
            state = apply(state, ("deal", where[0], next(deck), where[1]))
        elif kind in ("burn", "board"):
            steps.append("b" if kind == "burn" else "c")
            state = apply(state, (kind, next(deck)))
        elif kind == "act":
            seat = where[0]
            if seat in folds.get(state.street, ()):
                steps.append(f"S{seat}fold")
                state = apply(state, ("fold", seat))
            else:
                state = apply(state, ("call" if state.to_call else "check", seat))
        else:
            state = apply(state, state.next)
    return steps


def test_the_deals_worked_out_elsewhere(cases_dir) -> None:
    deals = json.loads((cases_dir / "deals.json").read_text(encoding="utf-8"))
    holdem = [deal for deal in deals if deal.get("game") == "holdem"]
    assert len(holdem) >= 3
    for deal in holdem:
        steps = deal["steps"].split()
        folds: dict[int, list[int]] = {}
        for index, step in enumerate(steps):
            if step.endswith("fold"):
                folds.setdefault(steps[:index].count("b"), []).append(int(step[1:-4]))
        assert walk(deal["seats"], deal["button"], folds) == steps
        assert 52 - sum(not step.endswith("fold") for step in steps) == deal["stub_left"]


def test_the_button_is_last_and_empty_seats_are_skipped() -> None:
    """i(5): seats 1,4,6,9, button 9: 1,4,6,9,1,4,6,9; button 4: 6,9,1,4,6,9,1,4. f(2): seats 2,5,9, button
    5.
    """
    assert walk([1, 4, 6, 9], 9, {})[:8] == [f"S{seat}d" for seat in (1, 4, 6, 9, 1, 4, 6, 9)]
    assert walk([1, 4, 6, 9], 4, {})[:8] == [f"S{seat}d" for seat in (6, 9, 1, 4, 6, 9, 1, 4)]
    assert walk([2, 5, 9], 5, {})[:6] == [f"S{seat}d" for seat in (9, 2, 5, 9, 2, 5)]


@pytest.fixture
def three():
    state = start("holdem", (2, 5, 9), 9, (100,) * 3, (1, 2))
    return apply(apply(state, state.next), ("blind", 5, 2))


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (("deal", 5, 0, "d"), "i(5)"),  # not its turn
        (("deal", 3, 0, "d"), "i(5)"),  # not in the hand
        (("deal", 2, 0, "u"), "i(5)"),  # face up
        (("deal", 2, 52, "d"), "i(5)"),  # the cover card
        (("deal", 2, -1, "d"), "i(5)"),
        (("burn", 0), "i(5)"),
        (("board", 0), "i(5)"),
        (("fold", 9), "i(6)"),
        (("show", 2), "i(10)"),
        (("award", 0), "f(6)(vi)"),
    ],
)
def test_what_is_not_due_is_refused(three, event, rule: str) -> None:
    with pytest.raises(IllegalEvent) as caught:
        apply(three, event)
    assert caught.value.rule == rule


def test_no_card_twice(three) -> None:
    state = apply(three, ("deal", 2, 17, "d"))
    with pytest.raises(IllegalEvent, match="6d has been dealt before"):
        apply(state, ("deal", 5, 17, "d"))


def test_a_folded_card_is_not_dealt_again(play) -> None:
    """What a folded hand held is gone; it comes back neither as a burn nor on the board."""
    state = start("holdem", (2, 5, 9), 9, (100,) * 3, (1, 2))
    state = play(state, ["9 fold"], {9: "AsAd"})
    state = apply(apply(state, ("call", 2)), ("check", 5))
    for event in (("burn", 51), ("board", 51)):
        with pytest.raises(IllegalEvent):
            apply(state, event)


def test_the_third_card_of_a_seat_and_a_flop_without_a_burn_are_refused(play) -> None:
    state = play(start("holdem", (2, 5, 9), 9, (100,) * 3, (1, 2)))
    with pytest.raises(IllegalEvent, match=r"i\(5\)"):
        apply(state, ("deal", 2, 40, "d"))
    state = apply(apply(apply(state, ("call", 9)), ("call", 2)), ("check", 5))
    with pytest.raises(IllegalEvent, match="waits for burn card"):
        apply(state, ("board", 40))
    with pytest.raises(IllegalEvent, match=r"i\(7\)"):
        apply(state, ("deal", 2, 40, "d"))


def test_a_fourth_flop_card_and_a_sixth_board_card_are_refused(play) -> None:
    state = play(start("holdem", (2, 5, 9), 9, (100,) * 3, (1, 2)), ["9 call", "2 call", "5 check"])
    with pytest.raises(IllegalEvent, match="waits for seat 2 to act"):
        apply(state, ("board", 40))
    checks = ["2 check", "5 check", "9 check"]
    state = play(state, checks * 3)
    with pytest.raises(IllegalEvent, match=r"i\(9\)"):
        apply(state, ("board", 40))


def test_unidentified_hole_cards_and_burns_are_dealt_but_no_unidentified_board_card() -> None:
    state = start("holdem", (2, 9), 9, (100, 100), (1, 2))
    state = apply(apply(state, state.next), ("blind", 9, 2))
    for seat in (2, 9, 2, 9):
        state = apply(state, ("deal", seat, NO_CARD, "d"))
    state = apply(apply(state, ("call", 2)), ("check", 9))
    state = apply(state, ("burn", NO_CARD))
    assert (state.hole(2), state.burns, state.dealt.seen) == ((NO_CARD, NO_CARD), (NO_CARD,), 0)
    with pytest.raises(IllegalEvent, match="255 is not a card"):
        apply(state, ("board", NO_CARD))


def test_an_all_in_player_gets_every_card(play) -> None:
    """c(3)(iv)(b), seen where a short stack is all-in by its blind before the first card."""
    state = start("holdem", (2, 5, 9), 9, (1, 100, 100), (1, 2))
    state = play(state, ["9 call", "5 check"])
    assert state.is_all_in(2)
    assert [len(state.hole(seat)) for seat in (2, 5, 9)] == [2, 2, 2]
