"""The dealer quiz: what it asks is what the story tells, and the answer's paragraph is the one that a reader of the
regulation would name.
"""

from itertools import islice

import pytest

from host_tools.simulation.quiz import NOTHING, questions
from host_tools.virtual.mistakes import KINDS
from railbird.rules import games

ALWAYS = {
    "wrong starting seat": "p(1)(ii)",
    "card to an empty seat": "c(1)",
    "card to a folded seat": "p(2)",
    "card of the other deck": "p(3)",
    "tag of neither deck": "a(5)(i)",
}
# In hold'em the street that is being dealt, by how many board cards lie there; a card too many belongs to the street
# that is open, a burn that was left out to the next one.
OPEN = {0: "i(5)", 3: "i(7)", 4: "i(8)", 5: "i(9)"}
NEXT = {0: "i(7)", 3: "i(8)", 4: "i(9)"}


def asked(game, number, seed=5, seats=6):
    return list(islice(questions(game, range(1, seats + 1), seed), number))


@pytest.mark.parametrize("game", games.NAMES)
def test_each_question_has_one_answer_among_different_choices(game):
    known = {kind.name for kind in KINDS} | {NOTHING}
    for question in asked(game, 30):
        assert question.choices.count(question.answer) == 1
        assert len(set(question.choices)) == len(question.choices) <= 5
        assert NOTHING in question.choices
        assert set(question.choices) <= known
        assert bool(question.rule) == (question.answer != NOTHING)
        assert question.rule == ALWAYS.get(question.answer, question.rule)


def test_the_paragraph_is_that_of_the_street():
    found = 0
    for question in asked("holdem", 150):
        board = sum(step.startswith("board ") for step in question.steps)
        if question.answer == "no burn":
            assert question.rule == NEXT[board]
        elif question.answer in ("card too many", "two cards in a row", "seat skipped"):
            dealt = sum(step.startswith("a card goes to") for step in question.steps) - 1
            # the sixth player is left out, and somebody has his second card: not dealt in
            assert (board, question.rule) == (0, "p(1)(iv)" if dealt == 5 else "i(5)")
        elif question.answer == "burn before the street is whole":
            # before the last card of a street; the flop's last card is its third
            assert question.rule == {0: "i(5)", 2: "i(7)", 3: "i(8)"}[board]
        else:
            continue
        found += 1
    assert found > 30


def test_the_story_tells_the_mistake_last_and_no_face_of_a_down_card():
    for question in asked("holdem", 60):
        last, downs = question.steps[-1], [step for step in question.steps if step.endswith(", down")]
        assert all(step.split(", ")[0].startswith("a card") for step in downs)
        if question.answer == "two burns":
            assert last == "a card goes to the burn"
            assert question.steps[-2] == "a card is burned"
        if question.answer == "tag of neither deck":
            assert last.startswith("a card with a back of neither deck goes to ")
        if question.answer == "wrong starting seat":
            assert not [step for step in question.steps[:-1] if "card" in step]


def test_a_draw_is_told_without_a_face_and_each_has_its_paragraph():
    """Triple draw: (l)(6), (8), (10) are the first, second and third draw; which it is, the burns tell."""
    found = set()
    for question in asked("triple_draw_27", 120):
        burns = question.steps[:-1].count("a card is burned")
        told = [step for step in question.steps if "discards" in step]
        assert all(step.split(" discards ")[1] in "12345" for step in told)
        if question.answer == "no burn before a draw":
            burns += 1
            assert question.steps[-1].startswith("a card goes to seat ")
            assert any("discards" in step for step in question.steps[-7:-1])
        elif question.answer not in ("new card left out", "new card to the wrong seat"):
            continue
        assert question.rule == {1: "l(6)", 2: "l(8)", 3: "l(10)"}[burns], question
        found.add((question.answer, burns))
    assert {number for _, number in found} == {1, 2, 3}
    assert len({answer for answer, _ in found}) == 3


def test_a_burn_before_all_have_discarded_at_crazy_pineapple():
    """Each throws one away after the flop's betting, (n)(9), before the turn is burned."""
    burned = [one for one in asked("crazy_pineapple", 150) if one.answer == "burn before all have discarded"]
    assert burned
    assert {one.steps[-1] for one in burned} == {"a card goes to the burn"}


def test_eight_at_stud_use_up_the_deck_and_the_story_goes_on():
    assert len(asked("stud7_high", 40, seats=8)) == 40


def test_the_same_seed_asks_the_same_and_no_game_is_refused():
    assert asked("holdem", 5) == asked("holdem", 5)
    assert asked("holdem", 5) != asked("holdem", 5, seed=6)
    with pytest.raises(ValueError, match="game badugi: expected one of holdem, "):
        asked("badugi", 1)
