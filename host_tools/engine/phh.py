"""Reading PHH hand histories (github.com/uoftcprg/phh-std).

A file has its players in the order p1, p2, ... from the first seat after the button; the last has the button.
With two players p1 is the big blind and p2, the button, the small one, though `blinds_or_straddles` still
lists the small first. Hands are read with the profile 'published'.

Burns are not recorded and folded cards may be `????`: such a card is NO_CARD in the events, and `fill` gives
it an unused card for a dealer who needs a whole deck. A hand that is shown later is dealt with the cards it
shows.
"""

import random
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.engine.beginning import start
from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.limits import no_limit
from host_tools.engine.options import profile
from host_tools.engine.phh_actions import Play
from host_tools.engine.state import State
from railbird.rules import games
from railbird.rules.cards import DECK_SIZE, NO_CARD

VARIANTS = {"NT": "holdem"}
"""PHH variant codes by game; every one of them here is played no limit."""


class PhhError(ValueError):
    """A file that is no hand: one line with the file, the field and what was expected there."""

    def __init__(self, file: str, field: str, expected: str) -> None:
        super().__init__(f"{file}: {field}: expected {expected}")
        self.file = file
        self.field = field
        self.expected = expected


class Hand(NamedTuple):
    """A hand read from a file. Amounts in the file's unit, tuples in the order of `seats` (p1, p2, ...)."""

    file: str
    start: State
    seats: tuple[int, ...]
    button: int
    events: tuple[Event, ...]  # every event of the hand, forced bets and awards included
    stacks: tuple[int, ...]  # before the hand
    finishing_stacks: tuple[int, ...] | None  # as the file has them
    players: tuple[str, ...]  # empty when the file names none


def read(path: Path) -> Hand:
    """The hand of a file, played through to its end. Raises PhhError unless it is a whole, legal hand."""
    file = str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PhhError(file, "file", f"readable UTF-8 text ({error})") from None
    return parse_text(text, file)


def parse_text(text: str, file: str) -> Hand:
    """Like `read`, for the text of a file; `file` is the name that errors give it."""
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PhhError(file, "file", f"TOML ({error})") from None
    return _Reader(file, fields).hand()


def fill(hand: Hand, seed: int) -> tuple[Event, ...]:
    """The hand's events with an unused card in every unknown place, the same for the same seed."""
    known = {event[2] for event in hand.events if event[0] == "deal"}
    known |= {event[1] for event in hand.events if event[0] in ("burn", "board")}
    unused = [card for card in range(DECK_SIZE) if card not in known]
    random.Random(seed).shuffle(unused)
    result: list[Event] = []
    for event in hand.events:
        if event[0] == "deal" and event[2] == NO_CARD:
            event = ("deal", event[1], unused.pop(), event[3])
        elif event == ("burn", NO_CARD):
            event = ("burn", unused.pop())
        result.append(event)
    return tuple(result)


class _Reader:
    """One file on its way to a hand: the fields, then the actions one by one against the engine."""

    def __init__(self, file: str, fields: dict[str, Any]) -> None:
        self.file = file
        self.fields = fields

    def fail(self, field: str, expected: str) -> PhhError:
        return PhhError(self.file, field, expected)

    def required(self, field: str) -> Any:
        if field not in self.fields:
            raise self.fail(field, "the field to be there")
        return self.fields[field]

    def amounts(self, field: str, count: int, least: int) -> tuple[int, ...]:
        """A list of `count` whole numbers of at least `least` (any count when 0)."""
        values = self.required(field)
        what = f"a list of {count} whole numbers" if count else "a list of whole numbers"
        if not isinstance(values, list) or (count and len(values) != count):
            raise self.fail(field, what)
        for value in values:
            if type(value) is not int or value < least:
                raise self.fail(field, f"{what} of at least {least}, got {value!r}")
        return tuple(values)

    def variant(self) -> str:
        code = self.required("variant")
        if not isinstance(code, str) or code not in VARIANTS:
            raise self.fail("variant", f"one of {', '.join(VARIANTS)}, got {code!r}")
        return VARIANTS[code]

    def flag(self, field: str) -> bool:
        value = self.fields.get(field, False)
        if not isinstance(value, bool):
            raise self.fail(field, f"true or false, got {value!r}")
        return value

    def names(self, count: int) -> tuple[str, ...]:
        values = self.fields.get("players", [])
        texts = isinstance(values, list) and all(isinstance(value, str) for value in values)
        if not texts or len(values) not in (0, count):
            raise self.fail("players", f"a list of {count} names")
        return tuple(values)

    def seats(self, count: int) -> tuple[int, ...]:
        """The file's own seat numbers where it has them, else 1, 2, ... for p1, p2, ..."""
        if "seats" not in self.fields:
            return tuple(range(1, count + 1))
        values = self.amounts("seats", count, 1)
        turns = sum(after <= before for before, after in zip(values, values[1:] + values[:1], strict=True))
        if max(values) > games.MAX_SEATS or turns != 1:
            raise self.fail("seats", f"{count} different seats from 1 to {games.MAX_SEATS}, clockwise")
        return values

    def blinds(self, count: int) -> tuple[int, ...]:
        """The blinds in the order they are posted, without the zeros of those who post none."""
        values = list(self.amounts("blinds_or_straddles", count, 0))
        while values and not values[-1]:
            values.pop()
        if not values or 0 in values:
            raise self.fail("blinds_or_straddles", "blinds from the first player on, without a gap")
        return tuple(values)

    def hand(self) -> Hand:
        game = self.variant()
        stacks = self.amounts("starting_stacks", 0, 1)
        count = len(stacks)
        if not 2 <= count <= games.max_seats(game):
            raise self.fail("starting_stacks", f"2 to {games.max_seats(game)} stacks, got {count}")
        antes = self.amounts("antes", count, 0)
        blinds = self.blinds(count)
        least = self.required("min_bet")
        if type(least) is not int or least < 1:
            raise self.fail("min_bet", f"a whole number of at least 1, got {least!r}")
        seats = self.seats(count)
        finishing = self.amounts("finishing_stacks", count, 0) if "finishing_stacks" in self.fields else None
        if count == 2:
            antes = antes[::-1]  # listed like the blinds, the button's first
        actions = self.required("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise self.fail("actions", "a list of texts")
        try:
            begun = start(
                game, seats, seats[-1], stacks, blinds, antes,
                dead_antes=not self.flag("ante_trimming_status"), limits=no_limit(least), options=profile("published"),
            )  # fmt: skip
        except IllegalEvent as error:
            raise self.fail("blinds_or_straddles", f"a hand that can be played ({error})") from None
        events = Play(self.fail, seats, begun).play(actions)
        return Hand(self.file, begun, seats, seats[-1], events, stacks, finishing, self.names(count))
