"""What a table says, as it is kept: facts once each, hands whole, verdicts with their decisions, counts, readers."""

import pytest

from host_tools.engine.phh import parse_text
from host_tools.link.events import Beat, Fact, Lost, Refused, Result, Welcome
from host_tools.records import models, queries
from host_tools.records.audit import findings
from host_tools.records.recorder import Recorder
from host_tools.records.store import open_store
from railbird import facts, words
from railbird.rules import games
from railbird.rules.cards import parse

HOLDEM = games.NAMES.index("holdem")
BEAT = Beat(*[0] * len(Beat._fields))


def kept(store, table):
    return store.rows(table.select().order_by(*table.primary_key.columns))


def numbers(store):
    return [(row.boot, row.number) for row in kept(store, models.facts)]


def test_a_fact_is_kept_with_its_input_and_its_place_in_it(store, talk) -> None:
    talk.say(facts.SIGHT, 2, parse("As"), seq=9)
    talk.say(facts.DEALT, 2, parse("As"), arg=1, seq=9)
    talk.now = 1500
    talk.say(facts.EXPECT, 5, seq=9)
    talk.say(facts.SIGHT, 5, parse("Kd"), seq=12)
    talk.recorder.keep()
    rows = kept(store, models.facts)
    assert [(row.number, row.input_seq, row.place) for row in rows] == [
        (100, 9, 0),
        (101, 9, 1),
        (102, 9, 2),
        (103, 12, 0),
    ]
    assert rows[2].at - rows[0].at == 1500
    assert [(row.kind, row.zone, row.code, row.ref, row.arg) for row in rows[1:2]] == [
        (facts.DEALT, 2, parse("As"), 255, 1)
    ]
    assert talk.recorder.position == (0, 12, 1)


def test_nothing_is_there_before_it_is_kept(url, talk) -> None:
    talk.recorder.keep()
    talk.begin()
    other = open_store(url)
    assert (kept(other, models.facts), kept(other, models.hands)) == ([], [])
    other.keep()
    talk.recorder.keep()
    assert len(kept(other, models.facts)) == len(kept(other, models.hands)) == 1
    other.close()


def test_a_host_that_starts_again_ignores_what_it_has(store, talk, new_talk) -> None:
    for card in range(5):
        talk.say(facts.SIGHT, 2, card)
    talk.recorder.keep()
    again = new_talk(store, number=102, boot_id=77)
    assert again.recorder.position == (0, 5, 1)
    again.greet()
    again.seq = 2
    for card in range(2, 7):
        again.say(facts.SIGHT, 2, card)
    again.recorder.keep()
    assert [(row.number, row.input_seq, row.code) for row in kept(store, models.facts)] == [
        (100 + card, 1 + card, card) for card in range(7)
    ]
    assert len(kept(store, models.boots)) == 1


def test_numbers_go_on_where_they_wrap(store, new_talk) -> None:
    talk = new_talk(store, number=0xFFFE)
    talk.greet()
    for card in range(4):
        talk.say(facts.SIGHT, 2, card)
    talk.recorder.keep()
    again = new_talk(store)
    again.greet(number=0x10001)  # on the wire 1: the last of them again
    again.say(facts.SIGHT, 2, 3)
    again.say(facts.SIGHT, 2, 4)
    again.recorder.keep()
    assert [row.number for row in kept(store, models.facts)] == [0xFFFE + n for n in range(5)]


def test_a_line_that_was_cut_in_the_middle_of_a_step(store, talk) -> None:
    for card in range(3):
        talk.say(facts.SIGHT, 2, card)
    talk.greet(number=102)  # the same boot; it tells the last of them again
    talk.say(facts.SIGHT, 2, 2)
    talk.say(facts.SIGHT, 2, 3)
    talk.recorder.keep()
    assert [(row.number, row.code) for row in kept(store, models.facts)] == [(100 + n, n) for n in range(4)]


def test_facts_that_another_host_has_taken_are_missed(store, talk, new_talk) -> None:
    talk.say(facts.SIGHT, 2, 1)
    talk.recorder.keep()
    again = new_talk(store)
    again.greet(number=108)
    again.recorder.keep()
    (note,) = kept(store, models.floor)
    assert note.text == "7 facts of the table are in no record"


@pytest.mark.parametrize(("boot_id", "number"), [(78, 78), (77, 20)])
def test_another_boot_starts_anew(store, talk, new_talk, boot_id: int, number: int) -> None:
    """A new id; or the same with a number that lies further back than an outbox holds."""
    talk.say(facts.SIGHT, 2, 1, seq=3)
    talk.say(facts.SIGHT, 2, 2, seq=3)
    talk.recorder.keep()
    again = new_talk(store, number=number, boot_id=boot_id)
    again.greet()
    again.say(facts.SIGHT, 2, 1, seq=3)
    again.recorder.keep()
    first, second = [row.id for row in kept(store, models.boots)]
    assert numbers(store) == [(first, 100), (first, 101), (second, number)]
    assert [row.place for row in kept(store, models.facts)] == [0, 1, 0]


@pytest.mark.parametrize(("journal", "place"), [(0, 0), (9, 2), (8, 0)])
def test_inputs_go_on_from_boot_to_boot_where_their_journal_does(
    store, new_talk, journal: int, place: int
) -> None:
    """A table with a journal of that name tells the rest of an input after it was without power."""
    first = new_talk(store, boot_id=5)
    first.recorder.journal = 9 if journal else 0
    first.greet()
    first.say(facts.SIGHT, 2, 1, seq=3)
    first.say(facts.EXPECT, 5, seq=3)
    first.recorder.keep()
    again = new_talk(store, boot_id=6)
    assert again.recorder.position == (9 if journal else 0, 3, 2)
    again.recorder.journal = journal
    again.greet()
    again.say(facts.HELD, seq=3)
    again.recorder.keep()
    assert kept(store, models.facts)[-1].place == place
    assert again.recorder.position == (journal, 3, place + 1)


def test_a_whole_hand(store, talk) -> None:
    talk.begin()
    talk.deal()
    talk.now = 60_000
    talk.fold()
    talk.recorder.keep()
    (hand,) = queries.hands(store)
    assert hand["inputs"][-2:] == [["fold", 2], ["award", 0]]
    assert (hand["hand"], hand["game"], hand["button"], hand["seats"]) == (1, "holdem", 5, [2, 5])
    assert (hand["outcome"], hand["at"], hand["ended"]) == (
        "complete",
        "2026-01-01 00:00:00",
        "2026-01-01 00:01:00",
    )
    read = parse_text(hand["phh"], "hand")
    assert read.seats == (2, 5)
    assert read.finishing_stacks == (99, 101)
    assert [event for event in read.events if event[0] == "deal"] == [
        ("deal", 2, parse("As"), "d"),
        ("deal", 5, parse("Kd"), "d"),
        ("deal", 2, parse("Ah"), "d"),
        ("deal", 5, parse("Kc"), "d"),
    ]


def test_a_corrected_card_is_told_as_it_lies(store, talk) -> None:
    """The inputs keep both."""
    talk.begin()
    talk.deal()
    talk.say(facts.DEALT, facts.zone_id("seat_2"), parse("Qs"), arg=2)
    talk.fold()
    talk.recorder.keep()
    (hand,) = queries.hands(store)
    dealt = [event[2] for event in hand["inputs"] if event[:2] == ["deal", 2]]
    assert dealt == [parse("As"), parse("Qs")]
    assert '"d dh p1 AsQs"' in hand["phh"]
    assert ["deal", 2, parse("Ah"), "d"] in [row.event for row in kept(store, models.inputs)]


def test_a_misdeal_is_no_hand_of_phh(store, talk) -> None:
    talk.begin()
    talk.say(facts.DEALT, 2, parse("As"), arg=1)
    talk.tracker.misdeal()
    talk.say(facts.MISDEAL)
    talk.begin()
    talk.deal()
    talk.fold()
    talk.recorder.keep()
    first, second = queries.hands(store)
    assert (first["outcome"], first["phh"], first["winners"]) == ("misdeal", None, None)
    assert ["deal", 2, parse("As"), "d"] in first["inputs"]
    assert (second["hand"], second["outcome"]) == (2, "complete")


def test_a_hand_that_never_ended_is_told_as_such(store, talk, new_talk) -> None:
    talk.begin()
    talk.recorder.keep()
    again = new_talk(store, number=talk.number)
    again.greet()
    again.seq = talk.seq
    again.begin()
    again.deal()
    again.fold()
    again.recorder.keep()
    assert [(row["hand"], row["outcome"]) for row in queries.hands(store)] == [
        (1, "unfinished"),
        (2, "complete"),
    ]


def wrong_seat(talk) -> None:
    """A card at the wrong seat: the deal is held."""
    talk.say(facts.VERDICT, 5, facts.V_WRONG_SEAT, parse("Qh"), facts.NO_ZONE << 8 | 1)
    talk.say(facts.HELD, arg=1, seq=talk.seq)


def test_a_verdict_with_its_decision(store, talk) -> None:
    talk.begin()
    wrong_seat(talk)
    talk.now = 9_000
    talk.recorder.decide("Max Stone, F-7", "the card stays")
    talk.say(facts.HELD, arg=0)
    talk.say(facts.RESUMED, seq=talk.seq)
    talk.say(facts.EXPECT, 2)
    talk.recorder.keep()
    (alert,) = queries.alerts(store)
    assert (alert["hand"], alert["name"], alert["zone"], alert["card"], alert["rule"]) == (
        1,
        "wrong_seat",
        "seat_5",
        "Qh",
        "p(1)(ii)",
    )
    assert (alert["decision"], alert["decided_by"], alert["why"], alert["decided"]) == (
        "goes on",
        "Max Stone, F-7",
        "the card stays",
        "2026-01-01 00:00:09",
    )


@pytest.mark.parametrize(
    ("kind", "words_"), [(facts.MISDEAL, "misdeal"), (facts.DEAD, "round dead, other deck")]
)
def test_a_hand_that_ends_decides_what_was_open(store, talk, kind: int, words_: str) -> None:
    talk.begin()
    wrong_seat(talk)
    talk.recorder.decide("Max", "before two wagers")
    talk.say(facts.HELD, arg=0)
    talk.say(kind, code=1, seq=talk.seq)
    wrong_seat(talk)
    talk.recorder.keep()
    first, second = queries.alerts(store)
    assert (first["decision"], first["decided_by"]) == (words_, "Max")
    assert (second["decision"], second["decided_by"]) == (None, None)


def test_a_verdict_is_open_after_the_host_has_started_again(store, talk, new_talk) -> None:
    talk.begin()
    wrong_seat(talk)
    talk.recorder.keep()
    again = new_talk(store, number=talk.number)
    again.greet()
    again.seq = talk.seq
    again.recorder.decide("Max", "the card stays")
    again.say(facts.RESUMED)
    again.recorder.keep()
    (alert,) = queries.alerts(store)
    assert (alert["decision"], alert["decided_by"]) == ("goes on", "Max")


def test_a_fact_of_no_input_does_not_move_the_position(store, talk, new_talk) -> None:
    talk.say(facts.SIGHT, 2, 1, seq=9)
    talk.say(facts.EXPECT, 5, seq=9)
    talk.recorder.hear(Fact(0, 0, facts.STATE, 4, facts.STATE_OK, 255, 0))
    talk.recorder.keep()
    assert talk.recorder.position == new_talk(store).recorder.position == (0, 9, 2)


def test_what_was_put_right_needs_no_word(store, talk) -> None:
    talk.begin()
    wrong_seat(talk)
    talk.say(facts.HELD, arg=0)
    talk.say(facts.EXPECT, 2)
    talk.recorder.keep()
    (alert,) = queries.alerts(store)
    assert (alert["decision"], alert["decided_by"]) == ("put right at the table", "")


def test_a_count_names_the_missing_cards_and_a_good_one_settles_it(store, talk) -> None:
    talk.say(facts.COUNTED, code=0, arg=50)
    talk.say(facts.VERDICT, facts.NO_ZONE, facts.V_MISSING_AT_COUNT, parse("7c"), 3, seq=talk.seq)
    talk.say(facts.VERDICT, facts.NO_ZONE, facts.V_MISSING_AT_COUNT, parse("Ad"), 3)
    talk.say(facts.COUNTED, code=1, arg=52)
    talk.recorder.keep()
    assert [(row["seen"], row["good"], row["missing"]) for row in queries.counts(store)] == [
        (50, False, "7c Ad"),
        (52, True, ""),
    ]
    assert {row["decision"] for row in queries.alerts(store)} == {"counted again, 52 of 52"}


def test_the_health_of_readers(store, talk) -> None:
    """A heartbeat a minute, and those at which something has changed."""
    talk.say(facts.STATE, 4, facts.STATE_UNKNOWN)
    for seconds, unknown in ((0, 0), (1, 0), (30, 1), (31, 1), (90, 1), (149, 0)):
        talk.now = seconds * 1000
        talk.recorder.hear(BEAT._replace(zones_unknown=unknown, rounds=seconds))
    talk.say(facts.STATE, 4, facts.STATE_OK)
    talk.recorder.keep()
    assert [(row.zone, row.state) for row in kept(store, models.readers)] == [
        ("seat_4", "unknown"),
        ("seat_4", "ok"),
    ]
    assert [row.figures["rounds"] for row in kept(store, models.beats)] == [0, 30, 90, 149]


def test_what_else_the_link_says(store, talk) -> None:
    for event in (Result(1, 0), Result(2, facts.R_HELD), Lost(3), Refused("flash the firmware")):
        talk.recorder.hear(event)
    talk.recorder.keep()
    assert [row.text for row in kept(store, models.floor)] == [
        f"the table refused a command: {words.REFUSALS[facts.R_HELD]}",
        "3 facts went to another host",
        "flash the firmware",
    ]


def test_a_table_without_a_tracker_keeps_its_facts(store) -> None:
    recorder = Recorder(store, "bare", lambda: 0)
    recorder.hear(Welcome("pico_w", "0.1.0", 0, 5, True, 5))
    recorder.hear(Fact(1, 0, facts.HAND, 5, 255, 255, HOLDEM << facts.SEATS | 0b10010))
    recorder.hear(Fact(2, 0, facts.END, 255, 255, 255, 0))
    recorder.keep()
    (hand,) = queries.hands(store)
    assert (hand["outcome"], hand["inputs"], hand["phh"]) == ("unfinished", [], None)


def test_what_is_open_after_a_night(talk) -> None:
    """A count that was good the second time needs no name; a verdict that nobody spoke about does."""
    talk.say(facts.COUNTED, code=0, arg=51)
    talk.say(facts.VERDICT, facts.NO_ZONE, facts.V_MISSING_AT_COUNT, parse("7c"), 3, seq=talk.seq)
    talk.say(facts.COUNTED, code=1, arg=52)
    talk.begin()
    wrong_seat(talk)
    talk.say(facts.RESUMED)
    wrong_seat(talk)
    talk.say(facts.STATE, 4, facts.STATE_UNKNOWN)
    talk.recorder.keep()
    assert list(findings(talk.recorder.desk)) == [
        "nobody has looked at the layout [a(2)]",
        "no deck distribution is recorded [a(5)(ii)]",
        "hand 1 has not ended",
        "hand 1: nobody has decided about wrong_seat [p(1)(ii)]",
        "hand 1: goes on, and nobody is named who decided so",
        "the reader of seat_4 is in trouble since 2026-01-01 00:00:00",
    ]
