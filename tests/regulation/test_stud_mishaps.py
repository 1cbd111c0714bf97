"""Subdivision (p) in stud: exposed hole cards, a short deck: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, legal
from host_tools.engine.rounds.play import apply_round, begin_round
from railbird.rules.cards import parse

rule = pytest.mark.rule
c = parse


def stud(begin_stud, seats=(2, 4, 5, 7), played: str = "stud7_high", **more):
    return begin_round(begin_stud(played, seats, **more))


def dealing_to(seat: int, held: int):
    """The round waits for a card to a seat that has so many."""
    return lambda value: value.next[:2] == ("deal", seat) and len(value.hand.hole(seat)) == held


def texts(value, paragraph: str) -> list[str]:
    return [verdict.text for verdict in value.verdicts if verdict.rule == paragraph]


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
def test_an_up_card_off_the_table_in_stud(begin_stud, play_round) -> None:
    """The 2c that fell brings nothing in: its replacement, a king, does not either."""
    holes = {2: "3c4c9d", 4: "5c6cKd", 5: "7c8cTd", 7: "9c9hJd"}
    value = play_round(stud(begin_stud), (), holes, until=dealing_to(4, 2))
    value = apply_round(value, ("off_table", c("2c")))
    value = play_round(value, (), holes, until=lambda v: v.next[0] == "exchange")
    value = apply_round(value, ("exchange", 4, c("Kd"), "discard"))
    assert (value.hand.up(4), legal(value.hand)[0]) == ((c("Kd"),), ("bring_in", 2))


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
