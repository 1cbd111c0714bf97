"""Splits the bytes from a table into packets and lines of text."""

from typing import NamedTuple

from railbird.link import packet

MAX_TEXT = 4096  # a line of text longer than this is cut here


class Packet(NamedTuple):
    """A sound packet: its header's fields and its payload."""

    kind: int
    seq: int
    ack: int
    boot_id: int
    payload: bytes


def packet_line(kind: int, seq: int, ack: int, boot_id: int, payload: bytes) -> bytes:
    """The line of a packet; the payload is 2 modulo 3 bytes long and no longer than packet.MAX_PAYLOAD."""
    header = bytes((packet.VERSION, kind)) + b"".join(
        word.to_bytes(2, "little") for word in (seq, ack, boot_id)
    )
    whole = bytearray(header + bytes((len(payload),)) + payload + bytes(packet.OVERHEAD - packet.HEADER_SIZE))
    out = bytearray(packet.MAX_LINE)
    size = packet.encode(whole, 0, len(whole), out)
    return bytes(out[:size])


class LineReader:
    """A packet starts at a `~`, anywhere in a line; what stands before it in the line is text, as is a line
    without."""

    def __init__(self) -> None:
        self._decoder = packet.Decoder()
        self._rest = b""

    @property
    def damaged(self) -> int:
        """Lines that started as a packet and were none."""
        return self._decoder.damaged

    @property
    def foreign(self) -> int:
        """Sound packets of another version."""
        return self._decoder.foreign

    def feed(self, data: bytes) -> list[Packet | str]:
        """The packets and lines of text that `data` completes, in order. Text keeps its order with the
        packets."""
        found: list[Packet | str] = []
        *lines, rest = (self._rest + data).split(b"\n")
        if len(rest) > MAX_TEXT:
            lines.append(rest)
            rest = b""
        self._rest = rest
        for one in lines:
            self._line(one, found)
        return found

    def _line(self, one: bytes, found: list[Packet | str]) -> None:
        """Takes one line without its newline apart."""
        start = one.find(b"~")
        text = (one if start < 0 else one[:start]).rstrip(b"\r")
        if text:
            found.append(text.decode("utf-8", "replace"))
        if start < 0:
            return
        decoder = self._decoder
        rest = bytearray(one[start:] + b"\n")
        at = 0
        while at < len(rest):
            at = decoder.take(rest, at, len(rest))
            if decoder.kind:
                payload = bytes(decoder.packet[packet.HEADER_SIZE : packet.HEADER_SIZE + decoder.size])
                found.append(Packet(decoder.kind, decoder.seq, decoder.ack, decoder.boot_id, payload))
