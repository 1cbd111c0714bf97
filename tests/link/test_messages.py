"""The table of messages: sizes, sense, and the same hash on the VM as on the host."""

import struct
import zlib

import pytest

from railbird.link import formats, messages, packet

SIZES = {"HELLO": 17, "WELCOME": 35, "FACT": 14, "COMMAND": 5, "RESULT": 2, "BEAT": 56, "ACK": 2}
SIZES |= {"SECRET": 32, "CHALLENGE": 26, "PROVE": 32, "REFUSED": 2, "HEAD": 20}


def test_payload_sizes_worked_out_by_hand():
    assert {name: formats.payload_size(kind) for kind, name, _, _ in formats.MESSAGES} == SIZES


@pytest.mark.parametrize("row", formats.MESSAGES, ids=lambda row: row[1])
def test_row_fits_the_packet(row):
    kind, name, form, fields = row
    size = struct.calcsize(form)
    assert getattr(messages, name) == kind
    assert form[0] == "<"
    assert size % 3 == 2
    assert size <= packet.MAX_PAYLOAD
    assert len(struct.unpack(form, bytes(size))) == len(fields.split())


def test_kinds_are_distinct_and_hello_and_welcome_never_move():
    kinds = [kind for kind, _, _, _ in formats.MESSAGES]
    assert len(set(kinds)) == len(kinds)
    for kind in (1, 2):
        _, name, form, fields = formats.row(kind)
        assert name == {1: "HELLO", 2: "WELCOME"}[kind]
        assert (form[:2], fields.split()[0]) == ("<I", "table_hash")


def test_unknown_kind_is_a_value_error():
    with pytest.raises(ValueError, match="no message of kind 99"):
        formats.row(99)


def test_hash_is_the_crc_of_the_canonical_text_and_names_every_field():
    text = formats.table_text()
    assert zlib.crc32(text.encode()) == formats.TABLE_HASH
    assert "3 FACT <IIBBBBH input_seq t_ms kind zone code ref arg\n" in text
    assert text.count("\n") == len(SIZES)


def test_hash_and_sizes_are_the_same_on_the_vm(vm):
    out = vm(
        "from railbird.link import formats\n"
        "print(formats.TABLE_HASH, [formats.payload_size(row[0]) for row in formats.MESSAGES])"
    )
    assert out.strip() == f"{formats.TABLE_HASH} {list(SIZES.values())}"
