"""PHH files: every real hand to its exact stacks, and one clear line for each kind of malformed file."""

from pathlib import Path

import pytest

from host_tools.engine import apply
from host_tools.engine.phh import PhhError, fill, parse_text, read
from railbird.rules.cards import NO_CARD, name

FIELDS = {
    "variant": "'NT'",
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[1, 2, 0]",
    "min_bet": "2",
    "starting_stacks": "[100, 100, 100]",
    "actions": "['d dh p1 AsKs', 'd dh p2 ????', 'd dh p3 QdQh', 'p3 cbr 6', 'p1 cc', 'p2 f', 'd db 2c3c4d', "
    "'p1 cc', 'p3 cc', 'd db 5h', 'p1 cc', 'p3 cc', 'd db 9h', 'p1 cc', 'p3 cc', 'p1 sm AsKs', 'p3 sm']",
    "finishing_stacks": "[108, 98, 94]",
}


def text(**changes: str | None) -> str:
    """The small hand above with fields changed, or left out where None."""
    fields = {**FIELDS, **changes}
    return "\n".join(f"{field} = {value}" for field, value in fields.items() if value is not None)


def refusal(**changes: str | None) -> PhhError:
    with pytest.raises(PhhError) as caught:
        parse_text(text(**changes), "hand.phh")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("hand.phh: ")
    return caught.value


def actions(*changed: str, start: int) -> str:
    """The hand's actions with those from number `start` (1-based) on replaced."""
    kept = FIELDS["actions"][1:-1].replace("'", "").split(", ")[: start - 1]
    return str([*kept, *changed])


def replay(begun, events):
    for event in events:
        begun = apply(begun, event)
    return begun


def test_every_no_limit_hand_gives_its_exact_finishing_stacks(no_limit_hands: list[Path]) -> None:
    assert len(no_limit_hands) == 106
    for file in no_limit_hands:
        hand = read(file)
        for events in (hand.events, fill(hand, 7)):
            end = replay(hand.start, events)
            assert end.finished, file
            assert tuple(end.stack(seat) for seat in hand.seats) == hand.finishing_stacks, file


def test_every_recorded_card_is_dealt_as_recorded(no_limit_hands: list[Path]) -> None:
    """The cards of the events against the text of the file, read with nothing but string functions."""
    for file in no_limit_hands:
        source = file.read_text(encoding="utf-8")
        hand = read(file)
        end = replay(hand.start, hand.events)
        board = "".join(part.split("'")[0] for part in source.split("'d db ")[1:])
        assert "".join(map(name, end.board)) == board, file
        for number, seat in enumerate(hand.seats, 1):
            recorded = source.split(f"'d dh p{number} ")[1][:4]
            if "?" not in recorded:
                assert "".join(map(name, end.hole(seat))) == recorded, file


def test_the_small_hand(cards) -> None:
    """p3 is the button; p1 wins 6 + 6 + 2, as p3 concedes."""
    hand = parse_text(text(), "hand.phh")
    assert (hand.seats, hand.button, hand.stacks, hand.finishing_stacks) == (
        (1, 2, 3), 3, (100, 100, 100), (108, 98, 94),
    )  # fmt: skip
    ace, king, *queens = cards("AsKsQdQh")
    assert hand.events[:8] == (
        ("blind", 1, 1),
        ("blind", 2, 2),
        ("deal", 1, ace, "d"),
        ("deal", 2, NO_CARD, "d"),
        ("deal", 3, queens[0], "d"),
        ("deal", 1, king, "d"),
        ("deal", 2, NO_CARD, "d"),
        ("deal", 3, queens[1], "d"),
    )
    assert hand.events[8:12] == (("raise", 3, 6), ("call", 1), ("fold", 2), ("burn", NO_CARD))
    assert hand.events[-3:] == (("show", 1), ("muck", 3), ("award", 0))
    end = replay(hand.start, hand.events)
    assert tuple(end.stack(seat) for seat in hand.seats) == (108, 98, 94)


def test_fill_uses_each_unused_card_once_and_is_the_same_for_the_same_seed() -> None:
    hand = parse_text(text(), "hand.phh")
    filled = fill(hand, 3)
    assert filled == fill(hand, 3) != fill(hand, 4)
    with_card = [event for event in filled if event[0] in ("deal", "burn", "board")]
    dealt = [event[2] if event[0] == "deal" else event[1] for event in with_card]
    assert len(set(dealt)) == len(dealt) == 6 + 3 + 5
    assert max(dealt) < 52


def test_the_files_own_seats_and_names_are_used() -> None:
    hand = parse_text(text(seats="[7, 10, 2]", players="['A', 'B', 'C']"), "hand.phh")
    assert (hand.seats, hand.button, hand.players) == ((7, 10, 2), 2, ("A", "B", "C"))
    assert hand.events[0] == ("blind", 7, 1)


def test_cards_first_recorded_at_the_showdown_are_dealt(cards) -> None:
    shown = actions("p1 sm AsKs", "p3 sm QdQh", start=16).replace("d dh p3 QdQh", "d dh p3 ????")
    hand = parse_text(text(actions=shown, finishing_stacks=None), "hand.phh")
    assert [event[2] for event in hand.events if event[:2] == ("deal", 3)] == cards("QdQh")
    end = replay(hand.start, hand.events)
    assert [end.stack(seat) for seat in hand.seats] == [108, 98, 94]  # A-2-3-4-5 beats the queens
    half = parse_text(
        text(actions=shown.replace("d dh p3 ????", "d dh p3 ??Qd"), finishing_stacks=None), "hand.phh"
    )
    assert [event[2] for event in half.events if event[:2] == ("deal", 3)] == cards("QhQd")


def test_heads_up_the_second_player_has_the_button_and_the_small_blind() -> None:
    hand = parse_text(
        text(
            antes="[1, 2]",
            ante_trimming_status="false",
            blinds_or_straddles="[1, 2]",
            starting_stacks="[100, 100]",
            actions="['d dh p1 AsKs', 'd dh p2 QdQh', 'p2 cc', 'p1 cbr 10', 'p2 f']",
            finishing_stacks="[103, 97]",
        ),
        "hand.phh",
    )
    assert hand.events[:4] == (("ante", 1, 2), ("ante", 2, 1), ("blind", 2, 1), ("blind", 1, 2))
    end = replay(hand.start, hand.events)
    assert [end.stack(seat) for seat in hand.seats] == [103, 97]


def test_comments_and_unknown_fields_are_no_errors() -> None:
    commented = actions("p3 cbr 6 # open", "# a pause", "p1 f", "p2 f", start=4)
    hand = parse_text(text(actions=commented, _table="'7'", event="'x'", finishing_stacks=None), "hand.phh")
    assert hand.finishing_stacks is None
    assert hand.events[-2:] == (("fold", 2), ("award", 0))


@pytest.mark.parametrize(
    "field", ["variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions"]
)
def test_a_missing_field(field: str) -> None:
    error = refusal(**{field: None})
    assert (error.field, error.expected) == (field, "the field to be there")


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("variant", "3", "5S, P, CP, got 3"),
        ("variant", "'NS'", "5S, P, CP, got 'NS'"),
        ("variant", "'XT'", "one of F, N, P, S and then one of T, O, O/8, "),
        ("variant", "'F7S'", "the field to be there"),
        ("antes", "0", "a list of 3 whole numbers"),
        ("antes", "[0, 0]", "a list of 3 whole numbers"),
        ("antes", "[0, 0, -1]", "at least 0, got -1"),
        ("antes", "[0, 0, 1.5]", "whole numbers of at least 0, got 1.5"),
        ("antes", "[0, 0, true]", "got True"),
        ("ante_trimming_status", "1", "true or false, got 1"),
        ("blinds_or_straddles", "'1/2'", "a list of 3 whole numbers"),
        ("blinds_or_straddles", "[0, 0, 0]", "without a gap"),
        ("blinds_or_straddles", "[0, 2, 0]", "without a gap"),
        ("blinds_or_straddles", "[1, 2.0, 0]", "got 2.0"),
        ("blinds_or_straddles", "[2, 1, 0]", "the largest last [i(4)]"),
        ("min_bet", "'2'", "a whole number of at least 1, got '2'"),
        ("min_bet", "0", "at least 1, got 0"),
        ("min_bet", "2.0", "got 2.0"),
        ("starting_stacks", "100", "a list of whole numbers"),
        ("starting_stacks", "[100]", "2 to 11 stacks, got 1"),
        ("starting_stacks", "[" + "9, " * 12 + "]", "2 to 11 stacks, got 12"),
        ("starting_stacks", "[100, 100, 0]", "at least 1, got 0"),
        ("starting_stacks", "[100, 100, 'x']", "got 'x'"),
        ("finishing_stacks", "[100, 100]", "a list of 3 whole numbers"),
        ("finishing_stacks", "[100, 100, -1]", "at least 0"),
        ("seats", "[1, 2]", "a list of 3 whole numbers"),
        ("seats", "[1, 2, 2]", "3 different seats from 1 to 11, clockwise"),
        ("seats", "[1, 3, 2]", "clockwise"),
        ("seats", "[1, 2, 12]", "from 1 to 11"),
        ("players", "['A', 'B']", "a list of 3 names"),
        ("players", "['A', 'B', 3]", "a list of 3 names"),
        ("actions", "'p3 f'", "a list of texts"),
        ("actions", "[1]", "a list of texts"),
    ],
)
def test_a_field_of_the_wrong_kind(field: str, value: str, expected: str) -> None:
    error = refusal(**{field: value})
    assert error.field == ("bring_in" if value == "'F7S'" else field)
    assert error.expected.endswith(expected) or expected in error.expected


@pytest.mark.parametrize(
    ("number", "changed", "expected"),
    [
        (4, "p1 f", "waits for seat 3 to act [i(6)]"),
        (4, "p3 cbr 3", "from 4 to 100 is allowed"),
        (4, "p3 cbr 101", "from 4 to 100 is allowed"),
        (4, "p3 cbr 6.5", "a whole number, got '6.5'"),
        (4, "p3 cbr -6", "a whole number, got '-6'"),
        (4, "p3 cbr", "one of 'd dh pN CARDS'"),
        (4, "p3 jump", "one of 'd dh pN CARDS'"),
        (4, "p3", "one of 'd dh pN CARDS'"),
        (4, "d", "one of 'd dh pN CARDS'"),
        (4, "d db", "one of 'd dh pN CARDS'"),
        (4, "p4 f", "a player p1 to p3, got 'p4'"),
        (4, "p0 f", "a player p1 to p3, got 'p0'"),
        (4, "q3 f", "a player p1 to p3, got 'q3'"),
        (4, "d db 2c3c4d", "no community card is due"),
        (4, "p3 sm QdQh", "no hand to show now"),
        (4, "p3 sm QdJh", "the 2 cards dealt to that player"),
        (4, "p3 sm Qd", "the 2 cards dealt to that player"),
        (5, "d dh p3 2h3h", "no card face d is due to seat 3"),
        (7, "d db 2c3c", "all the community cards of the street"),
        (7, "d db 2c3c4d5d", "no community card is due"),
        (7, "d db 2c3cAs", "As has been dealt before"),
        (7, "d db 2c3c3c", "3c has been dealt before"),
        (7, "d db 2c3c??", "255 is not a card"),
        (7, "d db 2c3c1d", "cards like AhKd or ????"),
        (7, "d db 2c3c4", "cards like AhKd or ????"),
        (8, "p1 cbr 1", "from 2 to 94 is allowed"),
        (16, "p3 cc", "waits for seat 1 shows"),
    ],
)
def test_an_impossible_action_is_refused_at_its_number(number: int, changed: str, expected: str) -> None:
    error = refusal(actions=actions(changed, start=number))
    assert error.field == f"action {number} ('{changed}')"
    assert expected in error.expected


@pytest.mark.parametrize(
    ("before", "after", "where", "expected"),
    [
        ("d dh p2 ????", "d dh p2 AsJd", "actions", "every card to be dealt once"),
        ("d dh p2 ????", "d dh p2 JdJd", "actions", "every card to be dealt once"),
        ("d dh p2 ????", "d dh p1 ????", "action 2 ('d dh p1 ????')", "once for each player"),
        ("d dh p2 ????", "d dh p2 ??", "action 2 ('d dh p2 ??')", "2 cards"),
        ("d dh p2 ????", "d dh p2 ?a?b", "action 2 ('d dh p2 ?a?b')", "cards like AhKd or ????"),
        ("d dh p2 ????", "d dh p2", "action 2 ('d dh p2')", "'d dh pN CARDS'"),
        ("'d dh p2 ????', ", "", "actions", "'d dh' for each of 3 players, got 2"),
    ],
)
def test_hole_cards_that_cannot_be(before: str, after: str, where: str, expected: str) -> None:
    error = refusal(actions=FIELDS["actions"].replace(before, after))
    assert error.field == where
    assert expected in error.expected


def test_a_hand_that_stops_early_and_one_that_goes_on() -> None:
    error = refusal(actions=actions(start=6))
    assert (error.field, error.expected) == (
        "actions", "the hand to be played to its end: it waits for seat 2 to act",
    )  # fmt: skip
    assert refusal(actions=actions("p1 sm AsKs", "p3 sm", "p1 f", start=16)).field == "action 18 ('p1 f')"


@pytest.mark.parametrize("source", ["variant = ", "variant = 'NT'\nvariant = 'NT'", "\x00"])
def test_text_that_is_not_toml(source: str) -> None:
    with pytest.raises(PhhError) as caught:
        parse_text(source, "hand.phh")
    assert caught.value.field == "file"
    assert str(caught.value).startswith("hand.phh: file: expected TOML (")
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "hand.phh"
    binary.write_bytes(b"variant = '\xff'")
    for path in (binary, tmp_path / "absent.phh", tmp_path):
        with pytest.raises(
            PhhError, match=r"file: expected (readable UTF-8 text|a file that is there)"
        ) as caught:
            read(path)
        assert caught.value.file == str(path)
