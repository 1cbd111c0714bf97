"""Subdivision (c), and what of (f) and (g) the engine decides: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import (
    IllegalEvent,
    Options,
    apply,
    fixed_limit,
    legal,
    no_limit,
    pot_limit,
    spread_limit,
    start,
)
from host_tools.engine.book import BOOK
from host_tools.engine.buy_in import convert_coin, is_coin_ante, least_stack, may_be_dealt_in
from host_tools.engine.conduct import declared, placed_after_words, placed_in_silence, raise_at_rest
from host_tools.engine.pots import pots

rule = pytest.mark.rule


def table(stacks, seats=(1, 4, 6, 9), button=9, blinds=(2, 4), **more):
    return start("holdem", seats, button, stacks, blinds, **more)


def facing(play, bet: int, **more):
    """Seat 6 has bet so much on the flop; seat 9 is to act, then 1."""
    state = play(table((1000,) * 4, **more), ["6 call", "9 call", "1 call", "4 fold"])
    return play(state, ["1 check", f"6 bet {bet}"])


@rule("c(1)")
@pytest.mark.parametrize("seat", [2, 4, 11])
def test_only_seated_players_are_dealt_in_and_bet(play, seat: int) -> None:
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
def test_blinds_before_the_first_card(posted: int) -> None:
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
def test_only_what_was_there_at_the_start_plays(play, stack: int) -> None:
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
def test_all_in_by_a_call(play) -> None:
    """Facing 50 with 30 left: all-in for 30, asked for nothing more this hand."""
    state = play(table((200, 200, 200, 30)), ["6 raise 50", "9 call"])
    assert (state.is_all_in(9), state.stack(9), state.bet(9)) == (True, 0, 30)
    state = play(state, ["1 call", "4 fold"])
    assert [state.actor, play(state, ["1 check"]).actor] == [1, 6]


@rule("c(3)(iv)")
def test_all_in_by_an_ante() -> None:
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


@rule("c(4)")
def test_a_spoken_declaration_binds_in_turn(play) -> None:
    state = facing(play, 10)
    assert declared(state, 9, "fold") == ("fold", 9)
    assert declared(state, 9, "raise", 40) == ("raise", 9, 40)
    assert declared(state, 9, "call") == ("call", 9)
    assert declared(state, 1, "raise", 40) is None
    for words in (("check", 0), ("raise", 19), ("bet", 40)):
        with pytest.raises(IllegalEvent, match=r"c\(4\)"):
            declared(state, 9, *words)


@rule("c(4)")
def test_a_fold_binds_where_a_check_was_free(play) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert not apply(state, declared(state, 1, "fold")).is_live(1)


@rule("c(5)")
@pytest.mark.parametrize(("placed", "back", "short"), [(25, 0, 15), (60, 20, 0), (40, 0, 0)])
def test_the_announced_amount_stands(play, placed: int, back: int, short: int) -> None:
    state = facing(play, 10)
    ruling = placed_after_words(state, ("raise", 9, 40), placed)
    assert ruling[:3] == (("raise", 9, 40), back, short)


@rule("c(5)")
def test_an_announced_call_is_the_call(play) -> None:
    assert placed_after_words(facing(play, 10), ("call", 9), 25)[1:3] == (15, 0)


@rule("c(6)")
@rule("c(6)(ii)")
@pytest.mark.parametrize(("chips", "event"), [((25,), ("bet", 1, 25)), ((5, 5, 5, 5), ("bet", 1, 20))])
def test_chips_released_are_a_bet(play, chips, event) -> None:
    """One wager, however it was put in; it cannot be withdrawn, as the event has happened."""
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    ruling = placed_in_silence(state, chips)
    assert (ruling.event, ruling.back) == (event, 0)
    after = apply(state, ruling.event)
    with pytest.raises(IllegalEvent):
        apply(after, ruling.event)


@rule("c(6)")
@rule("c(6)(ii)")
def test_too_little_for_a_bet_is_none(play) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    with pytest.raises(IllegalEvent, match=r"too little for a bet \[c\(7\)\(iii\)\]"):
        placed_in_silence(state, (1, 1))
    with pytest.raises(IllegalEvent, match="no wager is due"):
        placed_in_silence(state, ())


@rule("c(7)")
@pytest.mark.parametrize("later", [10, 25])
def test_a_bet_once_made_is_not_increased(play, later: int) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(state, (5, 5), later)[:2] == (("bet", 1, 10), later)


@rule("c(7)(i)")
@pytest.mark.parametrize(
    ("chips", "later", "to"), [((5, 5, 5, 5), 0, 20), ((5, 5), 10, 10), ((5, 5, 25), 5, 35)]
)
def test_a_bet_said_to_be_incomplete(play, chips, later: int, to: int) -> None:
    """What was announced as not complete belongs to the chips of the bet, what was not goes back."""
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(state, chips, later)[:2] == (("bet", 1, to), later)


@rule("c(7)(ii)")
def test_the_exact_call_is_a_call(play) -> None:
    """Facing 10, puts in 10, then says raise: refused; after another's raise to 20 the seat may raise again."""
    state = facing(play, 10)
    ruling = placed_in_silence(state, (5, 5))
    assert ruling.event == ("call", 9)
    state = apply(state, ruling.event)
    with pytest.raises(IllegalEvent):
        apply(state, ("raise", 9, 20))
    state = play(state, ["1 raise 20", "6 call"])
    assert ("raise", 9, 30, 996) in legal(state)


@rule("c(7)(ii)")
def test_less_than_the_call_is_not_enough(play) -> None:
    with pytest.raises(IllegalEvent, match="10 to call"):
        placed_in_silence(facing(play, 10), (5,))


@rule("c(7)(iii)")
@pytest.mark.parametrize(("placed", "to", "back", "short"), [(16, 16, 0, 0), (24, 16, 8, 0), (10, 16, 0, 6)])
def test_an_announced_raise_until_the_hands_rest(play, placed: int, to: int, back: int, short: int) -> None:
    """Fixed bets of 8: 8 and then 8 make the raise to 16; 24 is cut to 16; 10 lacks 6."""
    state = facing(play, 8, limits=fixed_limit(8, 16), blinds=(4, 8))
    assert raise_at_rest(state, placed)[:3] == (("raise", 9, to), back, short)


@rule("c(7)(iii)")
@pytest.mark.parametrize(
    ("limits", "least", "most"),
    [(no_limit(), 20, 996), (pot_limit(), 20, 46), (spread_limit(4, 20), 20, 30)],
)
def test_the_posted_limits(play, limits, least: int, most: int) -> None:
    """Facing 10. Pot limit: 4 + 4 + 4 + 4 and the bet are 26, after the call 36, so the raise is to 46."""
    assert legal(facing(play, 10, limits=limits))[-1] == ("raise", 9, least, most)


@rule("c(9)")
def test_a_single_larger_chip_is_a_call(play) -> None:
    state = facing(play, 5)
    assert placed_in_silence(state, (25,))[:3] == (("call", 9), 20, 0)
    assert declared(state, 9, "raise", 25) == ("raise", 9, 25)


@rule("c(9)")
@pytest.mark.parametrize(
    ("chips", "event", "back"),
    [
        ((5, 5), ("raise", 9, 10), 0),
        ((1, 25), ("raise", 9, 26), 0),
        ((5, 1), ("call", 9), 1),
        ((25, 25), ("raise", 9, 50), 0),
    ],
)
def test_several_chips(play, chips, event, back: int) -> None:
    """W05: a call unless the chips without the smallest one already make the call and the rest a raise."""
    assert placed_in_silence(facing(play, 5), chips)[:2] == (event, back)


@rule("c(9)")
def test_a_single_chip_opens_for_its_full_value(play) -> None:
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(state, (100,)).event == ("bet", 1, 100)
    fixed = play(table((200,) * 4, limits=fixed_limit(4, 8)), ["6 call", "9 call", "1 call", "4 check"])
    assert placed_in_silence(fixed, (100,))[:2] == (("bet", 1, 4), 96)


@rule("c(10)")
@pytest.mark.parametrize("allowed", [True, False])
def test_check_raise(play, allowed: bool) -> None:
    state = play(
        table((200,) * 4, options=Options(check_raise=allowed)), ["6 call", "9 call", "1 call", "4 check"]
    )
    state = play(state, ["1 check", "4 bet 4", "6 fold"])
    assert [option[0] for option in legal(state)] == ["fold", "call", "raise"]
    state = play(state, ["9 fold"])
    assert [option[0] for option in legal(state)] == ["fold", "call"] + ["raise"] * allowed


@rule("c(11)")
def test_a_straddle(play) -> None:
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


# (f), (g): dealing in general, the games


@rule("f(2)")
@pytest.mark.parametrize(("seats", "rule_id"), [((2,), "f(2)"), (range(1, 13), "i(2)"), ((), "f(2)")])
def test_two_to_eleven_players(seats, rule_id: str) -> None:
    seats = tuple(seats)
    with pytest.raises(IllegalEvent) as caught:
        start("holdem", seats, 2, (9,) * len(seats), (1, 2))
    assert caught.value.rule == rule_id


@rule("f(2)")
def test_the_order_of_cards() -> None:
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
def test_an_uncalled_bet_wins_without_cards(play) -> None:
    state = play(table((200,) * 3, (2, 5, 7), 7), ["7 call", "2 call", "5 check"])
    state = play(state, ["2 check", "5 check", "7 check", "2 bet 20", "5 fold", "7 fold"])
    assert state.finished
    assert (state.stack(2), state.is_shown(2), state.showdown.keys) == (208, False, ((),) * 3)


@rule("f(5)")
def test_a_showdown_after_the_last_round(play) -> None:
    state = play(table((200,) * 2, (2, 5), 5), ["2 call", "5 check"] + ["2 check", "5 check"] * 3)
    assert state.next == ("show", 2)
    assert [option[0] for option in legal(state)] == ["show", "muck", "show", "muck"]


@rule("f(6)(ii)")
def test_the_choices_that_are_announced(play) -> None:
    """Fixed bets of 8: facing a bet fold, call 8, raise to 16; without one check or bet 8."""
    state = facing(play, 8, limits=fixed_limit(8, 16), blinds=(4, 8))
    assert (legal(state), state.to_call) == ((("fold", 9), ("call", 9), ("raise", 9, 16, 16)), 8)
    state = play(
        table((1000,) * 4, blinds=(4, 8), limits=fixed_limit(8, 16)),
        ["6 call", "9 call", "1 call", "4 check"],
    )
    assert legal(state) == (("check", 1), ("bet", 1, 8, 8))


@rule("f(6)(ii)")
def test_a_short_stack_has_fewer_choices(play) -> None:
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
def test_one_pot_to_the_last_player(play) -> None:
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
