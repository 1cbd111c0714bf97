"""The table's side of a session, spoken to in lines made by the standard library."""

import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.link import formats

HELLO, WELCOME, FACT, COMMAND, RESULT, BEAT, ACK = 1, 2, 3, 4, 5, 6, 7
BOOT = 0xFFF0  # of the table in conftest.py
MS = 1000


def test_nothing_is_sent_before_a_hello_and_nothing_is_lost(table):
    table.facts(64)
    assert table.session.room() == 0
    assert not table.session.fact(64, 0, 20, 0, 0, 0, 0)
    assert table.run(5_000 * MS) == []
    table.hello()
    table.ack(BOOT - 1)
    table.run()
    assert table.session.room() == 0


def test_hello_is_answered_with_who_the_table_is(table):
    (kind, seq, ack, boot_id, payload), *_ = table.hello()
    assert (kind, seq, ack, boot_id) == (WELCOME, BOOT, 77, BOOT)
    assert payload == (
        struct.pack("<I", formats.TABLE_HASH)
        + b"virtual_9".ljust(16, b"\0")
        + b"0.1.0".ljust(10, b"\0")
        + bytes(5)
    )
    assert table.session.open
    assert table.session.host_time_s == 1_700_000_000


def test_another_message_table_is_answered_and_refused(table):
    table.facts(1)
    written = table.hello(table_hash=formats.TABLE_HASH ^ 1)
    assert [kind for kind, *_ in written] == [WELCOME]
    assert not table.session.open
    assert table.run(3_000 * MS) == []
    assert table.session.room() == 63


def test_facts_go_out_in_order_with_their_fields(table):
    table.hello()
    assert table.session.fact(0x3FFFFFFF, 0x3FFFFFFE, 28, 45, 115, 255, 65535)
    assert table.session.fact(5, 6, 7, 8, 9, 10, 11)
    first, second = table.run()
    assert first == (FACT, BOOT, 77, BOOT, bytes.fromhex("ffffff3f feffff3f 1c 2d 73 ff ffff"))
    assert second == (FACT, BOOT + 1, 77, BOOT, bytes.fromhex("05000000 06000000 07 08 09 0a 0b00"))


def test_a_fact_is_one_line_of_38_bytes(table):
    table.hello()
    table.facts(1)
    table.session.poll(table.now)
    assert len(table.wire.out) == 38


def test_unacknowledged_facts_come_again_after_250_ms_doubling_to_2_s(table):
    table.hello()
    table.facts(2)
    sent_at = []
    for step in range(8_000):
        if table.numbers(MS):
            sent_at.append(step)
    gaps = [later - earlier for earlier, later in itertools.pairwise(sent_at)]
    assert [round(gap / 10) * 10 for gap in gaps] == [250, 500, 1000, 2000, 2000, 2000]
    assert table.session.resends == 12


def test_an_acknowledgement_sets_the_wait_back(table):
    table.hello()
    table.facts(2)
    table.run(800 * MS)  # sent at 0, 250 and 750 ms
    table.ack(BOOT)
    assert table.numbers(240 * MS) == []
    assert table.numbers(20 * MS) == [1]


def test_acknowledgement_is_cumulative_and_frees_room(table):
    table.hello()
    table.facts(64)
    assert table.numbers() == list(range(64))
    table.ack(BOOT + 9)
    table.run()
    assert table.session.room() == 10
    table.facts(10)
    assert table.numbers() == list(range(64, 74))
    table.ack(BOOT + 73)
    table.run()
    assert table.session.room() == 64
    assert table.numbers(3_000 * MS) == []


@pytest.mark.parametrize("number", [BOOT - 1, BOOT + 3, BOOT - 40, BOOT + 0x8000])
def test_an_acknowledgement_of_what_was_not_sent_changes_nothing(table, number):
    table.hello()
    table.facts(3)
    table.run()
    table.ack(number)
    table.run()
    assert table.session.room() == 61
    assert table.numbers(260 * MS) == [0, 1, 2]


def test_an_old_acknowledgement_changes_nothing(table):
    table.hello()
    table.facts(3)
    table.run()
    table.ack(BOOT + 2)
    table.ack(BOOT)
    table.run()
    assert table.session.room() == 64


@pytest.mark.parametrize(("seq", "boot_id"), [(76, BOOT), (77, BOOT ^ 1)])
def test_packets_of_another_session_or_boot_are_ignored(table, seq, boot_id):
    table.hello()
    table.facts(3)
    table.run()
    table.send(ACK, bytes(2), seq, BOOT + 2, boot_id)
    table.send(COMMAND, bytes((1, 2, 3, 4, 0)), seq, BOOT - 1, boot_id)
    table.run()
    assert table.session.room() == 61
    assert table.session.command is None
    assert table.session.ignored == 2


def test_settled_names_the_inputs_that_may_be_trimmed(table):
    session = table.session
    assert session.settled(7) == 7
    table.hello()
    for input_seq in (8, 8, 8, 10):  # input 9 led to no fact
        session.fact(input_seq, 0, 20, 1, 1, 255, 1)
    table.run()
    assert session.settled(11) == 7
    table.ack(BOOT + 1)
    table.run()
    assert session.settled(11) == 7
    table.ack(BOOT + 2)
    table.run()
    assert session.settled(11) == 9
    table.ack(BOOT + 3)
    table.run()
    assert session.settled(11) == 11


def test_settled_reads_input_numbers_of_30_bits(table):
    table.session.fact(0x3FFFFFFF, 0, 20, 1, 1, 255, 1)
    assert table.session.settled(0x3FFFFFFF) == 0x3FFFFFFE


def test_a_new_session_gets_the_unacknowledged_facts_again_at_once(table):
    table.hello(1)
    table.facts(5)
    table.run()
    table.send(ACK, bytes(2), 1, BOOT + 1)
    table.run()
    (kind, seq, ack, _, _), *facts = table.hello(2)
    assert (kind, seq, ack) == (WELCOME, BOOT + 2, 2)
    assert [(seq - BOOT, ack) for _, seq, ack, _, _ in facts] == [(2, 2), (3, 2), (4, 2)]


def test_the_same_hello_again_is_only_answered_again(table):
    table.hello()
    table.facts(2)
    table.run()
    assert [kind for kind, *_ in table.hello()] == [WELCOME]


def test_a_command_is_offered_once_and_its_result_comes_again_on_request(table):
    table.hello()
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0x1234))
    table.run()
    command = table.session.command
    assert (command.request, command.op, command.zone, command.arg) == (1, 2, 7, 0x1234)
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0x1234))
    assert table.run() == []
    table.session.result(1, 4)
    assert table.session.command is None
    assert table.run() == [(RESULT, BOOT, 77, BOOT, b"\x01\x04")]
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0x1234))
    assert table.run() == [(RESULT, BOOT, 77, BOOT, b"\x01\x04")]
    assert table.session.command is None


def test_only_the_next_request_id_is_a_new_command(table):
    table.hello()
    for request in (0, 2, 5, 255):
        table.send(COMMAND, struct.pack("<BBBH", request, 2, 7, 0))
        table.run()
        assert table.session.command is None
    for request in [*range(1, 256), 0, 1]:
        table.send(COMMAND, struct.pack("<BBBH", request, 2, 7, 0))
        table.run()
        assert table.session.command.request == request
        table.session.result(request, 0)
        table.run()


def test_a_late_copy_of_the_last_command_does_not_answer_the_next(table):
    table.hello()
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0))
    table.run()
    table.session.result(1, 4)
    table.run()
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0))
    table.send(COMMAND, struct.pack("<BBBH", 2, 3, 7, 0))
    assert table.run() == []
    table.session.result(2, 5)
    assert table.run() == [(RESULT, BOOT, 77, BOOT, b"\x02\x05")]


def test_an_answer_to_another_request_is_dropped(table):
    table.hello()
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0))
    table.run()
    table.session.result(2, 0)
    assert table.run() == []
    assert table.session.command is not None


def test_a_command_acknowledges_facts_too(table):
    table.hello()
    table.facts(3)
    table.run()
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0), ack=(BOOT + 2) & 0xFFFF)
    table.run()
    assert table.session.room() == 64


def test_request_ids_go_on_in_a_new_session(table):
    table.hello(1)
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0), 1)
    table.run()
    table.session.result(1, 0)
    table.run()
    (_, _, _, _, welcome), *_ = table.hello(2)
    assert welcome[31] == 1
    table.send(COMMAND, struct.pack("<BBBH", 1, 2, 7, 0), 2)
    assert [kind for kind, *_ in table.run()] == [RESULT]
    assert table.session.command is None


def test_heartbeat_is_asked_for_every_second_and_carries_the_counters(table):
    table.hello()
    assert table.session.beat_due
    table.session.beat(1, 2, 3, 4, 70_000, 65_535, 6, 7, 8, 9, 10, 11, 12)
    assert not table.session.beat_due
    table.wire.incoming += b"~damaged\n"
    ((kind, seq, ack, _, payload),) = table.run()
    assert (kind, seq, ack) == (BEAT, BOOT, 77)
    counters = (1, 2, 3, 4, 65_535, 65_535, 6, 7, 8, 9, 10, 0, 0, 11, 0, 12, 0)
    assert struct.unpack("<IIIIHHIIIIIIIHHBB2x", payload) == counters
    table.run(999 * MS)
    assert not table.session.beat_due
    table.run(2 * MS)
    assert table.session.beat_due
    table.session.beat(*range(13))
    ((_, _, _, _, payload),) = table.run()
    assert struct.unpack("<IIIIHHIIIIIIIHHBB2x", payload)[11] == 1


def test_a_port_that_takes_a_few_bytes_at_a_time_gets_whole_lines(table):
    table.wire.space = 0
    table.send(HELLO, struct.pack("<IIHIB2x", formats.TABLE_HASH, 0, 0, 0, 0), 77, 0, 0)
    table.facts(3)
    for step in range(400):
        table.wire.space = step % 4
        table.session.poll(table.now & 0x3FFFFFFF)
        table.now += 2 * MS
        if table.session.beat_due:
            table.session.beat(*range(13))
    table.wire.space = None
    packets = table.run()
    assert [kind for kind, *_ in packets][:5] == [WELCOME, BEAT, FACT, FACT, FACT]


def test_a_port_that_takes_nothing_is_offered_the_line_every_2_ms(table):
    table.wire.space = 0
    table.send(HELLO, struct.pack("<IIHIB2x", formats.TABLE_HASH, 0, 0, 0, 0), 77, 0, 0)
    assert table.session.poll(500) == 2_500


def test_a_port_that_gives_one_byte_at_a_time_is_read_on(table):
    table.wire.chunk = 1
    table.send(HELLO, struct.pack("<IIHIB2x", formats.TABLE_HASH, 0, 0, 0, 0), 77, 0, 0)
    table.session.poll(500)
    assert table.session.open


def test_poll_takes_64_bytes_and_sends_one_packet_at_most(table):
    table.facts(10)
    for _ in range(5):
        table.send(HELLO, struct.pack("<IIHIB2x", formats.TABLE_HASH, 0, 0, 0, 0), 77, 0, 0)
    waiting = len(table.wire.incoming)
    assert table.session.poll(500) == 500
    assert waiting - len(table.wire.incoming) == 64
    assert table.wire.out.count(b"\n") == 1


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=80),
            st.tuples(
                st.integers(0, 9), st.integers(0, 65535) | st.just(77), st.integers(0, 65535), st.just(BOOT),
                st.sampled_from([2, 5, 8, 14, 32]).flatmap(lambda n: st.binary(min_size=n, max_size=n)),
            ),
        ),
        max_size=30,
    )
)  # fmt: skip
def test_any_bytes_and_any_sound_packets_are_survived(new_table, encode, parts):
    table = new_table()
    wire = table.wire
    table.hello()
    table.facts(5)
    for part in parts:
        wire.incoming += part if isinstance(part, bytes) else encode(*part)
        table.run(10 * MS)
        if table.session.beat_due:
            table.session.beat(*range(13))
        if table.session.command:
            table.session.result(table.session.command.request, 0)
    assert 59 <= table.session.room() <= 64
    wire.incoming += b"\n"
    assert any(kind == WELCOME for kind, *_ in table.hello(78))
    assert table.session.open
