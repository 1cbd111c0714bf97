"""The app's own promises: journaled before told, kept until acknowledged, no sighting while there is no room for it."""

import pytest

from host_tools.link.events import Beat, Fact, Result
from host_tools.link.session import NOTHING, HostSession, Position
from host_tools.registry import build, sample
from railbird import facts
from railbird.app import App
from railbird.port import HIGH
from railbird.storage.journal import SNAPSHOT
from railbird_boards.schema import load
from tests.storage.conftest import Files


class Output:
    """A strip or a buzzer that nobody looks at."""

    def write(self, buf):
        pass

    def switch(self, on):
        pass


EPOCH_S = 1_700_000_000


class Port:
    """A port without a table: its readers never acknowledge, its link is two byte strings, `flash` outlives it."""

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
    return port, App(port, load("virtual_9"), build(tags)), HostSession(1, EPOCH_S)


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
        app.journal.flush()
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


def restart(flash, has=NOTHING, now_us=0):
    """Power is back: (port, app, host) on the same flash; the readers rest."""
    port = Port(flash)
    port.now_us = now_us
    tags = [(uid, code) for code, uid in sample(1).items()]
    app = App(port, load("virtual_9"), build(tags))
    app.scanner.poll = lambda now: now + 1_000_000
    return port, app, HostSession(2, EPOCH_S, has)


def settle(port, app, host):
    """A session is open, and nothing is left to be said; from now on the readers rest."""
    app.scanner.poll = lambda now: now + 1_000_000
    talk(port, app, host, 3000)
    assert app.session.settled(app.seq) == app.seq


def test_an_input_is_on_flash_before_it_is_told(table):
    port, app, host = table
    settle(port, app, host)
    before = app.journal.safe
    app.input(facts.SIGHT, 3, 51, 0)  # expected by nobody: it may wait for others
    files = dict(port.flash.kept)
    got = talk(port, app, host, 140)
    assert (got, app.journal.safe, port.flash.kept) == ([], before, files)
    got = talk(port, app, host, 30)
    assert app.journal.safe == before + 1
    assert port.flash.kept != files
    assert [(fact.kind, fact.zone, fact.code) for fact in got] == [(facts.SIGHT, 3, 51)]


def test_a_card_where_the_deal_expects_it_waits_for_nothing(table):
    port, app, host = table
    settle(port, app, host)
    host.command(facts.OP_HAND, 9, 0b111111111)
    talk(port, app, host, 20)
    app.input(facts.SIGHT, app.table.expected, 51, 0)
    got = talk(port, app, host, 5)
    assert facts.DEALT in [fact.kind for fact in got]


def test_a_command_is_on_flash_before_it_is_answered(table):
    port, app, host = table
    settle(port, app, host)
    port.flash.error = 28
    host.command(facts.OP_HAND, 9, 0b111111111)
    results = []
    for _ in range(900):
        port.now_us += 1000
        app.step()
        results += [event for event in host.feed(port.to_host) if not isinstance(event, Beat)]
        port.to_host = b""
        port.to_table += host.poll(port.now_us)
    assert results == []
    assert app.table.in_hand
    port.flash.error = 0
    got = []
    for _ in range(600):
        port.now_us += 1000
        app.step()
        got += host.feed(port.to_host)
        port.to_host = b""
        port.to_table += host.poll(port.now_us)
    assert [event.code for event in got if isinstance(event, Result)] == [0]
    kinds = [event.kind for event in got if isinstance(event, Fact)]
    assert kinds == [facts.HAND, facts.EXPECT, facts.FAULT]


def test_a_flash_that_takes_nothing_holds_inputs_back_and_is_told(table):
    port, app, host = table
    settle(port, app, host)
    polled = []
    app.scanner.poll = lambda now: polled.append(now) or now + 1000
    port.flash.error = 28
    app.input(facts.SIGHT, 3, 51, 0)
    talk(port, app, host, 200)
    polled.clear()
    last = app.seq
    beats = []
    for _ in range(2500):
        port.now_us += 1000
        app.step()
        beats += [event for event in host.feed(port.to_host) if isinstance(event, Beat)]
        port.to_host = b""
        port.to_table += host.poll(port.now_us)
    assert (polled, app.seq) == ([], last)
    assert beats[-1].faults == 1 << facts.FAULT_FULL
    port.flash.error = 0
    got = talk(port, app, host, 1100)
    assert [(fact.kind, fact.code) for fact in got] == [(facts.SIGHT, 51), (facts.FAULT, facts.FAULT_FULL)]
    assert polled != []
    # It stays latched, over power too, until somebody has seen to it.
    port, app, host = restart(port.flash, has=host.has)
    got = talk(port, app, host, 3000)
    assert facts.FAULT_FULL in [fact.code for fact in got if fact.kind == facts.FAULT]
    host.command(facts.OP_CLEAR, 0, 1 << facts.FAULT_FULL)
    talk(port, app, host, 3000)
    assert app.faults == 0
    port, app, host = restart(port.flash, has=host.has)
    got = talk(port, app, host, 3000)
    assert facts.FAULT not in [fact.kind for fact in got]


def test_power_gone_the_host_is_told_what_it_does_not_have_and_nothing_twice(table):
    port, app, host = table
    settle(port, app, host)
    host.command(facts.OP_HAND, 9, 0b111111111)
    first = talk(port, app, host, 50)
    for zone, card in ((1, 0), (2, 1)):
        app.input(facts.SIGHT, zone, card, 0)
        first += talk(port, app, host, 50)
    app.input(facts.SIGHT, 3, 2, 0)
    app.input(facts.SIGHT, 9, 3, 0)  # ahead of its turn
    app.journal.flush()
    has = host.has
    lost = app.seq + 1
    app.input(facts.SIGHT, 4, 4, 0)  # told to nobody, and not on flash: as if it had not been
    port, app, host = restart(port.flash, has=has)
    state = app.journal.kept
    got = talk(port, app, host, 3000)
    story = [(fact.kind, fact.zone, fact.code) for fact in got]
    assert story == [
        (facts.SIGHT, 3, 2),
        (facts.DEALT, 3, 2),
        (facts.EXPECT, 4, 255),
        (facts.SIGHT, 9, 3),
        (facts.DEALT, 9, 3),
        (facts.BOOT, 0, 4),
    ]
    boot = next(fact for fact in got if fact.kind == facts.BOOT)
    assert (boot.input_seq, boot.arg) == (lost, lost - 1 - state)
    assert (app.table.expected, app.table.in_hand) == (4, True)


def test_a_host_that_is_new_gets_what_the_journal_has(table):
    port, app, host = table
    settle(port, app, host)
    host.command(facts.OP_HAND, 9, 0b111111111)
    talk(port, app, host, 50)
    app.input(facts.SIGHT, 1, 0, 0)
    talk(port, app, host, 50)
    port, app, host = restart(port.flash)
    got = talk(port, app, host, 3000)
    assert facts.DEALT in [fact.kind for fact in got]


def test_a_position_in_another_journal_counts_for_nothing(table):
    port, app, host = table
    settle(port, app, host)
    host.command(facts.OP_HAND, 9, 0b111111111)
    talk(port, app, host, 50)
    port, app, host = restart(Files(), has=Position(host.has.journal + 1, 60_000, 3))
    talk(port, app, host, 3000)
    app.input(facts.SIGHT, 3, 2, 0)
    got = talk(port, app, host, 300)
    assert [(fact.kind, fact.input_seq) for fact in got] == [(facts.SIGHT, 2)]  # after the host's clock


def test_a_journal_that_nothing_is_left_of_is_said_to_be(table):
    port, app, host = table
    settle(port, app, host)
    app.input(facts.SIGHT, 3, 2, 0)
    talk(port, app, host, 300)
    has = host.has
    for number in range(16):
        port.flash.kept.pop(number, None)
    del port.flash.kept[SNAPSHOT]
    port.flash.kept[1] = b"\x55" * 40
    port, app, host = restart(port.flash, has=has)
    got = talk(port, app, host, 3000)
    assert [fact.code for fact in got if fact.kind == facts.FAULT] == [facts.FAULT_CORRUPT]
    app.input(facts.SIGHT, 3, 2, 0)
    assert [fact.kind for fact in talk(port, app, host, 300)] == [facts.SIGHT]  # nothing is taken for known


def test_numbers_that_a_host_knows_of_are_not_used_again(table):
    """The file with the newest inputs is gone, the snapshot and so the journal's name are there."""
    port, app, host = table
    settle(port, app, host)
    for card in range(3):
        app.input(facts.SIGHT, 3, card, 0)
    talk(port, app, host, 300)
    has = host.has
    port.flash.kept[1] = b"\x55" * 40
    port, app, host = restart(port.flash, has=has)
    talk(port, app, host, 3000)
    app.input(facts.SIGHT, 4, 9, 0)
    got = talk(port, app, host, 300)
    assert [(fact.kind, fact.code) for fact in got] == [(facts.SIGHT, 9)]
    assert got[0].input_seq > has.input_seq


def test_a_command_under_way_when_power_goes_is_carried_out_once(table):
    port, app, host = table
    settle(port, app, host)
    host.command(facts.OP_HAND, 9, 0b111111111)
    talk(port, app, host, 50)
    host.command(facts.OP_FOLD, 3, 0)
    port.to_table += host.poll(port.now_us)
    while app.table.live != 0b111111011:
        port.now_us += 1000
        app.step()
    port.to_host = b""  # the answer is on its way, and is lost
    port, app, _ = restart(port.flash, now_us=port.now_us)
    results = []
    for _ in range(6000):
        port.now_us += 1000
        app.step()
        results += [event for event in host.feed(port.to_host) if isinstance(event, Result)]
        port.to_host = b""
        port.to_table += host.poll(port.now_us)
    assert [result.code for result in results] == [facts.R_OK]
    assert app.table.live == 0b111111011


@pytest.mark.rule("f(6)(iv)")
@pytest.mark.parametrize(("gone_s", "minutes"), [(0, 12), (300, 7)])
def test_the_count_clock_outlives_power_by_the_hosts_clock(table, gone_s, minutes):
    """Due 12 minutes after the last good count: what the table was off counts when the host's clock tells of it."""
    port, app, host = table
    settle(port, app, host)
    app.input(facts.COMMAND, 9, facts.OP_HAND, 0b111111111)  # the clock starts
    app.journal.flush()
    port, app, _ = restart(port.flash)
    host = HostSession(2, EPOCH_S + 3 + gone_s)
    talk(port, app, host, 1500)
    assert app.table.alarm == pytest.approx(minutes * 60_000, abs=3000)


def test_no_snapshot_is_taken_while_a_host_lacks_what_came_before_it(table):
    port, app, host = table
    settle(port, app, host)
    app.input(facts.SIGHT, 3, 51, 0)
    for _ in range(60):
        app.input(facts.CLEAN, 3, 0, 0)
        app.journal.flush()
    before = port.flash.kept[SNAPSHOT]
    for _ in range(500):  # the cable is pulled
        port.now_us += 1000
        app.step()
    assert port.flash.kept[SNAPSHOT] == before
    port.to_host = b""
    got = talk(port, app, host, 6000)
    assert [(fact.kind, fact.code) for fact in got] == [(facts.SIGHT, 51)]
    assert port.flash.kept[SNAPSHOT] != before


def test_no_sighting_is_made_while_there_is_no_room_for_its_facts(table):
    port, app, host = table
    talk(port, app, host, 5)
    port.to_host = b""
    app.step()
    while app.session.room() >= 32:
        app.input(facts.SIGHT, 3, 51, 0)
    polled = []
    app.scanner.poll = lambda now: polled.append(now) or now + 1000
    for _ in range(20):
        port.now_us += 1000
        app.step()
    assert polled == []
    got = talk(port, app, host)
    assert len(got) >= 32
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
