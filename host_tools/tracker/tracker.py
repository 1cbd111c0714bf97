"""The tracker: turns what the table reports and what people declare into a hand of the engine.

It knows the cards only from facts and the wagers only from declarations. It tells the table what the table cannot
see: a hand begins, a seat has folded, a betting round is closed, the hand is over.
"""

from collections import deque
from collections.abc import Callable

from host_tools.engine import Event, IllegalEvent, State, apply
from host_tools.tracker.view import View
from railbird import facts

Send = Callable[[int, int, int], None]


class Tracker:
    """Follows one table. `send(op, zone, arg)` queues a command; its result comes back to `result`.

    view      what is known of the table
    state     the engine's hand, None before the first
    refused   commands the table would not take, as (op, code)
    problems  declarations and cards the engine would not take, in words
    `on_event` hears every event of the hand, once, as it is applied.
    """

    def __init__(self, send: Send, on_event: Callable[[Event], None] = lambda _event: None) -> None:
        self._send = send
        self._on_event = on_event
        self._waiting: deque[int] = deque()
        self._begin: State | None = None
        self._declared: list[Event] = []
        self._used = 0  # declared events that are part of `state`
        self._told = 0  # events of the hand that `on_event` has heard
        self._cards: dict[tuple[int, int], int] = {}
        self._street = 0
        self.view = View()
        self.state: State | None = None
        self.refused: list[tuple[int, int | None]] = []
        self.problems: list[str] = []

    # What people enter.

    def begin(self, state: State) -> None:
        """A hand begins: `state` is its start, with seats, button, stacks and forced bets, and no card."""
        self.state = self._begin = state
        self._declared.clear()
        self._used = self._told = 0
        self._cards.clear()
        self._street = 0
        seats = 0
        for seat in state.seats:
            seats |= 1 << (seat - 1)
        self._command(facts.OP_HAND, state.button, seats)

    def declare(self, event: Event) -> None:
        """An action at the table, in the engine's words; it waits until the cards before it are known."""
        self._declared.append(event)
        if event[0] == "fold":
            self._command(facts.OP_FOLD, event[1], 0)
        self._advance()

    def end(self) -> None:
        """The pot has been pushed."""
        self._command(facts.OP_END, 0, 0)

    def count_begin(self) -> None:
        self._command(facts.OP_COUNT_BEGIN, 0, 0)

    def count_end(self) -> None:
        self._command(facts.OP_COUNT_END, 0, 0)

    @property
    def ready(self) -> bool:
        """Every command has been answered."""
        return not self._waiting

    def passed(self, zone: str) -> int:
        """How many cards have been read at a zone since the start: what the dealer's screen shows at a spot."""
        return self.view.passed.get(facts.zone_id(zone), 0)

    @property
    def count_due(self) -> bool:
        """The deck is to be counted before the next deal."""
        return self.view.count_due

    # What comes from the table.

    def result(self, code: int | None) -> None:
        """The answer to the oldest command not yet answered; None when the table restarted meanwhile."""
        op = self._waiting.popleft()
        if code != facts.R_OK:
            self.refused.append((op, code))

    def fact(self, kind: int, zone: int, code: int, ref: int, arg: int) -> None:
        """A fact, in the order in which the table made it."""
        self.view.fact(kind, zone, code, ref, arg)
        if kind == facts.DEALT:
            self._dealt(zone, arg & 255, code & 63)

    def _command(self, op: int, zone: int, arg: int) -> None:
        self._waiting.append(op)
        self._send(op, zone, arg)

    def _dealt(self, zone: int, nth: int, card: int) -> None:
        """The n-th card of a place. The latest word on a card and on a place counts; a correction plays the hand
        again from its beginning."""
        corrected = self._cards.pop((zone, nth), card) != card
        for place, other in list(self._cards.items()):
            if other == card:
                del self._cards[place]
                corrected = True
        self._cards[zone, nth] = card
        if corrected:
            self.state = self._begin
            self._used = 0
        self._advance()

    def _advance(self) -> None:
        """Apply what is known, in the order of the hand, as far as it goes."""
        state = self.state
        applied = 0 if self._used == 0 and state is self._begin else self._told
        while state is not None:
            event = self._event(state)
            if event is None:
                break
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
            applied += 1
            if applied > self._told:
                self._told = applied
                self._on_event(event)
            if state.next[0] == "burn" and state.street > self._street:
                self._street = state.street
                self._command(facts.OP_STREET, 0, 0)
        self.state = state

    def _event(self, state: State) -> Event | None:
        """The event the hand waits for, if it is known."""
        kind = state.next[0]
        if kind in ("ante", "blind", "award"):
            return state.next
        if kind == "deal":
            seat = state.next[1]
            card = self._cards.get((facts.Z_SEAT + seat, len(state.hole(seat)) + 1))
            return None if card is None else ("deal", seat, card, state.next[2])
        if kind == "burn":
            card = self._cards.get((facts.Z_BURN, len(state.burns) + 1))
            return None if card is None else ("burn", card)
        if kind == "board":
            card = self._cards.get((facts.Z_BOARD + len(state.board) + 1, 1))
            return None if card is None else ("board", card)
        if kind in ("act", "show") and self._used < len(self._declared):
            self._used += 1
            return self._declared[self._used - 1]
        return None
