"""Tapes: what waits for its time, what is kept for another server, the last hands."""

import json
import threading
from time import monotonic

import pytest

from host_tools.engine import fixed_limit, profile, start
from host_tools.live import spool as spools
from host_tools.live import tape
from host_tools.live.spool import Spool, SpoolError, decoded, encoded
from host_tools.live.tape import Item, Keys, Reels, Waiting
from railbird import facts


def table(run="a", hand=0, deck=0):
    return Item(0.0, 0, "table", (run, "virtual_9", ("seat_1", "seat_2"), 9, True, hand, deck))


def fact(kind, at_s=0.0, code=0):
    return Item(at_s, 0, "fact", (1, 2, kind, 3, code, 255, 0))


def begin(at_s=0.0, **options):
    state = start("holdem", (2, 5), 5, (100, 90), (1, 2), **options)
    return Item(at_s, 1, "begin", (state,))


class Clock:
    s = 1000.0

    def __call__(self):
        return self.s


def test_an_item_waits_for_its_time():
    clock = Clock()
    waiting = Waiting(900, clock)
    waiting.put(fact(1, 1000.0))
    waiting.put(fact(2, 1001.0))
    assert waiting.due(10, 0) == []
    clock.s = 1899.9
    assert waiting.due(10, 0) == []
    clock.s = 1900.5
    assert [item.args[2] for _, item in waiting.due(10, 0)] == [1]
    clock.s = 1901.0
    assert [item.args[2] for _, item in waiting.due(10, 0)] == [2]
    assert len(waiting) == 0


def test_who_waits_for_an_item_is_woken_by_it():
    waiting = Waiting(0, tape.Clock())
    found = []
    thread = threading.Thread(target=lambda: found.extend(waiting.due(10, 20)))
    begun = monotonic()
    thread.start()
    waiting.put(fact(1, 0.0))
    thread.join(timeout=20)
    assert [item.args[2] for _, item in found] == [1]
    assert monotonic() - begun < 10


def test_what_waits_is_bounded_and_gives_up_whole_hands(monkeypatch):
    monkeypatch.setattr(tape, "MOST", 5)
    waiting = Waiting(0, Clock())
    for _ in range(2):
        waiting.put(begin())
        waiting.put(fact(1))
        waiting.put(fact(2))
    assert waiting.dropped == 1
    assert [item.kind for _, item in waiting.due(10, 0)] == ["begin", "fact", "fact"]


@pytest.mark.parametrize(
    "item",
    [
        table(),
        fact(facts.HAND),
        Item(1.5, 7, "secret", (7, 1, 2, facts.OPENED, 3, 4, 5, 6, bytes(range(16)))),
        begin(),
        begin(options=profile("published")),
        Item(2.5, 9, "declare", (("discard", 2, (1, 2)),)),
        Item(2.5, 9, "misdeal", ()),
        Item(
            3.0,
            1,
            "begin",
            (
                start(
                    "stud7_hl8", (1, 2, 3), None, (50, 60, 70), antes=(1, 1, 1),
                    limits=fixed_limit(2, 4), bring_in=1,
                ),
            ),
        ),
    ],
)  # fmt: skip
def test_an_item_comes_back_from_its_line_as_it_was(item):
    line = encoded(item)
    assert "\n" not in line
    assert decoded(line) == item
    assert json.loads(line)[2] == item.kind


@pytest.mark.parametrize(
    "line", ["", "[]", "[1,2,3]", '[1,2,"fact",[{"os.system":["x"]}]]', '[1,2,"x",{"State":1}]']
)
def test_a_line_that_is_none_makes_no_value(line):
    with pytest.raises((ValueError, TypeError, KeyError)):
        decoded(line)


def written(folder, hands=4):
    spool = Spool(folder)
    files = [spool.write(table(), table)]
    for _ in range(hands):
        files += [spool.write(item, table) for item in (begin(), fact(facts.HAND), fact(facts.END))]
    return spool, files


def test_another_server_goes_on_from_the_spool(tmp_path, monkeypatch):
    monkeypatch.setattr(spools, "FILE", 1)
    spool, files = written(tmp_path / "spool")
    assert files == [1, *(number for number in (2, 3, 4, 5) for _ in range(3))]
    spool.done(files[-1])
    assert [path.name for path in sorted((tmp_path / "spool").glob("tape-*"))] == [
        f"tape-{files[-1]:06}.jsonl"
    ]
    spool.close()
    again = Spool(tmp_path / "spool")
    found = list(again.read())
    assert [item.kind for _, item in found] == ["table", "begin", "fact", "fact"]
    assert {file for file, _ in found} == {files[-1]}
    assert again.write(table("b"), table) == files[-1] + 1


def test_nobody_else_may_read_the_spool_and_no_two_servers_write_it(tmp_path):
    spool, _ = written(tmp_path / "spool")
    assert (tmp_path / "spool").stat().st_mode & 0o777 == 0o700
    for path in (tmp_path / "spool").glob("tape-*"):
        assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(SpoolError, match="another server"):
        Spool(tmp_path / "spool")
    spool.close()
    Spool(tmp_path / "spool").close()


def test_a_torn_last_line_is_left_out_and_a_torn_one_before_it_refused(tmp_path):
    spool, _ = written(tmp_path)
    spool.close()
    path = tmp_path / "tape-000001.jsonl"
    whole = path.read_text()
    path.write_text(whole[:-9])
    spool = Spool(tmp_path)
    assert len(list(spool.read())) == 12
    spool.close()
    path.write_text(whole.replace('"begin"', "begin", 1))
    with pytest.raises(SpoolError, match="line 3 is not of a tape"):
        list(Spool(tmp_path).read())


def test_a_spool_of_another_version_is_refused(tmp_path):
    spool, _ = written(tmp_path)
    spool.close()
    path = tmp_path / "tape-000001.jsonl"
    path.write_text(path.read_text().replace('{"tape": 1}', '{"tape": 2}'))
    with pytest.raises(SpoolError, match="version 1") as caught:
        list(Spool(tmp_path).read())
    assert "\n" not in str(caught.value)


def test_the_last_three_hands_are_kept_and_how_things_stood_before_each():
    reels = Reels()
    reels.take(table())
    for number in range(5):
        reels.take(begin())
        reels.take(fact(facts.HAND))
        if number == 2:
            reels.take(fact(facts.DEAD, code=1))
    assert reels.numbers == [3, 4, 5]
    first = reels.hand(4)[0]
    assert (first.kind, first.args[5:]) == ("table", (3, 1))
    assert [item.kind for item in reels.hand(4)] == ["table", "begin", "fact"]
    assert reels.hand(1) == []


def test_keys_are_those_given_before_the_hand_was_over():
    keys = Keys()

    def secret(kind, ref, arg=0, text=b"k" * 16):
        return Item(0.0, 0, "secret", (7, 1, 2, kind, 3, 4, ref, arg, text))

    hand = b"\x07\x00\x09\x00"
    keys.hear(secret(facts.COMMIT, 0, 9))
    assert keys.hear(secret(facts.OPENED, 5)) == (hand, 5, b"k" * 16)
    keys.hear(fact(facts.END))
    assert keys.hear(secret(facts.OPENED, 6)) is None
    assert keys.get(hand, 5) == b"k" * 16
    assert keys.get(hand, 6) is None
    assert keys.get(b"\x07\x00\x0a\x00", 5) is None
