"""Odds held against counts made by hand, a published figure, and another library's ranking of the same deals."""

from itertools import combinations

import pokerkit
import pytest

from host_tools.engine import apply, start
from host_tools.engine.book import game
from host_tools.engine.options import Options
from host_tools.live.equity import Question, answer, question
from railbird.rules.cards import DECK_SIZE, NO_CARD, name, parse


def cards(text):
    return tuple(parse(text[at : at + 2]) for at in range(0, len(text), 2))


def asked(played, hands, board="", dead=""):
    numbered = tuple((seat, cards(hand)) for seat, hand in enumerate(hands, 1))
    return Question(game(played, Options()), numbered, cards(board), cards(dead))


def equities(*args, **more):
    found = answer(asked(*args), **more)
    return [one.equity for one in found.odds], found


BY_HAND = [
    # 44 cards to come, of which the two other kings win.
    ("holdem", ["AsAh", "KdKc"], "2c7d9h4s", "", [42 / 44, 2 / 44]),
    # Nine hearts of 44 make the flush; a ten or a nine is a pair below the aces.
    ("holdem", ["AsAd", "Th9h"], "2h7hKc3d", "", [35 / 44, 9 / 44]),
    # The same with two of the hearts folded before: seven of 42.
    ("holdem", ["AsAd", "Th9h"], "2h7hKc3d", "3h4h", [35 / 42, 7 / 42]),
    # Ace, king and the board play for both.
    ("holdem", ["AsKs", "AhKh"], "2d5c9dTcTd", "", [0.5, 0.5]),
    # Four hearts lie there, but two cards of the hand have to be used: no flush, so three deuces win.
    ("omaha_high", ["AhKsQdJc", "2d2c7s8d"], "2h5h9hTh3d", "", [0, 1]),
    # Three nines take the high half, 8-4-3-2-A the low one.
    ("omaha_hl8", ["As2dKcQd", "9h9dJcJd"], "3c4d8h9sKh", "", [0.5, 0.5]),
    # Without three low cards on the board there is no low: the high hand takes all.
    ("omaha_hl8", ["As2dKcQd", "9h9dJcJd"], "3cTd8h9sKh", "", [0, 1]),
    # Of 40 x 39 ways to deal the last two: two kings for trips, unless an ace comes to the other (2 x 37), and twelve
    # cards for a second pair while none of fourteen helps the aces (12 x 25).
    ("stud7_high", ["AsAh2c3d7h9c", "KsKh4d5c8sJd"], "", "", [1186 / 1560, 374 / 1560]),
    # Razz: 8-6-4-3-2 before 8-7-3-2-A.
    ("stud7_low", ["8s6h4c3d2hKcKd", "8d7c3s2sAhQcQd"], "", "", [1, 0]),
    ("draw5_high", ["AsAhAdKcKd", "QsQhQdQcKh"], "", "", [0, 1]),
    ("triple_draw_27", ["2s3h4d5c7s", "2h3d4c5s7h"], "", "", [0.5, 0.5]),
]


@pytest.mark.parametrize(("played", "hands", "board", "dead", "expected"), BY_HAND)
def test_odds_counted_by_hand(played, hands, board, dead, expected):
    found, whole = equities(played, hands, board, dead)
    assert found == pytest.approx(expected)
    assert (whole.exact, whole.error) == (True, 0)


def test_wins_and_ties_are_told_apart():
    odds = answer(asked("holdem", ["AsAh", "KdKc"], "2c7d9h4s")).odds
    assert [(one.win, one.tie) for one in odds] == [(42 / 44, 0), (2 / 44, 0)]
    odds = answer(asked("holdem", ["AsKs", "AhKh"], "2d5c9dTcTd")).odds
    assert [(one.win, one.tie) for one in odds] == [(0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("hands", "board"),
    [(["AsAh", "KsKh"], "2d9dKc"), (["AdKd", "QcQs"], "2h7d9d"), (["JhTh", "9h9c", "AsKs"], "8h7hAd")],
)
def test_all_boards_after_the_flop_ranked_by_another_library(hands, board):
    gone = {*cards(board + "".join(hands))}
    deck = [card for card in range(DECK_SIZE) if card not in gone]
    parts = [0.0] * len(hands)
    for turn, river in combinations(deck, 2):
        common = board + name(turn) + name(river)
        keys = [pokerkit.StandardHighHand.from_game(hand, common) for hand in hands]
        winners = [index for index, key in enumerate(keys) if key == max(keys)]
        for index in winners:
            parts[index] += 1 / len(winners)
    number = len(deck) * (len(deck) - 1) // 2
    found, whole = equities("holdem", hands, board)
    assert found == pytest.approx([part / number for part in parts])
    assert (whole.exact, whole.deals) == (True, number)


def test_aces_against_kings_before_the_flop():
    """Published: 81.946 % over all suits. Of the six pairs of kings one shares both suits of the aces, four one, and
    one none.
    """
    both, one, none = (answer(asked("holdem", ["AsAh", kings])) for kings in ("KsKh", "KsKd", "KdKc"))
    assert not both.exact
    mean = (both.odds[0].equity + 4 * one.odds[0].equity + none.odds[0].equity) / 6
    assert mean == pytest.approx(0.81946, abs=one.error)
    assert both.odds[0].equity == pytest.approx(0.8264, abs=1.5 * both.error)
    assert 0.002 < both.error < 0.008


def test_a_sample_is_the_same_again_and_says_how_far_it_may_be_off():
    flop = asked("holdem", ["AdKd", "QcQs"], "2h7d9d")
    exact, sampled = answer(flop), answer(flop, ranked=900)
    assert (exact.exact, sampled.exact, sampled.deals) == (True, False, 450)
    assert sampled == answer(flop, ranked=900)
    assert abs(sampled.odds[0].equity - exact.odds[0].equity) < 2 * sampled.error
    assert answer(flop, ranked=1900).error < sampled.error


def test_nine_hands_before_the_flop_take_no_more_than_the_sample():
    hands = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h"]
    found = answer(asked("holdem", hands), ranked=9_000)
    assert found.deals == 1_000
    assert sum(one.equity for one in found.odds) == pytest.approx(1)


def test_a_question_that_was_overtaken_is_given_up():
    assert answer(asked("holdem", ["AsAh", "KsKh"]), stop=lambda: True) is None


def test_more_cards_to_come_than_there_are_have_no_odds():
    hands = [name(4 * rank) + name(4 * rank + 1) + name(4 * rank + 2) for rank in range(13)]
    assert answer(asked("stud7_high", hands[:8])).odds == ()


def dealt(played="holdem", hole="AsKdAhKc", **more):
    state = start(played, (2, 5), 5, (100, 100), (1, 2), **more)
    given = iter(cards(hole))
    while state.next[0] in ("blind", "deal"):
        event = state.next if state.next[0] == "blind" else (*state.next[:2], next(given), state.next[2])
        state = apply(state, event)
    return state


def test_odds_are_asked_for_when_every_live_hand_is_known():
    state = dealt()
    found = question(state, None)
    assert found.hands == ((2, cards("AsAh")), (5, cards("KdKc")))
    assert question(state, frozenset(cards("AsAhKdKc"))) == found
    assert question(state, frozenset(cards("AsAhKd"))) is None, "a stand-in is no card"
    assert question(apply(state, ("fold", 2)), None) is None, "one hand is no contest"
    assert question(None, None) is None
    unknown = start("holdem", (2, 5), 5, (100, 100), (1, 2))
    for event in (("blind", 2, 1), ("blind", 5, 2), ("deal", 2, NO_CARD, "d"), ("deal", 5, 3, "d")):
        unknown = apply(unknown, event)
    assert question(unknown, None) is None, "cards are in the air"


def test_before_the_last_draw_there_are_none():
    state = dealt("draw5_high", "AsKdAhKcAdKhAcKsQd2c")
    assert question(state, None) is None
    for event in (("call", 2), ("check", 5), ("burn", NO_CARD)):
        state = apply(state, event)
    for seat in (2, 5):
        state = apply(state, ("discard", seat, ()))
    assert question(state, None).hands == ((2, cards("AsAhAdAcQd")), (5, cards("KdKcKhKs2c")))


def test_before_a_discard_there_are_none():
    assert question(dealt("pineapple", "AsKdAhKcAdKh"), None) is None
