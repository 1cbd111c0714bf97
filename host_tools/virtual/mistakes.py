"""The mistakes a dealer makes, as a table: when each can happen, where its card goes, and what has to answer it.

Each row is a physical act with the cards. What a reader never sees (a card dealt second from the top, two cards that
change places in the air) is in the table too: it is made, and counted as invisible.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from host_tools.engine import Event, State, apply
from host_tools.virtual.felt import board_place
from railbird import facts
from railbird.rules import games
from railbird.rules.cards import DECK_SIZE

DEALS = ("deal", "burn", "board")

# What the dealer does.
MISPLACE = "misplace"  # the card due goes elsewhere
PASS_OVER = "pass over"  # the card due is left out; the players after it go on until one of them gets it
GIVE_UP = "give up"  # the player throws away one card more than he may
EXTRA = "extra"  # a card of the deck goes to a place when none is due
OTHER, STRANGER, COPY = "other", "stranger", "copy"  # a tag comes to a place that is none of the deck's
SWAP = "swap"  # the next two cards change places in the air
SECOND = "second"  # the second card from the top is dealt
SHORT = "short"  # a card is left out of the count


class Moment(NamedTuple):
    """What the dealer has before him: the hand, what was dealt last (None at its beginning), the board's zones."""

    state: State
    before: Event | None
    zones: Collection[str]

    @property
    def due(self) -> Event:
        return self.state.next

    @property
    def after(self) -> Event:
        """What the deal waits for once the card due lies there."""
        seen = self.state.dealt.seen
        some = next(card for card in range(DECK_SIZE) if not seen >> card & 1)
        return apply(self.state, dealt(self.due, some)).next

    @property
    def script(self) -> str:
        return games.streets(self.state.setup.game.name)[self.state.street][0]

    @property
    def last_street(self) -> bool:
        return self.state.street + 1 == len(games.streets(self.state.setup.game.name))

    @property
    def drawing(self) -> bool:
        return "w" in self.script

    @property
    def to_seat(self) -> bool:
        """A card of the deal is due to a seat, and not one that it draws."""
        return self.due[0] == "deal" and not self.drawing

    @property
    def street_dealt(self) -> str:
        """What the street's last card was, 'deal' or 'board', when it has just been dealt; else ''."""
        dealt_last = self.before[0] if self.before else ""
        return dealt_last if self.due[0] == "act" and dealt_last in ("deal", "board") else ""

    def place(self, event: Event) -> str:
        """The zone of ('deal', seat, face), ('burn',) or ('board',), whether or not the table has a reader there."""
        if event[0] == "burn":
            return "burn"
        if event[0] == "board":
            return board_place(self.zones, len(self.state.board) + 1)
        up = f"up_{event[1]}"
        return up if event[-1] == "u" and up in self.zones else f"seat_{event[1]}"

    @property
    def affords(self) -> bool:
        """The deck is sure to do without a card: the rest of the hand never needs it."""
        state, players = self.state, len(self.state.live_seats())
        scripts = "".join(script for script, _, _ in games.streets(state.setup.game.name)[state.street :])
        each = scripts.count("d") + scripts.count("u") + 5 * scripts.count("w")
        return state.cards_left > each * players + scripts.count("b") + scripts.count("c")


def dealt(due: Event, card: int) -> Event:
    """The event of a card that goes where it is due."""
    return ("deal", due[1], card, due[2]) if due[0] == "deal" else (due[0], card)


# Where the card goes, or None when this is not the moment.


def _wrong_start(m: Moment) -> str | None:
    return m.place(m.after) if m.due[0] == "deal" and m.state.cards_left == DECK_SIZE else None


def _next_seat(m: Moment) -> str | None:
    if not m.to_seat or m.state.cards_left == DECK_SIZE or m.after[0] != "deal":
        return None
    return m.place(m.after) if m.place(m.after) != m.place(m.due) else None


def _again(m: Moment) -> str | None:
    if not m.to_seat or m.before is None or m.before[0] != "deal":
        return None
    return m.place((*m.before[:2], m.due[2])) if m.before[1] != m.due[1] else None


def _empty_seat(m: Moment) -> str | None:
    if not m.to_seat or m.state.street or not m.affords:
        return None
    empty = (f"seat_{seat}" for seat in range(1, facts.SEATS + 1) if seat not in m.state.seats)
    return next((zone for zone in empty if zone in m.zones), None)


def _folded_seat(m: Moment) -> str | None:
    if m.due[0] != "deal" or not m.state.street or not m.affords:
        return None
    folded = [seat for seat in m.state.seats if seat not in m.state.live_seats()]
    return m.place(("deal", folded[0], m.due[2])) if folded else None


def _other_drawer(m: Moment) -> str | None:
    if m.due[0] != "deal" or not m.drawing:
        return None
    others = [seat for seat in m.state.live_seats() if seat != m.due[1]]
    return m.place(("deal", others[-1], "d"))


def _no_burn(m: Moment) -> str | None:
    return m.place(m.after) if m.due[0] == "burn" and m.after[0] in ("deal", "board") else None


def _no_burn_to_draw(m: Moment) -> str | None:
    return m.place(("deal", m.after[1], "d")) if m.due[0] == "burn" and m.after[0] == "discard" else None


def _left_out(m: Moment) -> str | None:
    last = m.due[0] == "deal" and m.drawing and m.after[0] == "discard"
    return m.place(("deal", m.after[1], "d")) if last else None


def _burn_again(m: Moment) -> str | None:
    burned = m.before is not None and m.before[0] == "burn"
    return "burn" if burned and m.due[0] in ("deal", "board") and not m.last_street else None


def _early_burn(m: Moment) -> str | None:
    last = m.due[0] in ("deal", "board") and not m.drawing and m.after[0] not in DEALS
    return "burn" if last and not m.last_street else None


def _far_board(m: Moment) -> str | None:
    return "board_4" if m.due[0] == "board" and "ccc" in m.script else None


def _down(m: Moment) -> str | None:
    up = m.due[0] == "deal" and m.due[2] == "u"
    return f"seat_{m.due[1]}" if up else None


def _extra_card(m: Moment) -> str | None:
    return m.place(m.before) if m.before and m.street_dealt == "deal" and m.state.cards_left > 1 else None


def _extra_board(m: Moment) -> str | None:
    return m.place(("board",)) if m.street_dealt == "board" and not m.last_street else None


def _board_of_none(m: Moment) -> str | None:
    return "board_1" if m.street_dealt == "deal" and not m.last_street and m.state.cards_left > 1 else None


def _before_discards(m: Moment) -> str | None:
    return "burn" if m.due[0] == "discard" and "x" in m.script else None


def _one_too_many(m: Moment) -> str | None:
    return "muck" if m.due[0] == "discard" and "x" in m.script else None


def _due_place(m: Moment) -> str | None:
    return m.place(m.due) if m.due[0] in DEALS else None


def _second_place(m: Moment) -> str | None:
    if m.street_dealt != "deal" or m.state.street:
        return None
    return next((zone for zone in ("board_5", "board_1") if zone in m.zones), None)


class Kind(NamedTuple):
    """One kind of mistake.

    letters  what a game's deal scripts need to have for it; a letter after '-' is one they must not have
    act      what the dealer does
    where    the zone the card goes to at a moment, None when it cannot happen then; where the next player draws, when
             he has to say how many first
    codes    the verdicts that answer it; none can where there are none
    proof    whether the place that the card was due to has to be seen as well, to be proved empty
    within   milliseconds, from the card at rest, in which the verdict has to come
    cards    how many cards the dealer deals on like that, at most, when nobody stops him
    """

    name: str
    letters: str
    act: str
    where: Callable[[Moment], str | None]
    codes: tuple[int, ...]
    proof: bool
    within: int
    cards: int = 1

    def fits(self, game: str) -> bool:
        """Whether it can happen in a game."""
        scripts = "".join(script for script, _, _ in games.streets(game))
        wanted, _, unwanted = self.letters.partition("-")
        return all(letter in scripts for letter in wanted) and not any(
            letter in scripts for letter in unwanted
        )


_SEAT = (facts.V_WRONG_SEAT, facts.V_SKIPPED)
_FULL = (facts.V_WRONG_SEAT, facts.V_TOO_MANY)
_ORDER = (facts.V_OUT_OF_ORDER,)

# What a landing takes where no card is expected, and then a clean look at the place that is: the readers look first
# where the deal expects a card, and once in a while an exchange is lost several times.
SOON = 5000
AT_FULL = 12000  # a place that has all its cards is searched for more in one round of the readers of eight

KINDS = (
    Kind("wrong starting seat", "", MISPLACE, _wrong_start, _SEAT, True, SOON, cards=3),
    Kind("seat skipped", "", MISPLACE, _next_seat, _SEAT, True, SOON, cards=3),
    Kind("two cards in a row", "", MISPLACE, _again, (*_SEAT, facts.V_TOO_MANY), True, AT_FULL),
    Kind("card to an empty seat", "", MISPLACE, _empty_seat, (facts.V_WRONG_SEAT,), False, SOON),
    Kind("card to a folded seat", "", MISPLACE, _folded_seat, (facts.V_WRONG_SEAT,), False, SOON),
    Kind("new card to the wrong seat", "w", MISPLACE, _other_drawer, _FULL, True, AT_FULL),
    Kind("no burn", "-w", MISPLACE, _no_burn, _ORDER, True, SOON),
    Kind("no burn before a draw", "w", PASS_OVER, _no_burn_to_draw, _ORDER, True, SOON),
    Kind("new card left out", "w", PASS_OVER, _left_out, (facts.V_WRONG_SEAT,), True, SOON),
    Kind("two burns", "b", MISPLACE, _burn_again, _ORDER, True, SOON),
    Kind("burn before the street is whole", "b", MISPLACE, _early_burn, _ORDER, True, SOON),
    Kind("board card at a later place", "c", MISPLACE, _far_board, _ORDER, True, SOON),
    Kind("up card dealt down", "u", MISPLACE, _down, _FULL, True, AT_FULL),
    Kind("card too many", "", EXTRA, _extra_card, (facts.V_TOO_MANY, facts.V_OUT_OF_ORDER), True, AT_FULL),
    Kind("board card too many", "c", EXTRA, _extra_board, _ORDER, True, SOON),
    Kind("board card in a game without", "-c", EXTRA, _board_of_none, (facts.V_TOO_MANY,), True, SOON),
    Kind("burn before all have discarded", "x", EXTRA, _before_discards, _ORDER, True, SOON),
    Kind("one discard too many", "x", GIVE_UP, _one_too_many, (facts.V_TOO_MANY,), True, SOON),
    Kind("card of the other deck", "", OTHER, _due_place, (facts.V_OTHER_DECK,), False, SOON),
    Kind("tag of neither deck", "", STRANGER, _due_place, (facts.V_UNKNOWN_TAG,), False, SOON),
    Kind("one card twice", "", COPY, _second_place, (facts.V_TWO_ZONES,), True, 8000),
    Kind("two cards swapped in the air", "", SWAP, _next_seat, _SEAT, False, 0),
    Kind("second card dealt", "", SECOND, _due_place, (), False, 0),
)  # fmt: skip
SHORT_COUNT = Kind(
    "card missing at the count", "", SHORT, _due_place, (facts.V_MISSING_AT_COUNT,), False, 1000
)


class Made(NamedTuple):
    """A mistake as it was made: from when its card lay there, to when it was put right (us), at which zones; and
    whether what the board sees is enough to know of it.
    """

    kind: Kind
    begin: int
    end: int
    zones: tuple[str, ...]
    visible: bool
