"""Subdivisions (f) and (g), what of them the engine decides: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import (
    IllegalEvent,
    apply,
    fixed_limit,
    legal,
    start,
)
from host_tools.engine.book import BOOK

rule = pytest.mark.rule


# (f), (g): dealing in general, the games


@rule("f(2)")
@pytest.mark.parametrize(("seats", "rule_id"), [((2,), "f(2)"), (range(1, 13), "i(2)"), ((), "f(2)")])
def test_two_to_eleven_players(seats, rule_id: str) -> None:
    seats = tuple(seats)
    with pytest.raises(IllegalEvent) as caught:
        start("holdem", seats, 2, (9,) * len(seats), (1, 2))
    assert caught.value.rule == rule_id


@rule("f(2)")
def test_the_order_of_cards(table) -> None:
    state, order = table((50,) * 3, (2, 5, 9), 5), []
    while len(order) < 6:
        if state.next[0] == "deal":
            order.append(state.next[1])
        state = apply(state, (*state.next[:2], len(order), "d") if state.next[0] == "deal" else state.next)
    assert order == [9, 2, 5, 9, 2, 5]


@rule("f(3)")
@pytest.mark.parametrize("game", list(BOOK))
def test_the_dealer_has_no_hand(play, game: str) -> None:
    stud = game.startswith("stud")
    forced = {"bring_in": 1} if stud else {"blinds": (1, 2)}
    state = play(start(game, (1, 2), None if stud else 2, (9, 9), limits=fixed_limit(2, 4), **forced))
    assert state.seats == (1, 2)
    for event in (("fold", 0), ("deal", 0, 51, "d"), ("call", 12)):
        with pytest.raises(IllegalEvent):
            apply(state, event)


ROUNDS = {
    "stud7": 5,
    "holdem": 4,
    "omaha": 4,
    "stud5": 4,
    "draw5": 2,
    "triple": 4,
    "pineapple": 4,
    "crazy": 4,
}


@rule("f(4)")
@pytest.mark.parametrize("game", [game for game in BOOK if game != "single_draw_27"])
def test_betting_rounds(play, game: str) -> None:
    stud = game.startswith("stud")
    forced = {"bring_in": 1} if stud else {"blinds": (1, 2)}
    state = play(start(game, (1, 2, 3), None if stud else 3, (90,) * 3, limits=fixed_limit(2, 4), **forced))
    rounds = set()
    while state.next[0] != "show":
        if state.next[0] == "discard":
            least = legal(state)[0][2]
            state = play(apply(state, ("discard", state.next[1], state.hole(state.next[1])[:least])))
            continue
        rounds.add(state.street)
        options = [option[0] for option in legal(state)]
        verb = next(verb for verb in ("bring_in", "check", "call") if verb in options)
        state = play(apply(state, (verb, state.actor)))
        assert state.pot == sum(state.wager.paid)
    wanted = next(count for start_of, count in ROUNDS.items() if game.startswith(start_of))
    assert len(rounds) == wanted


@rule("f(5)")
def test_an_uncalled_bet_wins_without_cards(play, table) -> None:
    state = play(table((200,) * 3, (2, 5, 7), 7), ["7 call", "2 call", "5 check"])
    state = play(state, ["2 check", "5 check", "7 check", "2 bet 20", "5 fold", "7 fold"])
    assert state.finished
    assert (state.stack(2), state.is_shown(2), state.showdown.keys) == (208, False, ((),) * 3)


@rule("f(5)")
def test_a_showdown_after_the_last_round(play, table) -> None:
    state = play(table((200,) * 2, (2, 5), 5), ["2 call", "5 check"] + ["2 check", "5 check"] * 3)
    assert state.next == ("show", 2)
    assert [option[0] for option in legal(state)] == ["show", "muck", "show", "muck"]


@rule("f(6)(ii)")
def test_the_choices_that_are_announced(play, table, facing) -> None:
    """Fixed bets of 8: facing a bet fold, call 8, raise to 16; without one check or bet 8."""
    state = facing(play, 8, limits=fixed_limit(8, 16), blinds=(4, 8))
    assert (legal(state), state.to_call) == ((("fold", 9), ("call", 9), ("raise", 9, 16, 16)), 8)
    state = play(
        table((1000,) * 4, blinds=(4, 8), limits=fixed_limit(8, 16)),
        ["6 call", "9 call", "1 call", "4 check"],
    )
    assert legal(state) == (("check", 1), ("bet", 1, 8, 8))


@rule("f(6)(ii)")
def test_a_short_stack_has_fewer_choices(play, table) -> None:
    state = play(table((200, 200, 3, 200)))
    assert (legal(state), state.to_call) == ((("fold", 6), ("call", 6)), 3)


@rule("f(6)(v)")
@rule("f(6)(vi)")
def test_side_pots_are_awarded_first(play) -> None:
    """Contributions 30, 60, 130, 130: centre pot 120, side pots 90 and 140, awarded from the last."""
    holes, board = {1: "AsAd", 2: "KsKd", 3: "QsQd", 4: "7c2d"}, "AhKhQh9c3s"
    state = play(start("holdem", (1, 2, 3, 4), 4, (30, 60, 130, 130), (1, 2)), (), holes, board)
    state = play(state, ["3 raise 130", "4 call", "1 call", "2 call"], holes, board)
    for seat in (3, 4, 1, 2):
        state = apply(state, ("show", seat))
    assert [pot.amount for pot in state.pots] == [120, 90, 140]
    for number in (0, 1):
        with pytest.raises(IllegalEvent, match=r"f\(6\)\(vi\)"):
            apply(state, ("award", number))
    state = play(state)
    assert [award[:3] for award in state.awards] == [(2, 3, 140), (1, 2, 90), (0, 1, 120)]


@rule("f(6)(v)")
@rule("f(6)(vi)")
def test_one_pot_to_the_last_player(play, table) -> None:
    state = play(table((200,) * 4), ["6 fold", "9 fold"])
    state = apply(state, ("fold", 1))
    assert state.next == ("award", 0)
    assert apply(state, ("award", 0)).stack(4) == 202


@rule("g")
@rule("g(2)")
@pytest.mark.parametrize("game", ["badugi", "holdem_hl", "stud5_low", "omaha_hl", "pineapple_hl"])
def test_no_other_game_may_be_offered(game: str) -> None:
    with pytest.raises(IllegalEvent, match=r"no game '.*\[g\]"):
        start(game, (1, 2), 1, (9, 9), (1, 2))


@rule("g(1)")
@pytest.mark.parametrize("game", ["stud7_high", "stud7_low", "stud7_hl", "stud7_hl8"])
def test_seven_card_stud_in_four_forms(game: str) -> None:
    assert BOOK[game][0] == 8
    assert sum(letter in "du" for script, _, _ in BOOK[game][2] for letter in script) == 7


@rule("g(3)")
@rule("g(4)")
@rule("g(6)")
@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("omaha_high", 4),
        ("omaha_hl8", 4),
        ("draw5_high", 5),
        ("draw5_low", 5),
        ("pineapple", 3),
        ("crazy_pineapple", 3),
    ],
)
def test_cards_of_the_other_games(play, game: str, own: int) -> None:
    assert len(play(start(game, (1, 2), 2, (9, 9), (1, 2))).hole(1)) == own


@rule("g(5)")
@pytest.mark.parametrize("seats", [(1, 2), (3, 4, 9)])
def test_five_card_stud_is_high_only(seats) -> None:
    state = start("stud5_high", seats, None, (9,) * len(seats), bring_in=1, limits=fixed_limit(2, 4))
    assert state.setup.game.rankings == ("high",)
    assert state.setup.game.faces == "duuuu"
