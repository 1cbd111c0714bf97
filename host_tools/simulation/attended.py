"""A simulated dealer whose console, and a simulated floor whose word, people may take over.

While the console is attended the hands of the simulation deal, and every decision of a player waits to be declared by
a person. While the floor is attended a verdict that holds the deal waits for a person's word; then the hands do what
that says. A misdeal or a dead round may be called at any time.
"""

from collections.abc import Generator

from host_tools.engine import Event, IllegalEvent, State, apply, legal
from host_tools.engine.rounds.repairs import void
from host_tools.virtual.clumsy import Clumsy, Slip
from host_tools.virtual.dealer import MS, Moves
from host_tools.virtual.mistakes import Kind
from host_tools.virtual.players import Script

LOOK_AGAIN = 20 * MS
GOES_ON, MISDEAL, REPLACE = RULINGS = ("goes on", "misdeal", "dead round")


class Attended(Clumsy):
    """`console` and `floor`: whether a person is there. Their methods are called between two steps of the clock."""

    console = False
    floor = False
    _waits: State | None = None  # a decision is due here
    _declared: Event | None = None
    _word_given: str | None = None
    _ends: str | None = None  # the hand ends before its next step
    _holds = False  # the simulated hands wait for the floor's word

    @property
    def choices(self) -> tuple[Event, ...]:
        """What may be declared now, as `legal` tells it; () while nobody waits for it."""
        return () if self._waits is None else legal(self._waits)

    @property
    def waits_for_people(self) -> bool:
        """Nothing goes on until somebody says something."""
        return (self._waits is not None and self.console) or (self._holds and self.floor)

    def declare(self, event: Event) -> None:
        """A person declares what a player does. IllegalEvent for what the rules refuse, or when nothing is due."""
        state = self._waits
        if state is None:
            raise IllegalEvent("no decision is due yet", "f(4)")
        if event[0] == "discard" and type(event[2]) is int:
            event = ("discard", event[1], state.hole(event[1])[: event[2]])
        apply(state, event)
        self._declared = event

    def rule(self, word: str) -> None:
        """The floor's word, of RULINGS."""
        if word == GOES_ON or self._holds:
            self._word_given = word
        if word != GOES_ON and not self._holds:
            self._ends = word

    # What the hands do of it.

    def play(self, script: Script) -> Moves:
        """One hand."""
        self._waits = self._declared = self._word_given = self._ends = None
        yield from super().play(script)

    def _decide(self, script: Script, state: State) -> Generator[int, None, Event | None]:
        if self.console:
            self._waits, self._declared = state, None
            while self.console and self._declared is None and self._ends is None:
                yield LOOK_AGAIN
                if self._floor.advice is not None:
                    yield from self._word()
            self._waits = None
            if self._ends is not None:
                return None
            if self._declared is not None:
                return self._declared
        return (yield from super()._decide(script, state))

    def _slip(self, script: Script, state: State) -> Slip:
        if self._ends is not None:
            replace, self._ends = self._ends == REPLACE, None
            return (yield from self._end(script, state, replace))
        return (yield from super()._slip(script, state))

    def _end(self, script: Script, state: State, replace: bool) -> Slip:
        """The hand is void where it stands, and the deck with it where the round is dead."""
        script.misdealt = True
        if replace:
            self._unsound = True
            self._floor.replace()
        else:
            self._floor.misdeal()
        yield from self._until_ready()
        return void(state)

    def _until_noticed(self, kind: Kind, begin: int) -> Moves:
        yield from super()._until_noticed(kind, begin)
        if self._floor.advice is not None:
            yield from self._until_word()

    def _word(self) -> Moves:
        """The deal goes on when the floor has said so; it may have ended the hand instead."""
        if self._floor.advice is not None and self._word_given is None:
            yield from self._until_word()
        word, self._word_given = self._word_given, None
        if word in (MISDEAL, REPLACE):
            self._ends = word
        yield from super()._word()

    def _until_word(self) -> Moves:
        self._holds = True
        while self.floor and self._word_given is None and self._floor.advice is not None:
            yield LOOK_AGAIN
        self._holds = False

    def _ruling(self) -> str:
        """A misdeal if the floor said so; what it lets go on is put right; else what the regulation says."""
        word = self._word_given
        if word == MISDEAL:
            self._word_given = None
            return "misdeal"
        if word == REPLACE:
            self._ends, self._word_given = REPLACE, GOES_ON
            return "put right"
        return super()._ruling() if word is None else "put right"
