"""The app's own promises: journaled before told, kept until acknowledged, no sighting while there is no room for it."""

import pytest

from host_tools.link.events import Fact
from host_tools.link.session import HostSession
from host_tools.registry import build, sample
from railbird import facts
from railbird.app import App
from railbird.port import HIGH
from railbird_boards.schema import load


class Output:
    """A strip or a buzzer that nobody looks at."""

    def write(self, buf):
        pass

    def switch(self, on):
        pass


class Files:
    """Files in a dictionary; `error` is what a write comes back with, when it is to fail."""

    def __init__(self):
        self.kept = {}
        self.error = 0

    def read(self, number, buf):
        data = self.kept.get(number, b"")
        buf[: len(data)] = data
        return len(data)

    def write(self, number, buf, size):
        if not self.error:
            self.kept[number] = bytes(buf[:size])
        return self.error


class Port:
    """A port without a table: its readers never acknowledge, its link is two byte strings. What `flash` holds outlives it."""

    watchdog_reset = False

    def __init__(self, flash=None) -> None:
        self.flash = Files() if flash is None else flash
        self.now_us = 0
        self.to_host = b""
        self.to_table = b""
        self.link = self

    def ticks_us(self):
        return self.now_us & 0x3FFFFFFF

    def ticks_ms(self):
        return self.now_us // 1000 & 0x3FFFFFFF

    def random16(self):
        return 7

    def collect(self):
        self.heap_free = self.heap_used = 1

    def files(self):
        return self.flash

    def bus(self, _row):
        return self

    def clear(self):
        return HIGH

    def line(self, name, level):
        """Nothing hangs on the reset lines."""

    def output(self, _row):
        return Output()

    def write(self, target, data):
        if isinstance(target, int):
            return 5  # a bus: EIO
        self.to_host += bytes(target[:data])
        return data

    def read(self, target, buf=None):
        if buf is not None:
            return 5
        n = min(len(target), len(self.to_table))
        target[:n] = self.to_table[:n]
        self.to_table = self.to_table[n:]
        return n


@pytest.fixture
def table():
    """(port, app, host) with nothing said yet."""
    port = Port()
    tags = [(uid, code) for code, uid in sample(1).items()]
    return port, App(port, load("virtual_9"), build(tags)), HostSession(number=1, epoch_s=0)


def test_a_small_board_counts_over_the_muck_and_never_waits_for_a_burn():
    """pico_w has no burn, no count spot, and one antenna for the flop: its cards are the first three at that place."""
    app = App(Port(), load("pico_w"), build([(uid, code) for code, uid in sample(1).items()]))
    table = app.table
    app.input(facts.COMMAND, 2, facts.OP_HAND, 0b11)
    for zone, card in ((1, 0), (2, 1), (1, 2), (2, 3)):
        assert table.expected == zone
        app.input(facts.SIGHT, zone, card, 0)
    assert table.expected == facts.NO_ZONE
    app.input(facts.COMMAND, 0, facts.OP_STREET, 0)
    for card in (4, 5, 6):
        assert table.expected == facts.Z_BOARD + 1
        app.input(facts.SIGHT, facts.Z_BOARD + 1, card, 0)
    assert table.expected_count == 0
    app.input(facts.SIGHT, facts.Z_BOARD + 4, 7, 0)  # the turn shows that the betting is over
    assert (table.deal.open, table.deal.got(facts.Z_BOARD + 1), table.deal.next_zone()) == (2, 3, 45)
    assert not table.held
    app.input(facts.COMMAND, 0, facts.OP_END, 0)
    app.input(facts.COMMAND, 0, facts.OP_COUNT_BEGIN, 0)
    for card in range(52):
        app.input(facts.SIGHT, facts.Z_MUCK, card, 0)
        app.input(facts.LIFT, facts.Z_MUCK, card, 0)
    assert table.deck.counted == 52


def talk(port, app, host, steps=300):
    """Let both sides speak for a while; the facts that the host got."""
    got = []
    for _ in range(steps):
        port.now_us += 1000
        app.step()
        got += [event for event in host.feed(port.to_host) if isinstance(event, Fact)]
        port.to_host = b""
        port.to_table += host.poll(port.now_us)
    return got


def test_an_input_is_in_the_journal_before_it_is_told_and_until_the_host_has_it(table):
    port, app, host = table
    app.input(facts.SIGHT, 3, 51, 0)
    assert app.journal.load(1)
    assert (app.journal.kind, app.journal.zone, app.journal.code) == (facts.SIGHT, 3, 51)
    assert port.to_host == b""
    for _ in range(50):
        port.now_us += 1000
        app.step()
    assert app.journal.pending() >= 1  # no host has taken it
    got = talk(port, app, host)
    assert (got[0].input_seq, got[0].kind, got[0].zone, got[0].code) == (1, facts.SIGHT, 3, 51)
    assert not app.journal.load(1)


def test_no_sighting_is_made_while_there_is_no_room_for_its_facts(table):
    port, app, host = table
    while app.session.room() >= 32:
        app.input(facts.SIGHT, 3, 51, 0)
    polled = []
    app.scanner.poll = lambda now: polled.append(now) or now
    for _ in range(20):
        port.now_us += 1000
        app.step()
    assert polled == []
    said = app.journal.pending()
    got = talk(port, app, host)
    assert [fact.input_seq for fact in got[:said]] == list(range(1, said + 1))
    assert polled != []


def test_a_command_that_does_not_fit_is_answered_and_not_journaled(table):
    port, app, host = table
    talk(port, app, host)
    kinds, append = [], app.journal.append
    app.journal.append = lambda t_ms, kind, *rest: kinds.append(kind) or append(t_ms, kind, *rest)
    host.command(facts.OP_FOLD, 3, 0)
    talk(port, app, host, 20)
    assert facts.COMMAND not in kinds  # readers that nobody answers for are told of meanwhile
    assert not app.table.in_hand


@pytest.mark.rule("a(5)(iii)")
@pytest.mark.parametrize(("decks", "refusal"), [((0,), facts.R_ONE_DECK), ((0, 1), facts.R_OK)])
def test_a_shuffler_needs_two_decks(decks, refusal):
    tags = [(uid, code) for code, uid in sample(1).items() if code >> 6 in decks]
    table = App(Port(), load("virtual_9"), build(tags, decks)).table
    assert table.check(facts.OP_HAND, 2, 0b11) == facts.R_OK
    table.apply(0, facts.COMMAND, 0, facts.OP_OPTIONS, facts.OPTION_SHUFFLER)
    assert table.check(facts.OP_HAND, 2, 0b11) == refusal
