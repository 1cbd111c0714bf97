"""A game as the engine plays it: its row of the table of games, read with a room's options."""

from functools import lru_cache
from typing import NamedTuple

from host_tools.engine.options import Options
from host_tools.engine.paragraphs import PARAGRAPHS, Paragraphs
from railbird.rules import games

Row = tuple[int, str, tuple[tuple[str, str, int], ...], int, tuple[str, ...]]

OUTSIDE: dict[str, Row] = {
    # Not a game of the regulation; the published hands have it. Its row is five-card draw's, its hands triple draw's.
    "single_draw_27": (*games.GAMES["draw5_low"][:4], ("27",)),
}

BOOK: dict[str, Row] = {**games.GAMES, **OUTSIDE}


class Game(NamedTuple):
    """A row of the table of games with the options applied, and what follows from its scripts."""

    name: str
    max_seats: int
    order: str
    streets: tuple[tuple[str, str, int], ...]
    hole_used: int
    rankings: tuple[str, ...]
    paragraphs: Paragraphs
    forced_card: bool  # the forced bet is by up card; otherwise there are blinds
    faces: str  # 'd' or 'u' of each own card in the order dealt
    up: tuple[int, int]  # the first own card that lies face up, and the first after it that does not
    hand_from: int  # the first street from which on own cards do not change
    discards: bool  # own cards are discarded or drawn
    must_open: bool  # who opens a later round has to bet


@lru_cache(maxsize=256)
def game(name: str, options: Options) -> Game:
    """The game of a name. Raises KeyError when there is none."""
    most, order, streets, hole_used, rankings = BOOK[name]
    if name == "stud7_low" and options.stud_low_bringin_ace_low:
        streets = ((streets[0][0], "king", streets[0][2]), *streets[1:])
    if name == "triple_draw_27" and not options.triple_draw_burn_each_draw:
        streets = (*streets[:2], *[("w", opener, tier) for _, opener, tier in streets[2:]])
    if name == "crazy_pineapple" and options.crazy_discard_after_flop_betting:
        streets = (streets[0], ("bccc", *streets[1][1:]), ("xbc", *streets[2][1:]), streets[3])
    if name in ("draw5_high", "draw5_low"):
        most = options.draw5_max_players
    if name == "stud5_high":
        most = options.stud5_max_players
    if name in ("pineapple", "crazy_pineapple"):
        most = options.pineapple_max_players
    scripts = [script for script, _, _ in streets]
    faces = "".join(letter for letter in "".join(scripts) if letter in "du")
    changing = [street for street, script in enumerate(scripts) if set(script) & set("duwx")]
    return Game(
        name,
        most,
        order,
        streets,
        hole_used,
        rankings,
        PARAGRAPHS[name],
        streets[0][1] != "blind",
        faces,
        (faces.find("u"), faces.rfind("u") + 1) if "u" in faces else (0, 0),
        changing[-1] + 1,
        bool(set("".join(scripts)) & set("wx")),
        name == "stud5_high" and not options.stud5_opener_may_check,
    )
