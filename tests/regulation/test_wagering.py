"""Subdivision (c), what may be bet: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import (
    IllegalEvent,
    Options,
    apply,
    fixed_limit,
    legal,
    start,
)
from host_tools.engine.pots import pots
from host_tools.engine.session.buy_in import convert_coin, is_coin_ante, least_stack, may_be_dealt_in

rule = pytest.mark.rule


@rule("c(1)")
@pytest.mark.parametrize("seat", [2, 4, 11])
def test_only_seated_players_are_dealt_in_and_bet(play, seat: int, table) -> None:
    state = play(table((50,) * 3, (1, 3, 5), 5))
    assert state.seats == (1, 3, 5)
    for event in (("fold", seat), ("call", seat), ("deal", seat, 40, "d"), ("show", seat)):
        with pytest.raises(IllegalEvent):
            apply(state, event)


@rule("c(2)")
@pytest.mark.parametrize("game", ["stud7_high", "stud5_high", "stud7_low"])
def test_stud_has_a_forced_bet_and_no_blinds(game: str) -> None:
    limits = fixed_limit(4, 8)
    for blinds, bring_in in (((2, 4), 2), ((2,), 0), ((), 0)):
        with pytest.raises(IllegalEvent, match=r"no blinds \[c\(2\)\]"):
            start(game, (1, 2), None, (50, 50), blinds, bring_in=bring_in, limits=limits)


@rule("c(2)")
@pytest.mark.parametrize("game", ["holdem", "omaha_hl8", "draw5_low", "triple_draw_27", "pineapple"])
def test_button_games_have_blinds_and_no_forced_bet(game: str) -> None:
    assert start(game, (1, 2), 1, (50, 50), (2, 4), (1, 1)).setup.posts[0] == ("ante", 2, 1)
    with pytest.raises(IllegalEvent, match=r"no forced bet by up card \[c\(2\)\]"):
        start(game, (1, 2), 1, (50, 50), (2, 4), bring_in=1)


@rule("c(2)(i)")
@pytest.mark.parametrize(("game", "forced"), [("holdem", {"blinds": (1, 2)}), ("stud7_hl", {"bring_in": 1})])
def test_antes_before_the_first_card(game: str, forced) -> None:
    button = 6 if game == "holdem" else None
    state = start(game, (1, 2, 4, 6), button, (50,) * 4, antes=(1,) * 4, limits=fixed_limit(2, 4), **forced)
    for _ in range(4):
        with pytest.raises(IllegalEvent, match="waits for seat"):
            apply(state, ("deal", 1, 0, "d"))
        state = apply(state, state.next)
    assert state.pot == 4


@rule("c(2)(ii)")
@pytest.mark.parametrize("posted", [0, 1])
def test_blinds_before_the_first_card(posted: int, table) -> None:
    state = table((50,) * 4)
    for _ in range(posted):
        state = apply(state, state.next)
    with pytest.raises(IllegalEvent):
        apply(state, ("deal", 1, 0, "d"))
    while state.next[0] == "blind":
        state = apply(state, state.next)
    assert (state.bet(1), state.bet(4), state.next) == (2, 4, ("deal", 1, "d"))


@rule("c(3)")
@rule("c(3)(ii)")
@pytest.mark.parametrize(
    ("coins", "allowed"),
    [
        ((25, 25), True),
        ((50,), True),
        ((50, 25), True),
        ((25,) * 4, False),
        ((10,), False),
        ((), False),
        ((25, 10), False),
    ],
)
def test_coin_antes(coins, allowed: bool) -> None:
    assert is_coin_ante(coins) == allowed


@rule("c(3)(ii)")
@pytest.mark.parametrize(("coins", "chips"), [(6 * 50, (3, 0)), (5 * 25, (1, 25)), (3 * 25, (0, 75))])
def test_coin_becomes_chips(coins: int, chips: tuple[int, int]) -> None:
    assert convert_coin(coins) == chips


@rule("c(3)(i)")
@pytest.mark.parametrize("stack", [80, 4])
def test_only_what_was_there_at_the_start_plays(play, stack: int, table) -> None:
    """W03: chips added during the round play from the next on: nothing in a hand can enlarge a stack."""
    state = play(table((200, 200, stack, 200)))
    assert max(option[-1] for option in legal(state) if option[0] != "fold") <= stack or stack == 4
    with pytest.raises(IllegalEvent):
        apply(state, ("raise", 6, stack + 100))


@rule("c(3)(iii)")
@pytest.mark.parametrize(
    ("stack", "ante", "blind", "minimum", "enough"),
    [
        (5, 1, 0, 4, True),
        (4, 1, 0, 4, False),
        (4, 0, 0, 4, True),
        (3, 0, 0, 4, False),
        (6, 0, 4, 4, True),
        (7, 1, 8, 4, False),
    ],
)
def test_the_stack_to_be_dealt_in(stack: int, ante: int, blind: int, minimum: int, enough: bool) -> None:
    assert may_be_dealt_in(stack, ante, blind, minimum) == enough
    assert least_stack(ante, blind, minimum) == ante + max(blind, minimum)


@rule("c(3)(iv)")
def test_all_in_by_a_call(play, table) -> None:
    """Facing 50 with 30 left: all-in for 30, asked for nothing more this hand."""
    state = play(table((200, 200, 200, 30)), ["6 raise 50", "9 call"])
    assert (state.is_all_in(9), state.stack(9), state.bet(9)) == (True, 0, 30)
    state = play(state, ["1 call", "4 fold"])
    assert [state.actor, play(state, ["1 check"]).actor] == [1, 6]


@rule("c(3)(iv)")
def test_all_in_by_an_ante(table) -> None:
    """W12: the ante takes the whole stack; the others go on."""
    state = table((50, 50, 1), (1, 2, 3), 3, (1, 2), antes=(1, 1, 1))
    for _ in range(3):
        state = apply(state, state.next)
    assert state.is_all_in(3)
    assert state.next == ("blind", 1, 1)


@rule("c(3)(iv)(a)")
@rule("c(3)(iv)(c)")
@pytest.mark.parametrize(
    ("paid", "live", "wanted"),
    [
        ((30, 100, 100), (1, 1, 1), [(90, (1, 2, 3)), (140, (2, 3))]),
        ((20, 50, 120, 120, 10), (1, 1, 1, 1, 0), [(90, (1, 2, 3, 4)), (90, (2, 3, 4)), (140, (3, 4))]),
        ((5, 5, 40, 40), (1, 1, 1, 0), [(20, (1, 2, 3)), (70, (3,))]),
    ],
)
def test_pots(paid, live, wanted) -> None:
    assert [tuple(pot) for pot in pots(range(1, len(paid) + 1), paid, live)] == wanted


@rule("c(3)(iv)(a)")
def test_an_all_in_player_wins_no_more_than_the_centre_pot(play) -> None:
    """Seat 1 all-in for 30 has the best hand: 90; seat 3, the second: 140; seat 2: 0."""
    holes, board = {1: "AsAd", 2: "7c2d", 3: "KsKd"}, "AhKh9c8d3s"
    state = play(start("holdem", (1, 2, 3), 3, (30, 100, 100), (1, 2)), (), holes, board)
    state = play(state, ["3 raise 100", "1 call", "2 call", "3 show", "1 show", "2 show"], holes, board)
    assert state.stacks() == {1: 90, 2: 0, 3: 140}


@rule("c(3)(iv)(b)")
def test_an_all_in_player_gets_every_card(play) -> None:
    """Stud, seats 2, 5, 7, seat 5 all-in on third street: cards 2, 5, 7 on every street, and no turn for 5."""
    state = start("stud7_high", (2, 5, 7), None, (90, 4, 90), bring_in=2, limits=fixed_limit(4, 8))
    state = play(state)
    while state.street == 0:
        verbs = {option[0]: option for option in legal(state)}
        event = verbs.get("bring_in") or ("raise", state.actor, 4) if state.wager.level < 4 else verbs["call"]
        state = apply(state, event)
    order = []
    while state.next[0] != "show":
        if state.next[0] == "deal":
            order.append(state.next[1])
        assert state.next != ("act", 5)
        card = next(card for card in range(51, -1, -1) if not state.dealt.seen >> card & 1)
        kind = state.next[0]
        event = ("burn", card) if kind == "burn" else (*state.next[:2], card, *state.next[2:])
        state = apply(state, event if kind != "act" else ("check", state.actor))
    assert order == [2, 5, 7] * 4


@rule("c(3)(iv)(b)")
def test_an_all_in_player_draws(play) -> None:
    state = play(start("draw5_low", (1, 2, 3), 3, (4, 90, 90), (2, 4)), ["3 call", "1 call", "2 check"])
    assert (state.is_all_in(1), state.next) == (True, ("discard", 1))


@rule("c(10)")
@pytest.mark.parametrize("allowed", [True, False])
def test_check_raise(play, allowed: bool, table) -> None:
    state = play(
        table((200,) * 4, options=Options(check_raise=allowed)), ["6 call", "9 call", "1 call", "4 check"]
    )
    state = play(state, ["1 check", "4 bet 4", "6 fold"])
    assert [option[0] for option in legal(state)] == ["fold", "call", "raise"]
    state = play(state, ["9 fold"])
    assert [option[0] for option in legal(state)] == ["fold", "call"] + ["raise"] * allowed


@rule("c(11)")
def test_a_straddle(play, table) -> None:
    state = table((200,) * 4, options=Options(straddle=True))
    while state.next[0] == "blind":
        state = apply(state, state.next)
    with pytest.raises(IllegalEvent, match="not an event"):
        apply(state, ("straddle", 6, 10))
    after = play(apply(state, ("straddle", 6)))
    assert (after.bet(6), after.actor) == (8, 9)
    assert legal(play(after, ["9 call", "1 call", "4 call"]))[0] == ("check", 6)
    with pytest.raises(IllegalEvent, match=r"c\(11\)"):
        apply(apply(state, ("deal", 1, 0, "d")), ("straddle", 6))
    with pytest.raises(IllegalEvent, match=r"c\(11\)"):
        apply(play(table((200,) * 4)), ("straddle", 6))


@rule("c(11)")
@pytest.mark.parametrize("game", ["omaha_hl8", "draw5_high"])
def test_a_straddle_in_a_fixed_limit(play, game: str) -> None:
    state = start(
        game, (1, 4, 6), 6, (99,) * 3, (2, 4), limits=fixed_limit(4, 8), options=Options(straddle=True)
    )
    state = play(apply(apply(apply(state, state.next), ("blind", 4, 4)), ("straddle", 6)))
    assert legal(state) == (("fold", 1), ("call", 1), ("raise", 1, 12, 12))
