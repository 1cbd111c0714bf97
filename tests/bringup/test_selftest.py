"""The self-test: every fault of the world that can be seen without a card has a symptom, and is found where it is."""

import contextlib
from collections.abc import Iterator

import pytest

from host_tools.bringup.bench import at_bench
from host_tools.bringup.selftest import Finding, Measured, judge, measure, parts
from host_tools.bringup.simulated import simulated, with_mcu
from host_tools.bringup.symptoms import FAIL, NOTE, PASS, SKIP, SYMPTOMS
from host_tools.virtual.faults import FAULTS
from railbird_boards.schema import load
from tests.bringup.conftest import BOARD

# What each fault looks like from outside, by what it does (`railbird faults`), and how bad that is for a table.
AT_READERS = {
    "unplugged": ("absent", FAIL),
    "latched_nack": ("absent", FAIL),
    "no_power": ("absent", FAIL),
    "leads_swapped": ("absent", FAIL),
    "no_pull_up_there": ("lines_low_there", FAIL),
    "no_wake": ("absent", NOTE),
    "mute": ("silent", NOTE),
    "zombie": ("unanswering", NOTE),
    "brown_out_freeze": ("silent", FAIL),
    "error_frame": ("error_frames", FAIL),
    "late_reply": ("late", FAIL),
    "bit_shift": ("repeats", NOTE),
    "bad_checksum": ("repeats", NOTE),
    "cut_reply": ("repeats", NOTE),
    "stale_frame": ("repeats", NOTE),
    "stretching": ("stretches", NOTE),
    "stretching_too_long": ("stretches_too_long", FAIL),
    "bus_free": ("pauses", NOTE),
    "nack_window": ("pauses", NOTE),
    "poll_nack": ("pauses", NOTE),
    "scl_held": ("scl_low_there", FAIL),
    "sda_in_byte": ("sda_low_there", NOTE),
    "sda_held": ("sda_low_there", NOTE),
    "field_stuck_off": ("no_field", FAIL),
    "field_stuck_on": ("field_stays", FAIL),
    "reset_unwired": ("reset_unwired", FAIL),
}
ALONE = {
    "channel_welded": ("seat_3", "seat_3", "never_shut"),
    "mux_silent": ("mux 0", "mux 0", "mux_silent"),
    "mux_reset_unwired": ("mux 0", "mux 0", "mux_reset_unwired"),
    "scl_stuck": ("bus 0", "bus 0", "scl_low"),
    "sda_stuck": ("bus 0", "bus 0", "sda_low"),
    "no_pull_up": ("bus 0", "bus 0", "lines_low"),
    "bus_swapped": ("bus 0", "mux 0", "mux_silent"),  # which hangs alone on the bus of the small board
}
NOT_SEEN = {
    "needs a card": (
        "mute_after_lists", "stuck_status", "rf_status", "halt_ineffective", "no_latecomers", "shifted_uid",
        "truncated_uid", "swallowed_reqa", "rf_loss", "weak_antenna", "metal_cover", "rf_loading", "tag_flees",
        "heard_next_door", "duplicate_uid", "random_uid", "too_many_tags", "tag_with_ats",
    ),
    "the driver copes, and nothing shows": (
        "long_preamble", "no_preamble", "reset_slow", "brown_out", "ready_flickers", "channel_left_open", "other_errno",
    ),
    "a chip that slept forgets it as it wakes": ("lost_command",),
    "only a read that comes too early provokes it": ("clock_lock_up",),
    "no reader of the small board hangs on SPI or a UART": ("miso_driven", "spi_pause", "baud_left_high", "hsu_pause"),
}  # fmt: skip


@contextlib.contextmanager
def struck(table, faults) -> Iterator[None]:
    """These (fault, place) stand meanwhile."""
    with table.parts.felt() as world:
        for name, place in faults:
            world.faults.set(name, place)
    try:
        yield
    finally:
        with table.parts.felt() as world:
            for name, place in faults:
                world.faults.clear(name, place)


def findings(table, bench, faults=()) -> list[Finding]:
    with struck(table, faults):
        return judge(bench.board, measure(bench, table.shows, lambda _: None))


def test_every_fault_of_the_world_has_its_symptom_or_a_reason_for_having_none():
    unseen = [name for names in NOT_SEEN.values() for name in names]
    assert sorted([*AT_READERS, *ALONE, *unseen]) == sorted(FAULTS)


def test_a_clean_board_passes_in_every_part(bench_table, bench):
    found = findings(bench_table, bench)
    assert [finding.part for finding in found] == [
        "bus 0", "mux 0", "seat_1", "seat_2", "seat_3", "seat_4", "board_1", "board_4", "board_5", "muck", "strip",
        "buzzer",
    ]  # fmt: skip
    assert {finding.level for finding in found} == {PASS}, found


NAMES = list(AT_READERS)


@pytest.mark.parametrize("some", [NAMES[at : at + 4] for at in range(0, len(NAMES), 4)], ids=" ".join)
def test_a_fault_of_a_reader_is_found_at_that_reader(bench_table, bench, some):
    """Four at a time, at seats 1 and 3, the first board place and the muck: none of them couple. What nine clocks free
    is not put at the muck, whose channel is opened, and cleared, to test the multiplexer.
    """
    zones = ("seat_1", "seat_3", "board_1", "muck")
    found = findings(bench_table, bench, list(zip(some, zones, strict=False)))
    for name, zone in zip(some, zones, strict=False):
        symptom, level = AT_READERS[name]
        own = [(finding.symptom, finding.level) for finding in found if finding.part == zone]
        assert (symptom, level) in own, (name, own)
        assert set(own) <= {(symptom, level), ("reset_unwired", FAIL)}, (name, own)
    sound = [finding for finding in found if finding.part in ("seat_2", "seat_4", "board_4", "board_5")]
    assert {finding.symptom for finding in sound} <= {"", "field_beside"}


@pytest.mark.parametrize("name", ALONE)
def test_a_fault_of_the_wires_is_found_where_it_is_and_what_stands_behind_is_not_blamed(
    bench_table, bench, name
):
    place, part, symptom = ALONE[name]
    found = findings(bench_table, bench, [(name, place)])
    assert [finding.part for finding in found if finding.symptom == symptom] == [part]
    others = {finding.level for finding in found if finding.part != part}
    assert others <= {PASS, SKIP}, found


def test_a_finding_names_its_lead(bench_table, bench):
    found = findings(bench_table, bench, [("unplugged", "seat_2"), ("reset_unwired", "muck")])
    leads = {finding.part: finding.leads for finding in found if finding.leads}
    assert leads == {
        "seat_2": ("mux 0 SD1, SC1 to seat_2 SDA, SCL",),
        "muck": ("shift register 0 QH to muck RSTPD_N",),
    }


def test_reset_leads_that_are_swapped_are_named():
    rows = list(BOARD["readers"])
    rows[0], rows[2] = (*rows[0][:6], "sr2"), (*rows[2][:6], "sr0")
    soldered = {**BOARD, "readers": tuple(rows)}
    with simulated(BOARD, soldered=soldered) as table, at_bench(table.port) as bench:
        found = judge(BOARD, measure(bench, table.shows, lambda _: None))
    wrong = {finding.part: (finding.symptom, finding.says) for finding in found if finding.level != PASS}
    assert wrong == {
        "seat_1": ("reset_swapped", "its reset line resets another: seat_3"),
        "seat_3": ("reset_swapped", "its reset line resets another: seat_1"),
    }


# -- judged by rows written by hand ---------------------------------------------------------------------------

WELL = [0, 15, 0, 0, 9, 0, 2000, 0x32, 1, 6, 7, 0, 0]
HEARD = [0, 3, 8, 0, 70]


def measured(board, **changed) -> Measured:
    """A board on which all is well, but for this."""
    n = len(board["readers"])
    muxes = {}
    for m, row in enumerate(board["muxes"]):
        beside = [k for k, other in enumerate(board["muxes"]) if other[0] == row[0]]
        used = {reader[3] for reader in board["readers"] if reader[2] == m}
        bit = 1 << max(set(range(8)) - used, default=7)
        muxes[m] = [0, bit, *(0 if k == m else bit for k in beside)]
    well = Measured(
        {k: [3, 0, 5] for k in range(len(board["buses"]))},
        muxes,
        {},
        {i: list(HEARD) for i in range(n)},
        {i: list(WELL) for i in range(n)},
        {i: [int(j != i) for j in range(n)] for i in range(n)},
        {},
        {},
    )
    return well._replace(**changed)


def wrong(board, found):
    return {
        finding.part: finding.symptom for finding in judge(board, found) if finding.level not in (PASS, SKIP)
    }


CASINO = with_mcu(load("casino_11"))


def test_rows_of_a_sound_table_are_no_finding():
    assert wrong(CASINO, measured(CASINO)) == {}
    assert len(parts(CASINO)) == 2 + 3 + 22


def test_two_multiplexers_at_one_address():
    """The one at 0x71 is set to 0x70: nobody answers there, and its bus cannot be used."""
    found = measured(CASINO)
    found.muxes[1] = [5, -1, 0, -1]
    assert wrong(CASINO, found) == {"mux 1": "mux_silent"}
    row = next(finding for finding in judge(CASINO, found) if finding.part == "mux 1")
    assert "two at one address?" in row.look
    assert row.leads == ("bus 0 SDA, SCL to mux 1 SDA, SCL", "mcu GPIO 11 to mux 1 RESET")
    skipped = {finding.part for finding in judge(CASINO, found) if finding.level == SKIP}
    assert skipped == {row[0] for row in CASINO["readers"] if row[1] == 0}


def test_a_bus_whose_leads_are_swapped_is_one_finding_and_says_what_looks_the_same():
    """Both multiplexers of bus 0 are silent and its lines are high; the third, on bus 1, is well."""
    found = measured(CASINO)
    found.muxes[0] = [5, -1, -1, -1]
    found.muxes[1] = [5, -1, -1, -1]
    assert wrong(CASINO, found) == {"bus 0": "bus_deaf"}
    row = next(finding for finding in judge(CASINO, found) if finding.part == "bus 0")
    assert "swapped" in row.look
    assert "supply" in row.look
    skipped = {finding.part: finding.says for finding in judge(CASINO, found) if finding.level == SKIP}
    assert skipped == dict.fromkeys(
        ["mux 0", "mux 1", *(row[0] for row in CASINO["readers"] if row[1] == 0)],
        "not reached: nobody answers on bus 0",
    )


def test_lines_that_never_rise_want_pull_ups_and_one_that_does_has_a_short():
    found = measured(CASINO)
    for levels, symptom in ((0, "lines_low"), (1, "scl_low"), (2, "sda_low")):
        found.lines[1] = [levels, 1, 110]
        found.muxes.pop(2, None)
        assert wrong(CASINO, found) == {"bus 1": symptom}


def test_multiplexers_whose_resets_are_swapped():
    found = measured(CASINO)
    found.muxes[0][2:] = [128, 0]
    found.muxes[1][2:] = [0, 128]
    assert wrong(CASINO, found) == {"mux 0": "mux_reset_swapped", "mux 1": "mux_reset_swapped"}


def test_resets_that_are_swapped_by_their_rows():
    found = measured(BOARD)
    found.holds[0] = [1, 1, 0, 1, 1, 1, 1, 1]
    found.holds[2] = [0, 1, 1, 1, 1, 1, 1, 1]
    assert wrong(BOARD, found) == {"seat_1": "reset_swapped", "seat_3": "reset_swapped"}


def test_readers_that_have_no_supply_are_one_finding_at_their_multiplexer_too():
    found = measured(CASINO)
    gone = [i for i, row in enumerate(CASINO["readers"]) if row[2] == 2]
    for i in gone:
        found.segments[i] = [0, 3, 0, 5, 9999999]
        found.probes[i] = [1, 1, 9, 5, 0, 0, 9999999, 0, 0, 0, 0, 0, 0]
    for row in found.holds.values():
        for i in gone:
            row[i] = 0
    assert wrong(CASINO, found)["mux 2"] == "mux_empty"
    assert {wrong(CASINO, found)[zone] for zone in ("burn", "muck", "count", "park", "rake", "pot")} == {
        "absent"
    }


def test_another_chip_and_a_bridge_between_two_resets():
    found = measured(BOARD)
    found.probes[1][7] = 0x07
    found.holds[4] = [1, 1, 1, 1, 0, 0, 1, 1]
    assert wrong(BOARD, found) == {"seat_2": "not_pn532", "board_1": "reset_bridged"}


def test_a_reader_whose_bus_hangs_once_it_is_talked_to():
    """Polled it is well; then it locks up, and the multiplexer's reset frees the bus."""
    found = measured(BOARD)
    found.probes[1] = [1, 1, 1, -1, 1, 0, 9999999, 0, 0, 0, 0, 0, 0]
    assert wrong(BOARD, found) == {"seat_2": "hangs_bus"}


def test_a_reader_that_refuses_every_other_poll_wants_longer_pauses():
    found = measured(BOARD)
    found.segments[2] = [0, 3, 4, 5, 70]
    assert wrong(BOARD, found) == {"seat_3": "pauses"}


def test_fields_that_nobody_explains_are_foreign():
    """Seats 1 and 4 do not couple: no single reader of the table can be what both see."""
    found = measured(BOARD)
    found.probes[0][12] = found.probes[3][12] = 1
    assert wrong(BOARD, found) == {"seat_1": "foreign_field", "seat_4": "foreign_field"}


def test_an_output_that_stays_dark_and_one_that_nobody_looked_at():
    found = measured(BOARD, outputs={"strip": False, "buzzer": None})
    judged = {finding.part: finding for finding in judge(BOARD, found)}
    assert judged["strip"].symptom == "dark"
    assert judged["strip"].leads == ("mcu GPIO 16 to light strip DIN",)
    assert (judged["buzzer"].level, judged["buzzer"].says) == (SKIP, "nobody looked")


def test_every_symptom_says_what_it_is_and_where_to_look():
    assert all(row.says and row.look for row in SYMPTOMS.values())
