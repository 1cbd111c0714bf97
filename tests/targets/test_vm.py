"""The VM target: a VM that dies or hangs is reported, and the firmware runs from source and from .mpy alike."""

import pytest

from host_tools.link.events import Fact
from host_tools.link.session import HostSession
from host_tools.registry import build, sample
from host_tools.targets import vm
from host_tools.targets.names import attributes
from host_tools.targets.stage import flash_names
from host_tools.targets.vm import Vm, VmDied
from host_tools.virtual.tag import Tag
from host_tools.virtual.world import World
from railbird import facts
from railbird_boards.schema import load
from tests.boards.test_schema import LINES


@pytest.fixture
def start(monkeypatch):
    """`start(registry, main)`: a VM on virtual_9 with this registry file and, if given, this main.py."""
    started = []

    def start_vm(registry: bytes, main: str | None = None) -> Vm:
        board = load("virtual_9")
        if main is not None:
            stage = vm.stage

            def staged(folder, *args):
                stage(folder, *args)
                (folder / "main.py").write_text(main)

            monkeypatch.setattr(vm, "stage", staged)
        machine = Vm(World(board), board, registry, lambda _data: None)
        started.append(machine)
        return machine

    yield start_vm
    for machine in started:
        machine.close()


def test_a_vm_that_dies_is_reported_with_its_traceback_and_status(start):
    machine = start(b"this is no registry")
    with pytest.raises(VmDied) as error:
        machine.serve(lambda: False)
    assert "ended with status 1" in str(error.value)
    assert "Traceback" in str(error.value)
    assert "ValueError" in str(error.value)


PORT = """
import json
from railbird.port.virtual import Port

with open("settings.json") as file:
    port = Port(json.load(file))
bus = port.bus((0, 4, 5, 400000))
assert bus.write(0x70, b"\\x04") == 0  # the channel of seat_3
print(bus.clear())
port.line("sr2", 0)
port.line(11, 0)
print(bus.clear())
"""


def test_lines_are_freed_and_driven_through_the_port(start):
    """SDA held in a byte; then the reset lines of a reader and of a multiplexer are low."""
    machine = start(b"", main=attributes(PORT, flash_names()))
    world = machine._world
    world.faults.set("sda_in_byte", "seat_3")
    with pytest.raises(VmDied, match=r"ended with status 0; it printed:\n1\n0$"):
        machine.serve(lambda: False)
    assert [zone for zone, reader in world.readers.items() if reader.chip.held] == ["seat_3"]
    assert [mux.held for mux in world.muxes] == [False, True, False]


def test_a_vm_that_hangs_is_stopped(start, monkeypatch):
    monkeypatch.setattr(vm, "SILENCE_S", 0.5)
    machine = start(b"", main="while True:\n    pass\n")
    with pytest.raises(VmDied, match="asked for nothing"):
        machine.serve(lambda: False)


def test_readers_on_spi_on_a_uart_and_with_irq_lines_through_the_virtual_port():
    tags = sample(5)
    world = World(LINES)
    for zone, code in (("seat_1", 0), ("seat_2", 2), ("muck", 3), ("board_1", 5)):
        world.antenna(zone).place(Tag(tags[code]))
    host, told = HostSession(number=1, epoch_s=0), []

    def hear(data):
        told.extend(event for event in host.feed(data) if isinstance(event, Fact))
        machine.send(host.poll(world.clock.now))

    with Vm(world, LINES, build([(uid, code) for code, uid in tags.items()]), hear) as machine:
        machine.send(host.poll(0))
        machine.serve(lambda: world.clock.now > 5_000_000)
    assert sorted((fact.zone, fact.code) for fact in told if fact.kind == facts.SIGHT) == [
        (1, 0), (2, 2), (41, 5), (52, 3),
    ]  # fmt: skip
