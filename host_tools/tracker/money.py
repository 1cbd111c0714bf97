"""Follows the chips of a table: what the readers tell of bet spots, pot and rake area, beside the engine's numbers.

Where a reading is sure it has to agree; where it is a lower bound only an excess is a difference. `tally` counts how
they stood, `remarks` are for the dealer and the floor. What it makes of them are the functions of `chips`.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from host_tools.chip_registry import Kind
from host_tools.engine import State
from host_tools.engine.house.rake import Rake, due, free_of_fee, layers
from host_tools.tracker.chips import (
    AT_LEAST,
    DIFFERENT,
    SAME,
    UNREAD,
    Bet,
    RakeArea,
    Reading,
    Remark,
    added,
    after_round,
    agreement,
    bet_at,
    corrected,
    misplaced,
    rake_owed,
    still_held,
    taken_out,
    unprotected,
)
from railbird import facts


class Money:
    """The chips of one table. `kinds` are those of its registry by number, `rake` what the house takes of a pot.

    readings  zone -> as told last; a zone that is UNKNOWN or was never told is not there
    tally     ('wager' | 'pot' | 'rake', how it stood) -> how often
    on_remark hears each remark once
    """

    def __init__(self, kinds: Sequence[Kind], rake: Rake | None = None) -> None:
        self.kinds = kinds
        self._rake = rake
        self.on_remark: Callable[[Remark], None] = lambda _remark: None
        self._pieces: dict[int, dict[int, int]] = {}
        self._state: State | None = None
        self._base: dict[int, int] = {}  # seat -> put in before this betting round
        self._due: dict[int, int] = {}  # seat -> what lies before it, or did when the round was closed
        self._earlier: dict[int, set[int]] = {}  # seat -> what was due before in the same round
        self._read: dict[int, Reading] = {}  # seat -> its spot since the last wager of the seat
        self._closed: set[int] = set()  # seats whose bet waits to be swept
        self._pot_dues = [0]  # since it was told last: a reading comes a second or two late
        self._change = False
        self.rake_due = 0
        self.area = RakeArea()
        self.readings: dict[int, Reading] = {}
        self.remarks: list[Remark] = []
        self.tally: Counter[tuple[str, str]] = Counter()

    def pieces(self, zone: int) -> tuple[tuple[int, int], ...]:
        """How many of each kind of chip are read in a zone, a zone for cards included."""
        return tuple(sorted((kind, count) for kind, count in self._pieces.get(zone, {}).items() if count))

    def offered(self, seat: int) -> Bet | None:
        """What lies before a seat as a bet, for the dealer to enter or confirm, c(6); None without chips that count."""
        reading = self.readings.get(facts.Z_BET + seat)
        return None if reading is None else bet_at(reading)

    def unprotected(self, seat: int) -> bool:
        """Whether no chip lies on the cards of a seat that was left, p(5)(iv)."""
        return unprotected(self.pieces(facts.Z_SEAT + seat))

    # What people enter.

    def making_change(self) -> None:
        """The dealer says that he makes change out of the pot: the next fall of it is that."""
        self._change = True

    # What the engine's hand says.

    def begin(self, state: State) -> None:
        """A hand begins, with nothing on the felt; rake that still lies there is one to move on, o(2)(ii)(c)."""
        for _seat in self._closed:
            self._count("wager", UNREAD)
        self._remark(still_held(self.area))
        self._state = state
        self._base = dict.fromkeys(state.seats, 0)
        self._due = dict.fromkeys(state.seats, 0)
        self._earlier = {seat: set() for seat in state.seats}
        self._read.clear()
        self._closed.clear()
        self._pot_dues.append(0)
        self.rake_due = 0
        self.area = RakeArea(self.area.held)

    def follow(self, state: State) -> None:
        """The hand as it stands after an event."""
        self._state = state
        for seat in state.seats:
            wager = _put_in(state, seat) - self._base[seat]
            if wager and wager != self._due[seat]:
                if seat in self._closed:  # its last bet was swept and the spot never told
                    self._settle(seat)
                self._earlier[seat].add(self._due[seat])
                self._due[seat] = wager
                self._read.pop(seat, None)
        if any(state.wager.bets):
            return
        for seat in state.seats:
            if _put_in(state, seat) > self._base[seat]:
                self._closed.add(seat)
                self._base[seat] = _put_in(state, seat)
        pot = 0 if state.awards else state.pot
        self._pot_due(pot - self.rake_due if pot else 0)
        if pot and self._rake is not None:
            self.rake_due = max(self.rake_due, rake_of(self._rake, state))
            self._pot_due(pot - self.rake_due)

    def void(self) -> None:
        """The hand is void, p(1): everything goes back to those who put it in."""
        self._state = None
        self._due.clear()
        self._closed.clear()
        self._pot_due(0)

    def _pot_due(self, amount: int) -> None:
        if amount != self._pot_dues[-1]:
            self._pot_dues.append(amount)

    # What the table says.

    def fact(self, kind: int, zone: int, code: int, arg: int) -> None:
        """A fact about chips; any other is passed over."""
        if kind == facts.PIECES:
            self._pieces.setdefault(zone, {})[code] = arg
            seat = _seat(zone)
            if seat and arg:
                self._remark(misplaced(((code, arg),), self.kinds, seat))
        elif kind in (facts.WORTH, facts.AT_LEAST):
            before = self.readings.get(zone)
            after = Reading(code << 16 | arg, kind == facts.WORTH, self.pieces(zone))
            self.readings[zone] = after
            if zone == facts.Z_POT:
                self._pot(before, after)
            elif zone == facts.Z_RAKE:
                self._rake_area(after)
            elif zone > facts.Z_BET:
                self._spot(zone - facts.Z_BET, before, after)
        elif kind == facts.STATE and code == facts.STATE_UNKNOWN:
            self.readings.pop(zone, None)

    def _spot(self, seat: int, before: Reading | None, after: Reading) -> None:
        fell = before is not None and after.worth < before.worth
        if seat in self._closed and fell:
            self._settle(seat)
        elif seat in self._due and not fell:
            self._read[seat] = after
            if self._due[seat] and after.worth not in self._earlier[seat]:
                self._compare(seat, after)
        elif before is not None and self._betting(seat):
            self._remark(taken_out(before, after, 0, "c(3)(i)"), seat)

    def _compare(self, seat: int, reading: Reading) -> None:
        """What lies before a seat beside its wager. More from the seat to act may be a wager still to be entered."""
        due = self._due[seat]
        if reading.worth <= due:
            self._remark(corrected(due, reading), seat)
        elif self._state is not None and self._state.actor != seat:
            self._remark(added(due, reading), seat)

    def _betting(self, seat: int) -> bool:
        """Whether a seat has a bet before it that nobody sweeps yet."""
        state = self._state
        return state is not None and seat in state.seats and not state.finished and state.bet(seat) > 0

    def _settle(self, seat: int) -> None:
        """The bet of a seat is swept: how its spot was read before."""
        self._closed.discard(seat)
        reading = self._read.pop(seat, None)
        if reading is not None and reading.worth in self._earlier[seat]:
            reading = None  # told too late for its own wager, and of the last one nothing was told
        self._count("wager", agreement(reading, self._due[seat]))
        self._earlier[seat] = {0}
        self._due[seat] = 0

    def _pot(self, before: Reading | None, after: Reading) -> None:
        stood = {agreement(after, amount) for amount in self._pot_dues}
        best = next(how for how in (SAME, AT_LEAST, DIFFERENT) if how in stood)
        if after.worth or best == DIFFERENT:
            self._count("pot", best)
        if best == DIFFERENT and not self._change:
            if before is not None:
                self._remark(taken_out(before, after, self.rake_due, "c(8)"))
            for remark in after_round({}, after, self._pot_dues[-1]):
                self._remark(remark)
        self._change = False
        self._pot_dues = self._pot_dues[-1:]

    def _rake_area(self, after: Reading) -> None:
        over = self._state is None or self._state.finished
        self.area = self.area.read(after, over)
        if over or not self._rake:
            return
        how = agreement(after, self.rake_due)
        if after.worth or how == DIFFERENT:
            self._count("rake", how)
        if how == DIFFERENT:
            rule = "o(2)(ii)(b)" if "incremental" in self._rake.methods else "o(2)(i)(b)"
            self._remark(rake_owed(self.rake_due, self.area, rule))

    def _count(self, what: str, stood: str) -> None:
        self.tally[what, stood] += 1

    def _remark(self, remark: Remark | None, seat: int = 0) -> None:
        if remark is not None:
            told = remark._replace(place=seat) if seat else remark
            self.remarks.append(told)
            self.on_remark(told)


def rake_of(rake: Rake, state: State) -> int:
    """The rake of a hand as it stands between two betting rounds; none of a board game before its flop (F08)."""
    board_game = any("c" in script for script, _, _ in state.setup.game.streets)
    if rake.no_flop_no_drop and board_game and not state.board and len(state.live_seats()) == 1:
        return 0
    pots = layers(state, free_of_fee(state, rake), rake.count_antes)
    return sum(take.amount for take in due(rake, pots, ()))


def _put_in(state: State, seat: int) -> int:
    """What a seat has put in over the hand, with what it got back uncalled."""
    back = sum(amount for other, amount in state.returned if other == seat)
    return state.wager.paid[state.position(seat)] + back


def _seat(zone: int) -> int:
    """The seat before which a zone lies, 0 for any other."""
    for base in (facts.Z_SEAT, facts.Z_UP, facts.Z_BET):
        if base < zone <= base + facts.SEATS:
            return zone - base
    return 0
