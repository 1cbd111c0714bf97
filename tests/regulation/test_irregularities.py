"""Subdivision (p), mishaps of cards: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, legal, start
from host_tools.engine.deal_mishaps import EXCHANGED
from host_tools.engine.rounds import apply_round, begin_round
from railbird.rules.cards import NO_CARD, parse

rule = pytest.mark.rule
c = parse


def four(**more):
    """The rows' table: seats 1, 4, 6, 9, the button at 9."""
    return begin_round(start("holdem", (1, 4, 6, 9), 9, (200,) * 4, (2, 4), **more))


def stud(begin_stud, seats=(2, 4, 5, 7), played: str = "stud7_high", **more):
    return begin_round(begin_stud(played, seats, **more))


def dealing_to(seat: int, held: int):
    """The round waits for a card to a seat that has so many."""
    return lambda value: value.next[:2] == ("deal", seat) and len(value.hand.hole(seat)) == held


def the_flop(value) -> bool:
    return value.hand.next == ("burn",)


def texts(value, paragraph: str) -> list[str]:
    return [verdict.text for verdict in value.verdicts if verdict.rule == paragraph]


CALLS = ("6 call", "9 call", "1 call", "4 check")


@rule("p(1)(iii)")
def test_the_second_face_up_card_is_a_misdeal(play_round) -> None:
    value = play_round(four(), ["6 call"], until=the_flop)
    value = play_round(value, ["9 call", "1 call", "4 check"], until=the_flop)
    value = apply_round(value, ("boxed", c("7d")))
    assert value.outcome == ""
    value = apply_round(value, ("boxed", c("Kc")))
    assert (value.outcome, value.next) == ("misdeal", ("done",))
    assert value.hand.stacks() == {1: 200, 4: 200, 6: 200, 9: 200}


@rule("p(1)(iii)")
def test_it_is_one_at_the_river_as_well(play_round) -> None:
    """No time limit stands in (iii): boxed once in the deal and once at the river, with 3 x 40 in the pot."""
    value = apply_round(play_round(four(), until=dealing_to(6, 1)), ("boxed", c("7d")))
    checks = ["1 check", "6 check", "9 check"]
    actions = ["6 raise 40", "9 call", "1 call", "4 fold", *checks, *checks]
    value = play_round(value, actions, until=lambda value: value.hand.street == 3)
    assert (value.next, value.pot) == (("burn",), 124)
    value = apply_round(value, ("boxed", c("Kc")))
    assert (value.outcome, value.pot, value.hand.stack(9)) == ("misdeal", 0, 200)


@rule("p(2)")
def test_cards_to_an_ineligible_player_are_discarded(play_round) -> None:
    """Seat 8 is away and gets two cards: 8 + 2 are used before the flop, the stub is 42."""
    value = play_round(four(), until=dealing_to(9, 0))
    value = apply_round(value, ("ineligible", 8, (c("Qs"),)))
    value = play_round(value, until=dealing_to(9, 1))
    value = play_round(apply_round(value, ("ineligible", 8, (NO_CARD,))))
    assert (value.next, value.hand.cards_left, value.outcome) == (("act", 6), 42, "")
    assert [len(value.hand.hole(seat)) for seat in (1, 4, 6, 9)] == [2] * 4
    assert value.mishaps.out == (c("Qs"), NO_CARD)
    with pytest.raises(IllegalEvent, match="Qs has been dealt before"):
        apply_round(value, ("ineligible", 8, (c("Qs"),)))


@rule("p(2)")
def test_found_in_the_middle_of_the_betting_it_changes_nothing_else(play_round) -> None:
    value = play_round(four(), ["6 raise 20", "9 call"])
    after = apply_round(value, ("ineligible", 2, (c("As"), c("Ad"))))
    assert (after.next, after.pot, after.hand.cards_left) == (("act", 1), 46, 42)
    with pytest.raises(IllegalEvent, match=r"p\(2\)"):
        apply_round(after, ("ineligible", 6, (c("Ks"),)))


@rule("p(4)")
def test_a_face_up_card_is_out_of_play(play_round) -> None:
    """The turn is due and 7d lies face up: the next card is the turn; board 4, burns 2, 52 in all."""
    value = play_round(four(), CALLS)
    value = play_round(value, ["1 check", "4 check", "6 check", "9 check"], until=lambda v: v.next == ("board",)
                       and len(v.hand.board) == 3)  # fmt: skip
    value = apply_round(value, ("boxed", c("7d")))
    value = apply_round(value, ("board", c("8d")))
    hand = value.hand
    assert (len(hand.board), len(hand.burns), value.mishaps.out) == (4, 2, (c("7d"),))
    assert 8 + 4 + 2 + 1 + hand.cards_left == 52
    assert texts(value, "p(4)") == ["7d, face up in the deck, is out of play"]


@rule("p(4)")
def test_the_next_card_goes_to_the_same_seat(play_round) -> None:
    value = play_round(four(), until=dealing_to(6, 0))
    value = apply_round(value, ("boxed", c("7d")))
    assert value.next == ("deal", 6, "d")
    value = play_round(value)
    assert (value.next, value.hand.cards_left) == (("act", 6), 43)
    with pytest.raises(IllegalEvent, match=r"p\(4\)"):
        apply_round(value, ("boxed", c("8d")))


@rule("p(6)")
@pytest.mark.parametrize("nth", [0, 1])
def test_an_exposed_hole_card_is_the_up_card(begin_stud, play_round, nth: int) -> None:
    """9h of seat 4 is exposed: its third card comes down; the others' up cards are higher, so 9h brings it in."""
    holes = {2: "2c3cTd", 4: "9h5s2s" if not nth else "5s9h2s", 5: "4c5cJd", 7: "6c7cQd"}
    value = play_round(stud(begin_stud), (), holes, until=dealing_to(5, nth))
    value = apply_round(value, ("exposed", 4, c("9h")))
    value = play_round(value, (), holes, until=dealing_to(4, 2))
    assert value.next == ("deal", 4, "d")
    with pytest.raises(IllegalEvent):
        apply_round(value, ("deal", 4, c("2s"), "u"))
    value = play_round(value, (), holes)
    assert (value.hand.up(4), len(value.hand.hole(4))) == ((c("9h"),), 3)
    assert legal(value.hand)[0] == ("bring_in", 4)


@rule("p(6)")
def test_both_exposed_kill_the_hand(begin_stud, play_round) -> None:
    """Ante $1, eight players: $1 goes back, the pot is $7, seat 4 gets no third card."""
    value = stud(begin_stud, range(1, 9), ante=1)
    value = play_round(value, until=dealing_to(5, 0))
    value = apply_round(value, ("exposed", 4, value.hand.hole(4)[0]))
    value = play_round(value, until=dealing_to(5, 1))
    value = apply_round(value, ("exposed", 4, value.hand.hole(4)[1]))
    assert (value.pot, value.hand.stack(4), value.hand.is_live(4)) == (7, 1000, False)
    value = play_round(value)
    assert value.next[0] == "act"
    assert [len(value.hand.hole(seat)) for seat in range(1, 9)] == [3, 3, 3, 2, 3, 3, 3, 3]


@rule("p(6)")
def test_too_late_once_the_third_card_is_out(begin_stud, play_round) -> None:
    value = play_round(stud(begin_stud), until=dealing_to(5, 2))
    with pytest.raises(IllegalEvent, match=r"card 3 of seat 4 has been dealt.*\[p\(6\)\]"):
        apply_round(value, ("exposed", 4, value.hand.hole(4)[0]))


def seventh(begin_stud, play_round, seats=(2, 5, 7), exposed=(5,), **more):
    """Stud with $80 in the pot, or near it, and the last hole cards dealt, of which some were exposed."""
    value = stud(begin_stud, seats, **more)
    holes = more.pop("holes", {2: "2c3d9cJdKc7hQh", 5: "AsAhAdAcTd4h4s", 7: "2h3s8c6dQc8d9d"})
    while value.hand.street < 4:
        if value.next[0] != "act":
            value = play_round(value, (), holes, until=lambda v: v.next[0] == "act" or v.hand.street == 4)
            continue
        seat = value.next[1]
        options = [option[0] for option in legal(value.hand)]
        verb = next(verb for verb in ("bring_in", "check", "call") if verb in options)
        value = play_round(value, [f"{seat} {verb}"], holes, until=lambda v: v.hand.street == 4)
    value = play_round(value, (), holes, until=lambda v: v.next[0] == "act")
    for seat in exposed:
        value = apply_round(value, ("exposed", seat, value.hand.hole(seat)[-1]))
    return value


@rule("p(6)(i)")
def test_playing_on_for_the_pot_as_formed(begin_stud, play_round) -> None:
    """$84 among 2, 5, 7 (antes of 26 and the forced bet of 2): seat 5 chooses (i), seats 2 and 7 bet $8 each, a side
    pot of $16 between them, which 7 wins with eights; seat 5 has four aces and takes the 84.
    """
    value = seventh(begin_stud, play_round, ante=26)
    assert (value.pot, value.next) == (84, ("choose", 5))
    with pytest.raises(IllegalEvent, match=r"p\(6\)"):
        apply_round(value, ("check", value.hand.next[1]))
    value = apply_round(value, ("choose", 5, "formed"))
    first = value.next[1]
    assert first in (2, 7)
    other = 9 - first
    value = play_round(value, [f"{first} bet 8", f"{other} call"], until=lambda v: v.next[0] == "show")
    value = play_round(
        value, [f"{first} show", *(f"{seat} show" for seat in ((5, 7) if first == 2 else (2, 5)))]
    )
    assert [(pot.amount, pot.seats) for pot in value.hand.pots] == [(84, (2, 5, 7)), (16, (2, 7))]
    assert value.hand.stacks() == {2: 964, 5: 1056, 7: 980}


@rule("p(6)(i)")
def test_of_two_players_one_ends_the_betting(begin_stud, play_round) -> None:
    """Nobody is left to bet against, and nothing to choose for the other: the hands are shown at once."""
    value = seventh(begin_stud, play_round, (2, 5), (2, 5), ante=5)
    value = apply_round(value, ("choose", 2, "formed"))
    assert (value.next[0], value.pot) == ("show", 14)


@rule("p(6)(ii)")
def test_playing_on_for_the_whole_pot(begin_stud, play_round) -> None:
    value = apply_round(seventh(begin_stud, play_round, ante=26), ("choose", 5, "whole"))
    first = value.next[1]
    order = (2, 5, 7, 2, 5)[(2, 5, 7).index(first) :][:3]
    actions = [f"{order[0]} bet 8", f"{order[1]} call", f"{order[2]} call"]
    value = play_round(value, [*actions, *(f"{seat} show" for seat in order)])
    assert [(pot.amount, pot.seats) for pot in value.hand.pots] == [(108, (2, 5, 7))]
    assert value.hand.stack(5) == 1000 - 36 + 108


@rule("p(6)(ii)")
def test_an_all_in_player_has_nothing_to_choose(begin_stud, play_round) -> None:
    value = seventh(begin_stud, play_round, ante=26, stacks=(1000, 28, 1000))
    assert value.next[0] == "act"
    assert texts(value, "p(6)") == ["seat 5 is all-in and has nothing to choose"]


@rule("p(7)")
def test_an_exposed_hole_card_in_five_card_stud(begin_stud, play_round) -> None:
    """Kd of seat 3 is exposed: its second card comes down; by Kd, not by 2s, it is not the lowest card showing."""
    holes = {1: "2c9d", 3: "Kd2s", 5: "4c4d"}
    value = stud(begin_stud, (1, 3, 5), "stud5_high")
    value = play_round(value, (), holes, until=dealing_to(5, 0))
    value = apply_round(value, ("exposed", 3, c("Kd")))
    value = play_round(value, (), holes, until=dealing_to(3, 1))
    assert value.next == ("deal", 3, "d")
    value = play_round(value, (), holes)
    assert (value.hand.up(3), legal(value.hand)[0]) == ((c("Kd"),), ("bring_in", 5))


@rule("p(7)")
def test_the_last_player_dealt_and_five_cards_in_the_end(begin_stud, play_round) -> None:
    """The last hole card of the pass: its owner brings it in with the 2c that everybody saw."""
    holes = {1: "3c9d", 3: "KdTs", 5: "2c4d"}
    value = stud(begin_stud, (1, 3, 5), "stud5_high")
    value = play_round(value, (), holes, until=dealing_to(1, 1))
    value = apply_round(value, ("exposed", 5, c("2c")))
    value = play_round(value, ["5 bring_in", "1 call", "3 call"], holes)
    while len(value.hand.hole(5)) < 5:
        value = play_round(value, [f"{value.next[1]} check"], holes)
    assert (value.hand.hole(5)[0], len(value.hand.up(5))) == (c("4d"), 4)


@rule("p(8)")
def test_a_card_off_the_table(play_round) -> None:
    """Seat 4's second card Qs falls: replaced after the deal; 8 + 1 used, the stub is 43."""
    holes = {4: "7h8h"}
    value = play_round(four(), (), holes, until=dealing_to(4, 1))
    value = apply_round(value, ("off_table", c("Qs")))
    assert value.next == ("deal", 6, "d")
    value = play_round(value, (), holes, until=lambda v: v.next[0] == "exchange")
    value = apply_round(value, ("exchange", 4, c("8h"), "discard"))
    assert (value.next, value.hand.cards_left) == (("act", 6), 43)
    assert value.hand.hole(4) == (c("7h"), c("8h"))
    assert value.mishaps.out == (c("Qs"),)


@rule("p(8)")
@pytest.mark.parametrize("place", ["burn", "board"])
def test_a_burn_or_community_card_off_the_table_is_replaced_at_once(play_round, place: str) -> None:
    value = play_round(four(), CALLS, until=lambda v: v.next == (place,))
    after = apply_round(value, ("off_table", c("Qs")))
    assert (after.next, after.hand.cards_left) == ((place,), value.hand.cards_left - 1)


@rule("p(8)")
def test_replaced_at_once_by_option_and_never_unexamined(play_round) -> None:
    value = play_round(four(options=Options(offtable_replace="at_once")), until=dealing_to(4, 1))
    with pytest.raises(IllegalEvent, match=r"examined \[p\(8\)\]"):
        apply_round(value, ("off_table", NO_CARD))
    value = apply_round(value, ("off_table", c("Qs")))
    assert value.next == ("deal", 4, "d")


@rule("p(8)")
def test_an_up_card_off_the_table_in_stud(begin_stud, play_round) -> None:
    """The 2c that fell brings nothing in: its replacement, a king, does not either."""
    holes = {2: "3c4c9d", 4: "5c6cKd", 5: "7c8cTd", 7: "9c9hJd"}
    value = play_round(stud(begin_stud), (), holes, until=dealing_to(4, 2))
    value = apply_round(value, ("off_table", c("2c")))
    value = play_round(value, (), holes, until=lambda v: v.next[0] == "exchange")
    value = apply_round(value, ("exchange", 4, c("Kd"), "discard"))
    assert (value.hand.up(4), legal(value.hand)[0]) == ((c("Kd"),), ("bring_in", 2))


@rule("p(9)")
def test_an_exposed_card_in_holdem_is_exchanged_after_the_deal(play_round) -> None:
    """Six players: seat 1's first card is exposed; the two passes finish as they would, the 13th card replaces it."""
    value = begin_round(start("holdem", range(1, 7), 6, (200,) * 6, (2, 4)))
    holes = {1: "7dAs"}
    value = play_round(value, (), holes, until=dealing_to(2, 0))
    value = apply_round(value, ("exposed", 1, c("7d")))
    assert value.next == ("deal", 2, "d")
    value = play_round(value, (), holes, until=lambda v: v.next[0] == "exchange")
    assert [len(value.hand.hole(seat)) for seat in range(1, 7)] == [2] * 6
    value = apply_round(value, ("exchange", 1, c("Kh"), "discard"))
    assert (value.hand.hole(1), value.hand.cards_left, value.outcome) == ((c("Kh"), c("As")), 39, "")


@rule("p(9)")
def test_the_games_it_is_for(play_round, begin) -> None:
    """Omaha's four, pineapple by option; a draw game has no such rule, so that the card stands."""
    assert EXCHANGED == ("holdem", "omaha_high", "omaha_hl8")
    for played, options, exchanged in (
        ("omaha_hl8", Options(), True),
        ("pineapple", Options(), True),
        ("pineapple", Options(exposed_rule_pineapple=False), False),
        ("draw5_high", Options(), False),
    ):
        value = play_round(begin_round(begin(played, (1, 4, 6), 6, options=options)), until=dealing_to(4, 1))
        value = apply_round(value, ("exposed", 1, value.hand.hole(1)[0]))
        value = play_round(value, until=lambda v: v.next[0] in ("exchange", "act"))
        assert (value.next[0] == "exchange") == exchanged


@rule("p(9)")
def test_two_exposed_cards_are_a_misdeal_only_by_option(play_round) -> None:
    for count, outcome in ((0, ""), (2, "misdeal")):
        value = play_round(four(options=Options(exposed_misdeal_count=count)), until=dealing_to(6, 0))
        for seat in (1, 4):
            value = apply_round(value, ("exposed", seat, value.hand.hole(seat)[0]))
        assert value.outcome == outcome


def exposed_at_3(play_round):
    """Six players, 7d of seat 3 exposed, everybody dealt."""
    value = begin_round(start("holdem", range(1, 7), 6, (200,) * 6, (2, 4)))
    value = play_round(value, (), {3: "2h7d"}, until=dealing_to(4, 1))
    value = apply_round(value, ("exposed", 3, c("7d")))
    return play_round(value, until=lambda v: v.next[0] == "exchange")


ALL_CALL = ("3 call", "4 call", "5 call", "6 call", "1 call", "2 check")


@rule("p(9)(i)")
def test_the_exposed_card_to_the_discards(play_round) -> None:
    """After the flop the stub is 52 - 13 - 1 - 3 = 35, one burn, one discard."""
    value = play_round(apply_round(exposed_at_3(play_round), ("exchange", 3, c("Ks"), "discard")), ALL_CALL)
    assert (value.hand.cards_left, len(value.hand.burns), value.mishaps.out) == (35, 1, (c("7d"),))


@rule("p(9)(i)")
def test_the_others_go_to_the_discards(play_round) -> None:
    """Two exposed: one is the burn, the second can only be discarded (P11)."""
    value = play_round(four(), until=dealing_to(6, 0))
    for seat in (1, 4):
        value = apply_round(value, ("exposed", seat, value.hand.hole(seat)[0]))
    value = play_round(value, until=lambda v: v.next[0] == "exchange")
    value = apply_round(value, ("exchange", 1, c("Ks"), "burn"))
    with pytest.raises(IllegalEvent, match=r"p\(9\)\(ii\)"):
        apply_round(value, ("exchange", 4, c("Kd"), "burn"))
    value = apply_round(value, ("exchange", 4, c("Kd"), "discard"))
    assert len(value.mishaps.out) == 1


@rule("p(9)(ii)")
def test_the_exposed_card_as_the_burn(play_round) -> None:
    """No other burn: the stub after the flop is 52 - 13 - 3 = 36."""
    value = play_round(apply_round(exposed_at_3(play_round), ("exchange", 3, c("Ks"), "burn")), ALL_CALL)
    assert (value.hand.cards_left, value.hand.burns, value.mishaps.out) == (36, (c("7d"),), ())


@rule("p(9)(ii)")
def test_a_card_that_fell_is_no_burn_and_the_turn_has_its_own(play_round) -> None:
    value = play_round(four(), until=dealing_to(4, 1))
    value = apply_round(value, ("off_table", c("Qs")))
    value = play_round(value, until=lambda v: v.next[0] == "exchange")
    with pytest.raises(IllegalEvent, match=r"p\(9\)\(ii\)"):
        apply_round(value, ("exchange", 4, c("Ks"), "burn"))
    value = play_round(apply_round(exposed_at_3(play_round), ("exchange", 3, c("Ks"), "burn")), ALL_CALL)
    value = play_round(value, ["1 check", "2 check", "3 check", "4 check", "5 check", "6 check"])
    assert (len(value.hand.burns), len(value.hand.board)) == (2, 4)


def test_two_mishaps_of_one_card_are_answered_by_one_exchange(play_round) -> None:
    """Exposed as it fell off the table."""
    value = play_round(four(), until=dealing_to(4, 1))
    value = apply_round(apply_round(value, ("off_table", c("Qs"))), ("exposed", 4, c("Qs")))
    value = play_round(value, until=lambda v: v.next[0] == "exchange")
    value = play_round(apply_round(value, ("exchange", 4, c("Ks"), "discard")))
    assert (value.next, value.hand.cards_left) == (("act", 6), 43)


def test_the_replacement_itself_may_be_face_up(play_round) -> None:
    """The card that is to replace 7d lies face up in the deck: the next one does; two are out of play."""
    value = apply_round(exposed_at_3(play_round), ("boxed", c("Kc")))
    assert value.next == ("exchange", 3)
    value = apply_round(value, ("exchange", 3, c("Ks"), "discard"))
    assert (value.mishaps.out, value.hand.cards_left) == ((c("Kc"), c("7d")), 52 - 14)


def test_a_dead_hand_has_nothing_to_exchange(play_round) -> None:
    """Seat 4's card is exposed, then the dealer takes its unprotected hand in: the mishaps cancel."""
    value = play_round(four(), until=dealing_to(6, 1))
    value = apply_round(value, ("exposed", 4, value.hand.hole(4)[0]))
    value = play_round(apply_round(value, ("fouled", 4)))
    assert (value.next, value.hand.is_live(4), value.hand.cards_left) == (("act", 6), False, 44)


def test_a_short_deck_at_sixth_street(begin_stud, play_round) -> None:
    """Eight players: sixth street takes 9 with its burn and finds 10, but only 8 with two cards out of play. Then one
    card is dealt for all, and another on seventh street, which finds 6 (D12).
    """
    value = stud(begin_stud, range(1, 9))
    value = apply_round(play_round(value, until=dealing_to(3, 0)), ("boxed", c("As")))
    value = apply_round(play_round(value, until=dealing_to(5, 1)), ("off_table", c("Ks")))
    while value.hand.street < 3:
        kind = value.next[0]
        if kind == "act":
            verbs = [option[0] for option in legal(value.hand)]
            verb = next(verb for verb in ("bring_in", "check", "call") if verb in verbs)
            value = apply_round(value, (verb, value.next[1]))
        elif kind == "exchange":
            value = apply_round(value, ("exchange", value.next[1], c("Kh"), "discard"))
        else:
            value = play_round(value, until=lambda v: v.next[0] in ("act", "exchange") or v.hand.street == 3)
    assert (value.hand.cards_left, value.next) == (8, ("burn",))
    while value.hand.street < 4:
        if value.next[0] == "act":
            value = apply_round(value, ("check", value.next[1]))
        else:
            value = play_round(value, until=lambda v: v.next[0] == "act" or v.hand.street == 4)
    assert (value.hand.cards_left, value.next, len(value.hand.board)) == (6, ("burn",), 1)
