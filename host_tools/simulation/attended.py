"""A simulated dealer whose console, and a simulated floor whose word, people may take over.

While the console is attended the hands of the simulation deal, and every decision of a player waits to be declared by
a person. While the floor is attended a verdict that holds the deal waits for a person's word; then the hands do what
that says. A misdeal or a dead round may be called at any time.
"""

from collections.abc import Generator

from host_tools.engine import Event, IllegalEvent, State, apply, legal
from host_tools.engine.rounds.repairs import void
from host_tools.tracker.tracker import CALL_THE_FLOOR
from host_tools.virtual.clumsy import Clumsy, Slip
from host_tools.virtual.dealer import MS, Moves
from host_tools.virtual.mistakes import Kind
from host_tools.virtual.players import Script

LOOK_AGAIN = 20 * MS
GOES_ON, MISDEAL, REPLACE = RULINGS = ("goes on", "misdeal", "dead round")
ENDS = (MISDEAL, REPLACE)


class Attended(Clumsy):
    """`console` and `floor`: whether a person is there. Their methods are called between two steps of the clock."""

    console = False
    floor = False
    _waits: State | None = None  # a decision is due here
    _declared: Event | None = None
    _said: str | None = None  # the floor's word, until it is done
    _holds = False  # the simulated hands wait for the floor's word
    _decided: tuple[State, ...] = ()  # where the decisions of this hand were made
    _back: State | None = None  # where the hand goes on after a declaration was taken back
    _pushes = False  # the hand is over, its pots wait to be pushed

    @property
    def choices(self) -> tuple[Event, ...]:
        """What may be declared now, as `legal` tells it; () while nobody waits for it."""
        return () if self._waits is None else legal(self._waits)

    @property
    def waits_for_people(self) -> bool:
        """Nothing goes on until somebody says something."""
        person = self._waits is not None or self._pushes
        return (person and self.console) or (self._holds and self.floor)

    @property
    def to_push(self) -> bool:
        """The pots wait to be pushed."""
        return self._pushes

    def declare(self, event: Event) -> None:
        """A person declares what a player does. IllegalEvent for what the rules refuse, or when nothing is due."""
        state = self._waits
        if state is None:
            raise IllegalEvent("no decision is due yet", "f(4)")
        if event[0] == "discard" and type(event[2]) is int:
            event = ("discard", event[1], state.hole(event[1])[: event[2]])
        apply(state, event)
        self._declared = event

    def undo(self) -> Event:
        """The last declaration is taken back, and what it was. IllegalEvent where it cannot be."""
        if self._waits is None or not self._decided:
            raise IllegalEvent(f"no decision is waited for, the hand has gone on: {CALL_THE_FLOOR}", "f(6)")
        event = self._floor.undo()
        self._back = self._decided[-1]
        self._decided = self._decided[:-1]
        self._waits = None  # until the hand stands there again
        return event

    def push(self) -> None:
        """The pots are pushed. IllegalEvent while the hand goes on."""
        if not self._pushes:
            raise IllegalEvent("the hand is not over", "f(6)(v)")
        self._pushes = False

    def rule(self, word: str) -> None:
        """The floor's word, of RULINGS; a hand that ends ends before its next step."""
        self._said = word

    # What the hands do of it.

    def play(self, script: Script) -> Moves:
        """One hand."""
        self._waits = self._declared = self._said = self._back = None
        self._decided = ()
        self._pushes = False
        yield from super().play(script)

    def _decide(self, script: Script, state: State) -> Generator[int, None, Event | None]:
        self._waits, self._declared = state, None
        while self.console and self._declared is None and self._said not in ENDS and self._back is None:
            yield LOOK_AGAIN
            if self._floor.advice is not None:
                yield from self._word()
        self._waits = None
        if self._said in ENDS or self._back is not None:
            return None
        decided = self._declared or (yield from super()._decide(script, state))
        self._decided = (*self._decided, state)
        return decided

    def _slip(self, script: Script, state: State) -> Slip:
        if self._back is not None:
            state, self._back = self._back, None
            return state
        if self._said not in ENDS:
            return (yield from super()._slip(script, state))
        script.misdealt = True
        self._unsound = self._said == REPLACE
        (self._floor.replace if self._unsound else self._floor.misdeal)()
        self._said = None
        yield from self._until_ready()
        return void(state)

    def _push(self) -> Moves:
        """A person at the console pushes the pots."""
        self._pushes = True
        while self.console and self._pushes:
            yield LOOK_AGAIN
        self._pushes = False

    def _until_noticed(self, kind: Kind, begin: int) -> Moves:
        yield from super()._until_noticed(kind, begin)
        yield from self._until_word()

    def _until_word(self) -> Moves:
        """A verdict that holds the deal waits for what the floor says."""
        self._holds = True
        while self.floor and self._said is None and self._floor.advice is not None:
            yield LOOK_AGAIN
        self._holds = False

    def _word(self) -> Moves:
        """The deal goes on when the floor has said so; where it has ended the hand, that comes next."""
        yield from self._until_word()
        if self._said == GOES_ON:
            self._said = None
        yield from super()._word()

    def _ruling(self) -> str:
        """What the floor has said; else what the regulation says."""
        if self._said is None:
            return super()._ruling()
        return "misdeal" if self._said == MISDEAL else "put right"

    def _misdeal(self, script: Script, thrown: list[tuple[int, Event, str]]) -> Moves:
        self._said = None
        yield from super()._misdeal(script, thrown)
