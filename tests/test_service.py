"""Commands to the machine: confirming a firmware on trial, making way for maintenance; and how a start becomes a good
one. What stands outside the slots is a list of what it was asked."""

import pytest

from host_tools.link.events import Fact, Result, Welcome
from host_tools.link.session import HostSession
from host_tools.registry import build, sample
from railbird import app as app_module
from railbird import facts
from railbird.app import App
from railbird_boards.schema import load
from tests.test_app import Port

SETTLED, EXPIRED, CONFIRM, MAINTENANCE, VISITED = 0, 1, 2, 3, 4  # as firmware/start.py has them
IMAGE = build([(uid, code) for code, uid in sample(1).items()])


class Over(Exception):
    """The end of what a test looks at."""


class Table:
    """An app, its host, and what was asked of `serve`; the host is heard only while the table waits."""

    def __init__(self, answers=(), with_slots=True):
        self.port = Port()
        self.asked = []
        self.answers = list(answers)
        self.host = HostSession(number=1, epoch_s=0)
        self.events = []
        self.app = App(self.port, load("virtual_9"), IMAGE, None, None, self.serve if with_slots else None, 7)
        self.port.idle = self.idle

    def serve(self, op):
        self.asked.append((op, [event for event in self.events if isinstance(event, Fact)]))
        return self.answers.pop(0) if self.answers else 0

    def idle(self, _until):
        self.port.now_us += 1000
        self.events += self.host.feed(self.port.to_host)
        self.port.to_host = b""
        self.port.to_table += self.host.poll(self.port.now_us)

    def command(self, op):
        """The code of its result."""
        ticket = self.host.command(op)
        for _ in range(600):
            self.idle(self.app.step())
            for event in self.events:
                if isinstance(event, Result) and event.ticket == ticket:
                    return event.code
        raise AssertionError("no result")


def test_the_greeting_names_the_package():
    table = Table()
    table.command(facts.OP_CONFIRM)
    welcome = next(event for event in table.events if isinstance(event, Welcome))
    assert welcome.version == f"{app_module.VERSION}+7"


def test_maintenance_begins_when_the_host_has_the_fact_of_it():
    table = Table()
    assert table.command(facts.OP_MAINTENANCE) == facts.R_OK
    ((op, known),) = table.asked
    assert op == MAINTENANCE
    assert (known[-1].kind, known[-1].code) == (facts.SERVICE, facts.OP_MAINTENANCE)


def test_maintenance_begins_without_a_host_that_hears_after_two_seconds():
    table = Table()
    table.command(facts.OP_CONFIRM)
    table.asked.clear()
    table.host.command(facts.OP_MAINTENANCE)
    table.host.feed = lambda _: []
    begun = table.port.now_us
    while not table.asked and table.port.now_us < begun + 5_000_000:
        table.idle(table.app.step())
    assert [op for op, _ in table.asked] == [MAINTENANCE]
    assert 1_900_000 <= table.port.now_us - begun <= 2_100_000


def test_no_maintenance_in_a_hand():
    table = Table()
    table.app.input(facts.COMMAND, 3, facts.OP_HAND, 0b111)
    assert table.command(facts.OP_MAINTENANCE) == facts.R_IN_HAND
    assert table.asked == []


def test_a_confirmation_is_done_and_a_fact():
    table = Table()
    assert table.command(facts.OP_CONFIRM) == facts.R_OK
    assert [op for op, _ in table.asked] == [CONFIRM]
    table.command(facts.OP_CONFIRM)
    told = [event.code for event in table.events if isinstance(event, Fact) and event.kind == facts.SERVICE]
    assert told[0] == facts.OP_CONFIRM


@pytest.mark.parametrize("op", [facts.OP_CONFIRM, facts.OP_MAINTENANCE])
def test_a_flash_without_slots_knows_neither(op):
    assert Table(with_slots=False).command(op) == facts.R_UNKNOWN_OP


def test_other_numbers_are_no_commands():
    assert Table().command(facts.OP_MAINTENANCE + 1) == facts.R_UNKNOWN_OP


@pytest.mark.parametrize(
    ("answers", "asked"),
    [([0, 0], [(VISITED, 0), (SETTLED, 5)]), ([0, 60_000, 0], [(VISITED, 0), (SETTLED, 5), (EXPIRED, 65)])],
    ids=["confirmed", "on trial"],
)
def test_a_start_is_good_after_five_seconds_and_a_trial_has_a_minute_more(answers, asked):
    port = Port()
    seen = []

    def serve(op):
        seen.append((op, round(port.now_us / 1_000_000)))
        return answers.pop(0)

    def idle(_until):
        port.now_us += 20_000
        if port.now_us > 70_000_000:
            raise Over

    port.idle = idle
    with pytest.raises(Over):
        app_module.run(port, lambda: load("virtual_9"), IMAGE, None, None, serve, 1)
    assert seen == asked


def test_a_table_tells_that_its_prompt_was_open_before_it_started():
    port = Port()
    host = HostSession(number=1, epoch_s=0)
    told = []

    def idle(_until):
        port.now_us += 1000
        told.extend(event for event in host.feed(port.to_host) if isinstance(event, Fact))
        port.to_host = b""
        port.to_table += host.poll(port.now_us)
        if port.now_us > 3_000_000:
            raise Over

    port.idle = idle
    with pytest.raises(Over):
        app_module.run(port, lambda: load("virtual_9"), IMAGE, None, None, lambda op: op == VISITED, 1)
    service = [(fact.code, fact.arg) for fact in told if fact.kind == facts.SERVICE]
    assert service == [(facts.OP_MAINTENANCE, 1)]
