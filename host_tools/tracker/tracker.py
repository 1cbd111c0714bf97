"""The tracker: turns what the table reports and what people declare into a hand of the engine.

It knows the cards only from facts and the wagers only from declarations. It tells the table what the table cannot
see: a hand begins, a seat has folded, a betting round is closed, the hand is over.
"""

from collections import deque
from collections.abc import Callable, Collection

from host_tools.engine import Event, IllegalEvent, State, apply, describe
from host_tools.engine.rounds.repairs import void
from host_tools.tracker.money import Money
from host_tools.tracker.sealed import Renames, Unsealer
from host_tools.tracker.view import View
from railbird import facts
from railbird.rules import cards, games
from railbird.rules.layout import spot

# What the dealer may take back: words and chips. Of the rest the table has been told, or cards have moved.
TAKEN_BACK = ("check", "call", "bet", "raise", "bring_in", "straddle")
STANDS = {
    "fold": "the table has been told and deals the seat no card any more",
    "discard": "the table has been told how many cards to give",
    "show": "its cards are open to everybody",
    "muck": "its cards are given up",
}
"""Why what is not in TAKEN_BACK stands."""
CALL_THE_FLOOR = "call the floor, who lets it stand or calls a misdeal"
WILLING = ("call", "bet", "raise")
ENOUGH = 2  # voluntary wagers after which a misdeal is too late, p(1), p(2)

Send = Callable[[int, int, int], None]


def board_spots(zones: Collection[str]) -> int:
    """The bitmap of the board places that have an antenna; bit 0 = place 1."""
    return sum(1 << n for n in range(facts.BOARD_PLACES) if f"board_{n + 1}" in zones)


class Tracker:
    """Follows one table, whose board has the zones `zones`. `send(op, zone, arg)` queues a command; its result comes
    back to `result`.

    view      what is known of the table
    state     the engine's hand, None before the first
    events    what made it of its start: every event that is part of it, in order
    refused   commands the table would not take, as (op, code)
    problems  declarations and cards the engine would not take, in words
    `on_event` hears every event of the hand, once, as it is applied.
    """

    def __init__(
        self, send: Send, zones: Collection[str], on_event: Callable[[Event], None] = lambda _event: None
    ) -> None:
        self._send = send
        self._up = facts.Z_UP if "up_1" in zones else facts.Z_SEAT  # where a card face up lands
        self._spots = board_spots(zones)
        self._burns = "burn" in zones  # otherwise no burn is ever identified
        self._on_event = on_event
        self.on_input: Callable[..., None] = lambda _kind, *_args: (
            None
        )  # hears what people enter about the hand
        self._waiting: deque[int] = deque()
        self._begin: State | None = None
        self._declared: list[Event] = []
        self._used = 0  # declared events that are part of `state`
        self._told = 0  # events of the hand that `on_event` has heard
        self._cards: dict[tuple[int, int], int] = {}  # (zone, n-th card dealt there) -> card
        self._taken: dict[int, int] = {}  # zone -> how many of its cards are part of `state`
        self._closed: set[tuple[int, int]] = set()  # places whose card a shuffle put back into the deck
        self._wagered: set[int] = set()  # seats that have put a wager in voluntarily
        self._street = 0
        self.view = View()
        self.money: Money | None = None  # follows the chips, where the readers see some
        self.sealed: Unsealer | None = None  # gives facts in play mode; else they come as they are
        self._showdown = False  # the table has been told so
        self.state: State | None = None
        self.events: list[Event] = []
        self.refused: list[tuple[int, int | None]] = []
        self.problems: list[str] = []

    # What people enter.

    @property
    def start(self) -> State | None:
        """What the hand began with; once it is void, what was left of it."""
        return self._begin

    def begin(self, state: State) -> None:
        """A hand begins: `state` is its start, with seats, button, stacks and forced bets, and no card."""
        self.on_input("begin", state)
        self.state = self._begin = state
        self.events = []
        self._declared.clear()
        self._used = self._told = 0
        self._cards.clear()
        self._taken.clear()
        self._closed.clear()
        self._wagered.clear()
        self._street = 0
        self._showdown = False
        if self.money is not None:
            self.money.begin(state)
        seats = 0
        for seat in state.seats:
            seats |= 1 << (seat - 1)
        game = games.NAMES.index(state.setup.game.name)
        self._command(facts.OP_HAND, state.button, game << facts.SEATS | seats)

    def declare(self, event: Event) -> None:
        """An action at the table, in the engine's words; it waits until the cards before it are known.

        ('discard', seat, number) says how many cards are given up: the readers say which.
        """
        self.on_input("declare", event)
        self._declared.append(event)
        if event[0] == "fold":
            self._command(facts.OP_FOLD, event[1], 0)
        elif event[0] == "discard":
            self._command(facts.OP_DRAW, event[1], event[2])
        elif event[0] == "shuffle":
            self._command(facts.OP_SHUFFLE, 0, 0)
        elif event[0] == "show" and self.sealed is not None:
            if not self._showdown:
                self._showdown = True
                self._command(facts.OP_SHOWDOWN, 0, 0)
            self._command(facts.OP_SHOW, event[1], 0)
        elif event[0] in WILLING and event[1] not in self._wagered:
            self._wagered.add(event[1])
            if len(self._wagered) <= ENOUGH:
                self._command(facts.OP_WAGERED, 0, len(self._wagered))
        self._advance()

    def undo(self) -> Event:
        """The last declaration was a mistake: the hand stands before it again; what was taken back. Raises IllegalEvent
        for what has been told to the table, and once a card has been dealt or a pot awarded since.
        """
        last = self._declared[-1] if self._declared else None
        if last is None or last[0] not in TAKEN_BACK:
            if last is None or last[0] not in STANDS:
                raise IllegalEvent("nothing has been declared that can be taken back", "f(6)")
            raise IllegalEvent(
                f"{last[0]} of seat {last[1]} cannot be taken back, {STANDS[last[0]]}: {CALL_THE_FLOOR}",
                "f(6)",
            )
        applied = self._used == len(self._declared)
        if applied and self.events[-1] != last:
            raise IllegalEvent(f"{describe(last)}: the hand has gone on since, {CALL_THE_FLOOR}", "f(6)")
        self.on_input("undo")
        del self._declared[-1]
        if applied:
            self._again()
            self._advance()
            self._told = len(self.events)
        self._wagered &= {event[1] for event in self._declared if event[0] in WILLING}
        return last

    def end(self) -> None:
        """The pot has been pushed."""
        self._command(facts.OP_END, 0, 0)

    def take_back_end(self) -> bool:
        """Where the table took no end of the hand because it knew of cards on the felt: as if it had not been said."""
        refused = self.refused[-1:] == [(facts.OP_END, facts.R_NOT_GATHERED)]
        if refused:
            self.refused.pop()
        return refused

    def misdeal(self) -> None:
        """The floor: the hand is void, all money goes back, p(1)."""
        self.on_input("misdeal")
        self._command(facts.OP_MISDEAL, 0, 0)
        self._void()

    def replace(self) -> None:
        """The floor: the round is dead, all money goes back, and the other deck comes into play, p(3)."""
        self.on_input("replace")
        self._command(facts.OP_REPLACE, 0, 0)
        self._void()

    def _void(self) -> None:
        if self.state is not None:
            self.state = self._begin = void(self.state)
            if self.money is not None:
                self.money.void()

    def cancel(self) -> None:
        """The table has not taken the hand: it never began."""
        self.on_input("cancel")
        self._void()

    def resume(self) -> None:
        """The floor: it is put right, or stands as it lies; the deal goes on."""
        self._command(facts.OP_RESUME, 0, 0)

    def report(self, op: int, seat: int = 0, code: int = cards.NO_CARD) -> None:
        """The dealer: a card lay face up in the deck (OP_BOXED), was exposed (OP_EXPOSED) or fell off the table
        (OP_OFF_TABLE) on its way to a seat; `code` where he has seen which.
        """
        self._command(op, seat, code)

    def enter(self, code: int, zone: str) -> None:
        """By hand: a card that no reader shows lies there."""
        self._command(facts.OP_CORRECT, facts.zone_id(zone), code)

    def cut(self) -> None:
        """The deck in play is shuffled, stacked and cut, (e)."""
        self._command(facts.OP_CUT, 0, 0)

    def deck(self, number: int) -> None:
        """The deck in play from the next hand on, 0 or 1."""
        self._command(facts.OP_DECK, number, 0)

    def clear(self, faults: int) -> None:
        """Somebody has seen to these latched faults, a sum of 1 << FAULT_...."""
        self._command(facts.OP_CLEAR, 0, faults)

    def count_begin(self) -> None:
        self._command(facts.OP_COUNT_BEGIN, 0, 0)

    def count_end(self) -> None:
        self._command(facts.OP_COUNT_END, 0, 0)

    @property
    def waits(self) -> State | None:
        """The hand, where it waits for a player's decision and none has been declared; else None."""
        state = self.state
        if (
            state is None
            or state.next[0] not in ("act", "discard", "show")
            or self._used < len(self._declared)
        ):
            return None
        return state

    @property
    def asked(self) -> int:
        """The oldest command that has not been answered, 0 for none."""
        return self._waiting[0] if self._waiting else 0

    @property
    def ready(self) -> bool:
        """Every command has been answered."""
        return not self._waiting

    def passed(self, zone: str) -> int:
        """How many cards have been read at a zone since the start: what the dealer's screen shows at a spot."""
        return self.view.passed.get(facts.zone_id(zone), 0)

    def shows(self, code: int, zone: str) -> bool:
        """Whether the screen shows a card at a zone."""
        return self.view.places.get(code) == facts.zone_id(zone)

    @property
    def advice(self) -> str | None:
        """What the regulation says to do about the verdict that holds the deal; None when nothing does."""
        return self.view.verdicts[-1].advice if self.view.held else None

    @property
    def count_due(self) -> bool:
        """The deck is to be counted before the next deal."""
        return self.view.count_due

    # What comes from the table.

    def say_again(self, op: int, zone: int) -> None:
        """A command that follows from what has been declared, and that the table has not heard."""
        self._command(op, zone, 0)

    def result(self, code: int | None) -> None:
        """The answer to the oldest command not yet answered; None when the table restarted meanwhile."""
        op = self._waiting.popleft()
        if code != facts.R_OK:
            self.refused.append((op, code))

    def fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        """A fact, in the order in which the table made it."""
        self.view.fact(kind, zone, code, ref, arg)
        if self.money is not None:
            self.money.fact(kind, zone, code, arg)
        if kind == facts.DEALT:
            self._dealt(zone, arg & 255, code & 63)
        elif kind == facts.SIGHT and zone == facts.Z_MUCK:
            self._advance()

    def is_back(self, zone: int, nth: int) -> bool:
        """Whether the n-th card that was dealt to a zone has been shuffled back into the deck."""
        return (zone, nth) in self._closed

    def rename(self, moves: Renames) -> None:
        """What was told as one card is another: the hand is played again from its beginning. Two cards may have had one
        name, where one of them went back into the deck before the other came.
        """
        moved = {(cards.card_of(old), back): cards.card_of(new) for (old, back), new in moves.items()}
        went = {(place[0], self._cards[place]) for place in self._closed if place in self._cards}
        for index, event in enumerate(self._declared):
            if event[0] == "discard" and isinstance(event[2], tuple):
                seat, given_up = event[1:]
                named = tuple(moved.get((card, (seat, card) in went), card) for card in given_up)
                self._declared[index] = ("discard", seat, named)
        for place, card in self._cards.items():
            self._cards[place] = moved.get((card, place in self._closed), card)
        places = self.view.places
        lay = {new: places.pop(old) for (old, back), new in moves.items() if not back and old in places}
        places.update(lay)
        self._again()
        self._advance()

    def _again(self) -> None:
        """The hand is played again from its beginning."""
        self.state = self._begin
        self.events = []
        self._used = 0
        self._taken.clear()
        self._closed.clear()

    def _command(self, op: int, zone: int, arg: int) -> None:
        self._waiting.append(op)
        self._send(op, zone, arg)

    def _dealt(self, zone: int, nth: int, card: int) -> None:
        """The n-th card of a place. The latest word on a card and on a place counts; a correction plays the hand
        again from its beginning."""
        corrected = self._cards.pop((zone, nth), card) != card
        for place, other in list(self._cards.items()):
            if other == card and place not in self._closed:
                del self._cards[place]
                corrected = True
        self._cards[zone, nth] = card
        if corrected:
            self._again()
        self._advance()

    def _advance(self) -> None:
        """Apply what is known, in the order of the hand, as far as it goes."""
        state = self.state
        applied = 0 if self._used == 0 and state is self._begin else self._told
        while state is not None:
            event = self._event(state)
            if event is None:
                break
            before = state
            try:
                state = apply(state, event)
            except IllegalEvent as error:
                self.problems.append(str(error))
                if event[0] in ("deal", "burn", "board"):
                    break  # the cards contradict each other: a correction may come
                self._used -= 1
                del self._declared[self._used]
                continue
            self.state = state
            self.events.append(event)
            self._note(event, before, state)
            applied += 1
            if applied > self._told:
                self._told = applied
                if self.money is not None:
                    self.money.follow(state)
                self._on_event(event)
            if state.street > self._street:
                self._street = state.street
                self._command(facts.OP_STREET, 0, 0)
        self.state = state

    def _event(self, state: State) -> Event | None:
        """The event the hand waits for, if it is known."""
        kind = state.next[0]
        if kind in ("ante", "blind", "award"):
            return state.next
        if kind == "deal":
            card = self._card(self._zone(state.next))
            return None if card is None else (*state.next[:2], card, state.next[2])
        if kind == "burn" and not self._burns:
            return ("burn", cards.NO_CARD)
        if kind in ("burn", "board"):
            card = self._card(self._zone((kind, len(state.board) + 1)))
            return None if card is None else (kind, card)
        if kind not in ("act", "discard", "shuffle", "show") or self._used == len(self._declared):
            return None
        event = self._declared[self._used]
        if event[0] == "show" and self.sealed is not None and not self.sealed.is_open(event[1]):
            return None
        if event[0] == "discard" and type(event[2]) is int:
            given_up = self._given_up(state, event[1])
            if len(given_up) < event[2]:
                return None
            event = self._declared[self._used] = ("discard", event[1], given_up)
        self._used += 1
        return event

    def _zone(self, place: Event) -> int:
        """The zone of ('deal', seat, face), ('burn', n) or ('board', n)."""
        if place[0] == "deal":
            return int(place[1]) + (self._up if place[2] == "u" else facts.Z_SEAT)
        return facts.Z_BURN if place[0] == "burn" else facts.Z_BOARD + spot(self._spots, int(place[1]))

    def _card(self, zone: int) -> int | None:
        """The next card of a zone that is not yet part of the hand, if it is known."""
        return self._cards.get((zone, self._taken.get(zone, 0) + 1))

    def _given_up(self, state: State, seat: int) -> tuple[int, ...]:
        """The cards of a seat that lie at the muck."""
        places = self.view.places
        deck = self.view.deck << 6
        return tuple(card for card in state.hole(seat) if places.get(deck | card) == facts.Z_MUCK)

    def _note(self, event: Event, before: State, after: State) -> None:
        """What an applied event means for the places of the hand's cards."""
        if event[0] in ("deal", "burn", "board"):
            place = (event[0], event[1], event[3]) if event[0] == "deal" else (event[0], len(after.board))
            zone = self._zone(place)
            self._taken[zone] = self._taken.get(zone, 0) + 1
        elif event[0] == "shuffle":
            back = before.dealt.seen & ~after.dealt.seen
            self._closed.update(
                (zone, nth)
                for (zone, nth), card in self._cards.items()
                if back >> card & 1
                and nth <= self._taken.get(zone, 0)  # played again: what came later is known too
            )
            for card in range(cards.DECK_SIZE):
                if back >> card & 1:
                    self.view.places.pop(cards.tag_code(self.view.deck, card), None)
