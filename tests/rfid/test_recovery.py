"""Readers in trouble under the scanner: what is done about it, in which order, and that nobody else suffers.

What the scanner says under each fault of the world is in test_faults.py.
"""

import pytest

from host_tools.virtual.faults import FAULTS
from railbird import facts
from railbird.rfid import chip
from railbird.rfid.steps import (
    ABORTED,
    CHIP_RESET,
    CLOCKED,
    MUX_RESET,
    OFFLINE,
    REPLAYED,
    RESENT,
    STEPS,
)
from tests.rfid.test_scanner import MS, Felt, S

DEAD = ("seat_2", "seat_3", "board_1", "burn", "pot")
KINDS = {
    "unplugged": chip.BUS,  # NACK
    "mute": chip.SILENT,
    "zombie": chip.SILENT,
    "scl_held": chip.BUS,  # the clock held
}


def made_dead(felt, kind, zones):
    """For good, no reset helps; but not while their field is on, which would silence others."""
    for zone in zones:
        while felt.world.antenna(zone).on:
            felt.run(1 * MS)
        felt.world.faults.set("reset_unwired", zone)
        felt.world.faults.set(kind, zone)


def first_steps(felt, us):
    """The steps taken from now on, in the order in which each came first."""
    order = []
    end = felt.clock.now + us
    while felt.clock.now < end:
        felt.run(500)
        for step in range(STEPS):
            if felt.scanner.steps[step] and step not in order:
                order.append(step)
    return order


# -- the order of the steps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("brown_out_freeze", [RESENT, ABORTED, CHIP_RESET, OFFLINE]),  # a chip that is silent
        ("unplugged", [ABORTED, CHIP_RESET, OFFLINE]),  # one that is not there: nobody to whom to send again
        ("error_frame", [ABORTED, REPLAYED, CHIP_RESET, OFFLINE]),  # one that talks nonsense
        ("scl_held", [CLOCKED, MUX_RESET, CHIP_RESET, OFFLINE]),
    ],
)
def test_each_step_comes_when_the_one_before_it_did_not_help(name, steps):
    felt = Felt("virtual_9", seed=21)
    felt.fill_seats()
    felt.run(3 * S)
    assert felt.scanner.steps == [0] * STEPS
    felt.world.faults.set(name, "seat_3")
    order = first_steps(felt, 5 * S)
    assert [step for step in order if step in steps] == steps
    assert felt.scanner.steps[OFFLINE] == 1


def test_a_lost_command_is_sent_once_more_after_15_ms(make_felt):
    felt = make_felt()
    felt.place("04a1b2c3d4e5f6")
    assert felt.look() == ["04a1b2c3d4e5f6"]
    felt.trunk.log.clear()
    felt.chip.lose_next()
    assert felt.look() == ["04a1b2c3d4e5f6"]
    assert (felt.reader.outcome, felt.reader.complete) == (chip.OK, True)
    assert felt.trunk.sent() == ["4a0100", "4a0100", "4400", "4a0100", "320100"]
    lost, again = [row.began for row in felt.trunk.log if row.kind == "W"][:2]
    assert 15 * MS < again - lost < 19 * MS
    assert felt.trunk.steps == [1, 0, 0, 0, 0, 0, 0, 0]


def test_what_waits_after_an_abort_is_thrown_away(scripted):
    """Two frames that nobody asked for; not read unless the status says that there is something (row 37)."""
    bench = scripted()
    bench.look()
    bench.trunk.log.clear()
    bench.chip.answers("4a0100", "0000ff01ff7f8100")
    write = bench.chip.write

    def leave_frames(addr, buf):
        error = write(addr, buf)
        if bytes(buf).hex() == "0000ff00ff00":
            for _ in range(2):
                bench.chip.stale("0000ff02fed5331234")
        return error

    bench.chip.write = leave_frames
    bench.look()
    assert bench.reader.outcome == chip.CHIP
    at = next(k for k, row in enumerate(bench.trunk.log) if row.kind == "W" and len(row.data) == 6)
    drained = bench.trunk.log[at + 1 : at + 6]
    assert [(row.kind, len(row.data)) for row in drained] == [
        ("R", 1),
        ("R", 26),
        ("R", 1),
        ("R", 26),
        ("R", 1),
    ]
    assert drained[0].began - bench.trunk.log[at].ended >= 10 * MS
    assert bench.trunk.log[at + 6].data.hex() == "0000ff05fbd4140114010200"  # SAMConfiguration


# -- dead readers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_dead_readers_are_unknown_and_delay_nobody(kind):
    """Five of each kind cost less than 20 percent of a round. When they answer again they are back in two seconds."""
    felt = Felt(seed=14)
    felt.fill_seats()
    felt.run(4 * S)
    rounds = felt.scanner.rounds
    felt.run(6 * S)
    healthy = felt.scanner.rounds - rounds
    felt.inputs.clear()
    before = list(felt.scanner.outcomes)
    made_dead(felt, kind, DEAD)
    felt.run(4 * S)
    assert sorted(felt.said("state")) == sorted((zone, facts.STATE_UNKNOWN) for zone in DEAD)
    rounds = felt.scanner.rounds
    felt.run(6 * S)
    assert felt.scanner.rounds - rounds >= 0.8 * healthy
    assert [k for k in range(1, 5) if felt.scanner.outcomes[k] > before[k]] == [KINDS[kind]]
    assert felt.scanner.steps[OFFLINE] == len(DEAD)
    for zone in DEAD:
        felt.world.faults.clear(kind, zone)
    felt.run(2 * S)
    wanted = [(zone, facts.STATE_UNKNOWN) for zone in DEAD] + [(zone, facts.STATE_OK) for zone in DEAD]
    assert sorted(felt.said("state")) == sorted(wanted)
    assert [row for row in felt.inputs if row[1] != "state"] == []  # nothing was lifted, nothing moved
    assert felt.world.counters()["coupled_on"] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_beside_a_dead_reader_is_seen_in_time(kind):
    felt = Felt(seed=15)
    felt.run(2 * S)
    made_dead(felt, kind, ("seat_4",))
    felt.run(3 * S)
    for seat in (3, 5):
        felt.expect(f"seat_{seat}")
        felt.run(600 * MS)
        felt.lay(seat, f"seat_{seat}")
        landed = felt.clock.now
        felt.run(1 * S)
        assert felt.said("sight")[-1] == (f"seat_{seat}", seat)
        assert felt.inputs[-1][0] - landed < 200 * MS


@pytest.mark.parametrize("kind", KINDS)
def test_whenever_a_reader_dies_nothing_is_lifted(kind):
    """Its field may stay on, and then those beside it hear nothing."""
    for after in range(0, 250, 50):
        felt = Felt("virtual_9", seed=after)
        felt.fill_seats()
        felt.run(2 * S + after * MS)
        felt.inputs.clear()
        felt.world.faults.set("reset_unwired", "seat_3")
        felt.world.faults.set(kind, "seat_3")
        felt.run(3 * S)
        assert {row[1:3] for row in felt.inputs} <= {("state", f"seat_{k}") for k in (2, 3, 4)}
        assert ("seat_3", facts.STATE_UNKNOWN) in felt.said("state")


def test_a_board_that_is_all_dead_costs_little():
    felt = Felt()
    for reader in felt.world.readers.values():
        reader.i2c.plug(False)
    felt.run(5 * S)
    assert len(felt.said("state")) == 22
    before = felt.scanner.transactions
    felt.run(10 * S)
    # Each tries again every 0.8 s, ten times within 15 ms.
    assert felt.scanner.transactions - before < 22 * 13 * 11


def test_a_hung_bus_costs_the_other_nothing():
    """One probe a round: what hangs on the other bus is scanned as if it were alone."""
    felt = Felt(seed=16)
    felt.run(3 * S)
    felt.world.faults.set("scl_stuck", "bus 0")
    felt.run(3 * S)
    bus = felt.world.buses[0]
    transactions, wire = bus.transactions, bus.wire_us
    felt.run(3 * S)
    assert (bus.transactions - transactions, bus.wire_us - wire) == (0, 0)
    felt.expect("burn")
    felt.run(300 * MS)
    felt.lay(1, "burn")
    felt.run(200 * MS)
    assert felt.said("sight") == [("burn", 1)]


# -- what cannot be believed --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["field_stuck_off", "field_stuck_on"])
def test_a_card_is_lifted_all_the_same_once_the_field_obeys(name):
    felt = Felt("virtual_9", seed=17)
    felt.fill_seats()
    felt.run(3 * S)
    felt.inputs.clear()
    felt.world.faults.set(name, "seat_3")
    felt.run(6 * S)
    felt.lift(68)
    felt.run(2 * S)
    assert felt.said("lift") == []
    felt.world.faults.clear(name, "seat_3")
    felt.run(4 * S)
    assert felt.said("lift") == [("seat_3", 68)]
    assert felt.said("state")[-1][1] == facts.STATE_OK


def test_a_foreign_tag_evicts_no_card_from_a_full_passing_zone():
    felt = Felt("virtual_9", seed=18)
    felt.run(2 * S)
    felt.expect("burn", 3)
    felt.lay(1, "burn")
    felt.run(1 * S)
    for _ in range(10):
        felt.world.faults.set("too_many_tags", "burn")
        felt.run(300 * MS)
        felt.world.faults.clear("too_many_tags", "burn")
    assert ("burn", 1) not in felt.said("lift")


# -- the supply ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 3])
def test_no_more_fields_are_on_than_the_board_says(most):
    felt = Felt(seed=19, max_fields_on=most)
    felt.fill_seats()
    seen = 0
    for _ in range(3000):
        felt.run(1 * MS)
        seen = max(seen, sum(reader.antenna.on for reader in felt.world.readers.values()))
    assert seen == most
    felt.run(6 * S)
    assert len(felt.said("sight")) == 22
    made_dead(felt, "mute", ("seat_2", "seat_5"))
    for _ in range(2000):
        felt.run(1 * MS)
        assert sum(reader.antenna.on for reader in felt.world.readers.values()) <= most
    assert felt.scanner.rounds > 3


def test_every_kind_of_dead_reader_is_a_fault_of_the_world():
    assert set(KINDS) <= set(FAULTS)
