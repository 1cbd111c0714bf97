"""Enrolment: what is refused, going back, pausing, the file of tags; against readings written by hand."""

import json
import stat

import pytest

from host_tools import chip_registry, registry
from host_tools.bringup import InputError
from host_tools.bringup.enroll import Enrolment, Heard, Place, batch, refusal, verify
from host_tools.bringup.tags import CARDS, Tags, load, save
from host_tools.chip_registry import Kind
from railbird.rules.cards import COVER, parse

SECRET = bytes(range(32))
A, B = bytes.fromhex("04112233445566"), bytes.fromhex("04aabbccddeeff")


class Readings:
    """A bench whose one reader says this, look after look; the last one for ever."""

    zones = ("seat_1", "muck")

    def __init__(self, *looks):
        self.looks = list(looks)

    def rows(self, name, numbers, times):
        assert (name, numbers) == ("look", [1])
        rows = []
        for _ in range(times):
            look = self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]
            outcome, uids = look if isinstance(look, tuple) else (0, look)
            rows.append([1, outcome, 1, 50_000, *(uid.hex() for uid in uids)])
        return rows


def at(*looks) -> Place:
    return Place(Readings(*looks), "muck")


def full(deck="A", first=0) -> Tags:
    """A deck whose card n has the UID 04 .. n."""
    return Tags({deck: {card: bytes((4, first, 0, 0, 0, 0, card)) for card in range(CARDS)}})


def test_a_tag_counts_when_it_was_read_twice_in_a_row_alone():
    assert at([], [A], [], [A], [A]).wait() == Heard(A)
    assert at([A], [B], [B]).wait() == Heard(B)
    assert at([A, B]).wait() == Heard(None, "two tags lie there: one at a time")


def test_a_card_of_which_nothing_is_heard_is_given_up_after_twenty_seconds_of_looks():
    readings = Readings([])
    looks = []
    place = Place(readings, "muck", lambda: looks.append(1))
    assert place.wait() == Heard(None)
    assert len(looks) == 400  # of 50 ms each


def test_a_reader_in_trouble_is_no_dead_card():
    assert at((2, [])).wait(1000) == Heard(None, "its reader is in trouble: railbird selftest")


def test_what_is_typed_ends_the_wait():
    place = Place(Readings([]), "muck", lambda: "s")
    assert (place.wait(), place.typed) == (Heard(None), "s")


def test_each_card_once_and_each_tag_once():
    tags = Tags()
    one = Enrolment(tags, "A")
    assert one.due == parse("2c") == 0
    assert one.take(A) == ""
    assert one.take(A) == "this tag is 2c of deck A already"
    assert (one.due, tags.decks["A"]) == (1, {0: A})
    assert one.back() == 0
    assert (one.due, tags.decks["A"]) == (0, {})
    assert one.back() is None
    assert one.skip() == 0
    assert (one.due, one.skipped) == (1, [0])
    assert tags.missing("A") == list(range(53))


def test_a_deck_goes_on_where_it_was_left():
    tags = Tags({"A": {0: A, 2: B}})
    assert Enrolment(tags, "A").due == 1


def test_foreign_cards_and_chips_and_what_no_tag_has_are_refused():
    tags = Tags({"B": {COVER: A}}, {B: Kind(500)})
    assert refusal(tags, A) == "this tag is cover card of deck B already"
    assert refusal(tags, B) == "this tag is a chip of 500 already"
    assert refusal(tags, bytes.fromhex("08112233")).startswith("tag 08112233: is a random UID")
    assert refusal(tags, A[:4]) == "its UID is that of cover card of deck B, cut"
    assert refusal(tags, bytes.fromhex("04010101010101")) == ""


def test_the_verify_pass_names_cards_that_are_read_too_seldom_or_as_others():
    tags = full()
    uids = tags.decks["A"]
    looks = [[[uids[card]]] * 4 for card in range(CARDS)]
    looks[3] = [[], [uids[3]], [], [uids[3]], *[[]] * 36]
    looks[7] = [[uids[8]]] * 40
    looks[9] = [[], [uids[9]], [], [uids[9]], [], [], [], [uids[9]]]  # a burst: no weak tag
    flat = [look for card in looks for look in card]
    found = list(verify(at(*flat), tags, "A", lambda _: True))
    assert [(row.card, row.read, row.looks) for row in found] == [(3, 2, 40), (7, 0, 40)]


def test_a_verify_pass_can_be_left():
    assert list(verify(at([]), full(), "A", lambda card: card < 2)) != []
    assert list(verify(at([]), full(), "A", lambda _: False)) == []


def test_chips_by_batch():
    tags = full()
    card = tags.decks["A"][5]
    reasons = batch(at([A], [A, B], [card], [B]), tags, Kind(500))
    assert reasons == [
        f"{card.hex()}: this tag is 3d of deck A already"
    ]  # card 5 is the second suit of the threes
    assert tags.chips == {A: Kind(500), B: Kind(500)}
    assert batch(at([A]), tags, Kind(500)) == []
    assert batch(at([A]), tags, Kind(100)) == [f"{A.hex()}: this tag is a chip of 500 already"]


def test_the_files_that_the_table_gets():
    tags = full()
    tags.chips[A] = Kind(500)
    tags.decks["B"] = {0: B}  # not whole: it stays at home
    assert registry.decode(tags.registry()) == {uid: card for card, uid in tags.decks["A"].items()}
    assert chip_registry.decode(tags.chip_registry()) == {A: Kind(500)}


@pytest.mark.parametrize("secret", [None, SECRET], ids=["in clear", "encrypted"])
def test_the_file_of_tags_comes_back_as_it_was(tmp_path, secret):
    path = tmp_path / "tags.json"
    tags = full()
    tags.chips[A] = Kind(500, "plaque", 2)
    save(tags, path, secret)
    assert load(path, secret) == tags
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["tags.json"]
    uid = tags.decks["A"][51].hex()
    assert (uid in path.read_text()) == (secret is None)


def test_a_file_that_another_key_wrote_and_one_that_is_none(tmp_path):
    path = tmp_path / "tags.json"
    save(full(), path, SECRET)
    with pytest.raises(InputError, match="is encrypted, it takes the table's key"):
        load(path)
    with pytest.raises(InputError, match="this table's key does not open it"):
        load(path, bytes(32))
    sealed = json.loads(path.read_text())
    sealed["data"] = "00" + sealed["data"][2:]
    path.write_text(json.dumps(sealed))
    with pytest.raises(InputError, match="this table's key does not open it"):
        load(path, SECRET)
    for text in ("nothing", "{}", '{"format": "railbird tags 1", "decks": {"C": {}}, "chips": {}}'):
        path.write_text(text)
        with pytest.raises(InputError, match="no file of tags"):
            load(path)


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "tags.json"
    save(full(), path)

    def full_disk(_fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(InputError, match="No space left on device"):
        save(Tags(), path)
    assert load(path) == full()
    assert [file.name for file in tmp_path.iterdir()] == ["tags.json"]
