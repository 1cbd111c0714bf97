"""The table: a reducer. Inputs in (sightings, accepted commands, clock events); facts and verdicts out.

The same inputs give the same facts, whenever they are applied. It walks the deal of a hand, keeps the ledger
of the 52, knows the button and the count clock, and judges; people decide: a verdict on the deal holds it
until the floor resumes it or calls a misdeal. A card that goes out of sight stays where it was.
"""

from micropython import const

from railbird import facts, ticks
from railbird.count import Count
from railbird.rules import button, cards
from railbird.rules.deal import Deal
from railbird.rules.deck import Deck

_NONE = const(255)  # no zone, no code, no card: one number for all
_LAST_ZONE = const(71)
_GAME = "holdem"

_TOLD = const(16)  # foreign tags that are told one by one in a round; more of them say nothing new
_TOLD_UNKNOWN = const(128)
_TOLD_TWICE = const(129)


class Table:
    """The reducer. `emit(kind, zone, code, ref, arg)` gets each derived fact; a field without a meaning is
    255, an arg without one 0. No input leads to more than 20 facts.

    expected        zone where the next card should land, or NO_ZONE
    expected_count  cards that zone holds once it has landed, with those that lie there or may come back
    doubt           zone whose next clean look settles whether the order was broken, or NO_ZONE
    counting, in_hand, held   a count, a hand is in progress; the deal waits for the floor
    alarm           tick (ms) at which a CLOCK input is due, or None
    button          seat of the button, 0 before the first hand
    seats, live     bitmaps of the seats dealt in, and of those not folded
    """

    def __init__(self, emit):
        self._emit = emit
        self.deck = Deck()
        self.deal = Deal(facts.Z_BOARD, facts.Z_BURN)
        self.expected = facts.NO_ZONE
        self.expected_count = 0
        self.doubt = facts.NO_ZONE
        self.counting = False
        self.in_hand = False
        self.held = False
        self.alarm = None
        self.button = 0
        self.seats = 0
        self.live = 0
        self._home = bytearray(b"\xff" * 128)  # where each card was dealt to in this hand
        self._order = bytearray(128)  # when: 1 = first
        self._dealt = 0
        self._since = 0  # tick at which the doubt arose
        self._street = 0  # street of the last EXPECT
        self._implied = False  # the open street was opened by a card and not yet by a command
        self._count = Count(self.deck, emit)
        self._told = bytearray(4 * _TOLD)
        self._told_count = 0

    # Inputs.

    def apply(self, now_ms, kind, zone, code, arg):
        """Take one input, already journaled. None ever raises; a command that does not fit is ignored."""
        if kind == facts.SIGHT:
            if 0 < zone <= _LAST_ZONE and code < 128:
                self._sight(zone, code)
        elif kind == facts.LIFT:
            if 0 < zone <= _LAST_ZONE and code < 128:
                self.deck.lift(code, zone)
        elif kind == facts.CLEAN:
            if self.doubt == zone != facts.NO_ZONE and ticks.diff(now_ms, self._since) >= facts.SETTLE_MS:
                self._judge()
        elif kind == facts.UNKNOWN:
            self._unknown(zone, arg)
        elif kind == facts.STATE:
            if 0 < zone <= facts.Z_BURN:
                self.deal.reader(zone, code == facts.STATE_OK)
        elif kind == facts.TWICE:
            self._twice(zone, code, arg)
        elif kind == facts.CLOCK:
            self._count.tick(now_ms)
        elif kind == facts.COMMAND and self.check(code, zone, arg) == facts.R_OK:
            self._command(now_ms, code, zone, arg)
        self._settle(now_ms)

    def check(self, op, zone, arg):
        """R_OK when a command fits the state, else why not. Changes nothing."""
        if op == facts.OP_HAND:
            if self.in_hand:
                return facts.R_IN_HAND
            if self.counting:
                return facts.R_COUNTING
            if arg >> facts.SEATS or not 1 <= zone <= facts.SEATS:
                return facts.R_BAD_SEAT
            if button.count(arg) < 2:
                return facts.R_TOO_FEW
            return facts.R_OK if button.holds(arg, zone) else facts.R_BAD_BUTTON
        if op in (facts.OP_COUNT_BEGIN, facts.OP_DECK):
            if self.in_hand:
                return facts.R_IN_HAND
            if self.counting:
                return facts.R_COUNTING
            return facts.R_BAD_DECK if op == facts.OP_DECK and zone > 1 else facts.R_OK
        if op == facts.OP_COUNT_END:
            return facts.R_OK if self.counting else facts.R_NOT_COUNTING
        if not facts.OP_HAND <= op <= facts.OP_DECK:
            return facts.R_UNKNOWN_OP
        if not self.in_hand:
            return facts.R_NO_HAND
        if op == facts.OP_FOLD:
            if not button.holds(self.seats, zone):
                return facts.R_NOT_IN_HAND
            if self.live & (self.live - 1) == 0 and button.holds(self.live, zone):
                return facts.R_LAST_PLAYER
        if op == facts.OP_STREET:
            if self.held:
                return facts.R_HELD
            if not self._implied:
                if not (self.deal.complete() or self.deal.lenient):
                    return facts.R_STILL_DEALING
                if self.deal.last_street():
                    return facts.R_LAST_STREET
        return facts.R_OK

    def _command(self, now_ms, op, zone, arg):
        if op == facts.OP_HAND:
            self._begin(now_ms, zone, arg)
        elif op == facts.OP_FOLD:
            self._fold(zone)
        elif op == facts.OP_STREET:
            if self._implied:
                self._implied = False
            else:
                self._open()
        elif op == facts.OP_END:
            self._over(facts.END)
            self.button = button.next_seat(self.seats, self.button)
            self._emit(facts.BUTTON, self.button, _NONE, _NONE, 0)
        elif op == facts.OP_MISDEAL:
            self._over(facts.MISDEAL)
        elif op == facts.OP_RESUME:
            self._resume()
        elif op == facts.OP_DECK:
            self.deck.live = zone
        elif op == facts.OP_COUNT_BEGIN:
            self._told_count = 0
            self._count.begin()
        elif op == facts.OP_COUNT_END:
            self._count.end(now_ms)

    # A hand.

    def _begin(self, now_ms, seat, seats):
        for code in range(128):
            self._home[code] = _NONE
        self._dealt = self._told_count = 0
        self.in_hand = True
        self._implied = False
        self.button = seat
        self.seats = self.live = seats
        self.deck.begin_round()
        self.deal.start(_GAME, seats, seat)
        self._count.start_clock(now_ms)
        self._emit(facts.HAND, seat, _NONE, _NONE, seats)

    def _over(self, kind):
        self.in_hand = False
        self._told_count = 0
        self._hold(False)
        self._emit(kind, _NONE, _NONE, _NONE, 0)

    def _fold(self, seat):
        if button.holds(self.live, seat):
            self.live &= ~(1 << (seat - 1))
            self.deal.fold(seat)
            self._emit(facts.FOLDED, seat, _NONE, _NONE, 0)

    def _open(self):
        self.deal.open_next()
        self._emit(facts.STREET, _NONE, _NONE, _NONE, self.deal.open)

    def _resume(self):
        before = self.deal.open
        self.deal.accept()
        self._hold(False)
        self._emit(facts.RESUMED, _NONE, _NONE, _NONE, 0)
        if self.deal.open != before:
            self._implied = True
            self._emit(facts.STREET, _NONE, _NONE, _NONE, self.deal.open)

    def _hold(self, held):
        if self.held != held:
            self.held = held
            self._emit(facts.HELD, _NONE, _NONE, _NONE, 1 if held else 0)

    def _settle(self, now_ms):
        """Work out where the next card should land, and whether the order is in doubt."""
        self.counting = self._count.running
        self.alarm = self._count.alarm
        deal = self.deal
        expected = doubt = facts.NO_ZONE
        if self.in_hand and not self.held:
            if not deal.complete():
                expected = deal.next_zone()
                self.expected_count = max(deal.nth[deal.next], self.deck.lying(expected) + 1)
            if deal.extra != facts.NO_ZONE:
                doubt = deal.extra
            elif deal.ahead and not deal.lenient:
                doubt = deal.next_zone()
        if expected == facts.NO_ZONE:
            self.expected_count = 0
        if doubt != self.doubt:
            self.doubt = doubt
            self._since = now_ms
        if expected != self.expected or (self.in_hand and deal.open != self._street):
            self.expected = expected
            self._street = deal.open
            self._emit(facts.EXPECT, expected, _NONE, _NONE, deal.open)

    # Cards.

    def _sight(self, zone, code):
        if not self.deck.sight(code, zone) or cards.card_of(code) >= cards.DECK_SIZE:
            return
        if not self.deck.is_live(code):
            self._other_deck(zone, code)
        elif self.counting:
            if zone == facts.Z_COUNT:
                self.deck.count(code)
        elif self.in_hand:
            self._place(zone, code)

    def _place(self, zone, code):
        """A card of the deck in play is seen anew in a zone, during a hand."""
        deal = self.deal
        home = self._home[code]
        if home == zone or (home != _NONE and not self._taken_back(zone, code, home)) or not deal.takes(zone):
            return
        if deal.got(zone) == deal.total(zone) and (zone > facts.Z_BOARD or button.holds(self.live, zone)):
            self._replace(zone)
        if not self.held and deal.opens(zone):
            self._implied = True
            self._open()
        self._deal(zone, code)

    def _taken_back(self, zone, code, home):
        """A card dealt to `home` is seen in another zone; true when that means that it was not dealt to `home`.
        Otherwise its place in the deal stands, and it may be a fold.
        """
        deal = self.deal
        if deal.may_move(home, zone) if deal.takes(zone) else deal.got(home) > deal.total(home):
            self._home[code] = _NONE
            deal.give_back(home)
            return True
        if zone == facts.Z_MUCK and button.holds(self.live, home):
            self._mucked(home)
        return False

    def _deal(self, zone, code):
        """Count a card as dealt to a zone."""
        deal = self.deal
        nth = deal.take(zone)
        self._home[code] = zone
        self._dealt = min(self._dealt + 1, 255)
        self._order[code] = self._dealt
        if nth:
            self._emit(facts.DEALT, zone, code, _NONE, deal.street[deal.place(zone, nth)] << 8 | nth)

    def _mucked(self, seat):
        """A card of a player in the hand is in the muck: when it was the last of his hand, he has folded."""
        if self.deal.short(seat) or self.live & (self.live - 1) == 0:
            return
        for card in range(cards.DECK_SIZE):
            code = self.deck.live << 6 | card
            if self._home[code] == seat and self.deck.where(code) != facts.Z_MUCK:
                return
        self._fold(seat)

    def _replace(self, zone):
        """A full place gets a card: it replaces one that lies with the discards or burns, (p)(8), (p)(9)."""
        for card in range(cards.DECK_SIZE):
            code = self.deck.live << 6 | card
            where = self.deck.where(code)
            if self._home[code] == zone and where in (facts.Z_MUCK, facts.Z_BURN):
                self._home[code] = _NONE
                self.deal.give_back(zone)
                if where == facts.Z_BURN and self.deal.takes(where):
                    self._deal(where, code)
                return

    # Verdicts.

    def _verdict(self, code, zone, ref, arg):
        self._emit(facts.VERDICT, zone, code, ref, arg)

    def _judge(self):
        """The doubt has been settled against the deal."""
        deal = self.deal
        zone = self.doubt
        expected = deal.next_zone()
        if zone == deal.extra:
            ref = self._latest(zone)
            if zone > facts.Z_BOARD:
                street = deal.open if deal.next == deal.size else deal.street[deal.place(zone, 1)]
                self._verdict(facts.V_TOO_MANY, zone, ref, expected << 8 | street + 1)
            elif button.holds(self.seats, zone):
                self._verdict(facts.V_TOO_MANY, zone, ref, expected << 8 | 1)
            else:
                self._verdict(facts.V_WRONG_SEAT, zone, ref, expected << 8 | 3)
        else:
            ref = self._first_ahead()
            zone = self._home[ref]
            street = deal.street[deal.next]
            if expected < facts.Z_BOARD and zone < facts.Z_BOARD:
                self._verdict(facts.V_WRONG_SEAT, zone, ref, expected << 8 | (1 if deal.next == 0 else 2))
            else:
                self._verdict(facts.V_OUT_OF_ORDER, zone, ref, expected << 8 | street + 1)
        self._hold(True)

    def _latest(self, zone):
        """The card dealt last to a zone that has one."""
        found = best = 0
        for card in range(cards.DECK_SIZE):
            code = self.deck.live << 6 | card
            if self._home[code] == zone and self._order[code] > best:
                found = code
                best = self._order[code]
        return found

    def _first_ahead(self):
        """The card that went ahead of its turn first; there is one."""
        found = 0
        best = 256
        for card in range(cards.DECK_SIZE):
            code = self.deck.live << 6 | card
            home = self._home[code]
            if home != _NONE and self._order[code] < best and self.deal.loose(home):
                code = self._latest(home)
                if self._order[code] < best:
                    found = code
                    best = self._order[code]
        return found

    def _first_time(self, key, zone, arg):
        """Whether a foreign tag has not been told of in this zone since the round began."""
        told = self._told
        low = arg & 255
        high = arg >> 8
        for index in range(0, 4 * self._told_count, 4):
            if (
                told[index] == key
                and told[index + 1] == zone
                and told[index + 2] == low
                and told[index + 3] == high
            ):
                return False
        if self._told_count == _TOLD:
            return False
        index = 4 * self._told_count
        told[index] = key
        told[index + 1] = zone
        told[index + 2] = low
        told[index + 3] = high
        self._told_count += 1
        return True

    def _watched(self, zone):
        """Whether a foreign tag is told of: anywhere on the felt in a hand, at its spot in a count."""
        return zone != facts.Z_PARK and (self.in_hand or (self.counting and zone == facts.Z_COUNT))

    def _foreign(self, zone):
        """A tag that should not be there: it spoils a count, and where cards are dealt it holds the deal."""
        self._count.spoil()
        if self.in_hand and zone <= facts.Z_BURN:
            self._hold(True)

    def _other_deck(self, zone, code):
        if self._watched(zone) and self._first_time(code, zone, 0):
            rule = 2 if self.in_hand and zone <= facts.Z_BURN else 1
            self._verdict(facts.V_OTHER_DECK, zone, code, self.expected << 8 | rule)
            self._foreign(zone)

    def _unknown(self, zone, fold):
        if self._watched(zone) and self._first_time(_TOLD_UNKNOWN, zone, fold):
            self._verdict(facts.V_UNKNOWN_TAG, zone, _NONE, fold)
            self._foreign(zone)

    def _twice(self, zone, code, other):
        if self._first_time(_TOLD_TWICE, code, 0):
            self._verdict(facts.V_TWO_ZONES, zone, code, other)
            self._count.spoil()
            self._hold(self.in_hand)
