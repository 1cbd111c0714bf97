"""The host's side of a session, spoken to in lines made by the standard library."""

import base64
import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.link.events import Beat, Fact, Log, Lost, Refused, Result, Welcome
from host_tools.link.session import HostSession
from railbird.link import formats

HELLO, WELCOME, FACT, COMMAND, RESULT, BEAT, ACK = 1, 2, 3, 4, 5, 6, 7
BOOT = 0x1234
BASE = 0xFFFE  # number of the first fact: numbers wrap at once
S = 1_000_000


class Desk:
    """A host session and the table's half of the talk."""

    def __init__(self, encode):
        self.encode = encode
        self.host = HostSession(number=0xFFFF, epoch_s=1_700_000_000)
        self.number = 0xFFFF
        self.boot_id = BOOT

    def said(self, now):
        """The packets of one poll: kind, seq, ack, boot id, payload."""
        packets = []
        for line in self.host.poll(now).splitlines():
            raw = base64.b64decode(line[1:])
            _, kind, seq, ack, boot_id, _ = struct.unpack("<BBHHHB", raw[:9])
            packets.append((kind, seq, ack, boot_id, raw[9:-4]))
        return packets

    def tell(self, kind, payload, seq=BASE):
        return self.host.feed(self.encode(kind, seq & 0xFFFF, self.number, self.boot_id, payload))

    def welcome(self, seq=BASE, request=0, table_hash=formats.TABLE_HASH, journal=0):
        payload = struct.pack("<I16s10sBBHx", table_hash, b"casino_11", b"0.1.0", 0, request, journal)
        return self.tell(WELCOME, payload, seq)

    def fact(self, n):
        return self.tell(FACT, struct.pack("<IIBBBBH", n, n, 20, 1, 51, 255, 1), BASE + n)

    def open(self, **kwargs):
        self.said(0)
        events = self.welcome(**kwargs)
        self.said(0)
        return events


def number(n):
    return (BASE + n) & 0xFFFF


def told(n):
    return Fact(n, n, 20, 1, 51, 255, 1)


@pytest.fixture
def desk(encode):
    return Desk(encode)


@pytest.mark.parametrize(("kind", "event"), [(FACT, Fact), (BEAT, Beat)])
def test_events_have_the_fields_of_the_table(kind, event):
    assert " ".join(event._fields) == formats.row(kind)[3]


def test_hello_is_said_again_after_250_ms_doubling_to_2_s(desk):
    at = []
    for now in range(0, 8 * S, 10_000):
        packets = desk.said(now)
        if packets:
            assert packets == [
                (
                    HELLO,
                    0xFFFF,
                    0,
                    0,
                    struct.pack("<IIHIB2x", formats.TABLE_HASH, 1_700_000_000 + now // S, 0, 0, 0),
                )
            ]
            at.append(now)
    assert [late - early for early, late in itertools.pairwise(at)] == [
        250_000,
        500_000,
        S,
        2 * S,
        2 * S,
        2 * S,
    ]


def test_due_us_is_when_there_is_something_to_say(desk):
    desk.said(0)
    assert desk.host.due_us == 250_000
    desk.said(100_000)
    assert desk.host.due_us == 250_000
    desk.welcome()
    desk.said(200_000)
    assert desk.host.due_us == 200_000 + 3 * S
    desk.host.command(2, 1)
    desk.said(300_000)
    assert desk.host.due_us == 550_000


def test_a_welcome_opens_the_session(desk):
    desk.said(0)
    assert desk.welcome() == [Welcome("casino_11", "0.1.0", 0, BOOT, True, BASE)]
    assert desk.host.open
    assert desk.said(0) == [(ACK, 0xFFFF, number(-1), BOOT, bytes(2))]


def test_a_welcome_to_another_hello_is_ignored(desk):
    desk.said(0)
    desk.number = 0xFFFE
    assert desk.welcome() == []
    assert not desk.host.open
    assert desk.host.ignored == 1


def test_another_message_table_is_refused_in_one_line_and_for_good(desk):
    desk.said(0)
    (refused,) = desk.welcome(table_hash=0x00C0FFEE)
    assert refused == Refused(
        f"the table's messages are 00c0ffee, this host's are {formats.TABLE_HASH:08x}: "
        "flash the firmware that belongs to these tools"
    )
    assert desk.welcome() == []
    assert [desk.said(now * S) for now in range(10)] == [[]] * 10


@pytest.mark.parametrize("size", [2, 5, 62])
def test_a_welcome_of_another_shape_is_refused(desk, size):
    desk.said(0)
    (refused,) = desk.tell(
        WELCOME, formats.TABLE_HASH.to_bytes(4, "little") * 16 if size > 62 else bytes(size)
    )
    assert isinstance(refused, Refused)


def test_another_packet_version_is_refused(desk):
    line = desk.encode(WELCOME, 0, 0xFFFF, BOOT, bytes(32), version=2)
    assert desk.host.feed(line) == [Refused("the table speaks another packet version; this host speaks 1")]
    assert desk.host.feed(line) == []


def test_facts_pass_in_order_and_are_acknowledged_by_the_next_poll(desk):
    desk.open()
    assert desk.fact(0) + desk.fact(1) + desk.fact(2) == [told(0), told(1), told(2)]
    assert desk.said(0) == [(ACK, 0xFFFF, number(2), BOOT, bytes(2))]
    assert desk.said(0) == []


def test_a_fact_comes_through_once(desk):
    desk.open()
    desk.fact(0)
    desk.said(0)
    assert desk.fact(0) == []
    assert desk.said(0) == [(ACK, 0xFFFF, number(0), BOOT, bytes(2))]
    assert desk.host.duplicates == 1


def test_a_fact_before_its_turn_waits_and_is_not_acknowledged(desk):
    desk.open()
    assert desk.fact(0) == [told(0)]
    assert desk.fact(3) == []
    assert desk.fact(2) == []
    assert desk.fact(2) == []
    assert desk.said(0) == [(ACK, 0xFFFF, number(0), BOOT, bytes(2))]
    assert desk.fact(1) == [told(1), told(2), told(3)]
    assert desk.said(0) == [(ACK, 0xFFFF, number(3), BOOT, bytes(2))]
    assert (desk.host.early, desk.host.duplicates) == (2, 1)


def test_facts_of_another_boot_or_session_are_ignored(desk):
    desk.open()
    desk.boot_id = BOOT + 1
    assert desk.fact(0) == []
    desk.boot_id = BOOT
    desk.number = 1
    assert desk.fact(0) == []
    assert desk.host.ignored == 2


def test_heartbeat(desk):
    desk.open()
    values = tuple(range(1, 18))
    assert desk.tell(BEAT, struct.pack("<IIIIHHIIIIIIIHHBB2x", *values)) == [Beat(*values)]


def test_text_is_a_log_line(desk):
    assert desk.host.feed(b"NameError: name 'x' isn't defined\r\n") == [
        Log("NameError: name 'x' isn't defined")
    ]


def test_the_prompt_that_echoes_the_host_is_not_a_table(desk):
    desk.open()
    echo = desk.host.poll(4 * S)
    assert echo
    assert desk.host.feed(echo) == []
    desk.number = 1
    desk.welcome()
    assert desk.host.open
    desk.host.command(2, 1)
    echo = desk.host.poll(4 * S)
    assert desk.host.feed(echo) == []


def test_commands_go_one_at_a_time_and_are_said_again_until_answered(desk):
    desk.open()
    first = desk.host.command(2, 3, 0x0102)
    second = desk.host.command(4)
    said = [(now, desk.said(now * 10_000)) for now in range(80)]
    assert [now for now, packets in said if packets] == [0, 25, 75]
    assert said[0][1] == said[25][1] == [(COMMAND, 0xFFFF, number(-1), BOOT, bytes((1, 2, 3, 2, 1)))]
    assert desk.tell(RESULT, b"\x02\x00") == []
    assert desk.tell(RESULT, b"\x01\x07") == [Result(first, 7)]
    assert desk.said(S) == [(COMMAND, 0xFFFF, number(-1), BOOT, bytes((2, 4, 0, 0, 0)))]
    assert desk.tell(RESULT, b"\x01\x07") == []
    assert desk.tell(RESULT, b"\x02\x00") == [Result(second, 0)]


def test_a_command_acknowledges_facts(desk):
    desk.open()
    desk.fact(0)
    desk.host.command(2, 3)
    assert desk.said(0) == [(COMMAND, 0xFFFF, number(0), BOOT, bytes((1, 2, 3, 0, 0)))]
    assert desk.said(0) == []


def test_request_ids_go_on_from_the_last_the_table_has_taken(desk):
    desk.open(request=255)
    desk.host.command(2, 3)
    assert desk.said(0)[0][4][0] == 0


@pytest.mark.parametrize("command", [(256, 0, 0), (-1, 0, 0), (1, 256, 0), (1, 0, 65536)])
def test_a_command_that_does_not_fit_its_message_is_a_value_error(desk, command):
    with pytest.raises(ValueError, match=r"expected op and zone 0\.\.255, arg 0\.\.65535"):
        desk.host.command(*command)


def reopen(desk, **kwargs):
    """Three seconds of silence, a new HELLO, its answer."""
    desk.said(0)
    (hello,) = desk.said(3 * S)
    assert hello[:4] == (HELLO, 1, 0, 0)  # session numbers skip 0
    desk.number = 1
    assert not desk.host.open
    return desk.welcome(**kwargs)


def test_silence_brings_a_new_hello_and_the_same_boot_goes_on(desk):
    desk.open()
    desk.fact(0)
    desk.fact(1)
    assert reopen(desk, seq=BASE) == [Welcome("casino_11", "0.1.0", 0, BOOT, False, number(2))]
    assert desk.said(3 * S) == [(ACK, 1, number(1), BOOT, bytes(2))]
    assert desk.fact(0) == []
    assert desk.fact(1) == []
    assert desk.fact(2) == [told(2)]


def test_facts_that_are_to_be_kept_are_acknowledged_when_they_are(desk):
    desk.host = HostSession(number=0xFFFF, epoch_s=1_700_000_000, keeps=True)
    desk.open()
    desk.fact(0)
    desk.fact(1)
    ticket = desk.host.command(2, 3)
    assert [packet[:3] for packet in desk.said(0)] == [(COMMAND, 0xFFFF, number(-1))]  # not even in passing
    desk.host.kept()
    assert desk.said(1) == [(ACK, 0xFFFF, number(1), BOOT, bytes(2))]
    desk.fact(2)
    desk.fact(1)  # again
    assert [packet[2] for packet in desk.said(2)] == [number(1)]
    assert desk.tell(RESULT, b"\x01\x00") == [Result(ticket, 0)]
    assert reopen(desk, seq=number(2))[0].number == number(3)
    assert desk.fact(2) == []


def test_a_new_boot_starts_anew(desk):
    desk.open()
    desk.fact(0)
    desk.fact(5)
    desk.boot_id = 9
    assert reopen(desk, seq=BASE) == [Welcome("casino_11", "0.1.0", 0, 9, True, BASE)]
    assert desk.fact(0) == [told(0)]


def test_the_same_boot_id_with_numbers_far_back_is_a_new_boot(desk):
    desk.open()
    for n in range(65):
        desk.fact(n)
    assert reopen(desk, seq=BASE)[0].new_boot
    assert desk.fact(0) == [told(0)]


def test_facts_that_another_host_has_taken_are_reported_lost(desk):
    desk.open()
    desk.fact(0)
    assert reopen(desk, seq=number(4)) == [Welcome("casino_11", "0.1.0", 0, BOOT, False, number(4)), Lost(3)]
    assert desk.fact(4) == [told(4)]


@pytest.mark.parametrize("taken", [0, 1])
def test_a_command_under_way_survives_a_cut(desk, taken):
    desk.open()
    ticket = desk.host.command(2, 3)
    desk.said(0)
    reopen(desk, request=taken)
    assert desk.said(3 * S)[0][4] == bytes((1, 2, 3, 0, 0))
    assert desk.tell(RESULT, b"\x01\x00") == [Result(ticket, 0)]


@pytest.mark.parametrize(("boot_id", "request_id"), [(9, 0), (BOOT, 2)])
def test_a_command_the_table_cannot_answer_any_more_is_reported_unanswered(desk, boot_id, request_id):
    desk.open()
    ticket = desk.host.command(2, 3)
    desk.said(0)
    desk.boot_id = boot_id
    assert reopen(desk, request=request_id)[-1] == Result(ticket, None)
    following = desk.host.command(2, 4)
    assert desk.said(3 * S)[0][4] == bytes((request_id + 1, 2, 4, 0, 0))
    assert desk.tell(RESULT, bytes((request_id + 1, 0))) == [Result(following, 0)]


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=80),
            st.tuples(
                st.integers(0, 9),
                st.integers(0, 65535),
                st.sampled_from([0xFFFF, 1]),
                st.sampled_from([BOOT, 9]),
                st.sampled_from([2, 5, 8, 14, 32, 47]).flatmap(lambda n: st.binary(min_size=n, max_size=n)),
            ),
        ),
        max_size=30,
    )
)
def test_any_bytes_and_any_sound_packets_are_survived(encode, parts):
    desk = Desk(encode)
    desk.open()
    desk.host.command(1)
    for now, part in enumerate(parts):
        desk.host.feed(part if isinstance(part, bytes) else encode(*part))
        desk.said(now * S)
    assert desk.host.due_us > (len(parts) - 1) * S
