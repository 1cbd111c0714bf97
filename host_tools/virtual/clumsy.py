"""A dealer who makes mistakes, and the floor that puts them right.

He deals as the other one does; every now and then his hands do what `mistakes.KINDS` says. The floor comes when the
table's verdict shows on the screen, or when the dealer has noticed it himself, and does what the regulation says about
that verdict: a misdeal, the card discarded, another deck, or everything laid where it belongs.
"""

import random
from collections.abc import Collection, Generator
from typing import Protocol

from host_tools.engine import Event, State, apply
from host_tools.engine.rounds.repairs import put_out, void
from host_tools.virtual.clock import Clock
from host_tools.virtual.dealer import (
    BURN_REST,
    FLIGHT,
    LOOK,
    MS,
    MUCK_REST,
    PITCH_INTERVAL,
    PITCH_TOGETHER,
    THINK,
    Console,
    Dealer,
    Moves,
    S,
)
from host_tools.virtual.felt import Felt
from host_tools.virtual.mistakes import (
    COPY,
    DEALS,
    EXTRA,
    GIVE_UP,
    KINDS,
    MISPLACE,
    OTHER,
    PASS_OVER,
    SECOND,
    SHORT_COUNT,
    SWAP,
    Kind,
    Made,
    Moment,
    dealt,
)
from host_tools.virtual.players import Script

TWICE = 25  # of a hundred hands with a mistake, how many get two
PASSED_UP = 2  # moments for a mistake that go by before it happens, at most
NOTICES = 2 * S  # later than the table should have, the dealer sees it himself
FLOOR_COMES = (1500 * MS, 3500 * MS)
SHOWS_WITHIN = 4 * S
LOOK_AGAIN = 100 * MS
OTHER_DECK = 64  # between the codes of a card in one deck and in the other
STRANGERS = 256  # codes from here on are tags of neither deck

Slip = Generator[int, None, State]


class Floor(Console, Protocol):
    """The console with what the floor sees and enters."""

    @property
    def advice(self) -> str | None:
        """What to do about the verdict that holds the deal; None when nothing does."""

    def shows(self, code: int, zone: str) -> bool: ...
    def misdeal(self) -> None: ...
    def replace(self) -> None: ...
    def resume(self) -> None: ...
    def enter(self, code: int, zone: str) -> None: ...
    def undo(self) -> Event: ...


class Clumsy(Dealer):
    """Makes a mistake in a hand, and in a count, with the probability `rate`; `made` is the log of them.

    What goes wrong is drawn from a stream of its own: with a rate of 0 he deals exactly as the other one.
    """

    def __init__(
        self,
        clock: Clock,
        felt: Felt,
        console: Floor,
        seed: int,
        rate: float,
        kinds: Collection[Kind] = KINDS,
    ) -> None:
        super().__init__(clock, felt, console, seed)
        self._floor = console
        self._luck = random.Random(f"mistakes {seed}")
        self._rate = rate
        self._kinds = kinds
        self._bag: list[Kind] = []  # every kind comes before one comes again
        self._owed = 0
        self._planned: list[Kind] = []
        self._wait = 0  # moments to let go by
        self._calm = -1  # the street up to which the floor has let the order stand
        self._last: Event | None = None
        self._before: Event | None = None
        self._top: list[int] = []  # cards taken back onto the deck
        self._given: tuple[Kind, int, int] | None = None  # a card thrown away that its seat should still have
        self._looked = 0
        self._unsound = False  # the deck is to be replaced
        self._strangers = STRANGERS
        self.made: list[Made] = []

    def _luckless(self, span: tuple[int, int]) -> int:
        return self._luck.randint(*span)

    # When.

    def play(self, script: Script) -> Moves:
        """One hand, with its mistakes."""
        if self._luck.random() < self._rate:
            self._owed += 2 if self._luck.random() * 100 < TWICE else 1
        fit = [kind for kind in self._kinds if kind.fits(script.begin.setup.game.name)]
        while fit and len(self._planned) < self._owed:
            if not self._bag:
                self._bag = self._luck.sample(fit, len(fit))
            self._planned.append(self._bag.pop())
        self._wait = self._luck.randint(0, PASSED_UP)
        self._calm = -1
        self._before = self._last = None
        self._top.clear()
        self._given = None
        self._unsound = False
        yield from super().play(script)
        if self._unsound:
            self._deck ^= OTHER_DECK
        self._bag[:0] = self._planned  # there was no moment for these
        self._planned.clear()

    def _slip(self, script: Script, state: State) -> Slip:
        self._before, self._last = self._last, state.next
        if self._given is not None and self._before is not None and self._before[0] == "burn":
            yield from self._give_back(state, *self._given)
        self._looked = self._clock.now
        if self._floor.advice is not None:  # a verdict that comes after everything lies right
            yield from self._word()
        moment = Moment(state, self._before, set(self._felt.zones))
        kind = self._due(moment)
        if kind is None:
            return state
        where = kind.where(moment)
        assert where is not None
        self._planned.remove(kind)
        self._owed -= 1
        self._wait = self._luck.randint(0, PASSED_UP)
        self._calm = state.street + (kind.act == EXTRA)
        acts = {
            MISPLACE: self._misplace,
            PASS_OVER: self._pass_over,
            GIVE_UP: self._give_up_more,
            EXTRA: self._extra,
            SWAP: self._swap,
            SECOND: self._second,
        }
        after = yield from acts.get(kind.act, self._foreign)(kind, where, moment, script)
        if script.misdealt or after is not state:
            self._last = after.next
        return after

    def _due(self, moment: Moment) -> Kind | None:
        if moment.state.street <= self._calm:
            return None
        for kind in self._planned:
            if kind.where(moment) is not None:
                self._wait -= 1
                return kind if self._wait < 0 else None
        return None

    def _draw(self, script: Script, state: State) -> int:
        return self._top.pop() if self._top else super()._draw(script, state)

    def count(self) -> Moves:
        """Pass the deck over the count spot; when a card was left out, once more."""
        if self._luck.random() < self._rate:
            cards = list(range(52))
            cards.remove(self._luck.randrange(52))
            begin = yield from self._count(cards)
            yield self._luckless(FLOOR_COMES)
            self._log(SHORT_COUNT, begin, (), not {"count", "muck"}.isdisjoint(self._felt.zones))
        yield from super().count()

    # What his hands do.

    def _misplace(self, kind: Kind, where: str, moment: Moment, script: Script) -> Slip:
        """The card due goes elsewhere, and as long as nobody stops him the next ones likewise."""
        before = state = moment.state
        thrown: list[tuple[int, Event, str]] = []
        places = [where, moment.place(moment.due)]
        visible = places[0] != places[1]
        begin = 0
        goes: str | None = where
        while goes is not None and len(thrown) < kind.cards and self._floor.advice is None:
            if thrown:
                yield self._luckless(PITCH_INTERVAL)
            card = self._draw(script, state)
            came = yield from self._throw(self._deck | card, goes)
            begin = begin or came
            visible = visible and self._sees(kind, self._deck | card, goes, places)
            thrown.append((card, dealt(state.next, card), moment.place(state.next)))
            places.append(goes)
            state = apply(state, thrown[-1][1])
            moment = Moment(state, thrown[-1][1], moment.zones)
            goes = kind.where(moment) if state.next[0] in DEALS else None
            if goes is None and kind.cards > 1 and state.next[0] == "deal" and moment.after[0] == "deal":
                goes = moment.place(moment.after)  # who began at the wrong seat goes on from there
        yield from self._until_noticed(kind, begin)
        advice = self._ruling()
        if advice.startswith("misdeal"):
            yield from self._misdeal(script, thrown)
            state = void(state)
        elif "discarded" in advice:
            for card, _, _ in thrown:
                self._felt.lift(self._deck | card)
                yield self._luckless(FLIGHT)
                yield from self._rest([self._deck | card], "muck", MUCK_REST)
                before = put_out(before, card, "p(2)")
            yield from self._word()
            state = before
        else:
            for card, event, right in thrown:
                yield from self._put(card, event, right)
            yield from self._word()
        self._log(kind, begin, places, visible)
        return state

    def _pass_over(self, kind: Kind, _where: str, moment: Moment, script: Script) -> Slip:
        """The card due is left out. The next players say what they give up, and the first who draws gets that card; if
        none does, the dealer thinks of it in time.
        """
        card = self._draw(script, moment.state)
        due, right = dealt(moment.due, card), moment.place(moment.due)
        state = apply(moment.state, due)
        while state.next[0] == "discard":
            yield self._luckless(THINK)
            state = yield from self._give_up(state, script.decide(state))
        if state.next[0] == "deal":
            where = moment.place(state.next)
            begin = yield from self._throw(self._deck | card, where)
            visible = self._sees(kind, self._deck | card, where, [where, right])
            yield from self._until_noticed(kind, begin)
            yield from self._put(card, due, right)
            yield from self._word()
            self._log(kind, begin, (where, right), visible)
        else:
            yield from self._put(card, due, right)
        return state

    def _give_up_more(self, kind: Kind, _where: str, moment: Moment, script: Script) -> Slip:
        """The player throws away two cards; that he has not folded shows when the next street is dealt."""
        event = script.decide(moment.state)
        state = yield from self._give_up(moment.state, event)
        code = self._deck | state.hole(event[1])[0]
        self._given = (kind, event[1], code)
        self._felt.lift(code)
        yield self._luckless(FLIGHT)
        yield from self._rest([code], "muck", MUCK_REST)
        return state

    def _give_back(self, state: State, kind: Kind, seat: int, code: int) -> Moves:
        """The street is being dealt, since its burn: the player who has too few cards gets back what he threw away."""
        self._given = None
        if state.is_live(seat):
            begin = self._looked
            yield from self._until_noticed(kind, begin)
            self._felt.lay(code, f"seat_{seat}", fanned=True)
            yield from self._word()
            self._log(kind, begin, ("muck",), {"muck", "burn"} <= set(self._felt.zones))

    def _extra(self, kind: Kind, where: str, moment: Moment, script: Script) -> Slip:
        """The next card of the deck goes to a place when none is due; it is shown to the burns, and kept for the next
        burn.
        """
        card = self._draw(script, moment.state)
        code = self._deck | card
        begin = yield from self._throw(code, where)
        visible = self._sees(kind, code, where, [where])
        yield from self._until_noticed(kind, begin)
        self._felt.lift(code)
        self._top.append(card)
        if where != "burn":
            before = self._floor.passed("burn")
            yield from self._throw(code, "burn")
            if "burn" in self._felt.zones and self._floor.passed("burn") == before:
                self._floor.enter(code, "burn")  # a burst has hidden it there: the floor enters it by hand
        yield from self._word()
        self._log(kind, begin, (where, "burn"), visible)
        return moment.state

    def _foreign(self, kind: Kind, where: str, moment: Moment, script: Script) -> Slip:
        """A tag that is none of the deck's comes to a place; it is taken off. Where it makes the deck unsound, the
        round is dead and the other deck comes into play, p(3).
        """
        places = [where]
        if kind.act == OTHER:
            code = (self._deck ^ OTHER_DECK) | self._luck.randrange(52)
        else:
            code = self._strangers
            self._strangers += 1
            self._felt.add(code, bytes([4, *self._luck.randbytes(6)]))
        if kind.act == COPY:
            while self._in_flight or any(self._away.values()):
                yield LOOK_AGAIN
            lying = [held for seat in moment.state.live_seats() for held in self._down(seat)]
            card = self._luck.choice(lying)
            self._felt.copy(code, card)
            places.append(self._felt.where(card) or where)
        begin = yield from self._throw(code, where)
        visible = self._sees(kind, code, where, places)
        yield from self._until_noticed(kind, begin)
        self._felt.lift(code)
        self._unsound = "the deck is replaced" in self._ruling()
        if self._unsound:
            script.misdealt = True
            self._floor.replace()
            yield from self._until_ready()
        else:
            yield from self._word()
        self._log(kind, begin, places, visible)
        return void(moment.state) if self._unsound else moment.state

    def _swap(self, kind: Kind, where: str, moment: Moment, script: Script) -> Slip:
        """The next two cards are in the air together and each lands where the other should."""
        state, places, begin = moment.state, (where, moment.place(moment.due)), 0
        first = self._draw(script, state)
        second = self._draw(script, apply(state, dealt(state.next, first)))
        for card, goes, seat in ((first, where, moment.after[1]), (second, places[1], moment.due[1])):
            yield self._luckless(PITCH_TOGETHER)
            self._felt.lay(self._deck | card, goes, landing=True, fanned=True)
            self._held[seat].append(self._deck | card)
            begin = begin or self._clock.now
        for card in (second, first):
            state = apply(state, dealt(state.next, card))
        yield self._luckless(LOOK)
        if self._floor.advice is not None:
            yield from self._word()
        self._log(kind, begin, places, False)
        return state

    def _second(self, kind: Kind, _where: str, moment: Moment, script: Script) -> Slip:
        """The card under the top one is dealt: the cards are as they should be, the deck is not."""
        yield from ()
        state = moment.state
        first = self._draw(script, state)
        second = self._draw(script, apply(state, dealt(state.next, first)))
        self._top += [first, second]
        self._log(kind, self._clock.now, (), False)
        return state

    # What follows.

    def _throw(self, code: int, zone: str) -> Generator[int, None, int]:
        """A card comes to a place, and passes on where cards do; returns when it came there."""
        yield self._luckless(FLIGHT)
        begin = self._clock.now
        if zone in self._felt.passing:
            yield from self._rest([code], zone, BURN_REST)
        else:
            self._felt.lay(code, zone, landing=True, fanned=True)
        return begin

    def _sees(self, kind: Kind, code: int, where: str, places: Collection[str]) -> bool:
        """Whether the board has readers for what proves the mistake, and the card is not one more than they power."""
        needed = [*places, "burn"] if kind.act == EXTRA else places
        zones = set(self._felt.zones)
        read = where in self._felt.passing or self._felt.powered(code)
        return read and (where in zones) and (not kind.proof or all(zone in zones for zone in needed))

    def _until_noticed(self, kind: Kind, begin: int) -> Moves:
        """The screen shows a verdict that holds the deal, or the dealer sees it himself; then the floor comes."""
        until = begin + kind.within * MS + NOTICES
        while self._floor.advice is None and self._clock.now < until:
            yield LOOK_AGAIN
        yield self._luckless(FLOOR_COMES)

    def _ruling(self) -> str:
        """What is done about the verdict that holds the deal: what the regulation says."""
        return self._floor.advice or ""

    def _put(self, card: int, event: Event, zone: str) -> Moves:
        """A card goes where it should have gone; while no reader shows it there, the floor enters it by hand."""
        code = self._deck | card
        self._felt.lift(code)
        if event[0] == "deal":
            self._in_flight += 1
            yield from self._fly(code, event[1], event[3])
        else:
            yield self._luckless(FLIGHT)
            if event[0] == "board":
                self._board.append(card)
            yield from self._throw(code, zone)
        until = self._clock.now + SHOWS_WITHIN
        while not self._floor.shows(code, zone) and self._clock.now < until:
            yield LOOK_AGAIN
        if not self._floor.shows(code, zone):
            self._floor.enter(code, zone)

    def _word(self) -> Moves:
        """The floor has looked: the deal goes on."""
        yield self._luckless(LOOK)
        yield from self._until_ready()
        if self._floor.advice is not None:
            self._floor.resume()
        yield from self._until_ready()

    def _misdeal(self, script: Script, thrown: list[tuple[int, Event, str]]) -> Moves:
        """The hand is void: all cards are gathered, all money goes back."""
        script.misdealt = True
        for card, event, _ in thrown:
            if event[0] == "deal":
                self._held[event[1]].append(self._deck | card)
        self._floor.misdeal()
        yield from self._until_ready()

    def _log(self, kind: Kind, begin: int, zones: Collection[str], visible: bool) -> None:
        self.made.append(Made(kind, begin, self._clock.now, tuple(dict.fromkeys(zones)), visible))
