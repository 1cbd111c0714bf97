"""The first hour of a new table, as the README tells it, on one board: from an empty flash to a hand that was dealt."""

import sys
import time

import pytest

from host_tools import registry
from host_tools.bringup import calibrate, selftest
from host_tools.bringup.bench import at_bench
from host_tools.bringup.device import Device
from host_tools.bringup.enroll import Enrolment, Place
from host_tools.bringup.flash import Order, flash
from host_tools.bringup.simulated import Simulated, wired
from host_tools.bringup.tags import DECKS, Tags, load
from host_tools.bringup.wiring import summary
from host_tools.cli.enroll import Desk, enroll_deck, hand_over
from host_tools.cli.standing import Hand
from host_tools.link.events import Fact, Result, Welcome
from host_tools.link.session import HostSession
from host_tools.targets.pty_board import PtyBoard
from host_tools.virtual.tag import Tag
from railbird import facts, words
from railbird_boards.schema import load as load_board

UIDS = registry.sample(3)
# Two players at seats 1 and 2, the button at 2: it is dealt to last. The small board infers its burns, and takes in the
# flop at one antenna. Cards as numbers: the hand is 0, 2 and 1, 3.
HAND = [("seat_1", 0), ("seat_2", 1), ("seat_1", 2), ("seat_2", 3)]
FLOP, TURN, RIVER = [("board_1", card) for card in (10, 20, 30)], [("board_4", 40)], [("board_5", 50)]


@pytest.mark.skipif(sys.platform != "linux", reason="the board on a pty was left out: Linux only")
def test_from_an_empty_flash_to_the_first_hand(tmp_path, key):
    board = load_board("pico_w")  # board check
    assert summary(board).readers == 8
    parts = wired(board, seed=3)
    with PtyBoard(tmp_path, parts=parts) as pty:
        pty.wait_for_port()
        world = Simulated(pty, parts)
        done = flash(world.port, Order(board, key, provision=True), lambda _: None)
        assert done.version == 1

        with at_bench(world.port) as bench:
            found = selftest.judge(board, selftest.measure(bench, world.shows, lambda _: None))
            assert [finding for finding in found if finding.level != "pass"] == []

            hand = Hand(world, UIDS)
            walks = []
            for zone in bench.zones:
                hand.lay(0, zone, "")
                walks.append(calibrate.walk(bench, zone, 5))
            hand.lift()
            places = calibrate.judge(walks)
            assert [place.reader for place in places] == bench.zones
            assert calibrate.proposal(board, places)["readers"] == board["readers"]

            out = tmp_path / "tags.json"
            desk = Desk(Tags(), out, None, True)
            for deck in DECKS:
                assert enroll_deck(desk, Place(bench, "muck"), hand, Enrolment(desk.tags, deck))
            hand_over(bench, desk.tags)
        assert load(out).whole() == ["A", "B"]

        dealt, ended = first_hand(world)
    assert dealt == [*HAND, *FLOP, *TURN, *RIVER]
    assert ended


def first_hand(world):
    """A hand of hold'em without bets: what the table says was dealt where, and whether it says that it is over."""
    dealt, ended = [], []
    session = HostSession(1, int(time.time()))
    tags = {}

    def lay(cards):
        for zone, card in cards:
            with world.parts.felt() as felt:
                tags[card] = Tag(UIDS[card])
                felt.antenna(zone).place(tags[card])
            yield

    def gather():
        with world.parts.felt() as felt:
            for tag in tags.values():
                felt.antenna(tag.place).remove(tag)

    def hand():
        """Each yield waits until what was done before has been told."""
        session.command(facts.OP_HAND, 2, 0b11)
        yield
        yield from lay(HAND)
        for street in (FLOP, TURN, RIVER):
            session.command(facts.OP_STREET)
            yield
            yield from lay(street)
        gather()
        session.command(facts.OP_END)
        yield

    steps = hand()

    def feed(data):
        for event in session.feed(data):
            if isinstance(event, Fact) and event.kind == facts.DEALT:
                dealt.append((words.zone_name(event.zone), event.code))
            elif isinstance(event, Fact) and event.kind == facts.END:
                ended.append(True)
            if isinstance(event, Result):
                assert event.code == facts.R_OK
            if isinstance(event, Welcome | Result) or (isinstance(event, Fact) and event.kind == facts.DEALT):
                next(steps, None)
        return bool(ended)

    world.board.wait_for_port()
    device = Device(world.port)
    device.talk(session.poll, feed, 120)
    device.close()
    return dealt, bool(ended)
