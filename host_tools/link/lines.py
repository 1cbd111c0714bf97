"""Splits the bytes from a table into packets and lines of text."""

from typing import NamedTuple

from host_tools.link.auth import TRAILER, HostGuard
from railbird.link import packet

MAX_TEXT = 4096  # a line of text longer than this is cut here


class Packet(NamedTuple):
    """A sound packet: its header's fields and its payload."""

    kind: int
    seq: int
    ack: int
    boot_id: int
    payload: bytes


class SealedPacket(NamedTuple):
    """A packet whose payload ends in a counter and a MAC, and its header's bytes, which the MAC covers as well."""

    packet: Packet
    header: bytes


def packet_line(
    kind: int, seq: int, ack: int, boot_id: int, payload: bytes, guard: HostGuard | None = None
) -> bytes:
    """The line of a packet; the payload is 2 modulo 3 bytes long. With a guard it ends in a counter and a MAC."""
    header = bytes((packet.SEALED if guard else packet.VERSION, kind)) + b"".join(
        word.to_bytes(2, "little") for word in (seq, ack, boot_id)
    )
    header += bytes((len(payload) + (TRAILER if guard else 0),))
    payload += guard.seal(header, payload) if guard else b""
    whole = bytearray(header + payload + bytes(packet.OVERHEAD - packet.HEADER_SIZE))
    out = bytearray(packet.MAX_LINE)
    size = packet.encode(whole, 0, len(whole), out)
    return bytes(out[:size])


class LineReader:
    """A packet starts at a `~`, anywhere in a line; what stands before it in the line is text, as is a line
    without."""

    def __init__(self, sealed: bool = False) -> None:
        """`sealed`: frames with a MAC are taken as well."""
        self._decoder = packet.Decoder()
        self._decoder.sealed = sealed
        self._rest = b""

    @property
    def damaged(self) -> int:
        """Lines that started as a packet and were none."""
        return self._decoder.damaged

    @property
    def foreign(self) -> int:
        """Sound packets of another version."""
        return self._decoder.foreign

    def feed(self, data: bytes) -> list[Packet | SealedPacket | str]:
        """The packets and lines of text that `data` completes, in order. Text keeps its order with the
        packets."""
        found: list[Packet | SealedPacket | str] = []
        *lines, rest = (self._rest + data).split(b"\n")
        if len(rest) > MAX_TEXT:
            lines.append(rest)
            rest = b""
        self._rest = rest
        for one in lines:
            self._line(one, found)
        return found

    def _line(self, one: bytes, found: list[Packet | SealedPacket | str]) -> None:
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
                whole = Packet(decoder.kind, decoder.seq, decoder.ack, decoder.boot_id, payload)
                header = bytes(decoder.packet[: packet.HEADER_SIZE])
                found.append(whole if header[0] == packet.VERSION else SealedPacket(whole, header))
