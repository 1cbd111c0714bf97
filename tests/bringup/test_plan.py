"""What is done to a board, from what it holds: worked out by hand for small packages."""

import hashlib

import pytest

from host_tools.bringup import InputError
from host_tools.bringup.plan import AFTER, BEFORE, Found, check, idle, next_version, plan, room

KEY = b"\x01" * 384
STARTERS = {"slots.mpy": b"slots", "start.mpy": b"start", "boot.py": b"boot", "main.py": b"main"}
STATE = {"run": "a", "trial": False, "back": None, "boots": 0, "floor": 4, "board": "pico_w", "play": False}
TAGS = {"registry.bin": b"tags"}


def sha(data):
    return hashlib.sha256(data).hexdigest()


def holds(slots, state=STATE, **files):
    outside = {**STARTERS, "trust.bin": KEY, **TAGS, **files}
    return Found(
        state,
        {name: sha(data) for name, data in outside.items()},
        {slot: {path: sha(data) for path, data in held.items()} for slot, held in slots.items()},
        1 << 20,
    )


def steps(found, files, provision=False):
    return [
        (step.kind, step.path, step.source) for step in plan(found, files, STARTERS, KEY, TAGS, provision)
    ]


def test_what_the_other_slot_has_is_copied_and_the_rest_is_sent():
    found = holds({"a": {"one": b"1", "two": b"2"}})
    assert steps(found, {"one": b"1", "two": b"two"}) == [
        ("copy", "b/one", "a/one"),
        ("send", "b/two", ""),
        ("switch", "b", ""),
    ]


def test_what_lies_there_from_the_time_before_stays_or_goes():
    found = holds({"a": {"one": b"1"}, "b": {"one": b"1", "old": b"0", "two.part": b"cut"}})
    assert steps(found, {"one": b"1", "new": b"2"}) == [
        ("remove", "b/old", ""),
        ("remove", "b/two.part", ""),
        ("send", "b/new", ""),
        ("switch", "b", ""),
    ]


def test_the_slot_that_last_ran_well_is_never_written():
    assert idle(None) == "a"
    assert idle({**STATE, "run": None}) == "a"
    assert idle(STATE) == "b"
    assert idle({**STATE, "run": "b"}) == "a"
    assert idle({**STATE, "run": "b", "trial": True, "back": "a"}) == "b"
    assert idle({**STATE, "run": "a", "trial": True, "back": None}) == "a"


def test_a_trial_is_given_up_before_anything_is_written():
    found = holds({"a": {"one": b"1"}, "b": {"one": b"x"}}, {**STATE, "run": "b", "trial": True, "back": "a"})
    assert steps(found, {"one": b"1"}) == [
        ("revert", "slots.json", ""),
        ("copy", "b/one", "a/one"),
        ("switch", "b", ""),
    ]


def test_main_comes_last_on_a_new_board():
    done = steps(Found(None, {}, {}, 1 << 20), {"one": b"1"}, provision=True)
    assert [path for _, path, _ in done] == [*BEFORE, "slots.json", "registry.bin", "a/one", "a", *AFTER]
    assert done[-1] == ("send", "main.py", "")


def test_provisioning_again_sends_only_the_start_files_that_differ():
    found = holds({"a": {"one": b"1"}}, **{"start.mpy": b"older"})
    done = steps(found, {"one": b"1"}, provision=True)
    assert [path for kind, path, _ in done if kind == "send"] == ["start.mpy"]


@pytest.mark.parametrize(
    ("found", "board", "key", "line"),
    [
        (Found(None, {}, {}, 0), "pico_w", KEY, "the board has no slots yet: --provision makes them, once"),
        (holds({}), "casino_11", KEY, "the board is pico_w, not casino_11: --provision makes it another"),
        (holds({}), "pico_w", b"\x02" * 384, "the board trusts another key than"),
        (holds({}, **{"main.py": b"x"}), "pico_w", KEY, "main.py on the board is of another release"),
    ],
)
def test_a_board_that_does_not_fit_is_refused_unless_it_is_provisioned(found, board, key, line):
    with pytest.raises(InputError) as refusal:
        check(found, board, key, STARTERS, provision=False)
    assert str(refusal.value).startswith(line)
    check(found, board, key, STARTERS, provision=True)


def test_versions_only_go_up():
    assert next_version(holds({}), None) == 5
    assert next_version(holds({}), 5) == 5
    assert next_version(Found(None, {}, {}, 0), None) == 1
    with pytest.raises(InputError, match="version 4: the board has confirmed 4"):
        next_version(holds({}), 4)


def test_room_is_counted_in_blocks():
    found = holds({"a": {"one": b"1"}})
    assert (
        room(plan(found, {"one": b"1", "two": bytes(4096), "six": bytes(10)}, STARTERS, KEY, TAGS, False))
        == 4 * 4096
    )
