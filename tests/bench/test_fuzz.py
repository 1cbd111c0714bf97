"""The fuzzing: ten thousand inputs, and that it would notice."""

import random

import pytest

from host_tools.bench import fuzz, guarded, targets, wild
from host_tools.bench.damage import damaged, sound_answers
from railbird import facts


def test_ten_thousand_inputs_without_crash_hang_or_invention():
    figures = fuzz.run(10_000, 1)
    assert figures["inputs"] == 10_000
    assert all(row["inputs"] >= 300 for row in figures["targets"].values())
    assert (figures["crashes"], figures["hangs"], figures["inventions"]) == (0, 0, 0), figures["findings"]


def one(monkeypatch, target, inputs=200):
    """The figures of one target alone."""
    monkeypatch.setattr(fuzz, "TARGETS", {"one": (target, 1.0)})
    return fuzz.run(inputs, 1)


def test_the_same_seed_gives_the_same_inputs():
    first, again, other = (list(targets._line(random.Random(seed)) for _ in range(3)) for seed in (1, 1, 2))
    assert first == again != other


def test_an_answer_out_of_nowhere_is_an_invention(monkeypatch):
    monkeypatch.setattr(targets.frame, "parse", lambda _buf, _start, end: max(end - 2, 4))
    monkeypatch.setattr(targets.frame, "size", lambda _buf, _at: 1)
    assert one(monkeypatch, targets.parser)["inventions"] > 100


def test_a_registry_that_finds_what_is_not_in_it_is_an_invention(monkeypatch):
    monkeypatch.setattr(targets.Registry, "find", lambda *_: 5)
    assert one(monkeypatch, targets.registry, 500)["inventions"] > 0


def test_a_fact_about_a_card_never_named_is_an_invention(monkeypatch):
    class Table:
        def __init__(self, emit, _ups):
            self._emit = emit

        def apply(self, *_):
            self._emit(facts.DEALT, 1, 130, 255, 1)

    monkeypatch.setattr(targets, "Table", Table)
    assert one(monkeypatch, targets.table)["inventions"] > 150


def test_a_command_without_a_proof_is_an_invention(monkeypatch):
    admit = guarded.Guard.admit

    def trusting(self, got):
        reason = admit(self, got)
        if reason and got.version == 129 and got.size >= 21:
            got.size -= 21
            return 0
        return reason

    monkeypatch.setattr(guarded.Guard, "admit", trusting)
    assert one(monkeypatch, guarded.door, 1000)["inventions"] > 5


def test_what_is_raised_is_a_crash_and_the_next_stream_goes_on(monkeypatch):
    def breaks(_rng):
        yield ""
        raise IndexError("beyond")

    figures = one(monkeypatch, breaks, 10)
    assert (figures["inputs"], figures["crashes"]) == (10, 5)
    assert figures["findings"][0] == {"kind": "crash", "stream": "1/one/0", "what": "IndexError: beyond"}


def test_what_never_ends_is_a_hang(monkeypatch):
    def waits(_rng):
        n = 0
        while n >= 0:
            n += 1
        yield ""

    monkeypatch.setattr(fuzz, "HANG_S", 0.05)
    assert one(monkeypatch, waits, 1)["hangs"] == 1


def test_a_scanner_that_stands_still_is_a_hang(monkeypatch):
    monkeypatch.setattr(wild.Scanner, "poll", lambda _self, now: now)
    assert one(monkeypatch, wild.scanner, 1)["hangs"] == 1


def test_a_card_is_only_what_the_reader_of_its_zone_said():
    heard = wild.Heard()
    code, uid = next((code, uid) for code, uid in wild.TAGS.items() if len(uid) == 7)
    body = bytes.fromhex("d54b0101004400 07") + uid
    frame = b"\x00\x00\xff" + bytes((len(body), 256 - len(body))) + body + bytes((-sum(body) & 255, 0))
    heard.note(["seat_2"], b"\x01" + frame[:-2] + bytes((frame[-2] ^ 1, 0)))
    assert heard.invented(facts.SIGHT, 2, code) == f"tag code {code} at seat_2"
    heard.note(["seat_2"], b"\x01" + frame)
    assert heard.invented(facts.SIGHT, 2, code) == ""
    assert heard.invented(facts.SIGHT, 3, code) == f"tag code {code} at seat_3"
    assert heard.invented(facts.STATE, 3, code) == ""


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("0000ff02fed51516 00", {(6, 1)}),  # pn532.md 1.1: SAMConfiguration's response, summed by hand
        ("80000000ff02fed5151600", {(8, 1)}),
        ("00ff02fed51516", {(5, 1)}),
        ("0000ffffff0002fed5151600", {(9, 1)}),  # the same in an extended frame
        ("0000ff02fed5151700", set()),
        ("0000ff02ffd5151600", set()),
        ("0000ff02fed41517 00", set()),  # to the chip
        ("0000ff00ff00", set()),
        ("0000ff02fed515", set()),
    ],
)
def test_sound_answers_by_hand(raw, found):
    assert sound_answers(bytes.fromhex(raw)) == found


def test_damage_changes_most_of_what_it_is_given():
    rng = random.Random(1)
    raw = bytes(range(40))
    assert sum(damaged(raw, rng) != raw for _ in range(200)) > 180
