"""Listing, halting and talking to tags through the chip (pn532.md 1.7, 2)."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.virtual.field import FANNED, FLUSH
from host_tools.virtual.options import ChipOptions
from host_tools.virtual.tag import HALT, POWER_OFF, Tag
from host_tools.virtual.timing import HIGH, LOW, MID

NTAG = bytes.fromhex("04112233445566")
LIST_NTAG = "4b0101" + "0044" + "00" + "07" + NTAG.hex()
NONE = "4b00"


def near(us, expected):
    """Within one poll of what it should be."""
    return 0 <= us - expected <= 158


@pytest.mark.parametrize(
    ("uid", "fields", "target"),
    [
        (NTAG, {}, "00440007" + NTAG.hex()),
        (bytes.fromhex("a1b2c3d4"), {}, "00040804a1b2c3d4"),
        (bytes.fromhex("a1b2c3d4"), {"atqa": 0x0002, "sak": 0x18}, "00021804a1b2c3d4"),
        (bytes.fromhex("04010203040506070809"), {}, "0084000a04010203040506070809"),
        (bytes.fromhex("88010203"), {}, "0004080488010203"),
        (bytes.fromhex("08010203"), {}, "0004080408010203"),
    ],
)
def test_target_data(prompt_bench, uid, fields, target):
    """SENS_RES is sent high byte first; the UID without cascade tags."""
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(uid, **fields))
    assert bench.command("4a0100") == "4b0101" + target


def test_whole_frame_of_an_ntag(prompt_bench):
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(NTAG))
    bench.send(bytes.fromhex("4a0100"))
    bench.clock.advance(30_000)
    raw = bench.read(23)[1]
    body = bytes.fromhex("d54b01010044 0007") + NTAG
    assert raw == b"\x01" + bytes.fromhex("0000ff0ff1") + body + bytes((-sum(body) & 0xFF, 0))


@pytest.mark.parametrize(
    ("profile", "first", "found", "empty", "deselect"),
    [(LOW, 15, 8, 6, 3), (MID, 21, 10, 24, 4), (HIGH, 30, 14, 30, 6)],
)
def test_latencies_of_each_profile(prompt_bench, profile, first, found, empty, deselect):
    """Milliseconds of the timing table; the chip makes two tries, so an empty list takes twice the try."""
    times = ("ack_us", "config_us", "list_first_us", "list_found_us", "list_empty_us", "deselect_us")
    bench = prompt_bench(**{name: getattr(profile, name) for name in times}).normal()
    bench.antenna.place(Tag(NTAG), FLUSH)
    bench.antenna.place(Tag(NTAG[:6] + b"\x67"), FLUSH)
    steps = [
        ("4a0100", first),
        ("4400", deselect),
        ("4a0100", found),
        ("4400", deselect),
        ("4a0100", 2 * empty),
    ]
    for pd, milliseconds in steps:
        response = bench.command(pd)
        assert near(bench.took, milliseconds * 1000), pd
    assert response == NONE


@pytest.mark.parametrize(("retries", "tries"), [("00", 1), ("01", 2), ("05", 6)])
def test_an_empty_field_takes_one_try_more_than_retries(prompt_bench, retries, tries):
    bench = prompt_bench().normal()
    bench.command("3205ff01" + retries)
    assert bench.command("4a0100") == NONE
    assert near(bench.took, tries * 24_000)
    assert bench.chip.initiator.retries == tries - 1


def test_without_a_limit_it_waits_until_a_tag_comes(prompt_bench):
    """MxRtyPassiveActivation FF, the value after power-up. The tag arrives in the third try and is found by
    the next one that has not asked yet: 48 + 10 ms."""
    bench = prompt_bench()
    bench.command("140114")
    bench.send(bytes.fromhex("4a0100"))
    bench.clock.at(bench.started + 48_000 + 5000, lambda: bench.antenna.place(Tag(NTAG)))
    assert bench.response().hex() == LIST_NTAG
    assert near(bench.took, 58_000)


@pytest.mark.parametrize(
    ("arrives", "ends"), [(0, 21_000), (16_900, 21_000), (17_100, 34_000), (23_000, 34_000)]
)
def test_a_tag_that_arrives_is_asked_by_the_try_that_runs_then(prompt_bench, arrives, ends):
    """Field off before: REQA of the first try goes out 4 ms (a 7-byte activation on air) before 21 ms; the
    second try runs from 24 to 34 ms."""
    bench = prompt_bench().normal()
    bench.send(bytes.fromhex("4a0100"))
    bench.clock.at(bench.started + arrives, lambda: bench.antenna.place(Tag(NTAG)))
    assert bench.response().hex() == LIST_NTAG
    assert near(bench.took, ends)


@pytest.mark.parametrize(
    ("leaves", "seen"), [(16_900, False), (18_000, False), (20_900, False), (21_100, True)]
)
def test_a_tag_that_leaves_before_the_try_ends_is_not_found(prompt_bench, leaves, seen):
    bench = prompt_bench().normal()
    card = Tag(NTAG)
    bench.antenna.place(card)
    bench.send(bytes.fromhex("4a0100"))
    bench.clock.at(bench.started + leaves, lambda: bench.antenna.remove(card))
    assert bench.response().hex() == (LIST_NTAG if seen else NONE)


def test_field_stays_on_after_a_list_and_goes_off_when_told(prompt_bench):
    bench = prompt_bench().normal()
    bench.command("4a0100")
    assert bench.antenna.on
    bench.command("320100")
    assert not bench.antenna.on


def test_a_reader_that_halts_nothing_loses_every_second_list(prompt_bench):
    """Adafruit-PN532#52 with one try per command; a second try cures it."""
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(NTAG))
    bench.command("3205ff0100")
    assert [bench.command("4a0100") for _ in range(4)] == [LIST_NTAG, NONE, LIST_NTAG, NONE]
    bench.command("3205ff0101")
    assert [bench.command("4a0100") for _ in range(4)] == [LIST_NTAG] * 4


def look(bench, most=12):
    """List one, halt it, list again: the UIDs in order, until none is left or `most` were seen."""
    uids = []
    while len(uids) < most:
        got = bytes.fromhex(bench.command("4a0100"))
        if got[1] == 0:
            break
        uids.append(got[7 : 7 + got[6]])
        assert bench.command("4400") == "4500"
    bench.command("320100")
    bench.clock.advance(5000)
    return uids


def on_air(uid):
    """Every bit a tag sends in anticollision, in the order it sends them: each byte's low bit first."""
    tagged = {4: uid, 7: b"\x88" + uid, 10: b"\x88" + uid[:3] + b"\x88" + uid[3:]}[len(uid)]
    return [byte >> i & 1 for byte in tagged for i in range(8)]


PREFIXES = st.binary(min_size=0, max_size=6)


@st.composite
def uid_sets(draw):
    """One to four different UIDs of mixed lengths that share prefixes of any number of bits."""
    uids = []
    stem = draw(st.binary(min_size=10, max_size=10).filter(lambda stem: stem[0] not in (0x88, 0x89, 0x08)))
    for _ in range(draw(st.integers(1, 4))):
        size = draw(st.sampled_from((4, 7, 7, 10)))
        uid = bytearray(stem[:size])
        for bit in draw(st.sets(st.integers(0, 8 * size - 1), max_size=3)):
            uid[bit // 8] ^= 1 << bit % 8
        if uid[0] != 0x88 and uid[3] != 0x88 and bytes(uid) not in uids:
            uids.append(bytes(uid))
    return uids or [NTAG]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(uids=uid_sets())
def test_every_tag_is_found_once_in_the_order_of_its_bits(prompt_bench, uids):
    """At a collision the chip follows the tags that sent a 1, so the UIDs come out in descending bit order; a
    second look after the field was off finds the same."""
    bench = prompt_bench().normal()
    for uid in uids:
        bench.antenna.place(Tag(uid), FANNED)
    expected = sorted(uids, key=on_air, reverse=True)
    assert look(bench) == expected
    assert look(bench) == expected


def test_the_other_branch_is_a_switch(prompt_bench):
    uids = [NTAG[:6] + bytes((n,)) for n in (1, 2, 3)]
    bench = prompt_bench(ChipOptions(collision_bit=0)).normal()
    for uid in uids:
        bench.antenna.place(Tag(uid))
    assert look(bench) == sorted(uids, key=on_air)


def test_two_tags_of_one_uid_count_once(prompt_bench):
    """libnfc#365."""
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(NTAG))
    bench.antenna.place(Tag(NTAG))
    assert look(bench) == [NTAG]


def test_overload_hides_a_tag_without_an_error(prompt_bench):
    bench = prompt_bench().normal()
    uids = [NTAG[:6] + bytes((n,)) for n in range(3)]
    for uid in uids:
        bench.antenna.place(Tag(uid), FLUSH)
    assert sorted(look(bench)) == uids[:2]


def test_max_tg_two_alternates(prompt_bench):
    """NXP 481864 and rfid-tables.md 1: two tags give 2, 1, 0, 2, 1, 0."""
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(NTAG))
    bench.antenna.place(Tag(NTAG[:6] + b"\x67"))
    counts = []
    for _ in range(6):
        counts.append(bytes.fromhex(bench.command("4a0200"))[1])
        bench.command("320100")
        bench.clock.advance(5000)
    assert counts == [2, 1, 0, 2, 1, 0]


def test_max_tg_two_of_a_sound_chip(prompt_bench):
    bench = prompt_bench(ChipOptions(two_target_pattern=())).normal()
    other = NTAG[:6] + b"\x67"
    bench.antenna.place(Tag(NTAG))
    bench.antenna.place(Tag(other))
    first, second = sorted((NTAG, other), key=on_air, reverse=True)
    assert bench.command("4a0200") == "4b02" + "0100440007" + first.hex() + "0200440007" + second.hex()
    assert near(bench.took, 31_000)
    assert bench.command("04") == "05000002010000000200000000"


def test_ineffective_halt_shows_the_same_tag_for_ever_and_raw_halt_helps(prompt_bench):
    """libnfc#476, and the fallback of pn532.md 2.3."""
    bench = prompt_bench(ChipOptions(halt_effective=False)).normal()
    bench.antenna.place(Tag(NTAG))
    assert look(bench, most=5) == [NTAG] * 5
    assert bench.command("4a0100") == LIST_NTAG
    assert bench.command("425000") == "4301"
    assert bench.command("4a0100") == NONE


def test_unknown_targets_are_not_in_context(prompt_bench):
    bench = prompt_bench().normal()
    assert bench.command("5401") == "5527"
    assert bench.command("4401") == "4527"
    assert bench.command("40013004") == "4127"
    assert bench.command("04") == "0527000000"
    assert bench.command("4400") == "4500"


def test_release_forgets_and_deselect_remembers(prompt_bench):
    bench = prompt_bench().normal()
    card = Tag(NTAG)
    bench.antenna.place(card)
    bench.command("4a0100")
    assert bench.command("4401") == "4500"
    assert card.state == HALT
    assert bench.command("04") == "050000010100000000"
    assert bench.command("5401") == "5500"
    assert bench.command("5200") == "5300"
    assert card.state == HALT
    assert bench.command("04") == "0500000000"


def test_read_of_a_page_and_of_a_deselected_target(prompt_bench):
    bench = prompt_bench().normal()
    memory = bytes(range(180))
    bench.antenna.place(Tag(NTAG, memory=memory))
    bench.command("4a0100")
    assert bench.command("40013004") == "4100" + memory[16:32].hex()
    bench.command("4400")
    assert bench.command("40013005") == "4100" + memory[20:36].hex()
    assert bench.command("423006") == "4300" + memory[24:40].hex()


def test_an_exchange_without_an_answer_takes_the_retry_timeout(prompt_bench):
    """RFConfiguration item 02: 100 us * 2**(n-1); 0A after power-up, 51.2 ms. 0 waits until aborted."""
    bench = prompt_bench().normal()
    card = Tag(NTAG)
    bench.antenna.place(card)
    bench.command("4a0100")
    bench.antenna.remove(card)
    assert bench.command("40013004") == "4101"
    assert near(bench.took, 51_200)
    bench.command("3202000b08")
    assert bench.command("40013004") == "4101"
    assert near(bench.took, 12_800)
    bench.command("3202000b00")
    assert bench.command("40013004", within_us=5_000_000) is None


def test_a_known_uid_selects_its_tag_among_others(prompt_bench):
    """InitiatorData holds the UID with its cascade tag (pn532.md 1.7)."""
    bench = prompt_bench().normal()
    other = bytes.fromhex("04112233ff5566")
    third = bytes.fromhex("a1b2c3d4")
    for uid in (NTAG, other, third):
        bench.antenna.place(Tag(uid))
    for uid, data in ((NTAG, b"\x88" + NTAG), (third, third), (other, b"\x88" + other)):
        assert bytes.fromhex(bench.command("4a0100" + data.hex()))[7:] == uid
        bench.command("4400")
    assert bench.command("4a0100" + (b"\x88" + NTAG[:6] + b"\x99").hex()) == NONE


@pytest.mark.parametrize("modulation", ["01", "02", "03", "04"])
def test_other_modulations_find_no_type_a_tag(prompt_bench, modulation):
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(NTAG))
    assert bench.command("4a01" + modulation) == NONE


def test_iso_dep_target_with_and_without_automatic_rats(prompt_bench):
    bench = prompt_bench().normal()
    ats = "0578807002"
    card = Tag(NTAG, atqa=0x0344, sak=0x20, ats=bytes.fromhex(ats))
    bench.antenna.place(card)
    assert bench.command("4a0100") == "4b010103442007" + NTAG.hex()
    bench.command("4400")
    assert card.state == HALT
    bench.command("320100")
    bench.command("1214")
    bench.clock.advance(5000)
    assert bench.command("4a0100") == "4b010103442007" + NTAG.hex() + ats
    assert bench.command("4400") == "4500"
    assert card.state == HALT


def test_raw_anticollision_of_libnfc(prompt_bench):
    """The sequence of nfc-anticol (pn532.md 2.3) for a 4-byte UID, CRC by hand."""
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(bytes.fromhex("a1b2c3d4")))
    bench.command("320101")
    bench.command("08 6302 00 6303 00 633d 07")
    assert bench.command("4226") == "43000400"
    bench.command("08 633d 00")
    bcc = 0xA1 ^ 0xB2 ^ 0xC3 ^ 0xD4
    assert bench.command("429320") == "4300a1b2c3d4" + bytes((bcc,)).hex()
    select = "9370a1b2c3d404"
    assert bcc == 0x04
    assert bench.command("42" + select + "0000") == "4301"  # a wrong CRC: silent, and idle again
    bench.command("08 633d 07")
    assert bench.command("4226") == "43000400"
    bench.command("08 633d 00")
    assert bench.command("42" + select + crc_of(select)) == "430008" + crc_of("08")
    assert bench.command("42500057cd") == "4301"
    bench.command("08 633d 07")
    assert bench.command("4226") == "4301"
    assert bench.command("4252") == "43000400"


def crc_of(text):
    """CRC_A bit by bit from its definition: preset 6363, polynomial x16 + x12 + x5 + 1, low bit first."""
    register = 0x6363
    for byte in bytes.fromhex(text):
        for i in range(8):
            feedback = (register ^ byte >> i) & 1
            register >>= 1
            if feedback:
                register ^= 0x8408
    return register.to_bytes(2, "little").hex()


def test_raw_frames_report_collisions_and_missing_crc(prompt_bench):
    bench = prompt_bench().normal()
    for uid in (bytes.fromhex("a1b2c3d4"), NTAG):
        bench.antenna.place(Tag(uid))
    bench.command("320101")
    bench.command("08 633d 07")
    assert bench.command("4226") == "4301"  # CRC appended: not a short frame
    bench.command("08 6302 00")
    bench.clock.advance(1)
    assert bench.command("4226") == "4306"  # two different ATQA
    bench.antenna.remove(bench.antenna.tags[0])
    assert bench.command("4226") == "4301"  # a READY tag takes a second request for an error
    assert bench.command("4226") == "4302"  # answered, but the receiver wants a CRC


def test_authentication_fails_for_want_of_keys(prompt_bench):
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(bytes.fromhex("a1b2c3d4")))
    bench.command("4a0100")
    assert bench.command("40016004ffffffffffffa1b2c3d4") == "4114"


def test_loss_of_every_exchange_finds_nothing(prompt_bench):
    bench = prompt_bench(rf_loss=1.0).normal()
    bench.antenna.place(Tag(NTAG))
    assert bench.command("4a0100") == NONE


def test_exchanges_of_one_activation_are_counted(prompt_bench):
    """7-byte tag alone: REQA, two anticollisions, two SELECTs; then HLTA."""
    bench = prompt_bench().normal()
    bench.antenna.place(Tag(NTAG))
    bench.command("4a0100")
    assert bench.antenna.exchanges == 5
    bench.command("4400")
    assert bench.antenna.exchanges == 6


def test_a_coupled_tag_is_listed_but_not_halted(prompt_bench):
    """It hears one try in fifty; here every one, so it comes back at once."""
    bench = prompt_bench(coupling=1.0).normal()
    other = type(bench.antenna)("next", bench.clock, replace(bench.timing, coupling=1.0))
    bench.antenna.couple(other)
    card = Tag(NTAG)
    other.place(card)
    assert bench.command("4a0100") == LIST_NTAG
    assert card.state == POWER_OFF
    assert look(bench, most=3) == [NTAG] * 3


def test_a_response_does_not_disturb_an_ack_that_is_being_read(prompt_bench):
    bench = prompt_bench(ChipOptions(execute_on="ready")).normal()
    bench.antenna.place(Tag(NTAG))
    bench.write(bytes.fromhex("0000ff04fcd44a0100e100"))
    bench.clock.advance(1000)
    assert bench.read(4) == (0, bytes.fromhex("010000ff"))
    bench.clock.advance(30_000)
    assert bench.read(4) == (0, bytes.fromhex("0100ff00"))
    assert bench.response().hex() == LIST_NTAG
