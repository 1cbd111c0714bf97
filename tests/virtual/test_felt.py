"""The log of the felt: which stays a reader can be held to."""

from host_tools.registry import sample
from host_tools.virtual.felt import Felt
from host_tools.virtual.timing import MID
from host_tools.virtual.world import World
from railbird_boards.schema import load


def test_a_landing_that_no_reader_can_identify_is_none():
    """An antenna powers four tags that are fanned; a stranger's tag is in no register, whatever it answers."""
    board = load("virtual_9")
    felt = Felt(World(board, MID, 1), sample(1, (7,) * 8), frozenset(("burn",)))
    for code in range(5):
        felt.lay(code, "seat_1", landing=True, fanned=True)
    felt.add(300, bytes(4))
    felt.copy(301, 9)
    for code in (300, 301, 10):
        felt.lay(code, "burn" if code == 300 else "board_1", landing=True, fanned=True)
    assert [stay.landing for stay in felt.stays] == [True, True, True, True, False, False, False, True]
