"""A table session and a host session over a cable that drops, doubles, reorders, changes and cuts lines."""

import pytest

from host_tools.link.events import Beat, Fact, Log, Result, Welcome
from host_tools.link.session import HostSession

FACTS = [
    (n // 3, 1000 + 7 * n, 1 + n % 31, n % 72, n % 117, 255 - n % 256, n * 37 % 65536) for n in range(10_000)
]
COMMANDS = [(op, op % 12, op * 257) for op in range(1, 61)]
HOUR_US = 3_600_000_000


@pytest.mark.parametrize(("seed", "bad"), [(1, 0.02), (2, 0.05), (3, 0.05), (4, 0.15)])
def test_every_fact_arrives_once_and_in_order_and_every_command_is_carried_out_once(new_world, seed, bad):
    host = HostSession(number=65_530, epoch_s=0)
    world = new_world(host, FACTS, seed=seed, bad=bad, partial=0.05)
    tickets = [host.command(*command) for command in COMMANDS]

    def done():
        return len(world.facts) >= len(FACTS) and len(world.carried_out) >= len(COMMANDS)

    world.run(10 * HOUR_US, done)
    world.run(world.now + 30_000_000)
    assert world.facts == FACTS
    assert world.carried_out == COMMANDS
    results = [event for event in world.events if isinstance(event, Result)]
    assert results == [Result(ticket, op) for ticket, (op, _, _) in zip(tickets, COMMANDS, strict=True)]
    assert world.table.room() == 64
    assert world.table.settled(10_000) == 10_000
    for line in (world.up, world.down):
        assert min(line.counts.values()) > 0, line.counts
    assert host.damaged > 0
    assert world.table.damaged > 0
    assert host.duplicates > 0
    assert world.table.resends > 0


def test_a_good_cable_needs_no_resend(new_world):
    host = HostSession(number=1, epoch_s=0)
    world = new_world(host, FACTS, seed=5)
    assert world.run(60_000_000, lambda: len(world.facts) == len(FACTS))
    world.run(world.now + 5_000_000)
    assert world.facts == FACTS
    assert (world.table.resends, world.table.damaged, world.table.ignored) == (0, 0, 0)
    assert (host.duplicates, host.early, host.damaged, host.ignored) == (0, 0, 0, 0)
    assert not any(isinstance(event, Log) for event in world.events)
    assert sum(isinstance(event, Welcome) for event in world.events) == 1
    assert 5 <= sum(isinstance(event, Beat) for event in world.events) <= world.now // 1_000_000 + 1


def test_a_cable_pulled_and_put_back_loses_nothing(new_world):
    host = HostSession(number=1, epoch_s=0)
    world = new_world(host, FACTS, seed=6, bad=0.02)
    for cut in (3, 700, 1500):
        assert world.run(HOUR_US, lambda cut=cut: len(world.facts) >= cut)
        world.up.cut = world.down.cut = True
        world.run(world.now + 7_000_000)
        world.up.cut = world.down.cut = False
    assert world.run(HOUR_US, lambda: len(world.facts) >= len(FACTS))
    assert world.facts == FACTS
    welcomes = [event.new_boot for event in world.events if isinstance(event, Welcome)]
    assert welcomes[0] is True
    assert len(welcomes) >= 4
    assert not any(welcomes[1:])


def test_a_table_that_restarts_is_greeted_anew_and_its_facts_start_anew(new_world):
    host = HostSession(number=1, epoch_s=0)
    world = new_world(host, FACTS[:300], seed=7, bad=0.03)
    assert world.run(HOUR_US, lambda: len(world.facts) >= 200)
    world.start(boot_id=4711)

    assert world.run(HOUR_US, lambda: world.facts[-300:] == FACTS[:300])
    greeted = [event.boot_id for event in world.events if isinstance(event, Welcome) and event.new_boot]
    assert greeted == [0xFFE0, 4711]
    of_first_boot = world.facts[:-300]
    assert len(of_first_boot) >= 200
    assert of_first_boot == FACTS[: len(of_first_boot)]
    second = world.events.index(Welcome("virtual_9", "0.1.0", 0, 4711, True, 4711))
    assert sum(isinstance(event, Fact) for event in world.events[:second]) == len(of_first_boot)


def test_hosts_in_turn_share_the_facts_without_loss(new_world):
    first = HostSession(number=100, epoch_s=0)
    world = new_world(first, FACTS[:400], seed=8)
    assert world.run(HOUR_US, lambda: len(world.facts) >= 150)
    taken = len(world.facts)
    world.down.send(world.now, first.poll(world.now))  # it acknowledges, and is gone
    world.host = HostSession(number=200, epoch_s=0)
    assert world.run(HOUR_US, lambda: len(world.facts) >= 400)
    assert world.facts == FACTS[:400]
    assert taken < 400


def test_a_host_that_comes_late_gets_everything(new_world):
    host = HostSession(number=1, epoch_s=0)
    world = new_world(host, FACTS[:100], seed=9)
    world.up.cut = world.down.cut = True
    world.run(60_000_000)
    assert world.table.room() == 0
    assert world.applied == 64
    world.up.cut = world.down.cut = False
    assert world.run(HOUR_US, lambda: len(world.facts) >= 100)
    assert world.facts == FACTS[:100]


def test_the_same_seed_gives_the_same_events(new_world):
    runs = []
    for _ in range(2):
        host = HostSession(number=1, epoch_s=0)
        world = new_world(host, FACTS[:200], seed=10, bad=0.1, partial=0.1)
        assert world.run(HOUR_US, lambda world=world: len(world.facts) >= 200)
        runs.append((world.now, world.events))
    assert runs[0] == runs[1]
