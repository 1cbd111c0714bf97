"""Subdivision (p), rounds and hands that are lost: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, legal, start
from host_tools.engine.rounds.play import apply_round, begin_round
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.night import apply_session

rule = pytest.mark.rule


def four(house=None, **more):
    """The rows' table: seats 1, 4, 6, 9, the button at 9."""
    return begin_round(start("holdem", (1, 4, 6, 9), 9, (200,) * 4, (2, 4), **more), house)


def all_back(value) -> bool:
    return value.hand.stacks() == {1: 200, 4: 200, 6: 200, 9: 200} and not value.pot and not value.rake


@rule("p(1)")
def test_a_misdeal_returns_cards_and_money(play_round) -> None:
    """After 14 cards, all of the deal and six community cards and burns: 52 in the deck, every chip back (P01)."""
    calls = ["6 call", "9 call", "1 call", "4 check", "1 check", "4 check", "6 check", "9 check"]
    value = play_round(four(), calls, until=lambda v: v.hand.cards_left == 38)
    value = apply_round(value, ("misdeal", "shuffle"))
    assert (value.outcome, value.hand.cards_left, value.next) == ("misdeal", 52, ("done",))
    assert all_back(value)
    with pytest.raises(IllegalEvent, match=r"the round is over: misdeal"):
        apply_round(value, ("deal", 1, 3, "d"))


@rule("p(1)")
def test_the_same_button_and_the_same_seats_again(settings_of, opened) -> None:
    session = opened(settings_of())
    for event in (("cut",), ("begin",)):
        session = apply_session(session, event)
    first = (session.round.hand.button, session.round.hand.seats, session.hands)
    while session.round.next[0] in ("blind",):
        session = apply_session(session, session.round.next)
    session = apply_session(session, ("misdeal", "start"))
    assert (session.round, session.stack(1), session.cut) == (None, 200, False)
    for event in (("cut",), ("begin",)):
        session = apply_session(session, event)
    assert (session.round.hand.button, session.round.hand.seats, session.hands) == first


@rule("p(1)(i)")
def test_no_cards_before_the_cut(settings_of, opened) -> None:
    with pytest.raises(IllegalEvent, match=r"not been shuffled and cut \[p\(1\)\(i\)\]"):
        apply_session(opened(settings_of()), ("begin",))


@rule("p(1)(i)")
def test_no_time_limit_for_a_deck_that_was_not_cut(play_round) -> None:
    value = play_round(four(), ["6 raise 40", "9 call", "1 call", "4 fold"])
    value = apply_round(value, ("misdeal", "shuffle"))
    assert value.outcome == "misdeal"
    assert all_back(value)


@rule("p(1)(ii)")
@pytest.mark.parametrize(
    ("actions", "outcome"),
    [(["6 call"], "misdeal"), (["6 call", "9 call"], ""), (["6 fold", "9 fold"], "misdeal")],
)
def test_a_wrong_start(play_round, actions: list[str], outcome: str) -> None:
    value = apply_round(play_round(four(), actions), ("misdeal", "start"))
    assert value.outcome == outcome
    assert value.verdicts[-1].rule == "p(1)(ii)"


@rule("p(1)(ii)")
def test_blinds_straddles_and_forced_bets_are_not_voluntary(play_round, begin_stud) -> None:
    """A straddle and one raise are one voluntary wager (P02); so are, in stud, the forced bet and one call of it."""
    value = play_round(four(options=Options(straddle=True)), until=lambda v: v.next[0] == "deal")
    value = apply_round(value, ("straddle", 6))
    value = play_round(value, ["9 raise 20"])
    assert apply_round(value, ("misdeal", "start")).outcome == "misdeal"
    value = play_round(apply_round(value, ("call", 1)))
    assert apply_round(value, ("misdeal", "start")).outcome == ""
    value = play_round(begin_round(begin_stud("stud7_high", (2, 5, 7))))
    forced = value.next[1]
    value = apply_round(value, ("bring_in", forced))
    value = apply_round(value, ("call", value.next[1]))
    assert apply_round(value, ("misdeal", "start")).outcome == "misdeal"


@rule("p(1)(iv)")
@pytest.mark.parametrize(
    ("actions", "outcome"), [([], "misdeal"), (["9 call"], "misdeal"), (["9 call", "1 call"], "")]
)
def test_a_player_who_was_not_dealt_in(play_round, actions: list[str], outcome: str) -> None:
    """Eligible 1, 4, 6, 9; cards at 1, 4, 9 only, and 0, 1 or 2 voluntary wagers."""
    value = begin_round(start("holdem", (1, 4, 9), 9, (200,) * 3, (2, 4)))
    value = apply_round(play_round(value, actions), ("missed", 6))
    assert value.outcome == outcome


@rule("p(1)(iii)")
def test_the_floor_calls_a_misdeal_for_faces_in_the_deck(play_round) -> None:
    """Nobody has kept which cards they were; it is found after two wagers, and makes a misdeal all the same (P03)."""
    value = apply_round(play_round(four(), ["6 call", "9 call"]), ("misdeal", "face_up"))
    assert (value.outcome, value.verdicts[-1].rule) == ("misdeal", "p(1)(iii)")


@rule("p(1)")
def test_a_misdeal_that_no_paragraph_lists_names_none_of_the_four() -> None:
    value = apply_round(four(), ("misdeal", "floor"))
    assert value.verdicts[-1] == ("p(1)", "misdeal: the floor has called it")
    with pytest.raises(IllegalEvent, match=r"\[p\(1\)\]"):
        apply_round(four(), ("misdeal", "weather"))


@rule("p(1)(iv)")
def test_a_missed_player_owes_nothing(play_round) -> None:
    """Seat 4 has posted the big blind; found after two wagers it is out of the round, its blind comes back (P04)."""
    value = play_round(four(), ["6 call", "9 call"])
    value = apply_round(value, ("missed", 4))
    assert (value.hand.stack(4), value.hand.is_live(4), value.pot) == (200, False, 10)
    value = play_round(value, ["1 call"])
    assert value.hand.street == 1


def raked_and_held(play_round, percent):
    """Contributions 10, 30, 30, and the rake of the flop is taken."""
    value = begin_round(start("holdem", (1, 4, 6), 6, (10, 200, 200), (2, 4)), House(percent()))
    value = play_round(value, ["6 raise 10", "1 call", "4 call", "4 bet 20", "6 call"])
    assert (value.rake, value.pot) == (7, 63)
    return value


@rule("p(3)")
def test_an_extra_card_makes_a_dead_round(play_round, percent) -> None:
    """Held, counted once more, confirmed: everybody gets back what he put in, the rake reversed (F06)."""
    value = raked_and_held(play_round, percent)
    value = apply_round(value, ("deck_fault", "extra"))
    assert value.next == ("recount",)
    with pytest.raises(IllegalEvent, match=r"\[p\(3\)\]"):
        apply_round(value, ("check", value.hand.next[1]))
    value = apply_round(value, ("recount", "bad"))
    assert value.next == ("floor",)
    value = apply_round(value, ("floor", "dead"))
    assert (value.outcome, value.pot, value.rake) == ("dead", 0, 0)
    assert value.hand.stacks() == {1: 10, 4: 200, 6: 200}


@rule("p(3)")
def test_another_deck_for_the_next_round_and_the_same_button(settings_of, opened) -> None:
    session = opened(settings_of())
    for event in (("cut",), ("begin",), ("deck_fault", "missing"), ("recount", "bad"), ("floor", "dead")):
        session = apply_session(session, event)
    assert (session.round, session.deck, session.button) == (None, "", 0)
    with pytest.raises(IllegalEvent, match=r"no deck is in play.*\[p\(3\)\]"):
        apply_session(session, ("cut",))
    for event in (("deck", "blue"), ("cut",), ("begin",)):
        session = apply_session(session, event)
    assert session.round.hand.button == 4


@rule("p(3)")
@pytest.mark.parametrize("answers", [[("recount", "good")], [("recount", "bad"), ("floor", "on")]])
def test_a_good_recount_or_the_floor_cancels_it(play_round, percent, answers) -> None:
    before = raked_and_held(play_round, percent)
    value = apply_round(apply_round(before, ("deck_fault", "missing")), ("deck_fault", "missing"))
    for answer in answers:
        value = apply_round(value, answer)
    assert (value.next, value.pot, value.rake, value.hand) == (before.next, 63, 7, before.hand)


@rule("p(3)")
def test_even_with_a_pot_awarded(play_round, percent) -> None:
    """Until the round closes: the side pot that was pushed comes back as well (P05)."""
    value = begin_round(start("holdem", (1, 4, 6), 6, (30, 100, 100), (2, 4)), House(percent()))
    value = play_round(
        value, ["6 raise 100", "1 call", "4 call", "6 show", "1 show", "4 show"],
        until=lambda v: bool(v.hand.awards),
    )  # fmt: skip
    for event in (("deck_fault", "extra"), ("recount", "bad"), ("floor", "dead")):
        value = apply_round(value, event)
    assert value.hand.stacks() == {1: 30, 4: 100, 6: 100}
    with pytest.raises(IllegalEvent):
        apply_round(value, ("deck_fault", "extra"))


@rule("p(5)")
def test_an_unprotected_hand_has_no_redress(play_round) -> None:
    """Seat 6 has put in 12 and its cards are mixed into the discards."""
    value = play_round(four(), ["6 raise 12", "9 call", "1 call", "4 fold"])
    value = apply_round(value, ("fouled", 6))
    assert (value.hand.is_live(6), value.hand.stack(6), value.pot) == (False, 188, 40)
    assert value.verdicts[-1].rule == "p(5)"


@rule("p(5)")
def test_a_marker_protects(play_round) -> None:
    value = apply_round(play_round(four(), ["6 raise 12"]), ("protect", 6))
    value = apply_round(value, ("fouled", 6))
    assert (value.next, value.hand.is_live(6)) == (("rebuild", 6), True)


@rule("p(5)(i)")
@pytest.mark.parametrize("played", ["stud7_high", "stud5_high"])
def test_stud_hole_cards_are_protected(play_round, begin_stud, played: str) -> None:
    value = play_round(begin_round(begin_stud(played, (2, 5, 7))))
    assert apply_round(value, ("fouled", 5)).next == ("rebuild", 5)


@rule("p(5)(i)")
def test_elsewhere_only_by_option(play_round) -> None:
    for protected, waits in ((True, ("rebuild", 6)), (False, ("act", 9))):
        value = play_round(four(options=Options(default_protected=protected)))
        assert apply_round(value, ("fouled", 6)).next == waits


@rule("p(5)(ii)")
@pytest.mark.parametrize("played", ["stud7_high", "stud7_hl8"])
def test_a_rebuilt_hand_plays_on(play_round, begin_stud, played: str) -> None:
    before = play_round(begin_round(begin_stud(played, (2, 5, 7))))
    value = apply_round(before, ("fouled", 5))
    with pytest.raises(IllegalEvent, match="rebuilt"):
        apply_round(value, ("bring_in", before.next[1]))
    value = apply_round(value, ("rebuilt", 5))
    assert (value.hand, value.next) == (before.hand, before.next)


@rule("p(5)(iii)")
@pytest.mark.parametrize(("fault", "refund"), [("blameless", 24), ("at fault", 0)])
def test_a_lost_hand(play_round, begin_stud, fault: str, refund: int) -> None:
    """Stud: antes of 24 by each of five, one of whom is lost; $24 come back, or nothing."""
    value = play_round(begin_round(begin_stud("stud7_high", (2, 4, 5, 6, 7), ante=24)))
    value = apply_round(value, ("bring_in", value.next[1]))
    pot = value.pot
    value = apply_round(apply_round(value, ("fouled", 6)), ("lost", 6, fault))
    assert (value.hand.stack(6), value.pot, value.hand.is_live(6)) == (976 + refund, pot - refund, False)


@rule("p(5)(iii)")
def test_a_bet_that_was_refunded_need_not_be_called(play_round) -> None:
    """Seat 6, protected, raised to 40 and is lost without blame: the others answer the blind of 4 again, and the
    rake of the refunded money goes back with it.
    """
    value = apply_round(play_round(four()), ("protect", 6))
    value = play_round(value, ["6 raise 40"])
    value = apply_round(apply_round(value, ("fouled", 6)), ("lost", 6, "blameless"))
    assert (value.hand.stack(6), value.next, value.hand.to_call) == (200, ("act", 9), 4)
    assert legal(value.hand)[-1] == ("raise", 9, 8, 200)
    value = play_round(value, ["9 call", "1 call", "4 check"])
    assert (value.pot, value.hand.street) == (12, 1)


@rule("p(5)(iii)")
def test_a_refunded_bet_is_no_measure_of_the_next(play_round) -> None:
    """Seat 1 bets 50 on the flop and is lost without blame: seat 4 may bet from the blind of 4 on."""
    value = play_round(four(), ["6 call", "9 call", "1 call", "4 check", ("protect", 1), "1 bet 50"])
    value = apply_round(apply_round(value, ("fouled", 1)), ("lost", 1, "blameless"))
    assert legal(value.hand) == (("check", 4), ("bet", 4, 4, 196))


@rule("p(5)(iii)")
def test_the_rake_of_refunded_money_goes_back(play_round, percent) -> None:
    """30 by each of three are raked 9; one gets 30 back: 60 may bear 6."""
    value = begin_round(start("holdem", (1, 4, 6), 6, (200,) * 3, (2, 4)), House(percent()))
    value = apply_round(play_round(value), ("protect", 6))
    value = play_round(value, ["6 raise 30", "1 call", "4 call"])
    assert value.rake == 9
    value = apply_round(apply_round(value, ("fouled", 6)), ("lost", 6, "blameless"))
    value = play_round(value, ["1 check", "4 check"])
    assert (value.hand.stack(6), value.rake, value.pot) == (200, 6, 54)


@rule("p(5)(iv)")
def test_who_leaves_without_a_word(play_round) -> None:
    value = play_round(four(), ["6 call"])
    value = apply_round(value, ("left", 9))
    assert (value.hand.is_live(9), value.next) == (False, ("act", 1))
    assert value.verdicts[-1].rule == "p(5)(iv)"


@rule("p(5)(iv)")
def test_a_protected_hand_is_not_folded_for_him(play_round, begin_stud) -> None:
    """With a marker it stays; in stud hole cards are protected against fouling alone, not against leaving."""
    value = apply_round(play_round(four(), ["6 call"]), ("protect", 9))
    after = apply_round(value, ("left", 9))
    assert (after.hand, after.verdicts[-1].text) == (
        value.hand, "seat 9 has left a protected hand: the floor decides"
    )  # fmt: skip
    value = play_round(begin_round(begin_stud("stud7_high", (2, 5, 7))))
    assert not apply_round(value, ("left", 5)).hand.is_live(5)


def test_the_last_hand_left_wins(play_round) -> None:
    """Two mishaps in one hand: of three hands two are lost."""
    value = play_round(four(), ["6 raise 12", "9 fold", "1 call", "4 call"])
    value = play_round(apply_round(apply_round(value, ("fouled", 1)), ("left", 4)))
    assert value.over
    assert value.hand.stacks() == {1: 188, 4: 188, 6: 224, 9: 200}


def test_the_bring_in_falls_to_the_next_card(play_round, begin_stud) -> None:
    """2c owes it; its owner is gone before: then 3c does."""
    value = begin_round(begin_stud("stud7_high", (2, 5, 7)))
    value = play_round(value, (), {2: "4c5c2c", 5: "6c7c3c", 7: "8c9cTc"})
    assert value.next == ("act", 2)
    assert apply_round(value, ("left", 2)).next == ("act", 5)
