"""Who comes in: passwords, sessions, and how often somebody may try. No web here."""

import hashlib
import hmac
import json
import os
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from host_tools.engine import given
from host_tools.live.roles import PRODUCER, ROLES

_N, _R, _P, _BYTES = 1 << 14, 8, 1, 32  # scrypt: 16 MB and some 50 ms a try
SESSIONS = 200
SESSION_S = 12 * 3600.0  # a shift and a half
TRIES, TRIES_S = 5, 60.0  # failed log-ins of an address
ALL_TRIES = 40  # of all addresses together, in the same time
ADDRESSES = 1000
CALLS, CALLS_S = 40, 2.0  # of one session
LEAST_LETTERS = 8


class PasswordError(Exception):
    """The file of passwords is not as it should be; the message is one line."""


def hashed(password: str) -> str:
    """salt$hash of a password, both in hex."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}${_scrypt(password, salt).hex()}"


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_N, r=_R, p=_P, dklen=_BYTES)


def matches(password: str, stored: str) -> bool:
    """Whether a password is the one that was hashed."""
    salt, _, digest = stored.partition("$")
    return hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)), bytes.fromhex(digest))


def load_passwords(path: Path) -> dict[str, str]:
    """Role -> hash. PasswordError for a file that is not one of `save_passwords`, or that others may read."""
    try:
        if path.stat().st_mode & 0o077:
            raise PasswordError(f"{path}: others may read it: expected mode 600")
        stored = given.from_json(given.text(path))
    except (OSError, ValueError) as error:
        raise PasswordError(f"{path}: {error}") from None
    if not isinstance(stored, dict) or set(stored) != set(ROLES):
        raise PasswordError(f"{path}: expected a hash for each of {', '.join(ROLES)}")
    for role, text in stored.items():
        salt, _, digest = str(text).partition("$")
        try:
            sizes = len(bytes.fromhex(salt)), len(bytes.fromhex(digest))
        except ValueError:
            sizes = (0, 0)
        if sizes != (16, _BYTES):
            raise PasswordError(f"{path}: the hash of {role} is none")
    return stored


def save_passwords(path: Path, passwords: Mapping[str, str]) -> None:
    """Hash and keep the passwords of all roles; nobody else may read the file, which must be a new one."""
    for role, password in passwords.items():
        if len(password) < LEAST_LETTERS:
            raise PasswordError(f"the password of {role}: expected {LEAST_LETTERS} letters or more")
    stored = {role: hashed(password) for role, password in passwords.items()}
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(stored, file, indent=1)
    except OSError as error:
        raise PasswordError(f"{path}: {error.strerror}") from None


class Limit:
    """So many in so many seconds, for each key; the keys not heard of for longest are forgotten."""

    def __init__(self, most: int, within_s: float, now: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._within_s = within_s
        self._now = now
        self._seen: OrderedDict[str, deque[float]] = OrderedDict()

    def full(self, key: str) -> bool:
        """Whether one more would be one too many."""
        times = self._seen.get(key)
        while times and times[0] <= self._now() - self._within_s:
            times.popleft()
        return bool(times) and len(times or ()) >= self._most

    def note(self, key: str) -> None:
        """One more."""
        self._seen.setdefault(key, deque(maxlen=self._most)).append(self._now())
        self._seen.move_to_end(key)
        if len(self._seen) > ADDRESSES:
            self._seen.popitem(last=False)


@dataclass(slots=True)
class Session:
    """One log-in: its role, the name given, and the token that every call has to carry beside the cookie."""

    role: str
    who: str
    until: float
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    ended: bool = False


class Doors:
    """Sessions of a server. `passwords` None: whoever reaches it may take any role, so it must not reach far."""

    def __init__(self, passwords: Mapping[str, str] | None, now: Callable[[], float] = monotonic) -> None:
        self.passwords = passwords
        self._now = now
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._failed = Limit(TRIES, TRIES_S, now)
        self._failed_at_all = Limit(ALL_TRIES, TRIES_S, now)
        self._calls = Limit(CALLS, CALLS_S, now)

    @property
    def stream_key(self) -> str:
        """What a stream's programs carry, '' where nobody needs a password."""
        if self.passwords is None:
            return ""
        return hmac.new(self.passwords[PRODUCER].encode(), b"stream", "sha256").hexdigest()

    def blocked(self, address: str) -> bool:
        """Whether an address has to wait before it tries another password."""
        return self._failed.full(address) or self._failed_at_all.full("")

    def admits(self, role: str, password: str, address: str) -> bool:
        """Whether this is the role's password; takes its time, so not in the server's loop."""
        if role not in ROLES:
            return False
        if self.passwords is None or matches(password, self.passwords[role]):
            return True
        self._failed.note(address)
        self._failed_at_all.note("")
        return False

    def enter(self, role: str, who: str) -> tuple[str, Session]:
        """A new session with its secret; the oldest makes room."""
        secret = secrets.token_urlsafe(32)
        session = Session(role, who, self._now() + SESSION_S)
        self._sessions[_key(secret)] = session
        if len(self._sessions) > SESSIONS:
            self._sessions.popitem(last=False)[1].ended = True
        return secret, session

    def session(self, secret: str | None) -> Session | None:
        """The session of a secret, if it is one and has not ended."""
        found = self._sessions.get(_key(secret)) if secret else None
        return found if found is not None and self.alive(found) else None

    def alive(self, session: Session) -> bool:
        """Whether a session goes on."""
        return not session.ended and self._now() < session.until

    def leave(self, secret: str) -> None:
        """The session is over, in every page of it."""
        found = self._sessions.pop(_key(secret), None)
        if found is not None:
            found.ended = True

    def hurries(self, session: Session) -> bool:
        """Whether a session asks too much at once; each call counts."""
        full = self._calls.full(session.token)
        if not full:
            self._calls.note(session.token)
        return full


def _key(secret: str) -> str:
    """Sessions are kept under a hash: looking one up tells nothing of the others by the time it takes."""
    return hashlib.sha256(secret.encode()).hexdigest()
