"""The fields of a PHH file, one by one, on their way to a hand."""

from typing import Any

from host_tools.engine.beginning import start
from host_tools.engine.book import game
from host_tools.engine.events import IllegalEvent
from host_tools.engine.limits import Limits
from host_tools.engine.options import Options, check, profile
from host_tools.engine.phh.actions import Play, cards_of
from host_tools.engine.phh.hand import Hand, PhhError
from host_tools.engine.phh.variants import GAMES, PUBLISHED_CAP, STRUCTURES, decode, limits
from railbird.rules import games

READ = (
    "variant",
    "ante_trimming_status",
    "antes",
    "blinds_or_straddles",
    "bring_in",
    "small_bet",
    "big_bet",
    "min_bet",
    "starting_stacks",
    "actions",
    "finishing_stacks",
    "seats",
    "players",
    "_max_bets",
    "_raise_cap",
    "_burns",
    "_straddle",
    "_kill",
    "_unit",
    "_options",
)
"""The fields that make the hand; all others are notes."""

LARGEST = 10**18


def _got(value: Any) -> str:
    """A value as an error shows it."""
    try:
        return repr(value)
    except ValueError:  # Python does not print numbers of thousands of digits
        return "a number too large to print"


class Reader:
    """One file on its way to a hand: the fields, then the actions one by one against the engine."""

    def __init__(self, file: str, fields: dict[str, Any], profile: str = "published") -> None:
        self.file = file
        self.fields = fields
        self.profile = profile

    def fail(self, field: str, expected: str) -> PhhError:
        variant = self.fields.get("variant")
        return PhhError(self.file, field, expected, variant[:20] if isinstance(variant, str) else None)

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
        return tuple(self.whole(field, value, least, what) for value in values)

    def number(self, field: str, least: int, absent: int | None = None) -> int:
        """A whole number of at least `least`; `absent` when the field may be missing."""
        value = self.required(field) if absent is None else self.fields.get(field, absent)
        return self.whole(field, value, least, "a whole number")

    def whole(self, field: str, value: Any, least: int, what: str) -> int:
        """A value that is a whole number from `least` up to what fits a machine's word."""
        if type(value) is not int or value < least:
            raise self.fail(field, f"{what} of at least {least}, got {_got(value)}")
        if value >= LARGEST:
            raise self.fail(field, f"{what} below 10^18")
        return value

    def variant(self) -> tuple[str, str]:
        """The structure of the limits and the game."""
        code = self.required("variant")
        decoded = decode(code)
        if decoded is None:
            letters, codes = ", ".join(STRUCTURES), ", ".join(GAMES)
            raise self.fail("variant", f"one of {letters} and then one of {codes}, got {_got(code)}")
        return decoded

    def limits(self, structure: str) -> Limits:
        """The posted limits."""
        names = ("small_bet", "big_bet") if structure == "fixed" else ("min_bet",)
        bets = tuple(self.number(name, 1) for name in names)
        most = self.amounts("_max_bets", 2, 1) if structure == "spread" else ()
        return limits(structure, bets, most, self.number("_raise_cap", 0, PUBLISHED_CAP))

    def options(self) -> Options:
        """The profile, but for what the file says otherwise."""
        changes = self.fields.get("_options", {})
        chosen = profile(self.profile)
        known = chosen._asdict()
        if not isinstance(changes, dict) or any(
            type(changes[name]) is not type(known.get(name)) for name in changes
        ):
            raise self.fail("_options", f"a table of options of {', '.join(known)}")
        try:
            changed = chosen._replace(**changes)
            check(changed)
        except ValueError as error:
            raise self.fail("_options", f"known options ({error})") from None
        return changed

    def cards(self, field: str) -> list[int]:
        """A text of cards, none when the field is missing."""
        value = self.fields.get(field, "")
        try:
            return cards_of(value)
        except (TypeError, ValueError):
            raise self.fail(field, f"cards like AhKd or ????, got {_got(value)}") from None

    def flag(self, field: str) -> bool:
        value = self.fields.get(field, False)
        if not isinstance(value, bool):
            raise self.fail(field, f"true or false, got {_got(value)}")
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

    def kill(self, seats: tuple[int, ...]) -> tuple[int, int] | None:
        """The seat and the amount of a kill blind."""
        if "_kill" not in self.fields:
            return None
        player, amount = self.amounts("_kill", 2, 1)
        if player > len(seats):
            raise self.fail("_kill", f"a player 1 to {len(seats)}, got {player}")
        return seats[player - 1], amount

    def hand(self) -> Hand:
        structure, name = self.variant()
        options = self.options()
        played = game(name, options)
        stacks = self.amounts("starting_stacks", 0, 1)
        count = len(stacks)
        if not 2 <= count <= played.max_seats:
            raise self.fail("starting_stacks", f"2 to {played.max_seats} stacks, got {count}")
        antes = self.amounts("antes", count, 0)
        blinds = () if played.forced_card else self.blinds(count)
        bring_in = self.number("bring_in", 1) if played.forced_card else 0
        posted = self.limits(structure)
        seats = self.seats(count)
        finishing = self.amounts("finishing_stacks", count, 0) if "finishing_stacks" in self.fields else None
        if played.order == "left" and seats != tuple(sorted(seats)):
            raise self.fail("seats", f"{count} seats in rising order, as {name} has no button")
        button = seats[-1] if played.order == "button" else None
        if count == 2 and played.order == "button":
            antes = antes[::-1]  # listed like the blinds, the button's first
        actions = self.required("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise self.fail("actions", "a list of texts")
        try:
            begun = start(
                name, seats, button, stacks, blinds, antes,
                dead_antes=not self.flag("ante_trimming_status"), limits=posted, bring_in=bring_in,
                kill=self.kill(seats), unit=self.number("_unit", 1, 1), options=options,
            )  # fmt: skip
        except IllegalEvent as error:
            field = "bring_in" if played.forced_card else "blinds_or_straddles"
            raise self.fail(field, f"a hand that can be played ({error})") from None
        events = Play(self.fail, seats, begun, self.cards("_burns"), self.flag("_straddle")).play(actions)
        notes = tuple((field, value) for field, value in self.fields.items() if field not in READ)
        return Hand(
            self.file, begun, seats, button or 0, events, stacks, finishing, self.names(count), notes
        )  # fmt: skip
