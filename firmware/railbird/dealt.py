"""Which card was dealt to which place of the hand.

A card has at most one place. The places of a zone are numbered by the cards that came there; when a card turns out
not to have been dealt there, those after it move up. Where several cards would do it is the one that came first: what
is told must not depend on the faces of cards.
"""

from micropython import const

from railbird import facts
from railbird.rules import button, cards
from railbird.rules.deal import Deal

_NONE = const(255)


class Dealt:
    """The cards dealt in a hand with the deck `deck`, and where the deal stands with them.

    Says by `emit(kind, zone, code, ref, arg)` which card fills which place; a later word on a place or a card takes
    the place of an earlier one.
    """

    def __init__(self, deck, emit, ups, spots):
        self._deck = deck
        self._emit = emit
        self.deal = Deal(facts.Z_BOARD, facts.Z_BURN, facts.Z_UP, ups, spots)
        self._home = bytearray(128)  # zone each card was dealt to
        self._nth = bytearray(128)  # the place it fills there, from 1; 0 = one too many
        self._order = bytearray(128)  # when it came: 1 = first
        self._count = 0
        self._before = bytearray(facts.SEATS + 1)  # cards each seat gave up before the open street
        self._forgotten = bytearray(facts.SEATS + 1)  # cards of each seat that went back into the deck

    def begin(self, game, seats, button_seat):
        """A hand begins with no card dealt."""
        for code in range(128):
            self._home[code] = _NONE
        for seat in range(facts.SEATS + 1):
            self._before[seat] = self._forgotten[seat] = 0
        self._count = 0
        self.deal.start(game, seats, button_seat)

    def fields(self, bits):
        """Everything of a hand in progress, for a snapshot: the cards in the order in which they came, 16 bits each."""
        self.deal.fields(bits)
        for seat in range(1, facts.SEATS + 1):
            self._before[seat] = bits.field(self._before[seat], 5)
            self._forgotten[seat] = bits.field(self._forgotten[seat], 6)
        if bits.reading:
            for code in range(128):
                self._home[code] = _NONE
        number = 0
        for card in range(cards.DECK_SIZE):
            if self._home[self._deck.live << 6 | card] != _NONE:
                number += 1
        last = 0
        for _ in range(bits.field(number, 6)):
            code = self._deck.live << 6 | bits.field(self._following(last) & 63, 6)
            self._home[code] = self.deal.zone_field(bits, self._home[code])
            self._nth[code] = bits.field(self._nth[code], 5)
            last = last + 1 if bits.reading else self._order[code]
            self._order[code] = last
        if bits.reading:
            self._count = last

    def _following(self, order):
        """The card that came next after one, or NO_CARD."""
        found = best = _NONE
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            if self._home[code] != _NONE and order < self._order[code] < best:
                found = code
                best = self._order[code]
        return found

    def home(self, code):
        """The zone a card was dealt to, Z_STUB for one that left the deck undealt, or NO_ZONE."""
        return self._home[code]

    def add(self, zone, code):
        """A card is dealt to a zone."""
        nth = self.deal.take(zone)
        self._home[code] = zone
        self._count = min(self._count + 1, 254)
        self._order[code] = self._count
        self._number(zone, code, nth)

    def remove(self, code):
        """A card turns out not to have been dealt where it was counted."""
        zone = self._home[code]
        nth = self._nth[code]
        self._home[code] = _NONE
        self.deal.give_back(zone)
        while 0 < nth <= self.deal.filled(zone):
            after = self._holder(zone, nth + 1)
            if after == _NONE:
                after = self._holder(zone, 0)
            if after != _NONE:
                self._number(zone, after, nth)
            nth += 1

    def move_one(self):
        """Before the order is doubted: take one card that lies elsewhere by now to have been dealt to where it lies,
        if that is what the deal waits for. False when there is none.
        """
        found = best = _NONE
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            home = self._home[code]
            zone = self._deck.where(code)
            if home != _NONE and home != zone and self._order[code] < best:
                if self.deal.takes(zone) and self.deal.may_move(home, zone):
                    found = code
                    best = self._order[code]
        if found == _NONE:
            return False
        self.remove(found)
        self.add(self._deck.where(found), found)
        return True

    def latest(self, zone):
        """The card dealt last to a zone that has one."""
        found = best = 0
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            if self._home[code] == zone and self._order[code] > best:
                found = code
                best = self._order[code]
        return found

    def first_ahead(self):
        """The card that went ahead of its turn first, when one did."""
        found = 0
        best = 256
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            home = self._home[code]
            if 0 < home < _NONE and self._order[code] < best and self.deal.loose(home):
                code = self.latest(home)
                if self._order[code] < best:
                    found = code
                    best = self._order[code]
        return found

    def open_next(self):
        """The next street is opened."""
        self.deal.open_next()
        self._opened()

    def accept(self):
        """The floor lets stand what lies there, which may be the cards of a street to come: it is opened then."""
        before = self.deal.open
        self.deal.accept()
        if self.deal.open != before:
            self._opened()

    def _opened(self):
        """What players have thrown away already counts as given up in the street now open."""
        deal = self.deal
        for seat in range(1, facts.SEATS + 1):
            thrown = self._thrown(seat)
            self._before[seat] = min(thrown, deal.discards(seat))
            if thrown > self._before[seat] and deal.may_give(seat, 1):
                deal.seen_given_up(seat, thrown - self._before[seat])

    def given_up(self, seat):
        """A card of a seat has come to the muck while players give up cards."""
        self.deal.seen_given_up(seat, self._thrown(seat) - self._before[seat])

    def shuffle(self):
        """Known discards and folded hands, in stud the burns, are in the deck again, and may be dealt again."""
        deal = self.deal
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            home = self._home[code]
            if home != _NONE and deal.returns(home):
                if not button.holds(deal.live, home) or self._deck.where(code) == facts.Z_MUCK:
                    self._forget(code)
                    self._deck.forget(code)
        deal.shuffle()

    def returned(self, code):
        """Whether a card that its seat was thought to hold can have been shuffled back unseen; then it has been."""
        home = self._home[code]
        if 0 < home <= facts.SEATS and self.deal.back(home) > self._forgotten[home]:
            self._forget(code)
            return True
        return False

    def _forget(self, code):
        home = self._home[code]
        if home <= facts.SEATS:
            self._forgotten[home] += 1
        self._home[code] = _NONE

    def _thrown(self, seat):
        """How many cards dealt to a seat are known to lie at the muck, or to have gone back from there."""
        number = self.deal.back(seat)
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            if self._home[code] == seat and self._deck.where(code) == facts.Z_MUCK:
                number += 1
        return number

    def discarded(self, zone):
        """A card dealt to a zone and now known to lie with the discards or the burns, where the deal has not sent
        it, or NO_CARD.
        """
        kept = self.deal.discards(zone) - self.deal.back(zone) if zone <= facts.SEATS else 0
        last = 0
        while True:
            code = self._next_gone(zone, last)
            if code == _NONE:
                return _NONE
            if self._deck.where(code) == facts.Z_MUCK:
                kept -= 1
            if kept < 0 or self._deck.where(code) == facts.Z_BURN:
                return code
            last = self._order[code]

    def _next_gone(self, zone, last):
        """The card dealt to a zone next after one that lies with the discards or the burns now, or NO_CARD."""
        found = best = _NONE
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            if self._home[code] == zone and last < self._order[code] < best:
                where = self._deck.where(code)
                if where == facts.Z_MUCK or where == facts.Z_BURN:
                    found = code
                    best = self._order[code]
        return found

    def mucked(self, seat):
        """Every card that a seat was to get so far is known to lie at the muck."""
        return not (self.deal.short(seat) or self.deal.short(facts.Z_UP + seat) or self.kept(seat))

    def kept(self, seat):
        """How many cards dealt to a seat are not known to lie at the muck."""
        number = 0
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            home = self._home[code]
            if (home == seat or home == facts.Z_UP + seat) and self._deck.where(code) != facts.Z_MUCK:
                number += 1
        return number

    def _holder(self, zone, nth):
        found = best = _NONE
        for card in range(cards.DECK_SIZE):
            code = self._deck.live << 6 | card
            if self._home[code] == zone and self._nth[code] == nth and self._order[code] < best:
                found = code
                best = self._order[code]
        return found

    def _number(self, zone, code, nth):
        self._nth[code] = nth
        if nth:
            street = self.deal.street[self.deal.place(zone, nth)]
            self._emit(facts.DEALT, zone, code, _NONE, street << 8 | nth)
