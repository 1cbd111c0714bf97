"""The table: a reducer. Inputs in (sightings, accepted commands, clock events); facts and verdicts out.

The same inputs give the same facts, whenever they are applied. It walks the deal of a hand, keeps the ledger
of the 52, knows the button and the count clock, and judges; people decide: a verdict on the deal holds it
until the floor resumes it or calls a misdeal. A card that goes out of sight stays where it was.
"""

from micropython import const

from railbird import facts
from railbird.count import Count
from railbird.dealt import Dealt
from railbird.rules import button, cards, games
from railbird.rules.deck import Deck

_NONE = const(255)  # no zone, no code, no card: one number for all
_LAST_ZONE = const(71)
_GAME_SHIFT = const(11)  # above the seats in the arg of OP_HAND
_SEAT_BITS = const(0x7FF)

_TOLD = const(16)  # foreign tags that are told one by one in a round; more of them say nothing new
_TOLD_UNKNOWN = const(128)
_TOLD_TWICE = const(129)


class Table:
    """The reducer. `emit(kind, zone, code, ref, arg)` gets each derived fact; a field without a meaning is
    255, an arg without one 0. No input leads to more than 20 facts. `ups` is the bitmap of the seats whose up
    cards have a zone of their own.

    expected        zone where the next card should land, or NO_ZONE
    expected_count  cards that zone holds once it has landed, with those that lie there or may come back
    doubt           zone that a clean look has to prove without news before the order is called broken, or
                    NO_ZONE: two cards that land almost together may become known in either order
    counting, in_hand, held   a count, a hand is in progress; the deal waits for the floor
    alarm           tick (ms) at which a CLOCK input is due, or None
    button          seat of the button, 0 before the first hand
    seats, live     bitmaps of the seats dealt in, and of those not folded
    """

    def __init__(self, emit, ups=0):
        self._emit = emit
        self.deck = Deck()
        self._dealt = Dealt(self.deck, emit, ups)
        self.deal = self._dealt.deal
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
            if self.doubt == zone != facts.NO_ZONE:
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
        self._settle()

    def check(self, op, zone, arg):
        """R_OK when a command fits the state, else why not. Changes nothing."""
        if op == facts.OP_HAND:
            if self.in_hand:
                return facts.R_IN_HAND
            if self.counting:
                return facts.R_COUNTING
            return self._check_hand(zone, arg)
        if op == facts.OP_COUNT_BEGIN or op == facts.OP_DECK:
            if self.in_hand:
                return facts.R_IN_HAND
            if self.counting:
                return facts.R_COUNTING
            return facts.R_BAD_DECK if op == facts.OP_DECK and zone > 1 else facts.R_OK
        if op == facts.OP_COUNT_END:
            return facts.R_OK if self.counting else facts.R_NOT_COUNTING
        if not facts.OP_HAND <= op <= facts.OP_SHUFFLE:
            return facts.R_UNKNOWN_OP
        if not self.in_hand:
            return facts.R_NO_HAND
        if op == facts.OP_FOLD:
            if not button.holds(self.seats, zone):
                return facts.R_NOT_IN_HAND
            if self.live & (self.live - 1) == 0 and button.holds(self.live, zone):
                return facts.R_LAST_PLAYER
        if op == facts.OP_STREET and not self._implied:
            if self.held:
                return facts.R_HELD
            if not (self.deal.closable() or self.deal.lenient):
                return facts.R_STILL_DEALING
            if self.deal.last_street():
                return facts.R_LAST_STREET
        if op == facts.OP_DRAW:
            if self.held:
                return facts.R_HELD
            if not self.deal.may_give(zone, arg):
                return facts.R_BAD_DRAW
        if op == facts.OP_SHUFFLE:
            if self.held:
                return facts.R_HELD
            if not self.deal.dry:
                return facts.R_NOT_SHORT
        return facts.R_OK

    def _check_hand(self, seat, arg):
        if arg >> _GAME_SHIFT >= len(games.NAMES):
            return facts.R_BAD_GAME
        game = games.NAMES[arg >> _GAME_SHIFT]
        seats = arg & _SEAT_BITS
        if button.count(seats) < 2:
            return facts.R_TOO_FEW
        if button.count(seats) > games.max_seats(game):
            return facts.R_TOO_MANY
        if games.order(game) == "left":
            return facts.R_NO_BUTTON if seat else facts.R_OK
        if not 1 <= seat <= facts.SEATS:
            return facts.R_BAD_SEAT
        return facts.R_OK if button.holds(seats, seat) else facts.R_BAD_BUTTON

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
            if self.deal.with_button():
                self.button = button.next_seat(self.seats, self.button)
                self._emit(facts.BUTTON, self.button, _NONE, _NONE, 0)
        elif op == facts.OP_MISDEAL:
            self._over(facts.MISDEAL)
        elif op == facts.OP_RESUME:
            self._resume()
        elif op == facts.OP_DRAW:
            self.deal.give_up(zone, arg)
        elif op == facts.OP_SHUFFLE:
            if self.deal.closable():  # the shuffle shows, as a burn does, that the betting round is over
                self._implied = True
                self._open()
            self._dealt.shuffle()
            self._emit(facts.SHUFFLED, _NONE, _NONE, _NONE, self.deal.stub())
        elif op == facts.OP_DECK:
            self.deck.live = zone
        elif op == facts.OP_COUNT_BEGIN:
            self._told_count = 0
            self._count.begin()
        elif op == facts.OP_COUNT_END:
            self._count.end(now_ms)

    # A hand.

    def _begin(self, now_ms, seat, arg):
        seats = arg & _SEAT_BITS
        self._told_count = 0
        self.in_hand = True
        self._implied = False
        if seat:  # a game without a button leaves it where it is
            self.button = seat
        self.seats = self.live = seats
        self.deck.begin_round()
        self._dealt.begin(games.NAMES[arg >> _GAME_SHIFT], seats, seat)
        self._count.start_clock(now_ms)
        self._emit(facts.HAND, seat, _NONE, _NONE, arg)
        for code in range(128):
            # What lay on the felt before the hand is as foreign as what comes later.
            if (
                self.deck.in_sight(code)
                and cards.card_of(code) < cards.DECK_SIZE
                and not self.deck.is_live(code)
            ):
                self._other_deck(self.deck.where(code), code)

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
        self._dealt.open_next()
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

    def _settle(self):
        """Work out where the next card should land, and whether the order is in doubt."""
        self.counting = self._count.running
        self.alarm = self._count.alarm
        deal = self.deal
        expected = doubt = facts.NO_ZONE
        if self.in_hand and not self.held:
            if not deal.complete():
                expected = deal.next_zone()
                if deal.dry and expected != facts.Z_MUCK:
                    expected = facts.Z_STUB
                owner = deal.owner[deal.next]
                given = deal.discards(owner) if owner == expected else 0
                self.expected_count = max(deal.nth[deal.next] - given, self.deck.lying(expected) + 1)
            if deal.extra != facts.NO_ZONE:
                doubt = deal.extra
            elif deal.ahead and not deal.lenient:
                doubt = deal.next_zone()
        if expected == facts.NO_ZONE:
            self.expected_count = 0
        self.doubt = doubt
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
        home = self._dealt.home(code)
        if home == zone:
            return
        if home != facts.NO_ZONE:
            if deal.wants(zone) and self._dealt.returned(code):
                pass
            elif self._misplaced(home, zone):
                self._dealt.remove(code)
            else:
                if zone == facts.Z_MUCK and button.holds(self.live, deal.seat_of(home)):
                    self._mucked(deal.seat_of(home))
                return
        if not deal.takes(zone):
            if zone == facts.Z_MUCK:
                self._dealt.add(facts.Z_STUB, code)
            return
        if deal.got(zone) == deal.total(zone) and (
            button.holds(self.live, deal.seat_of(zone)) or facts.Z_BOARD < zone < facts.Z_BURN
        ):
            self._replace(zone)
        if not self.held and deal.opens(zone):
            self._implied = True
            self._open()
        self._dealt.add(zone, code)
        while (deal.ahead or deal.extra != facts.NO_ZONE) and self._dealt.move_one():
            pass

    def _misplaced(self, home, zone):
        """A card dealt to `home` is seen in `zone`: whether that means that it was not dealt to `home` after all.
        Otherwise its place in the deal stands.
        """
        if self.deal.takes(zone):
            return self.deal.may_move(home, zone)
        return self.deal.got(home) > self.deal.total(home)

    def _mucked(self, seat):
        """A card of a player in the hand lies at the muck: he gives it up where players do so; else he has folded
        when all his cards do, unless he is the last in the hand.
        """
        if self.deal.gives_up(seat):
            self._dealt.given_up(seat)
            if "w" in self.deal.letters():
                return
        if self.live & (self.live - 1) and self._dealt.mucked(seat):
            self._fold(seat)

    def _replace(self, zone):
        """A full place gets a card: it replaces one that lies with the discards, or that is the burn, (p)(8)-(9)."""
        gone = self._dealt.discarded(zone)
        if gone != cards.NO_CARD:
            self._dealt.remove(gone)
            self._dealt.add(facts.Z_BURN if self.deck.where(gone) == facts.Z_BURN else facts.Z_STUB, gone)

    # Verdicts.

    def _verdict(self, code, zone, ref, arg):
        self._emit(facts.VERDICT, zone, code, ref, arg)

    def _judge(self):
        """The doubt has been settled against the deal."""
        deal = self.deal
        zone = self.doubt
        expected = deal.next_zone()
        if zone == deal.extra:
            ref = self._dealt.latest(zone)
            if zone > facts.Z_BOARD:
                street = deal.open if deal.next == deal.size else deal.street[deal.place(zone, 1)]
                self._verdict(facts.V_TOO_MANY, zone, ref, expected << 8 | street + 1)
            elif button.holds(self.seats, zone):
                self._verdict(facts.V_TOO_MANY, zone, ref, expected << 8 | 1)
            else:
                self._verdict(facts.V_WRONG_SEAT, zone, ref, expected << 8 | 3)
        else:
            ref = self._dealt.first_ahead()
            zone = self._dealt.home(ref)
            street = deal.street[deal.next]
            if expected < facts.Z_BOARD and zone < facts.Z_BOARD:
                self._verdict(facts.V_WRONG_SEAT, zone, ref, expected << 8 | (1 if deal.next == 0 else 2))
            else:
                self._verdict(facts.V_OUT_OF_ORDER, zone, ref, expected << 8 | street + 1)
        self._hold(True)

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
