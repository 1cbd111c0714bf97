"""Each kind of dealing mistake in each game: told when a look proves it and not before, by its paragraph.

The seats are 1, 4, 6, the button (where there is one) is 6, so that seat 1 is first.
"""

import pytest

from railbird import facts
from railbird.rules import games
from tests.table.conftest import Driver
from tests.table.script import Teller

ALL_UP = 0x7FF
PLAYERS = "1,4,6"
PASS = "1 4 6"
UP = "1u 4u 6u"
KIND = {
    "holdem": "holdem",
    "omaha_high": "omaha",
    "omaha_hl8": "omaha",
    "draw5_high": "draw",
    "draw5_low": "draw",
    "triple_draw_27": "triple",
    "stud7_high": "stud7",
    "stud7_low": "stud7",
    "stud7_hl": "stud7",
    "stud7_hl8": "stud7",
    "stud5_high": "stud5",
    "pineapple": "pineapple",
    "crazy_pineapple": "crazy",
}
# The first street, its paragraph and that of the second.
START = {
    "holdem": (f"{PASS} {PASS}", "i(5)", "i(7)"),
    "omaha": (f"{PASS} {PASS} {PASS} {PASS}", "j(4)", "i(7)"),
    "draw": (f"{PASS} {PASS} {PASS} {PASS} {PASS}", "k(4)", "k(5)(i)"),
    "triple": (f"{PASS} {PASS} {PASS} {PASS} {PASS}", "l(4)", "l(6)"),
    "stud7": (f"{PASS} {PASS} {UP}", "h(3)", "h(6)"),
    "stud5": (f"{PASS} {UP}", "m(3)", "m(6)"),
    "pineapple": (f"{PASS} {PASS} {PASS}", "n(5)", "n(8)"),
    "crazy": (f"{PASS} {PASS} {PASS}", "n(5)", "n(8)"),
}
FLOP_GAMES = ("holdem", "omaha", "crazy", "pineapple")
STUDS = ("stud7", "stud5")
DRAWS = ("draw", "triple")
GIVEN_UP = {"pineapple": "1x1 4x1 6x1 "}

# (what goes wrong, in which kinds of game, what comes before it, the mistake, the zone whose clean look proves it,
# the verdict). START is the first street, FIRST and SECOND its paragraph and that of the second street.
MISTAKES = [
    ("dealing begins at the wrong seat", tuple(START), "", "4", "seat_1", "wrong_seat:p(1)(ii):seat_4"),
    ("dealing begins at the button", tuple(START), "", "6", "seat_1", "wrong_seat:p(1)(ii):seat_6"),
    ("a seat is skipped", tuple(START), "1", "6", "seat_4", "wrong_seat:FIRST:seat_6"),
    ("two in a row to one seat", (*FLOP_GAMES, *DRAWS, "stud7"), "1 4", "4", "seat_6", "wrong_seat:FIRST:seat_4"),
    ("a player gets no card in the first round", (*FLOP_GAMES, *DRAWS, "stud7"), "1", "6 1", "seat_4",
     "skipped:p(1)(iv):seat_4"),
    ("the same, the second card up", ("stud5",), "1", "6 1u", "seat_4", "skipped:p(1)(iv):seat_4"),
    ("a card to an empty seat", tuple(START), "1", "8", "seat_8", "wrong_seat:c(1):seat_8"),
    ("a card too many", (*FLOP_GAMES, *DRAWS), "START", "4", "seat_4", "too_many:FIRST:seat_4"),
    ("a card to a player who has folded", FLOP_GAMES, "START fold4", "4", "seat_4", "wrong_seat:p(2):seat_4"),
    ("an up card to a player who has folded", STUDS, "START fold4 | b 1u", "4u", "up_4", "wrong_seat:p(2):up_4"),
    ("the flop without a burn", FLOP_GAMES, "START | GIVEN", "f1", "burn", "out_of_order:SECOND:board_1"),
    ("a later card without a burn", STUDS, "START |", "1u", "burn", "out_of_order:SECOND:up_1"),
    ("a draw without a burn", DRAWS, "START | 1x2", "1", "burn", "out_of_order:SECOND:seat_1"),
    ("two burns before the flop", FLOP_GAMES, "START | GIVEN b", "b", "board_1", "out_of_order:SECOND:burn"),
    ("two burns before an up card", STUDS, "START | b", "b", "up_1", "out_of_order:SECOND:burn"),
    ("two burns before a draw", ("triple",), "START | b 1x2", "b", "seat_1", "out_of_order:SECOND:burn"),
    ("the flop before everybody has discarded", ("pineapple",), "START | 4x1", "b", "muck", "out_of_order:n(7):burn"),
    ("the turn before everybody has discarded", ("crazy",), "START | b f1 f2 f3 6x1", "b", "muck",
     "out_of_order:n(9):burn"),
    ("the turn before the flop is whole", ("holdem", "omaha"), "START | b f1 f3", "f4", "board_2",
     "out_of_order:SECOND:board_4"),
    ("new cards to the wrong seat", DRAWS, "START | b 1x2", "4", "seat_1", "wrong_seat:l(6):seat_4"),
    ("a new card left out", DRAWS, "START | b 1x2 1 4x1", "4", "seat_1", "wrong_seat:l(6):seat_4"),
    ("a new card too many", DRAWS, "START | b 1x1 1", "1", "seat_1", "too_many:l(6):seat_1"),
    ("a new card for one who stands pat", DRAWS, "START | b draw1:0", "1", "seat_1", "too_many:FIRST:seat_1"),
    ("a board card in a game without a board", (*STUDS, *DRAWS), "START", "f1", "board_1", "too_many:FIRST:board_1"),
    ("an up card dealt down", ("stud7",), f"{PASS} {PASS}", "1", "up_1", "wrong_seat:h(3):seat_1"),
    ("a second card dealt down", ("stud5",), PASS, "1", "seat_1", "too_many:m(3):seat_1"),
    ("an up card out of turn", STUDS, "START | b 1u", "6u", "up_4", "wrong_seat:SECOND:up_6"),
    ("the river without a burn", ("holdem", "omaha"), "START | b f1 f2 f3 | b f4 |", "f5", "burn",
     "out_of_order:i(9):board_5"),
]  # fmt: skip
CELLS = [
    pytest.param(game, *row[2:], id=f"{game}: {row[0]}")
    for row in MISTAKES
    for game, kind in KIND.items()
    if kind in row[1]
]


def filled(text: str, game: str) -> str:
    kind = KIND[game]
    start, first, second = START[kind]
    words = {"START": start, "FIRST": first, "SECOND": second, "GIVEN": GIVEN_UP.get(kind, "")}
    for word, meaning in words.items():
        text = text.replace(word, meaning)
    return text


def begin(game: str) -> tuple[Driver, Teller, str]:
    button = 6 if games.order(game) == "button" else 0
    driver = Driver(ALL_UP)
    teller = Teller(driver)
    hand = f"hand {game} {button} {PLAYERS}"
    teller.tell(hand)
    return driver, teller, hand


@pytest.mark.parametrize(("game", "before", "mistake", "proof", "verdict"), CELLS)
def test_a_mistake(game: str, before: str, mistake: str, proof: str, verdict: str) -> None:
    driver, teller, hand = begin(game)
    teller.tell(filled(f"{before} ~{proof} no {mistake} no", game))
    assert driver.doubt == proof
    teller.tell(filled(f"~{proof} ?{verdict} held=1 =none", game))
    for zone in (*range(1, 12), *range(21, 32), *range(41, 46), 51, 52):
        driver.apply(facts.CLEAN, zone)
    teller.tell("no")  # one mistake, one verdict
    if driver.table.in_hand:
        teller.tell("resume held=0")
        for zone in (*range(1, 12), *range(21, 32), *range(41, 46), 51, 52):
            driver.apply(facts.CLEAN, zone)
        teller.tell(
            "no misdeal " + ("button=6 " if games.order(game) == "button" else "") + f"{hand} =seat_1 no"
        )


@pytest.mark.parametrize("game", games.NAMES)
def test_a_card_of_the_other_deck_in_every_game(game: str) -> None:
    driver, teller, _ = begin(game)
    teller.tell("1 sight=seat_4=B7d ?other_deck:p(3):seat_4 held=1 resume =seat_4 4 =seat_6 no")
    assert not driver.table.held


def test_two_mistakes_in_one_hand() -> None:
    """The wrong start is let stand, the flop is dealt without its burn: each has its verdict."""
    _, teller, _ = begin("holdem")
    teller.tell(
        "4 ~seat_1 ?wrong_seat:p(1)(ii):seat_4 resume 6 1 4 6 1 no | f1 ~burn ?out_of_order:i(7):board_1"
    )


def test_mistakes_that_cancel() -> None:
    """Seat 4 gets seat 1's card, seat 1 then seat 4's: before anybody has looked it is the deal in another order."""
    _, teller, _ = begin("omaha_high")
    teller.tell("4 1 6 ~seat_1 ~seat_4 =seat_1 1 =seat_4 no")


@pytest.mark.parametrize(
    ("game", "before"),
    [("pineapple", "START | 4x1 b ~muck ?out_of_order:n(7):burn"),
     ("crazy_pineapple", "START | b f1 f2 f3 4x1 b ~muck ?out_of_order:n(9):burn"),
     ("crazy_pineapple", "START | b f1 f2 f3 4x1 b ~muck ?out_of_order:n(9):burn resume f4")],
)  # fmt: skip
@pytest.mark.parametrize("late", ["1x1", "draw1:1 1x1"])
def test_who_had_not_discarded_may_do_so_when_the_floor_has_let_it_stand(
    game: str, before: str, late: str
) -> None:
    driver, teller, _ = begin(game)
    teller.tell(filled(f"{before} resume {late} live=1,4,6 -DRAW:1:1:BAD_DRAW -DRAW:4:1:BAD_DRAW no", game))
    assert [driver.table.deal.discards(seat) for seat in (1, 4, 6)] == [1, 1, 0]
    teller.tell("1x2 live=4,6 draw6:1 -DRAW:6:1:BAD_DRAW 6x3 live=4 no")


@pytest.mark.parametrize(
    ("game", "before"),
    [("pineapple", "START | 1x2 draw4:1 6x1 no b ?too_many:n(7):muck held=1 resume f1 f2 f3 | b"),
     ("crazy_pineapple", "START | b f1 f2 f3 1x2 4x1 6x1 | no b ?too_many:n(9):muck held=1 resume f4 | b")],
)  # fmt: skip
def test_one_discard_too_many_shows_when_the_next_street_is_dealt(game: str, before: str) -> None:
    """Before that the player may be folding; it is told once, and folded hands are no discards."""
    _, teller, _ = begin(game)
    teller.tell(filled(f"{before} live=1,4,6 no", game))
    _, teller, _ = begin(game)
    teller.tell(
        filled("START | fold4 4x3 " + ("b f1 f2 f3 " if game[0] == "c" else "") + "1x1 6x1 no b no", game)
    )


def test_two_in_a_row_to_the_first_seat_are_no_second_round() -> None:
    """p(1)(iv) is about a player without a card when others get their second; here nobody else has one."""
    for game, verdict in (
        ("holdem", "wrong_seat:i(5):seat_1"),
        ("stud7_low", "wrong_seat:h(3):seat_1"),
        ("triple_draw_27", "wrong_seat:l(4):seat_1"),
    ):
        _, teller, _ = begin(game)
        teller.tell(f"1 1 ~seat_4 ?{verdict} resume 4 6 no")
    _, teller, _ = begin("holdem")
    teller.tell(
        "1 4 1 ~seat_6 ?skipped:p(1)(iv):seat_6"
    )  # the last seat has none, and the second round begins


def test_every_kind_of_mistake_is_in_the_table() -> None:
    assert len(CELLS) > 150
    for game in games.NAMES:
        assert sum(cell.values[0] == game for cell in CELLS) >= 9


def test_what_a_dark_muck_does_not_show_is_not_held_against_the_deal() -> None:
    """Nobody saw the discards of pineapple, nor those of a draw: the cards that land are the deal."""
    for game, words in (
        ("pineapple", f"{PASS} {PASS} {PASS} | =burn b f1 f2 f3 =none no"),
        ("draw5_high", f"{PASS} {PASS} {PASS} {PASS} {PASS} | b 1 1 6 no"),
    ):
        driver, teller, _ = begin(game)
        driver.apply(facts.STATE, facts.Z_MUCK, facts.STATE_UNKNOWN)
        teller.tell(words)
        for zone in (*range(1, 12), *range(41, 46), 51, 52):
            driver.apply(facts.CLEAN, zone)
        teller.tell("no held=0")


def test_a_draw_of_which_nobody_says_anything() -> None:
    """Every card that lands shows that one was given up; who gets none before a later player stands pat."""
    driver, teller, _ = begin("draw5_low")
    teller.tell(f"{PASS} {PASS} {PASS} {PASS} {PASS} | b =muck 1 =muck 1 6 =none no left={52 - 15 - 1 - 3}")
    assert [driver.table.deal.discards(seat) for seat in (1, 4, 6)] == [2, 0, 1]
    teller.tell("6 6 6 6 no 6 ~seat_6 ?too_many:l(6):seat_6")  # five at most, D13
