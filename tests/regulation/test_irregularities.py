"""Subdivision (p), mishaps of cards: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, start
from host_tools.engine.rounds.deal_mishaps import EXCHANGED
from host_tools.engine.rounds.play import apply_round, begin_round
from railbird.rules.cards import NO_CARD, parse

rule = pytest.mark.rule
c = parse


def four(**more):
    """The rows' table: seats 1, 4, 6, 9, the button at 9."""
    return begin_round(start("holdem", (1, 4, 6, 9), 9, (200,) * 4, (2, 4), **more))


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


@rule("p(2)")
@rule("a(1)")
@pytest.mark.parametrize(
    "event",
    [
        (), [], "open", ([],), (1, 2), ("missed",), ("missed", 0), ("missed", 12), ("ineligible", 12, (c("As"),)),
        ("ineligible", 8, ("As",)), ("ineligible", 8, (52,)), ("ineligible", 8, (-1,)), ("ineligible", 8, (1.0,)),
        ("ineligible", 8, ()), ("ineligible", 4, (c("As"),)), ("boxed", 52), ("off_table", -1), ("nothing", 3),
        ("exposed", 4, 52), ("exposed", 4, -1),
    ],
)  # fmt: skip
def test_what_is_no_mishap(play_round, event) -> None:
    value = play_round(four(), until=dealing_to(6, 0))
    with pytest.raises(IllegalEvent):
        apply_round(value, event)


@rule("p(4)")
@pytest.mark.parametrize("folds", [False, True])
def test_a_face_up_card_in_a_draw(play_round, folds: bool) -> None:
    """Ten players, one card left, which lies face up when the first wants it. Seat 3's folded hand makes up a deck of
    five cards; where nobody has folded no card could take its place.
    """
    options = Options(draw5_max_players=10)
    value = begin_round(start("draw5_high", range(1, 11), 10, (200,) * 10, (2, 4), options=options))
    calls = [f"{seat} {'fold' if folds and seat == 3 else 'call'}" for seat in (*range(3, 11), 1)]
    value = play_round(value, [*calls, "2 check"], until=lambda value: value.next[0] == "discard")
    hand = value.hand
    value = apply_round(value, ("discard", 1, hand.hole(1)[:1]))
    card = next(card for card in range(52) if not hand.dealt.seen >> card & 1)
    if not folds:
        with pytest.raises(IllegalEvent, match=r"the floor decides \[p\(4\)\]"):
            apply_round(value, ("boxed", card))
        return
    value = apply_round(value, ("boxed", card))
    assert (value.next, value.hand.cards_left) == (("shuffle",), 0)
    assert apply_round(value, ("shuffle",)).hand.cards_left == 5


@rule("p(4)")
def test_the_next_card_goes_to_the_same_seat(play_round) -> None:
    value = play_round(four(), until=dealing_to(6, 0))
    value = apply_round(value, ("boxed", c("7d")))
    assert value.next == ("deal", 6, "d")
    value = play_round(value)
    assert (value.next, value.hand.cards_left) == (("act", 6), 43)
    with pytest.raises(IllegalEvent, match=r"p\(4\)"):
        apply_round(value, ("boxed", c("8d")))


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
