"""Hands told step by step; the steps and their paragraphs are written by hand from the text."""

import csv
from pathlib import Path

import pytest

from host_tools.engine import apply, fixed_limit, start
from host_tools.engine.explanation import steps
from host_tools.engine.phh import parse_text, read

RULES = Path(__file__).parents[1] / "regulation" / "rules.csv"


def told(**fields: str) -> list[tuple[str, str]]:
    source = "\n".join(f"{field} = {value}" for field, value in fields.items())
    hand = parse_text(source, "hand.phh")
    return [(step.rule, step.words) for step in steps(hand.start, hand.events)]


def test_holdem_from_the_blinds_to_the_pot() -> None:
    """p3 has the button. The pot is 6 + 6 + 2; A-2-3-4-5 against queens."""
    assert told(
        variant="'NT'", antes="[0, 0, 0]", blinds_or_straddles="[1, 2, 0]", min_bet="2",
        starting_stacks="[100, 100, 100]",
        actions="['d dh p1 AsKs', 'd dh p2 ????', 'd dh p3 QdQh', 'p3 cbr 6', 'p1 cc', 'p2 f', 'd db 2c3c4d', "
        "'p1 cc', 'p3 cc', 'd db 5h', 'p1 cbr 10', 'p3 cc', 'd db 9h', 'p1 cc', 'p3 cbr 20', 'p1 cc', "
        "'p3 sm QdQh', 'p1 sm AsKs']",
    ) == [
        ("i(4)", "seat 1 posts a blind of 1"),
        ("i(4)", "seat 2 posts a blind of 2"),
        ("i(5)", "seat 1 gets As down"),
        ("i(5)", "seat 2 gets an unidentified card down"),
        ("i(5)", "seat 3 gets Qd down"),
        ("i(5)", "seat 1 gets Ks down"),
        ("i(5)", "seat 2 gets an unidentified card down"),
        ("i(5)", "seat 3 gets Qh down"),
        ("i(6)", "seat 3 raises to 6"),
        ("i(6)", "seat 1 calls 5"),
        ("i(6)", "seat 2 folds"),
        ("i(7)", "burn an unidentified card"),
        ("i(7)", "board 2c"),
        ("i(7)", "board 3c"),
        ("i(7)", "board 4d"),
        ("i(7)", "seat 1 checks"),
        ("i(7)", "seat 3 checks"),
        ("i(8)", "burn an unidentified card"),
        ("i(8)", "board 5h"),
        ("i(8)", "seat 1 bets 10"),
        ("i(8)", "seat 3 calls 10"),
        ("i(9)", "burn an unidentified card"),
        ("i(9)", "board 9h"),
        ("i(9)", "seat 1 checks"),
        ("i(9)", "seat 3 bets 20"),
        ("i(9)", "seat 1 calls 20"),
        ("i(10)", "seat 3 shows Qd Qh"),
        ("i(10)", "seat 1 shows As Ks"),
        ("i(10)", "seat 1 wins 74 of the centre pot: straight, five high"),
    ]  # fmt: skip


def test_stud_low_with_a_forced_bet_and_an_uncalled_raise() -> None:
    """The king brings it in for 2, p1 makes it 4 and is not called: 2 go back, the pot is 3 + 2 + 2."""
    story = told(
        variant="'FR'", antes="[1, 1, 1]", bring_in="2", small_bet="4", big_bet="8",
        starting_stacks="[100, 100, 100]",
        actions="['d dh p1 AsKs2d', 'd dh p2 3c4cAd', 'd dh p3 QdQhKc', 'p3 pb', 'p1 cbr 4', 'p2 f', 'p3 f']",
    )  # fmt: skip
    assert story[:3] == [("c(2)(i)", f"seat {seat} antes 1") for seat in (1, 2, 3)]
    assert [rule for rule, _ in story[3:12]] == ["h(3)"] * 9
    assert story[9] == ("h(3)", "seat 1 gets 2d up")
    assert story[12:] == [
        ("h(4)(ii)", "seat 3 brings it in for 2"),
        ("h(5)", "seat 1 raises to 4"),
        ("h(5)", "seat 2 folds"),
        ("h(5)", "seat 3 folds"),
        ("o(4)", "the uncalled 2 goes back to seat 1"),
        ("f(5)", "seat 1 wins 7 of the centre pot, uncontested"),
    ]


@pytest.mark.parametrize(
    ("board", "awards"),
    [
        (
            "4s5d8hKcJd",
            [
                ("j(6)(ii)", "seat 2 wins 2 of the centre pot (high): three of a kind, kings"),
                ("j(6)(ii)", "seat 1 wins 2 of the centre pot (low): no pair, 8-5-4-2-A"),
            ],
        ),
        (
            "4s5d9hKcJd",
            [("j(7)", "seat 2 wins 4 of the centre pot: three of a kind, kings, no low hand")],
        ),
    ],
)
def test_omaha_split_and_without_a_low(board: str, awards: list[tuple[str, str]]) -> None:
    """Both are all-in for 2: p1, the big blind, by posting, p2 by calling."""
    story = told(
        variant="'FO/8'", antes="[0, 0]", blinds_or_straddles="[1, 2]", small_bet="2", big_bet="4",
        starting_stacks="[2, 2]",
        actions=f"['d dh p1 AhAd2c3c', 'd dh p2 KhKdQhQd', 'p2 cc', 'd db {board[:6]}', 'd db {board[6:8]}', "
        f"'d db {board[8:]}', 'p1 sm AhAd2c3c', 'p2 sm KhKdQhQd']",
    )  # fmt: skip
    assert story[:2] == [
        ("j(5)", "seat 2 posts a blind of 1"),
        ("c(3)(iv)", "seat 1 posts a blind of 2, all-in"),
    ]
    assert ("c(3)(iv)", "seat 2 calls 1, all-in") in story
    assert story[-len(awards) :] == awards


def test_a_side_pot_comes_before_the_centre_pot() -> None:
    """p1 is all-in for 10 with aces, p2 and p3 for 30: the centre pot is 30, the side pot 40."""
    story = told(
        variant="'NT'", antes="[0, 0, 0]", blinds_or_straddles="[1, 2, 0]", min_bet="2",
        starting_stacks="[10, 30, 30]",
        actions="['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 QdQh', 'p3 cbr 30', 'p1 cc', 'p2 cc', 'd db 2c3c4d', "
        "'d db 9h', 'd db 9s', 'p3 sm QdQh', 'p1 sm AsAh', 'p2 sm KsKh']",
    )  # fmt: skip
    assert story[8:11] == [
        ("c(3)(iv)", "seat 3 raises to 30, all-in"),
        ("c(3)(iv)", "seat 1 calls 9, all-in"),
        ("c(3)(iv)", "seat 2 calls 28, all-in"),
    ]
    assert story[-2:] == [
        ("i(10)", "seat 2 wins 40 of side pot 1: two pairs, kings and nines"),
        ("i(10)", "seat 1 wins 30 of the centre pot: two pairs, aces and nines"),
    ]


def test_each_draw_of_triple_draw_has_its_paragraph() -> None:
    first = "7c5d4h3s2c", "KhQdJc9s8h"
    story = told(
        variant="'F2L3D'", antes="[0, 0]", blinds_or_straddles="[1, 2]", small_bet="2", big_bet="4",
        starting_stacks="[50, 50]",
        actions=f"['d dh p1 {first[0]}', 'd dh p2 {first[1]}', 'p2 cc', 'p1 cc', 'p1 sd', 'p2 sd Kh', 'd dh p2 2h', "
        "'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd Qd', 'd dh p2 3h', 'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd Jc', 'd dh p2 Th', "
        "'p1 cc', 'p2 cc', 'p1 sm']",
    )  # fmt: skip
    drawn = [step for step in story if step[1].startswith(("burn", "seat 2 discards", "seat 2 gets"))][5:]
    assert drawn == [
        ("l(6)", "burn an unidentified card"),
        ("l(6)", "seat 2 discards Kh"),
        ("l(6)", "seat 2 gets 2h down"),
        ("l(8)", "burn an unidentified card"),
        ("l(8)", "seat 2 discards Qd"),
        ("l(8)", "seat 2 gets 3h down"),
        ("l(10)", "burn an unidentified card"),
        ("l(10)", "seat 2 discards Jc"),
        ("l(10)", "seat 2 gets Th down"),
    ]
    assert [rule for rule, words in story if words == "seat 1 checks"] == ["i(6)", "l(7)", "l(9)", "l(11)"]
    assert story[-2:] == [
        ("f(5)", "seat 1 mucks"),
        ("f(5)", "seat 2 wins 4 of the centre pot, uncontested"),
    ]


@pytest.mark.parametrize(
    ("variant", "holes", "actions", "discards"),
    [
        (
            "F5D", ("AsAhKcQd2s", "KsKh3c4d5s"),
            "'p1 sd 2s', 'p2 sd', 'd dh p1 2d', 'p1 cbr 4', 'p2 cc', 'p1 sm AsAhKcQd2d', 'p2 sm KsKh3c4d5s'",
            [("k(5)(i)", "burn an unidentified card"), ("k(5)(ii)", "seat 1 discards 2s"),
             ("k(5)(ii)", "seat 1 gets 2d down"), ("k(5)(ii)", "seat 2 stands pat"), ("k(7)", "seat 1 bets 4"),
             ("k(7)", "seat 2 calls 4"), ("k(8)(i)", "seat 1 wins 12 of the centre pot: pair of aces")],
        ),
        (
            "NP", ("AsAhKc", "KsKh3c"),
            "'p1 sd Kc', 'p2 sd 3c', 'd db 2h7d9s', 'p1 cbr 8', 'p2 f'",
            [("n(7)", "seat 1 discards Kc"), ("n(7)", "seat 2 discards 3c"),
             ("n(8)", "burn an unidentified card"), ("n(10)", "seat 1 bets 8"),
             ("o(4)", "the uncalled 8 goes back to seat 1"),
             ("f(5)", "seat 1 wins 4 of the centre pot, uncontested")],
        ),
        (
            "NCP", ("AsAhKc", "KsKh3c"),
            "'d db 2h7d9s', 'p1 sd Kc', 'p2 sd 3c', 'p1 cbr 8', 'p2 f'",
            [("n(8)", "burn an unidentified card"), ("n(9)", "seat 1 discards Kc"),
             ("n(9)", "seat 2 discards 3c"), ("n(10)", "seat 1 bets 8"),
             ("o(4)", "the uncalled 8 goes back to seat 1"),
             ("f(5)", "seat 1 wins 4 of the centre pot, uncontested")],
        ),
    ],
    ids=["five-card draw", "pineapple", "crazy pineapple"],
)  # fmt: skip
def test_discards(
    variant: str, holes: tuple[str, str], actions: str, discards: list[tuple[str, str]]
) -> None:
    bets = {"small_bet": "2", "big_bet": "4"} if variant[0] == "F" else {"min_bet": "2"}
    story = told(
        variant=f"'{variant}'", antes="[0, 0]", blinds_or_straddles="[1, 2]", starting_stacks="[50, 50]", **bets,
        actions=f"['d dh p1 {holes[0]}', 'd dh p2 {holes[1]}', 'p2 cc', 'p1 cc', {actions}]",
    )  # fmt: skip
    expected = {words for _, words in discards}
    assert [step for step in story if step[1] in expected] == discards


def test_the_common_card_of_a_stud_run_short() -> None:
    """Eight all-in for their antes to the end: 24 + 8 + 8 + 8 cards and 3 burns are out, so one card is left; the
    burns are shuffled with it, one is burned, one is common (h)(8) (D10).
    """
    begun = start(
        "stud7_high", range(1, 9), None, (5,) * 8, (), (5,) * 8, bring_in=1, limits=fixed_limit(2, 4)
    )
    state, events, deck = begun, [], list(range(52))
    while not state.finished:
        event = state.next
        if event[0] == "deal":
            event = (*event[:2], deck.pop(), event[2])
        elif event[0] in ("burn", "board"):
            event = (event[0], deck.pop())
        elif event[0] == "shuffle":
            deck += state.burns
        events.append(event)
        state = apply(state, event)
    story = [(step.rule, step.words) for step in steps(begun, events)]
    at = next(index for index, (_, words) in enumerate(story) if "shuffle" in words)
    assert story[0] == ("c(3)(iv)", "seat 1 antes 5, all-in")
    assert [rule for rule, _ in story[at : at + 3]] == ["h(8)"] * 3
    assert story[at + 1][1].startswith("burn ")
    assert story[at + 2][1].startswith("common card ")
    assert story[-1][0] == "h(9)(i)"


def test_every_step_of_the_real_hands_names_a_paragraph(real_hands: list[Path]) -> None:
    """And none is left out: one step for each event but awards, one for each award and each bet returned."""
    ids = {row["id"] for row in csv.DictReader(RULES.read_text(encoding="utf-8").splitlines())}
    assert len(real_hands) == 145
    for file in real_hands:
        hand = read(file)
        story = list(steps(hand.start, hand.events))
        assert {step.rule for step in story} <= ids, file
        assert [step.event for step in story if step.event] == [
            event for event in hand.events if event[0] != "award"
        ]
        assert story[-1].words.split()[2] == "wins", file
