"""The table's session on the real VM, over pipes, with prints in between; the host's session here."""

import os
import selectors
import subprocess
import sys
import time
from pathlib import Path

from host_tools.link.events import Beat, Fact, Log, Result, Welcome
from host_tools.link.session import HostSession

ROOT = Path(__file__).parents[2]
FACTS = 200
COMMANDS = [(2, 7, 65535), (4, 0, 0), (99, 255, 1)]

TABLE = """
import select, sys, time
from railbird.link.session import Session

class Port:
    def __init__(self):
        self.poller = select.poll()
        self.poller.register(sys.stdin, select.POLLIN)

    def read(self, buf):
        count = 0
        while count < len(buf) and self.poller.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                sys.exit(0)
            buf[count] = byte[0]
            count += 1
        return count

    def write(self, buf, size):
        return sys.stdout.buffer.write(bytes(buf[:size]))

session = Session(Port(), 40000, "virtual_9", "0.1.0")
told = 0
print("table starts")
while True:
    while told < FACTS and session.room():
        session.fact(told // 3, 0x3FFFFFFF - told, 20, told % 72, told, 255, 65535 - told)
        told += 1
    session.poll(time.ticks_us() & 0x3FFFFFFF)
    if session.command:
        command = session.command
        print("command", command.op, command.zone, command.arg)
        session.result(command.request, command.op)
    if session.beat_due:
        session.beat(*range(1, 14))
""".replace("FACTS", str(FACTS))


def test_table_on_the_vm_and_host_understand_each_other(tmp_path):
    script = tmp_path / "table.py"
    script.write_text(TABLE)
    host = HostSession(number=7, epoch_s=1_700_000_000)
    tickets = [host.command(*command) for command in COMMANDS]
    events = []

    def finished():
        facts = sum(isinstance(event, Fact) for event in events)
        results = sum(isinstance(event, Result) for event in events)
        return facts >= FACTS and results >= len(COMMANDS)

    with (
        subprocess.Popen(
            [Path(sys.executable).with_name("micropython"), script],
            env={**os.environ, "MICROPYPATH": str(ROOT / "firmware")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as table,
        selectors.DefaultSelector() as selector,
    ):
        selector.register(table.stdout, selectors.EVENT_READ)
        start = time.monotonic()
        now = 0
        while not finished():
            now = int((time.monotonic() - start) * 1_000_000)
            assert now < 20_000_000, events
            table.stdin.write(host.poll(now))
            table.stdin.flush()
            if selector.select(max(0, host.due_us - now) / 1_000_000):
                data = os.read(table.stdout.fileno(), 65536)
                assert data, f"the table died: {events}"
                events += host.feed(data)
        table.stdin.close()
        assert table.wait(10) == 0

    assert [event for event in events if isinstance(event, Welcome)] == [
        Welcome("virtual_9", "0.1.0", 0, 40000, True, 40000)
    ]
    assert [event for event in events if isinstance(event, Fact)] == [
        Fact(n // 3, 0x3FFFFFFF - n, 20, n % 72, n, 255, 65535 - n) for n in range(FACTS)
    ]
    assert [event for event in events if isinstance(event, Result)] == [
        Result(ticket, op) for ticket, (op, _, _) in zip(tickets, COMMANDS, strict=True)
    ]
    assert [event.text for event in events if isinstance(event, Log)] == [
        "table starts",
        *(f"command {op} {zone} {arg}" for op, zone, arg in COMMANDS),
    ]
    assert next(event for event in events if isinstance(event, Beat))[:10] == tuple(range(1, 11))
    assert (host.damaged, host.ignored) == (0, 0)
