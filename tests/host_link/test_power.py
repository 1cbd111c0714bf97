"""The whole table and a host over a bad cable, with power gone again and again: each fact arrives once and in order."""

import random

import pytest

from host_tools.link.events import Fact, Result, Welcome
from host_tools.link.session import HostSession
from host_tools.registry import build, sample
from railbird import facts
from railbird.app import App
from railbird_boards.schema import load
from tests.host_link.conftest import Line
from tests.storage.conftest import Files
from tests.test_app import Port

STEP_US = 3000
TAGS = [(uid, code) for code, uid in sample(1).items()]


class Table:
    """A table whose readers are a list of inputs, and a cable that spoils lines. `cut` is power gone for a moment."""

    def __init__(self, seed, bad):
        self.random = random.Random(seed)
        self.files = Files()
        self.up = Line(seed + 1, bad, 1000)
        self.down = Line(seed + 2, bad, 1000)
        self.now = 0
        self.inputs = {}  # by number; one that was lost before it was on flash gives its number to another
        self.host = HostSession(number=1 + seed, epoch_s=1_700_000_000)
        self.events = []
        self.cuts = 0
        self.commands = 0
        self.start()

    def start(self):
        self.port = Port(self.files)
        self.port.random16 = lambda: self.random.randrange(1 << 16)  # a boot is told from the one before
        self.app = App(self.port, load("virtual_9"), build(TAGS))
        self.app.scanner.poll = self.scan
        append = self.app.journal.append

        def noted(t_ms, kind, zone, code, arg, request=0):
            seq = append(t_ms, kind, zone, code, arg, request)
            self.inputs[seq] = (kind, zone, code, arg)
            self.commands += kind == facts.COMMAND
            return seq

        self.app.journal.append = noted

    def scan(self, now):
        """A card is laid down somewhere, or taken up."""
        if self.random.random() < 0.3:
            kind = facts.SIGHT if self.random.random() < 0.7 else facts.LIFT
            self.app.input(kind, 1 + self.random.randrange(9), self.random.randrange(52), 0)
        return now + 3000

    def cut(self):
        self.cuts += 1
        self.start()

    def run(self, done, power=0.0, plug=0.0, limit_s=4000):
        """Until `done()`; at every step power goes, and the cable is pulled, with these probabilities."""
        plugged_at = 0
        end = self.now + limit_s * 1_000_000
        while not done() and self.now < end:
            self.now += STEP_US
            if self.random.random() < power:
                self.cut()
            if self.random.random() < plug:
                plugged_at = self.now + self.random.randrange(6_000_000)
            self.up.cut = self.down.cut = self.now < plugged_at
            self.port.now_us = self.now
            self.port.to_table += self.down.receive(self.now)
            self.app.step()
            self.up.send(self.now, self.port.to_host)
            self.port.to_host = b""
            self.events += self.host.feed(self.up.receive(self.now))
            if self.now >= self.host.due_us or self.events:
                self.down.send(self.now, self.host.poll(self.now))
        return done()

    def facts(self):
        return [event for event in self.events if isinstance(event, Fact) and event.input_seq]


@pytest.mark.parametrize(("seed", "number"), [(1, 1500), (2, 10_000)])
def test_facts_over_a_bad_cable_and_without_power_now_and_then(seed, number):
    table = Table(seed, bad=0.03)
    assert table.run(
        lambda: len(table.events) % 50 == 0 and len(table.facts()) >= number, power=1 / 1500, plug=1 / 10_000
    )
    assert table.cuts > 1
    assert sum(isinstance(event, Welcome) for event in table.events) > table.cuts / 2
    got = table.facts()
    numbers = [fact.input_seq for fact in got]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == len(numbers)  # every input leads to one fact here
    said = [n for n, given in sorted(table.inputs.items()) if given[0] != facts.TIME and n <= numbers[-1]]
    assert numbers == said
    assert [(fact.kind, fact.zone, fact.code, fact.arg) for fact in got] == [table.inputs[n] for n in numbers]


def test_every_command_is_carried_out_once_over_cuts():
    """A count of the deck begun and ended, over and over: each would be refused the second time."""
    table = Table(3, bad=0.03)
    table.scan = table.app.scanner.poll = lambda now: now + 3000
    tickets = []
    for _ in range(15):
        tickets += [table.host.command(facts.OP_COUNT_BEGIN), table.host.command(facts.OP_COUNT_END)]

    def results():
        return [event for event in table.events if isinstance(event, Result)]

    assert table.run(lambda: len(results()) == len(tickets), power=1 / 1500)
    assert table.cuts > 1
    assert results() == [Result(ticket, facts.R_OK) for ticket in tickets]
