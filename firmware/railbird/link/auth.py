"""Identity: table and host prove to each other that they share a secret; then every frame carries a counter and a MAC.

    HELLO       host to table, open
    WELCOME     table to host, open: what it says counts only when it comes again under a MAC
    CHALLENGE   table to host, open: the table's id and its nonce
    PROVE       host to table, open: the host's nonce, and HMAC(secret, "host", context)
    WELCOME     table to host, the first frame under a MAC: only the table can have made it

    context     id 8, boot id u16, session number u16, hash of the messages u32, what HELLO says that the host has 7,
                both nonces 16 each
    keys        HMAC(secret, "to host", context) and HMAC(secret, "to table", context), for this session alone
    frame       version 2, header, payload, counter u32, one spare byte, the first 16 bytes of the HMAC of all before

A counter only rises; it starts with the session and stays below 2**30. An open HELLO or a PROVE that fails changes
nothing about a session that is open.
"""

from struct import pack_into

from micropython import const

from railbird.link import formats, messages, packet
from railbird.link.mac import SIZE, Mac, same

_TABLE_HASH = formats.TABLE_HASH
del formats  # so that it can be let go

ID = const(8)
SECRET = const(32)
NONCE = const(16)
TRAILER = const(21)  # counter, spare byte, MAC
PROOF_SIZE = const(32)

# Why a frame was refused.
F_OPEN = const(1)  # not under a MAC, where one is asked for
F_SHORT = const(2)  # no room for a MAC
F_KEY = const(3)  # another key, or changed on its way
F_REPLAY = const(4)  # a counter that was there before
F_PROOF = const(5)  # a proof made with another secret, or for another challenge

_SPARE = const(5)  # counter and spare byte
_SIZE_AT = const(8)
_PAYLOAD = const(9)
_NONCE_AT = const(16)
_LAST = const(0x3FFFFFFF)


class Entropy:
    """Bytes that nobody can know: `random16()` of the port, mixed with the seed that was given at provisioning. Who
    learns its state later cannot work out what it gave before.
    """

    def __init__(self, seed: bytes, random16: object) -> None:
        self._mac = Mac(seed)
        self._random16 = random16

    def draw(self) -> bytes:
        """32 new bytes."""
        raw = bytearray(SECRET)
        for index in range(0, SECRET, 2):
            two = self._random16()  # type: ignore[operator]
            raw[index] = two & 255
            raw[index + 1] = two >> 8
        drawn = self._mac.digest(b"draw" + raw)
        self._mac = Mac(self._mac.digest(b"next" + raw))
        return drawn


class Guard:
    """The table's side. `identity` and `secret` are given at provisioning.

    challenged  number of the session that a host was challenged for, or 0
    has         what that host has, as it stands in HELLO
    """

    def __init__(self, identity: bytes, secret: bytes, entropy: Entropy) -> None:
        self.identity = identity
        self.challenged = 0
        self.has = b""
        self.nonce = b""
        self.frame = bytearray(packet.MAX_PACKET)
        self._secret = Mac(secret)
        self._entropy = entropy
        self._view = memoryview(self.frame)
        self._mine: "Mac | None" = None
        self._theirs: "Mac | None" = None
        self._sent = 0
        self._heard = 0

    def challenge(self, number: int, has: bytes) -> None:
        """A host says HELLO: it gets a nonce, the same again while it has not used it."""
        if self.challenged != number or self.has != has:
            self.challenged = number
            self.has = has
            self.nonce = self._entropy.draw()[:NONCE]

    def prove(self, frame: bytearray, boot_id: int, number: int) -> int:
        """Judge the PROVE in `frame`: 0 when it opens a session, which then has keys of its own, else F_PROOF."""
        got = bytes(frame[_PAYLOAD : _PAYLOAD + PROOF_SIZE])
        if not self.challenged or self.challenged != number:
            return F_PROOF
        context = bytearray(ID + 8)
        context[:ID] = self.identity
        pack_into("<HHI", context, ID, boot_id, number, _TABLE_HASH)
        told = bytes(context) + self.has + self.nonce + got[:NONCE]
        if not same(self._secret.digest(b"host" + told), got, _NONCE_AT):
            return F_PROOF
        self._mine = Mac(self._secret.digest(b"to host" + told))
        self._theirs = Mac(self._secret.digest(b"to table" + told))
        self._sent = self._heard = self.challenged = 0
        return 0

    def admit(self, got: packet.Decoder) -> int:
        """Judge the packet in the decoder: 0 and without its trailer when it may pass, else F_...."""
        if got.version == packet.VERSION:
            return 0 if got.kind == messages.HELLO or got.kind == messages.PROVE else F_OPEN
        if got.size < TRAILER:
            return F_SHORT
        if self._theirs is None:
            return F_KEY
        end = _PAYLOAD + got.size - SIZE
        frame = got.packet
        if not same(self._theirs.digest(memoryview(frame)[:end]), frame, end):
            return F_KEY
        at = end - _SPARE
        counter = frame[at] | frame[at + 1] << 8 | frame[at + 2] << 16 | (frame[at + 3] & 63) << 24
        if counter <= self._heard:
            return F_REPLAY
        self._heard = counter
        got.size -= TRAILER
        return 0

    def seal(self, buf: bytearray, at: int, size: int) -> int:
        """Write the packet buf[at:at + size] (header, payload, CRC) with counter and MAC to `frame`; its new size. 0
        when the session has sent all it may.
        """
        if self._mine is None or self._sent == _LAST:
            return 0
        self._sent += 1
        frame = self.frame
        end = size - packet.OVERHEAD + _PAYLOAD
        for index in range(end):
            frame[index] = buf[at + index]
        frame[0] = packet.SEALED
        frame[_SIZE_AT] += TRAILER
        pack_into("<IB", frame, end, self._sent, 0)
        end += _SPARE
        mac = self._mine.digest(self._view[:end])
        for index in range(SIZE):
            frame[end + index] = mac[index]
        return size + TRAILER
