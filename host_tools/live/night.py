"""A table's night as its people run it from the page: who sits where, which game, which deck, what is left to do.

It knows no rule: every input goes to the engine's session, which takes it or says which paragraph is against it. The
hand in play is the tracker's; once it is over its events are put into the session, rake and jackpot contribution where
the session asks for them.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from host_tools.engine import Event, IllegalEvent, State, no_limit
from host_tools.engine.events import DONE
from host_tools.engine.house.rake import METHODS, Filed, Rake
from host_tools.engine.limits import fixed_limit
from host_tools.engine.rounds.play import apply_round
from host_tools.engine.rounds.table_round import House, Round
from host_tools.engine.session.books import announcement, books, reminders, signs
from host_tools.engine.session.night import apply_session, begin_session
from host_tools.engine.session.script_file import Script, ScriptError
from host_tools.engine.session.script_run import run
from host_tools.engine.session.settings import Stakes, Table, seat_limit
from host_tools.engine.session.state import Session
from host_tools.live import posted
from host_tools.tracker.view import Verdict
from railbird import words
from railbird.rules import games

_Value = TypeVar("_Value", Session, Round)
Step = Callable[[Session, Event, Session], None]

TAKEN_BY_THE_HOUSE = ("rake", "drop")
DECKS = ("red", "blue")  # the backs of decks 0 and 1
SMALL_BLIND, BIG_BLIND = 1, 2
ANTE = BRING_IN = SMALL_BLIND
SMALL_BET, BIG_BET = 2, 4
BUY_IN = (10 * BIG_BLIND, 100 * BIG_BLIND)
FILED = Filed(METHODS, 10)

# What the floor puts in between two hands or during one, and what the dealer does.
OF_THE_FLOOR = (
    "sit", "add", "leave", "move", "away", "back", "post", "game", "stakes", "rake_terms", "deck", "distribute",
    "inspect", "dealer", "open", "close", "end_day", "verify", "time_charge", "fill", "credit", "qualify", "identify",
    "end_period", "undo",
)  # fmt: skip
OF_THE_DEALER = ("cut", "rake_to_box", "rake_chip", "tip")

_MISDEALS = {"p(1)(i)": "shuffle", "p(1)(ii)": "start", "p(1)(iii)": "face_up"}


def plain_table(game: str, seats: int) -> Table:
    """A table where nothing else is posted: blinds of 1 and 2 at no limit or, in stud, antes at a fixed limit; a
    tenth of each betting round, at most 4, goes to the house, which has filed every system of rake and at most 10.
    """
    if games.order(game) == "left":
        stakes = Stakes(
            f"{game} {SMALL_BET}-{BIG_BET}", game, (SMALL_BET, BIG_BET), BUY_IN,
            ante=ANTE, limits=fixed_limit(SMALL_BET, BIG_BET), bring_in=BRING_IN,
        )  # fmt: skip
    else:
        blinds = (SMALL_BLIND, BIG_BLIND)
        name = f"{game} {SMALL_BLIND}-{BIG_BLIND}"
        stakes = Stakes(name, game, (BIG_BLIND, BUY_IN[1]), BUY_IN, blinds, limits=no_limit())
    return Table(1, (stakes,), House(Rake(("percentage",), per_mille=100, cap=4)), seats=seats, filed=FILED)


def simulated_night(table: Table, stacks: dict[int, int]) -> "Night":
    """A night that has begun: players with so many chips at these seats, two decks, a dealer."""
    steps: list[tuple[Session, Event, Session]] = []
    night = Night(begin_session(table), steps)
    night.on_step = lambda before, event, after: steps.append((before, event, after))
    for seat, chips in stacks.items():
        night.put(("sit", seat, f"Player {seat}", chips))
    night.put(("distribute", "the simulated floor", *DECKS))
    night.put(("dealer", "the simulated dealer", "D-0"))
    for deck in DECKS:
        for seat in list(stacks)[:2]:
            night.put(("inspect", deck, seat))
    night.put(("open",))
    night.on_step = lambda _before, _event, _after: None
    return night


class Night:
    """The session of one table; `opening` are the steps (before, input, after) that led to it. `on_step` hears every
    further one.
    """

    def __init__(self, session: Session, opening: Sequence[tuple[Session, Event, Session]] = ()) -> None:
        self.session = session
        self.opening = opening
        self.on_step: Step = lambda _before, _event, _after: None
        self.taken = 0  # rake of the hand in play, or of the last one
        self.settled: dict[int, str] = {}  # what becomes of the chips of seats that are away
        self.lacking: Callable[[], tuple[str, ...]] = tuple  # what the records lack, where some are kept
        self.noted: tuple[str, ...] = ()
        self.refuses: Callable[[str], str] = lambda _game: ""  # why this table cannot deal a game
        self.numbers: dict[str, int] = {}  # name of a deck -> deck 0 or 1 of the table
        self._followed: tuple[tuple[Event, ...], Round | None] = ((), None)
        self._number_decks()

    @property
    def round(self) -> Round | None:
        """The round that is being played, as it began."""
        return self.session.round

    def put(self, event: Event, also: Callable[[], None] = lambda: None) -> None:
        """An input. Raises IllegalEvent with the paragraph that is against it. Whoever hears of it keeps it, and `also`
        is done, before anything changes: where that raises, nothing has.
        """
        after = apply_session(self.session, event)
        if after.stakes.game != self.session.stakes.game and (why := self.refuses(after.stakes.game)):
            raise IllegalEvent(why, "g")
        self.on_step(self.session, event, after)
        also()
        self.session = after
        if event[0] in ("away", "back", "leave"):
            self.settled.pop(event[1], None)
        self._number_decks()
        self.look_again()

    def look_again(self) -> None:
        """Something has been recorded: what the records lack may be less."""
        self.noted = self.lacking()

    def _number_decks(self) -> None:
        """A deck that is new at the table is that of the two that is not there."""
        here = [deck.name for deck in self.session.decks]
        self.numbers = {name: number for name, number in self.numbers.items() if name in here}
        for name in here:
            if name not in self.numbers:
                self.numbers[name] = 1 if 0 in self.numbers.values() else 0

    def begin(self) -> State:
        """The next hand: who is in it, the button, what everybody posts. Raises IllegalEvent where none can begin."""
        self.put(("begin",))
        assert self.session.round is not None
        self.taken = 0
        return self.session.round.hand

    def gathered(self) -> None:
        """What a dealer does between two hands: the rake to the drop box, the deck shuffled and cut."""
        if self.session.held and not self.session.to_verify:
            self.put(("rake_to_box",))
        self.put(("cut",))

    def so_far(self, events: Sequence[Event]) -> Round | None:
        """The round as far as these events of its hand have brought it, with what the house has taken of it; None
        where there is none, or where the hand is not that of the round.
        """
        told, current = tuple(events), self.session.round
        if self._followed[0] == told and self._followed[1] is not None:
            return self._followed[1]
        try:
            for event in told:
                if current is not None:
                    current = _put_in(current, event, apply_round)
        except IllegalEvent:
            return None
        if current is not None:
            self.taken = current.rake
            self._followed = told, current
        return current

    def over(self, events: Sequence[Event]) -> None:
        """The hand has ended so: it is part of the session, or what is wrong with it is said by IllegalEvent."""
        steps: list[tuple[Session, Event, Session]] = []

        def step(session: Session, event: Event) -> Session:
            after = apply_session(session, event)
            steps.append((session, event, after))
            return after

        session = self.session
        for event in events:
            session = _put_in(session, event, step)
        if session.round is not None:
            raise IllegalEvent(f"the hand has not ended: it waits for {session.round.next[0]}", "f(4)")
        self.so_far(events)
        for one in steps:
            self.on_step(*one)
        self._followed = ((), None)
        self.session = session
        self.look_again()

    def misdeal(self, verdict: Verdict | None = None) -> None:
        """The floor has called a misdeal, about this verdict where there is one: all money goes back."""
        rule = words.rule_of(verdict.code, verdict.arg) if verdict is not None else ""
        row, _, number = words.zone_name(verdict.zone).partition("_") if verdict is not None else ("", "", "")
        if rule == "p(1)(iv)" and row in ("seat", "up"):
            self._void(("missed", int(number)))
        else:
            self._void(("misdeal", _MISDEALS.get(rule, "floor")))

    def call_off(self) -> None:
        """The table cannot go on with the hand, or what it told of it cannot be settled: all money goes back."""
        self._void(("misdeal", "table"))

    def _void(self, event: Event) -> None:
        if self.session.round is not None:
            self.put(event)
        self.taken = 0

    def dead(self, number: int) -> None:
        """The round is dead, all money goes back, and this deck of the table is in play, if it has been inspected."""
        if self.session.round is not None:
            for event in (("deck_fault", "missing"), ("recount", "bad"), ("floor", "dead")):
                self.put(event)
        self.taken = 0
        for deck in self.session.decks:
            if self.numbers[deck.name] == number and len(deck.inspectors) >= 2:
                self.put(("deck", deck.name))

    def told(self, waiting: bool) -> dict[str, Any]:
        """What is known of the night, as JSON values; `waiting`: no hand is in play. Names are for those who work."""
        session = self.session
        return {
            "announcement": announcement(session),
            "signs": list(signs(session)),
            "ante": f"ante {session.stakes.ante}" if session.stakes.ante else "no ante",
            "games": [stakes.name for stakes in session.table.stakes],
            "game": session.stakes.name,
            "stakes": posted.stakes(session.stakes),
            "rake": posted.rake(session),
            "limit": seat_limit(session.table, session.stakes),
            "deck": session.deck,
            "decks": [[deck.name, len(deck.inspectors)] for deck in session.decks],
            "dealer": session.dealer[0],
            "open": session.is_open,
            "playing": session.round is not None,
            "buy_in": list(session.stakes.buy_in),
            "players": [_player(session, seat) for seat in session.seated],
            "books": books(session)._asdict(),
            "due": list(dict.fromkeys((*due(session, waiting, self.settled), *self.noted))),
        }


def housed(script: Script) -> Night:
    """The night as a house's file has it begun. Raises ScriptError, also where it ends in the middle of a hand."""
    steps: list[tuple[Session, Event, Session]] = []
    session = run(script, lambda before, event, after: steps.append((before, event, after)))
    if session.round is not None:
        raise ScriptError(
            f"{script.file}: the evening is left in the middle of a hand: people go on between two"
        )
    return Night(session, steps)


def _put_in(value: _Value, event: Event, put: Callable[[_Value, Event], _Value]) -> _Value:
    """An event of the hand, put into a session or a round, and then what the house takes."""
    value = put(value, event)
    while (current := value.round if isinstance(value, Session) else value) is not None:
        if current.next[0] not in TAKEN_BY_THE_HOUSE:
            break
        value = put(value, current.next)
    return value


def _player(session: Session, seat: int) -> dict[str, Any]:
    player = session.seats[seat]
    assert player is not None
    missed = [name for name, is_so in (("small", player.missed_small), ("big", player.missed_big)) if is_so]
    return {
        "seat": seat,
        "name": player.name,
        "stack": session.stack(seat),
        "status": "leaving" if player.leaving else player.status,
        "missed": missed,
        "posting": player.posting,
    }


def due(session: Session, waiting: bool, settled: Collection[int] = ()) -> tuple[str, ...]:
    """What is to be done now, one sentence each with its paragraph: beside what the books remind of, what a table needs
    before it opens and before the next hand.
    """
    result = list(reminders(session))
    if not session.is_open:
        if not session.distributed:
            result.append("a supervisor gives the table two decks for the day [a(5)(ii)]")
        if not session.dealer[0]:
            result.append("the dealer's name and licence are to be entered [r(4)(iv)]")
        result += [
            f"deck {deck.name}: inspected by {len(deck.inspectors)} of 2 [d]"
            for deck in session.decks
            if len(deck.inspectors) < 2
        ]
    elif waiting and session.round is None:
        if session.deck and not session.cut:
            result.append("shuffle, stack and cut the deck [e]")
        result += [
            f"seat {seat} is away: the chips are counted, held or left [c(3)(v)]"
            for seat in session.seated
            if (player := session.seats[seat]) is not None and player.status == "away" and seat not in settled
        ]
    return tuple(dict.fromkeys(result))


def done(state: State | None) -> bool:
    """Whether a hand has come to its end: every chip is in a stack again."""
    return state is not None and state.next == DONE
