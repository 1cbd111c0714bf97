"""The dealer on a felt without firmware: every game is dealt to its end, and no card lies beyond what is powered."""

from itertools import islice

import pytest

from host_tools.registry import sample
from host_tools.virtual.dealer import Dealer, lying, suits
from host_tools.virtual.felt import Felt
from host_tools.virtual.field import METAL
from host_tools.virtual.players import evening
from host_tools.virtual.timing import PROFILES
from host_tools.virtual.world import World
from railbird.rules import games
from railbird_boards.schema import load

PASSING = frozenset(("burn", "muck", "count"))


class Console:
    """A host that takes everything at once and shows nothing."""

    ready = True
    count_due = False

    def __init__(self):
        self.declared = []

    def begin(self, state):
        pass

    def declare(self, event):
        self.declared.append(event)

    def end(self):
        pass

    def take_back_end(self):
        return False

    def count_begin(self):
        pass

    def count_end(self):
        pass

    def passed(self, _zone):
        return 0


class Checked(Felt):
    """A felt that looks, whenever cards have come to rest, for one that no field could power."""

    dark = ()
    looked = 0

    def settle(self):
        super().settle()
        self.looked += 1
        for name, antenna in self._antennas.items():
            open_to_the_field = [tag for tag, stacking in antenna.placements if stacking != METAL]
            if set(open_to_the_field) != set(antenna.powered):
                self.dark += ((self._clock.now, name),)


def night(game, board, seats, hands):
    world = World(load(board), PROFILES["mid"], 1)
    felt, console = Checked(world, sample(1, (7,)), PASSING), Console()
    dealer = Dealer(world.clock, felt, console, 1)
    ends = []

    def run():
        for script in islice(evening(game, seats, 1), hands):
            yield from dealer.play(script)
            ends.append(script)

    world.clock.spawn(run())
    while len(ends) < hands:
        world.clock.advance_to(world.clock.next_at)
    return felt, console, ends


BOARD_OF = {game: "stud_8" if games.order(game) == "left" else "casino_11" for game in games.NAMES}


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_is_dealt_to_its_end_within_what_the_antennas_power(game):
    most = min(games.max_seats(game), load(BOARD_OF[game])["seats"])
    for seats in ((2, 5), range(1, most + 1)):
        felt, _, ends = night(game, BOARD_OF[game], tuple(seats), 6)
        assert all(script.state.finished for script in ends)
        assert felt.looked >= 6
        assert felt.dark == ()


def test_a_draw_that_runs_short_is_made_up_by_a_shuffle():
    _, console, ends = night("triple_draw_27", "casino_11", (1, 2, 3, 4, 5, 6, 7), 8)
    assert ("shuffle",) in console.declared
    assert any(script.put_back for script in ends)


def test_the_dealer_never_names_a_card():
    _, console, _ = night("draw5_high", "casino_11", (1, 2, 3), 6)
    shown = [event for event in console.declared if event[0] in ("show", "discard")]
    assert {type(part) for event in shown for part in event[1:]} == {int}
    assert max(event[2] for event in shown if event[0] == "discard") <= 5


@pytest.mark.parametrize(
    ("game", "down", "up"), [("holdem", 2, 0), ("omaha_hl8", 4, 0), ("stud7_hl", 3, 4), ("stud5_high", 1, 4)]
)
def test_how_many_cards_lie_before_a_player(game, down, up):
    assert (lying(game, "d"), lying(game, "u")) == (down, up)


def test_the_boards_that_suit_a_game():
    assert {game for game in games.NAMES if suits(load("casino_11"), game)} == {
        game for game, board in BOARD_OF.items() if board == "casino_11"
    }
    assert {game for game in games.NAMES if suits(load("stud_8"), game)} == {
        "stud7_high", "stud7_low", "stud7_hl", "stud7_hl8", "stud5_high", "draw5_high", "draw5_low", "triple_draw_27",
    }  # fmt: skip
