"""A person at the terminal of the bench: what is typed, Ctrl-D, and Ctrl-C in the middle of a deck."""

import os
import sys

import pytest

from host_tools.bringup.enroll import Enrolment, Heard
from host_tools.bringup.tags import Tags, load
from host_tools.cli.enroll import Desk, enroll_deck
from host_tools.cli.standing import Person

UIDS = [bytes((4, 0, 0, 0, 0, 0, card)) for card in range(53)]


class Place:
    """A place at which these things happen, one a wait: a UID, what was typed, or Ctrl-C."""

    zone = "muck"

    def __init__(self, *happens):
        self._happens = list(happens)
        self.typed = None

    def wait(self):
        what = self._happens.pop(0)
        self.typed = what if isinstance(what, str) else None
        if what is KeyboardInterrupt:
            raise what
        return Heard(what if isinstance(what, bytes) else None)

    def wait_empty(self):
        return True


def desk(tmp_path):
    return Desk(Tags(), tmp_path / "tags.json", None, True)


@pytest.mark.skipif(sys.platform != "linux", reason="a pty as a terminal: Linux")
def test_a_line_is_read_without_waiting(monkeypatch):
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "r") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        who = Person()
        assert who.typed() is None
        os.write(ours, b"b\n")
        assert who.typed() == "b"
        assert who.typed() is None
        os.write(ours, b"\x04")
        assert who.confirm("lay it") == "q"
    os.close(ours)


def test_back_and_skip_and_pause(tmp_path):
    one = desk(tmp_path)
    place = Place(UIDS[0], UIDS[1], "b", UIDS[2], "s", UIDS[3], "q")
    assert not enroll_deck(one, place, Person(say=False), Enrolment(one.tags, "A"))
    assert load(tmp_path / "tags.json").decks["A"] == {0: UIDS[0], 1: UIDS[2], 3: UIDS[3]}


def test_ctrl_c_keeps_what_was_enrolled_and_says_how_to_go_on(tmp_path, capsys):
    one = desk(tmp_path)
    place = Place(UIDS[0], UIDS[1], KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        enroll_deck(one, place, Person(say=False), Enrolment(one.tags, "A"))
    assert load(tmp_path / "tags.json").decks["A"] == {0: UIDS[0], 1: UIDS[1]}
    assert '{"event": "paused"}' in capsys.readouterr().out


def test_a_tag_twice_is_refused_and_the_card_asked_for_again(tmp_path, capsys):
    one = desk(tmp_path)
    place = Place(UIDS[0], UIDS[0], UIDS[1], "q")
    enroll_deck(one, place, Person(say=False), Enrolment(one.tags, "A"))
    assert load(tmp_path / "tags.json").decks["A"] == {0: UIDS[0], 1: UIDS[1]}
    said = capsys.readouterr().out.splitlines()
    assert said[1] == '{"event": "refused", "card": "2d", "why": "this tag is 2c of deck A already"}'
