"""Passwords, sessions and limits, with a clock of the test's own."""

import json

import pytest

from host_tools.live import doors
from host_tools.live.doors import Doors, Limit, PasswordError, hashed, load_passwords, matches, save_passwords
from host_tools.live.roles import ROLES

GOOD = {role: f"{role} of the house" for role in ROLES}


class Clock:
    def __init__(self):
        self.s = 1000.0

    def __call__(self):
        return self.s


@pytest.fixture
def clock():
    return Clock()


def test_a_password_is_kept_as_a_salted_hash_and_known_again(tmp_path):
    path = tmp_path / "live.json"
    save_passwords(path, GOOD)
    assert not any(word in path.read_text() for word in GOOD.values())
    stored = load_passwords(path)
    assert matches(GOOD["floor"], stored["floor"])
    assert not matches(GOOD["floor"], stored["dealer"])
    assert hashed("the same") != hashed("the same"), "a salt of its own"


def test_nobody_else_may_read_the_file_and_none_is_written_over(tmp_path):
    path = tmp_path / "live.json"
    save_passwords(path, GOOD)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(PasswordError, match="exists"):
        save_passwords(path, GOOD)
    path.chmod(0o644)
    with pytest.raises(PasswordError, match="mode 600"):
        load_passwords(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Expecting"),
        ("[]", "a hash for each"),
        (json.dumps({"viewer": "ab$cd"}), "a hash for each"),
        (json.dumps(dict.fromkeys(ROLES, "ab$cd")), "is none"),
        (json.dumps(dict.fromkeys(ROLES, "x$y")), "is none"),
        (json.dumps(dict.fromkeys(ROLES, 5)), "is none"),
    ],
)
def test_a_file_that_is_none_is_one_clear_line(tmp_path, text, why):
    path = tmp_path / "live.json"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(PasswordError, match=why) as caught:
        load_passwords(path)
    assert "\n" not in str(caught.value)


def test_a_short_password_is_refused(tmp_path):
    with pytest.raises(PasswordError, match="8 letters"):
        save_passwords(tmp_path / "live.json", GOOD | {"viewer": "short"})
    assert not (tmp_path / "live.json").exists()


def test_five_wrong_passwords_of_an_address_and_the_sixth_has_to_wait(clock):
    guarded = Doors({role: hashed(word) for role, word in GOOD.items()}, clock)
    for _ in range(5):
        assert not guarded.blocked("10.0.0.9")
        assert not guarded.admits("floor", "guess", "10.0.0.9")
    assert guarded.blocked("10.0.0.9")
    assert not guarded.blocked("10.0.0.7")
    clock.s += 61
    assert not guarded.blocked("10.0.0.9")
    assert guarded.admits("floor", GOOD["floor"], "10.0.0.9")


def test_many_addresses_together_are_held_off_as_well(clock, monkeypatch):
    monkeypatch.setattr(doors, "matches", lambda _password, _stored: False)
    guarded = Doors(GOOD, clock)
    for number in range(40):
        guarded.admits("floor", "guess", f"10.0.1.{number}")
    assert guarded.blocked("10.0.2.1")


def test_a_session_ends_with_the_log_out_and_with_the_shift(clock):
    guarded = Doors(None, clock)
    secret, session = guarded.enter("dealer", "Ana")
    other, _ = guarded.enter("floor", "Ben")
    assert guarded.session(secret) is session
    assert guarded.session("made up") is None
    assert guarded.session(None) is None
    guarded.leave(secret)
    assert guarded.session(secret) is None
    assert not guarded.alive(session)
    assert guarded.session(other) is not None
    clock.s += 12 * 3600 + 1
    assert guarded.session(other) is None


def test_sessions_and_addresses_are_bounded(clock):
    guarded = Doors(None, clock)
    first, session = guarded.enter("viewer", "first")
    for number in range(doors.SESSIONS):
        guarded.enter("viewer", str(number))
    assert guarded.session(first) is None
    assert session.ended
    limit = Limit(3, 10, clock)
    for number in range(3 * doors.ADDRESSES):
        limit.note(str(number))
    assert len(limit._seen) == doors.ADDRESSES


def test_a_limit_counts_what_lies_within_its_time(clock):
    limit = Limit(2, 10, clock)
    assert not limit.full("a")
    limit.note("a")
    clock.s += 6
    limit.note("a")
    assert limit.full("a")
    clock.s += 5
    assert not limit.full("a"), "the first lies 11 s back"
