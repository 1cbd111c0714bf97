"""The paragraph of every street of every game, written by hand from the headings of the text; and the engine's rows."""

import csv
from pathlib import Path

import pytest

from host_tools.engine.paragraphs import PARAGRAPHS
from host_tools.tracker.consequences import CONSEQUENCES, consequence
from railbird import words
from railbird.rules import games, paragraphs

ROWS = Path(__file__).parents[1] / "regulation" / "rules.csv"
STUD, FLOP = "h(3) h(6) h(8) h(8) h(8)", "i(7) i(8) i(9)"
BY_HAND = {
    "holdem": f"i(5) {FLOP}",
    "stud7_high": STUD,
    "stud7_low": STUD,
    "stud7_hl": STUD,
    "stud7_hl8": STUD,
    "omaha_high": f"j(4) {FLOP}",  # X13
    "omaha_hl8": f"j(4) {FLOP}",
    "draw5_high": "k(4) k(5)(i)",
    "draw5_low": "k(4) k(5)(i)",
    "triple_draw_27": "l(4) l(6) l(8) l(10)",
    "stud5_high": "m(3) m(6) m(7) m(7)",
    "pineapple": "n(5) n(8) n(11) n(12)",
    "crazy_pineapple": "n(5) n(8) n(11) n(12)",
}


@pytest.mark.parametrize("game", games.NAMES)
def test_the_streets(game: str) -> None:
    streets = range(len(games.streets(game)))
    named = [words.paragraph(paragraphs.deals(game, street)) for street in streets]
    assert named == BY_HAND[game].split()
    assert named == list(PARAGRAPHS[game].deals)


def test_where_own_cards_are_given_up() -> None:
    """n(7), n(9); the draw of five-card draw as in l(6) (X03); each triple draw by its own."""
    assert words.paragraph(paragraphs.draws("pineapple", 1)) == "n(7)"
    assert words.paragraph(paragraphs.draws("crazy_pineapple", 1)) == "n(9)"
    assert words.paragraph(paragraphs.draws("draw5_low", 1)) == "l(6)"
    assert [words.paragraph(paragraphs.draws("triple_draw_27", street)) for street in (1, 2, 3)] == [
        "l(6)",
        "l(8)",
        "l(10)",
    ]


def test_exposed_cards() -> None:
    """p(6) seven-card stud, p(7) five-card stud, p(9) hold'em and Omaha, pineapple by option (P10), none for a draw."""
    named = {game: paragraphs.exposed(game) for game in games.NAMES}
    assert {game for game, number in named.items() if not number} == {
        "draw5_high",
        "draw5_low",
        "triple_draw_27",
    }
    assert words.paragraph(named["stud7_hl"]) == "p(6)"
    assert words.paragraph(named["stud5_high"]) == "p(7)"
    assert {words.paragraph(named[game]) for game in ("holdem", "omaha_hl8", "pineapple")} == {"p(9)"}


def test_every_paragraph_is_one_of_the_regulation() -> None:
    with ROWS.open(encoding="utf-8") as file:
        known = {row["id"] for row in csv.DictReader(file)}
    assert set(words.RULES) <= known


def test_what_follows() -> None:
    assert set(CONSEQUENCES) == {*range(1, 20), paragraphs.HANDS_BACK}
    assert consequence(paragraphs.WRONG_START) == "misdeal"
    assert consequence(paragraphs.deals("holdem", 1)).startswith("the floor decides")


@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_number_without_a_paragraph(number: int) -> None:
    with pytest.raises(IndexError):
        words.paragraph(number)
