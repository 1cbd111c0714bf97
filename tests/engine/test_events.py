"""The sentences of events and of what a hand waits for."""

import pytest

from host_tools.engine import IllegalEvent, describe, legal, start
from host_tools.engine.events import SHAPES
from railbird.rules.cards import NO_CARD, parse

SENTENCES = [
    (("ante", 3, 1), "seat 3 antes 1"),
    (("blind", 3, 50), "seat 3 posts a blind of 50"),
    (("straddle", 6), "seat 6 straddles"),
    (("deal", 4, parse("As"), "d"), "seat 4 gets As down"),
    (("deal", 4, NO_CARD, "d"), "seat 4 gets an unidentified card down"),
    (("deal", 4, parse("2c"), "u"), "seat 4 gets 2c up"),
    (("deal", 4, "d"), "seat 4 gets a card down"),
    (("burn", parse("Td")), "burn Td"),
    (("burn", NO_CARD), "burn an unidentified card"),
    (("burn",), "burn card"),
    (("board", parse("9h")), "board 9h"),
    (("board",), "board card"),
    (("discard", 3, (parse("As"), NO_CARD)), "seat 3 discards As an unidentified card"),
    (("discard", 3, ()), "seat 3 stands pat"),
    (("discard", 3), "seat 3 to discard"),
    (("discard", 3, 0, 5), "seat 3 may discard 0..5"),
    (("shuffle",), "the deck is made up by a shuffle"),
    (("bring_in", 4), "seat 4 brings it in"),
    (("act", 2), "seat 2 to act"),
    (("fold", 2), "seat 2 folds"),
    (("dead", 2, 5), "seat 2 posts 5 dead"),
    (("check", 2), "seat 2 checks"),
    (("call", 2), "seat 2 calls"),
    (("bet", 2, 40), "seat 2 bets 40"),
    (("raise", 2, 80), "seat 2 raises to 80"),
    (("raise", 2, 80, 200), "seat 2 may raise to 80..200"),
    (("declare", 2, "call"), "seat 2 says call"),
    (("declare", 2, "raise", 80), "seat 2 says raise 80"),
    (("place", 2, (25, 5)), "seat 2 puts in 25 + 5"),
    (("place", 2, (25,), "raise"), "seat 2 puts in 25 and says raise"),
    (("show", 2), "seat 2 shows"),
    (("show", 2, (parse("As"), parse("Kd"))), "seat 2 shows As Kd"),
    (("muck", 2), "seat 2 mucks"),
    (("award", 0), "the centre pot is awarded"),
    (("award", 2), "side pot 2 is awarded"),
    (("done",), "the hand is over"),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_sentence(event, sentence: str) -> None:
    assert describe(event) == sentence


def test_every_kind_of_event_has_a_sentence() -> None:
    assert {event[0] for event, _ in SENTENCES} == set(SHAPES) | {"act", "done"}


def test_what_a_hand_waits_for_and_offers_has_a_sentence(play) -> None:
    state = play(start("holdem", (1, 2, 3), 3, (100,) * 3, (2, 4)))
    assert [describe(option) for option in (state.next, *legal(state))] == [
        "seat 3 to act",
        "seat 3 folds",
        "seat 3 calls",
        "seat 3 may raise to 8..100",
    ]


def test_a_refusal_is_one_line_with_its_rule() -> None:
    error = IllegalEvent("seat 3 may not check", "i(6)")
    assert str(error) == "seat 3 may not check [i(6)]"
    assert (error.reason, error.rule) == ("seat 3 may not check", "i(6)")
