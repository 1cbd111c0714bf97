"""Play mode: what of a table is different in it, loaded only then.

`identity` is what was given at provisioning: the table's id (8 bytes), its secret, the seed of its entropy and the
house's audit key (32 bytes each; zeros: the house has none).
"""

from micropython import const

from railbird.link import mac
from railbird.link.auth import Entropy, Guard
from railbird.link.mac import Mac
from railbird.link.play import PlaySession
from railbird.sealed import Sealed
from railbird.storage.chain import Chain

SIZE = const(104)
_SECRET = const(8)
_SEED = const(40)
_AUDIT = const(72)
_KEY = const(32)


class Play:
    """Session, seal and chain of a table in play mode. Raises ValueError for an identity of another size."""

    def __init__(self, port, identity, boot_id, board, version):
        if len(identity) != SIZE:
            raise ValueError("the identity has %d bytes, not %d" % (len(identity), SIZE))
        self._port = port
        self._boot_id = boot_id
        secret = identity[_SECRET:_SEED]
        self._audit = identity[_AUDIT:] if identity[_AUDIT:] != bytes(_KEY) else b""
        self._entropy = Entropy(identity[_SEED:_AUDIT], port.random16)
        guard = Guard(identity[:_SECRET], secret, self._entropy)
        self.session = PlaySession(port.link, boot_id, board, version, guard)
        self.chain = Chain(Mac(secret).digest(b"log"), boot_id)

    def attach(self, table, fact, secret, ups):
        """Stand between `table` and what queues its facts (`Sealed`)."""
        draw = self._entropy.draw
        self.sealed = Sealed(table, fact, secret, self._boot_id, draw, ups, self._audit)

    def spend(self):
        """Let the time pass that hashing took, where the port's clock needs that."""
        if mac.made[0]:
            self._port.hashed(mac.made[0])
            mac.made[0] = 0
