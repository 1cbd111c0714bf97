"""Packet codec of the link: one packet is one line of printable ASCII.

    line    ~ base64(packet) newline
    packet  header, payload, CRC-32
    header  version u8, kind u8, seq u16, ack u16, boot id u16, payload size u8     (little endian)

What the two numbers of the header count is the session's business (session.py). A line is free of control
bytes, so a byte 0x03 never sits in one and the table's prompt, its logs and its tracebacks share the wire
with packets: whatever does not start at a `~` is text. A reader that loses the thread finds it again at the
next `~`.

A packet is a whole number of base64's three-byte groups, so there is no padding to write or to check: every
payload is 2 modulo 3 bytes long (messages.py keeps to that with spare bytes).

Nothing here allocates. `binascii` could not be used for that: b2a_base64 and a2b_base64 return new objects
(96 bytes a packet on a 64-bit VM), and crc32 returns an integer object of 32 bytes for three packets in
four on a 32-bit VM, whose small integers end at 2**30. So base64 is written out here and the CRC-32 (the
same one) is kept as four separate bytes with four tables of 256 bytes. That costs 1 KB of heap for the CRC,
256 bytes for base64, and 0.3 us a packet byte on the 64-bit VM of a PC where C would take 0.02 us.
"""

from micropython import const

VERSION = const(1)
SEALED = const(129)  # in place of the version: payload, then counter and MAC (auth.py)
HEADER = "<BBHHHB"
HEADER_SIZE = const(9)
OVERHEAD = const(13)  # header and CRC
MAX_PAYLOAD = const(77)
MAX_PACKET = const(90)
MAX_LINE = const(122)

_CRC_SIZE = const(4)
_MIN_CHARS = const(20)
_MAX_CHARS = const(120)
_TILDE = const(0x7E)
_NEWLINE = const(0x0A)
_RETURN = const(0x0D)
_NOT_BASE64 = const(64)

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _values() -> bytes:
    """The six bits of every base64 character, by its code; 64 for all other bytes."""
    values = bytearray(bytes([_NOT_BASE64]) * 256)
    for value in range(64):
        values[_ALPHABET[value]] = value
    return bytes(values)


def _crc_table(shift: int) -> bytes:
    """Bits shift..shift+7 of the CRC-32 of every byte (polynomial 0xEDB88320, reflected)."""
    table = bytearray(256)
    crc = 0xEDB88320
    bit = 128
    while bit:
        table[bit] = crc >> shift & 255
        crc = crc >> 1 ^ 0xEDB88320 if crc & 1 else crc >> 1
        bit >>= 1
    for index in range(256):  # the CRC is linear: the entry of a sum of bits is the sum of their entries
        low = index & -index
        table[index] = table[index ^ low] ^ table[low]
    return bytes(table)


_VALUES = _values()
_CRC_0 = _crc_table(0)
_CRC_1 = _crc_table(8)
_CRC_2 = _crc_table(16)
_CRC_3 = _crc_table(24)


def crc_into(buf: bytearray, at: int, end: int, out: bytearray, to: int) -> None:
    """Writes the CRC-32 of buf[at:end] to out[to:to + 4], lowest byte first, as zlib.crc32 packed with
    '<I'."""
    table_0 = _CRC_0
    table_1 = _CRC_1
    table_2 = _CRC_2
    table_3 = _CRC_3
    crc_0 = crc_1 = crc_2 = crc_3 = 255
    for index in range(at, end):
        entry = crc_0 ^ buf[index]
        crc_0 = crc_1 ^ table_0[entry]
        crc_1 = crc_2 ^ table_1[entry]
        crc_2 = crc_3 ^ table_2[entry]
        crc_3 = table_3[entry]
    out[to] = crc_0 ^ 255
    out[to + 1] = crc_1 ^ 255
    out[to + 2] = crc_2 ^ 255
    out[to + 3] = crc_3 ^ 255


def encode(packet: bytearray, at: int, size: int, line: bytearray) -> int:
    """Completes the packet at packet[at:at + size] with its CRC and writes its line; returns the line's
    length.

    `size` counts header, payload and CRC and is a multiple of 3; `line` holds MAX_LINE bytes.
    """
    end = at + size
    crc_into(packet, at, end - _CRC_SIZE, packet, end - _CRC_SIZE)
    alphabet = _ALPHABET
    line[0] = _TILDE
    to = 1
    for index in range(at, end, 3):
        first = packet[index]
        second = packet[index + 1]
        third = packet[index + 2]
        line[to] = alphabet[first >> 2]
        line[to + 1] = alphabet[(first & 3) << 4 | second >> 4]
        line[to + 2] = alphabet[(second & 15) << 2 | third >> 6]
        line[to + 3] = alphabet[third & 63]
        to += 4
    line[to] = _NEWLINE
    return to + 1


class Decoder:
    """Finds packets in a stream of bytes that may come one at a time, damaged, cut or mixed with text.

    After `take`, `kind` is the kind of the packet just completed, or 0; then `seq`, `ack`, `boot_id` and
    `size` (of the payload) are its header and `packet` its bytes, the payload from HEADER_SIZE on, until
    the next `take`. `damaged` counts the lines that started with `~` and were no packet, `foreign` the
    sound packets of another version. Packets under a MAC are found where `sealed` is set; `version` tells which.
    """

    def __init__(self) -> None:
        self.packet = bytearray(MAX_PACKET)
        self.version = VERSION
        self.kind = 0
        self.seq = 0
        self.ack = 0
        self.boot_id = 0
        self.size = 0
        self.damaged = 0
        self.foreign = 0
        self.sealed = False
        self._check = bytearray(_CRC_SIZE)
        self._chars = -1  # characters since the `~`; -1 outside a packet
        self._carry = 0  # the last character's six bits

    def take(self, buf: bytearray, at: int, end: int) -> int:
        """Uses the bytes buf[at:end] up to the end of a packet; returns the index of the first byte not
        used."""
        self.kind = 0
        packet = self.packet
        while at < end:
            byte = buf[at]
            at += 1
            chars = self._chars
            if byte == _TILDE:
                if chars >= 0:
                    self.damaged += 1
                self._chars = 0
            elif chars >= 0:
                value = _VALUES[byte]
                if value != _NOT_BASE64 and chars < _MAX_CHARS:
                    phase = chars & 3
                    if phase:
                        merged = self._carry << 2 * phase | value >> 6 - 2 * phase
                        packet[(chars >> 2) * 3 + phase - 1] = merged & 255
                    self._carry = value
                    self._chars = chars + 1
                else:
                    self._chars = -1
                    if byte != _NEWLINE and byte != _RETURN:
                        self.damaged += 1
                    elif self._complete(chars):
                        break
        return at

    def _complete(self, chars: int) -> bool:
        """Whether the characters since the `~` are a packet of this version; sets its header if so."""
        packet = self.packet
        check = self._check
        size = (chars >> 2) * 3
        end = size - _CRC_SIZE
        sound = chars >= _MIN_CHARS and not chars & 3
        if sound:
            crc_into(packet, 0, end, check, 0)
            for index in range(_CRC_SIZE):
                if check[index] != packet[end + index]:
                    sound = False
        if not sound:
            self.damaged += 1
            return False
        self.version = packet[0]
        if self.version != VERSION and not (self.sealed and self.version == SEALED):
            self.foreign += 1
            return False
        if packet[1] == 0 or packet[8] != size - OVERHEAD:
            self.damaged += 1
            return False
        self.seq = packet[2] | packet[3] << 8
        self.ack = packet[4] | packet[5] << 8
        self.boot_id = packet[6] | packet[7] << 8
        self.size = packet[8]
        self.kind = packet[1]
        return True
