"""The table's side of the link in play mode: a session opens to a host that proves itself, and then every frame carries
a counter and a MAC (auth.py). The rest is as in session.py.
"""

from struct import pack, pack_into, unpack, unpack_from

from micropython import const

from railbird.link import formats, messages, packet
from railbird.link.auth import F_PROOF, Guard
from railbird.link.session import CAPACITY, Session

MYPY = False
if MYPY:
    from railbird.link.carrier import Carrier

_PAYLOAD = const(9)
_HAS = "<HIB"  # journal, input_seq, facts of HELLO
_KIND_AT = const(1)
_SIZE_AT = const(8)
_SECRET_AT = const(23)  # where the 16 bytes of a SECRET start

_HELLO_FORMAT = formats.payload_format(messages.HELLO)
_HELLO_SIZE = formats.payload_size(messages.HELLO)
_PROVE_SIZE = formats.payload_size(messages.PROVE)
_SECRET_SIZE = formats.payload_size(messages.SECRET)
_HEAD_SIZE = formats.payload_size(messages.HEAD)
_HEAD_FORMAT = formats.payload_format(messages.HEAD)
_CHALLENGE_SIZE = formats.payload_size(messages.CHALLENGE)
_CHALLENGE_FORMAT = formats.payload_format(messages.CHALLENGE)
_REFUSED_SIZE = formats.payload_size(messages.REFUSED)
_TABLE_HASH = formats.TABLE_HASH
del formats  # so that it can be let go


class PlaySession(Session):
    """A session with a guard. `refused` is why a frame was refused last, `refusals` how many were since the app has
    told so. A frame that is refused changes nothing else.
    """

    mode = messages.MODE_PLAY
    slot = packet.OVERHEAD + 32  # a whole SECRET packet

    def __init__(self, link: "Carrier", boot_id: int, board: str, version: str, guard: Guard) -> None:
        super().__init__(link, boot_id, board, version)
        self.refused = 0
        self.refusals = 0
        self._guard = guard
        self._decoder.sealed = True
        self._asked = 0  # number of the HELLO to be answered
        self._asked_s = 0
        self._refusal_due = False
        self._challenge_due = False
        self._head_due = False
        self._head = bytearray(packet.OVERHEAD + _HEAD_SIZE)

    def secret(
        self, input_seq: int, t_ms: int, kind: int, zone: int, code: int, ref: int, arg: int, text: bytes
    ) -> bool:
        """Queues a fact with 16 bytes, as `fact` does one without."""
        count = self._count
        number = self._oldest + count
        if not self.fact(input_seq, t_ms, kind, zone, code, ref, arg):
            return False
        if self._count == count:
            return True  # the host has it
        at = (number & (CAPACITY - 1)) * self.slot
        self._outbox[at + _KIND_AT] = messages.SECRET
        self._outbox[at + _SIZE_AT] = _SECRET_SIZE
        for index in range(16):
            self._outbox[at + _SECRET_AT + index] = text[index]
        return True

    def head(self, input_seq: int, link: bytes) -> None:
        """Queues where the log's chain stands."""
        pack_into(_HEAD_FORMAT, self._head, _PAYLOAD, input_seq, link)
        self._head_due = True

    def _more(self) -> bool:
        return self._refusal_due or self._challenge_due or self._head_due or super()._more()

    def _compose(self, now: int) -> int:
        small = self._small
        if self._asked:  # an open WELCOME, by which unequal sides can tell
            number, self._number, opened = self._number, self._asked, self.open
            self._asked = 0
            self.open = False
            self._welcome_due = True
            size = super()._compose(now)
            self._number = number
            self.open = opened
            return size
        if self._challenge_due:
            self._challenge_due = False
            guard = self._guard
            self._header(small, messages.CHALLENGE, guard.challenged, _CHALLENGE_SIZE)
            pack_into(_CHALLENGE_FORMAT, small, _PAYLOAD, guard.identity, guard.nonce)
            return packet.encode(small, 0, packet.OVERHEAD + _CHALLENGE_SIZE, self._line)
        if self._refusal_due:
            self._refusal_due = False
            self._header(small, messages.REFUSED, self._decoder.seq, _REFUSED_SIZE)
            small[_PAYLOAD] = self.refused
            return packet.encode(small, 0, packet.OVERHEAD + _REFUSED_SIZE, self._line)
        if self.open and self._head_due:
            self._head_due = False
            self._header(self._head, messages.HEAD, self._number, _HEAD_SIZE)
            return self._encode(self._head, 0, _HEAD_SIZE)
        return super()._compose(now)

    def _header(self, buf: bytearray, kind: int, number: int, size: int) -> None:
        pack_into(packet.HEADER, buf, 0, packet.VERSION, kind, self._oldest, number, self._boot_id, size)

    def _encode(self, buf: bytearray, at: int, payload: int) -> int:
        if not self.open:
            return super()._encode(buf, at, payload)
        size = self._guard.seal(buf, at, packet.OVERHEAD + payload)
        if size == 0:
            self.open = False
            return 0
        return packet.encode(self._guard.frame, 0, size, self._line)

    def _receive(self, now: int) -> None:
        got = self._decoder
        reason = self._guard.admit(got)
        if reason == 0 and got.kind == messages.PROVE:
            reason = self._prove(now)
            if reason == 0:
                return
        if reason:
            self.refused = reason
            self.refusals += 1
            self._refusal_due = not self.open
        else:
            super()._receive(now)

    def _hello(self, now: int) -> None:  # noqa: ARG002
        """Answers; the session that is open stays so until a host has proved itself."""
        got = self._decoder
        table_hash, self._asked_s, journal, seq, facts = unpack_from(_HELLO_FORMAT, got.packet, _PAYLOAD)
        self._asked = got.seq
        if table_hash == _TABLE_HASH:
            self._guard.challenge(got.seq, pack(_HAS, journal, seq, facts))
            self._challenge_due = True

    def _prove(self, now: int) -> int:
        """Opens a session, if the proof is one; F_... if it is none."""
        got = self._decoder
        if got.size != _PROVE_SIZE or got.boot_id != self._boot_id:
            return F_PROOF
        reason = self._guard.prove(got.packet, self._boot_id, got.seq)
        if reason == 0:
            journal, seq, facts = unpack(_HAS, self._guard.has)
            if self._number == 0 and journal == self.journal != 0:
                self._drop(seq, facts)
            self.open = True
            self._begin(got.seq, self._asked_s, now)
            self._welcome_due = True
        return reason
