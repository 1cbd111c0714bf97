"""Play mode: what of a table is different in it, loaded only then.

`identity` is what was given at provisioning: the table's id (8 bytes), its secret, the seed of its entropy and the
house's audit key (32 bytes each; zeros: the house has none).

What has to outlive power is written beside each snapshot of the table, into the one of two files that does not belong
to the snapshot before: the number of its input u32, a salt, the log's link, the seal's state, CRC-32. A hand's key is
worked out from the secret, the salt and the number of the hand's input: so it is the same when the inputs are gone
through again, and never for two hands.
"""

from struct import pack, pack_into

from micropython import const

from railbird import facts
from railbird.link import mac
from railbird.link.auth import Entropy, Guard
from railbird.link.mac import Mac
from railbird.link.packet import crc_into
from railbird.link.play import PlaySession
from railbird.sealed import Sealed
from railbird.storage.chain import Log

SIZE = const(104)
FILE = const(18)  # and the next

_SECRET = const(8)
_SEED = const(40)
_AUDIT = const(72)
_KEY = const(32)
_SALT = const(16)
_NONE = const(255)
_LARGEST = const(512)
_LINK_AT = const(20)
_STATE_AT = const(36)


class Play:
    """Session, seal and log of `app`'s table in play mode. Raises ValueError for an identity of another size."""

    def __init__(self, app, port, identity, boot_id, board, version):
        if len(identity) != SIZE:
            raise ValueError("the identity has %d bytes, not %d" % (len(identity), SIZE))
        self._app = app
        self._port = port
        self._secret = Mac(identity[_SECRET:_SEED])
        self._audit = identity[_AUDIT:] if identity[_AUDIT:] != bytes(_KEY) else b""
        self._entropy = Entropy(identity[_SEED:_AUDIT], port.random16)
        self._salt = b""
        self._file = 0  # the one that belongs to the last snapshot
        self._buf = bytearray(_LARGEST)
        guard = Guard(identity[:_SECRET], identity[_SECRET:_SEED], self._entropy)
        self.session = PlaySession(port.link, boot_id, board, version, guard)
        self.log = Log(self._secret)

    def attach(self, table, zones):
        """Stand between `table` and what queues its facts; `zones` are those with a reader."""
        ups = 0
        for zone in zones:
            if facts.Z_UP < zone <= facts.Z_UP + facts.SEATS:
                ups |= 1 << (zone - facts.Z_UP - 1)
        self.sealed = Sealed(table, self._app.fact, self.secret, self._fresh, ups, self._audit)

    def secret(self, kind, zone, code, ref, arg, text):
        """Queue a fact with 16 bytes that follows from the newest input."""
        app = self._app
        self.session.secret(app.seq, app.t_ms, kind, zone, code, ref, arg, text)

    def _fresh(self):
        """The journal's name and the key of the hand that begins with the newest input."""
        app = self._app
        return app.journal.name, self._secret.digest(b"hand" + self._salt + pack("<I", app.seq))

    # Inputs.

    def before(self, kind, zone, code, arg):
        """An input is going to be applied: it goes to the log, and a command may show on the light."""
        app = self._app
        block = self.log.block(app.seq, app.t_ms, kind, zone, code, arg)
        self.secret(facts.LOG, _NONE, _NONE, _NONE, 0, block)
        if kind == facts.COMMAND:
            app.lamps.notice = self.sealed.notice_of(code, arg)

    def after(self, kind, zone, code):
        """It has been applied."""
        if kind == facts.COMMAND:
            self.sealed.done(code, zone)

    def spend(self):
        """Let the time pass that hashing took, where the port's clock needs that."""
        if mac.made[0]:
            self._port.hashed(mac.made[0])
            mac.made[0] = 0

    # What outlives power.

    def keep(self, journal):
        """Write down what a snapshot after the newest input needs: 0, or an errno."""
        buf = self._buf
        pack_into("<I", buf, 0, journal.last)
        buf[4:_LINK_AT] = self._salt
        buf[_LINK_AT:_STATE_AT] = self.log.link
        end = self.sealed.save(buf, _STATE_AT)
        crc_into(buf, 0, end, buf, end)
        return journal.files.write(FILE + 1 - self._file, buf, end + 4)

    def kept(self):
        """The snapshot is written, and what was written last belongs to it."""
        self._file = 1 - self._file

    def restore(self, journal):
        """Bring back what belongs to the journal's snapshot, or begin anew; False when it is missing."""
        buf = self._buf
        check = bytearray(4)
        for number in range(2):
            end = journal.files.read(FILE + number, buf) - 4
            if end > _STATE_AT:
                crc_into(buf, 0, end, check, 0)
                seq = buf[0] | buf[1] << 8 | buf[2] << 16 | buf[3] << 24
                if seq == journal.kept and check == buf[end : end + 4]:
                    self._file = number
                    self._salt = bytes(buf[4:_LINK_AT])
                    self.log.link = bytes(buf[_LINK_AT:_STATE_AT])
                    self.sealed.load(buf, _STATE_AT)
                    return True
        self._salt = self._entropy.draw()[:_SALT]
        self.log.begin(journal.name)
        return journal.kept == 0
