"""The places of one hand, laid out street by street, and how many cards are known to have come to each zone.

The places of a street are laid out for the seats in the hand when it is opened; those of the streets to come are laid
anew whenever a seat folds, draws or a street opens. The n-th card at a zone fills its n-th place.

Zones are the caller's numbers: seat k is zone k, its up cards lie at `up` + k where it has such a zone, board place
n is `board` + n, burns lie at `burn` and discards at `burn` + 1. Zone 0 stands for cards that left the deck
without being dealt to anybody. Sources: 5324.42(f)(2), (h)(3)-(8), (i)(3), (i)(5), (i)(7)-(9), (j)(4), (k)(4)-(5),
(l)(4)-(10), (m)(3)-(7), (n)(5)-(12), (c)(3)(iv)(b).
"""

from micropython import const

from railbird.rules import button, games
from railbird.rules.bits import Bits
from railbird.rules.cards import DECK_SIZE

NO_ZONE = const(255)
UNKNOWN = const(255)  # how many cards a seat gives up is not known
ASSUMED = const(128)  # flag of a number that only follows from what came after
ROW = const(12)
STREETS = const(5)
_NO_LIMIT = const(31)
_ALL_SPOTS = const(31)
_PLACES = const(168)  # triple draw with 7 seats that draw five each time: 35 + 3 * (1 + 7 + 35)


def spot(spots: int, number: int) -> int:
    """The board place at which the n-th community card is seen: its own, or the one before that takes in more, as
    that of a flop does. `spots` is the bitmap of those there are.
    """
    while number > 1 and not spots >> (number - 1) & 1:
        number -= 1
    return number


class Layout:
    """Places `0..size - 1` of the hand, each with `zone`, `nth` (its number at that zone, from 1), `owner` (the
    seat it is a place of, or 0), `turn` (places of one turn may be filled in any order) and `street`. A place at the
    discards is that of a seat which has to say how many cards it gives up.

    open  street that may be dealt now
    next  first place not filled, `size` when all are
    live  bitmap of the seats that have not folded
    """

    def __init__(self, board: int, burn: int, up: int = 0, ups: int = 0, spots: int = _ALL_SPOTS) -> None:
        """`ups` is the bitmap of the seats whose up cards have a zone of their own, `spots` that of the board places
        that have one (`spot`).
        """
        self._board = board
        self._spots = spots
        self._burn = burn
        self._muck = burn + 1
        self._up = up
        self._ups = ups
        self.game = games.NAMES[0]
        self._last = 0  # the seat after which the deal begins
        self.size = 0
        self.open = 0
        self.next = 0
        self.live = 0
        self.zone = bytearray(_PLACES)
        self.nth = bytearray(_PLACES)
        self.owner = bytearray(_PLACES)
        self.turn = bytearray(_PLACES)
        self.street = bytearray(_PLACES)
        zones = burn + 2
        self._dealt_to = bytes(range(games.MAX_SEATS + 1))  # the zones that cards are dealt or thrown to
        if ups:
            self._dealt_to += bytes(range(up + 1, up + 1 + games.MAX_SEATS))
        self._dealt_to += bytes(range(board + 1, board + 6)) + bytes((burn, burn + 1))
        self._total = bytearray(zones)  # places of each zone
        self._limit = bytearray(zones)  # the most of them that still count
        self._got = bytearray(zones)  # cards known to have been dealt to each zone
        self._back = bytearray(zones)  # of those, how many were shuffled back into the deck
        self._waived = bytearray(zones)  # places of each zone that were passed over and let stand
        self._dark = bytearray(zones)  # the zone's reader is in trouble
        self._blind = bytearray(zones)  # its places are not waited for
        self._seats = [0] * STREETS  # who is dealt to in each street
        self._common = bytearray(STREETS)  # one card for all instead of one each, (h)(8)
        self._drawn = bytearray(ROW * STREETS)  # cards each seat gives up in each street
        self._more = bytearray(
            ROW * STREETS
        )  # cards each seat gets in exchange at the end of each street, p(8)-(9)
        self._hidden = 0  # bitmap of the seats whose first up card is dealt down, p(6)-(7)
        self._streets = 0

    def _begin(self, game: str, seats: int, button_seat: int) -> None:
        """A hand with no card dealt. Raises KeyError for an unknown game."""
        self._streets = len(games.streets(game))
        self.game = game
        self._last = button_seat if games.order(game) == "button" else 0
        for zone in range(self._muck + 1):
            self._got[zone] = self._back[zone] = self._waived[zone] = 0
            self._blind[zone] = self._dark[zone]
            self._limit[zone] = _NO_LIMIT
        for index in range(ROW * STREETS):
            self._drawn[index] = UNKNOWN
            self._more[index] = 0
        self._hidden = 0
        self.open = 0
        self.live = self._seats[0] = seats
        self._common[0] = 0
        self._lay()

    def _lay(self) -> None:
        """Lay out all places: those of the streets opened so far for the seats they were opened for, the others
        for the seats that have not folded and for as many cards as the deck will have.
        """
        for zone in range(self._muck + 1):
            self._total[zone] = 0
        self.size = turn = cards = street = left = 0
        for script, _, _ in games.streets(self.game):
            if street > self.open:
                if street == self.open + 1:
                    self._cut()
                    left = self.stub() - self._lacking()
                self._seats[street] = self.live
                self._common[street] = 1 if self._last == 0 and left <= button.count(self.live) else 0
            first = self.size
            if self._common[street]:
                script = "bc"
            run = ""
            for letter in script:
                if letter != "c" or run != "c":
                    turn += 1
                run = letter
                if letter == "b":
                    self._add(self._burn, 0, turn, street)
                elif letter == "c":
                    cards += 1
                    self._add(self._board + spot(self._spots, cards), 0, turn, street)
                else:
                    turn = self._lay_seats(letter, turn, street)
            turn = self._lay_exchanges(turn, street)
            if street > self.open:
                left -= self.size - first
            street += 1
        self._cut()

    def _lay_seats(self, letter: str, turn: int, street: int) -> int:
        """One place for each seat of a street in order, for a draw as many as it draws; the turn after them."""
        seats = self._seats[street]
        seat = self._last
        for _ in range(button.count(seats)):
            seat = button.next_seat(seats, seat)
            if letter == "d":
                self._add(seat, seat, turn, street)
            elif letter == "u":
                up = button.holds(self._ups, seat) and not (street == 0 and button.holds(self._hidden, seat))
                self._add(self._up + seat if up else seat, seat, turn, street)
            else:
                self._add(self._muck, seat, turn, street)
                if letter == "x":
                    continue
                for _ in range(self._number(street, seat)):
                    turn += 1
                    self._add(seat, seat, turn, street)
            turn += 1
        return turn

    def _lay_exchanges(self, turn: int, street: int) -> int:
        """The cards that replace others, when everybody has got his; the turn after them."""
        seat = self._last
        for _ in range(button.count(self._seats[street])):
            seat = button.next_seat(self._seats[street], seat)
            for _ in range(self._more[ROW * street + seat]):
                turn += 1
                self._add(seat, seat, turn, street)
        return turn

    def _add(self, zone: int, owner: int, turn: int, street: int) -> None:
        index = self.size
        if index == _PLACES:  # more exchanges than a hand can have
            return
        self._total[zone] += 1
        self.zone[index] = zone
        self.nth[index] = self._total[zone]
        self.owner[index] = owner
        self.turn[index] = turn
        self.street[index] = street
        self.size = index + 1

    def _cut(self) -> None:
        """Who has folded is due nothing more."""
        for zone in range(self._muck):
            if self._total[zone] > self._limit[zone]:
                self._total[zone] = self._limit[zone]

    def _layout_fields(self, bits: Bits) -> None:
        """Everything of a layout, for a snapshot."""
        self.game = games.NAMES[bits.field(games.NAMES.index(self.game), 4)]
        self._streets = len(games.streets(self.game))
        self._last = bits.field(self._last, 4)
        self.open = bits.field(self.open, 3)
        self.live = bits.field(self.live, 11)
        self._hidden = bits.field(self._hidden, 11)
        for street in range(STREETS):
            row = range(ROW * street, ROW * (street + 1))
            if street <= self.open:
                self._seats[street] = bits.field(self._seats[street], 11)
                self._common[street] = bits.field(self._common[street], 1)
                bits.array(self._more, row, 2)
                self._drawn_fields(bits, row)
            elif bits.reading:
                for index in row:
                    self._drawn[index] = UNKNOWN
                    self._more[index] = 0
        bits.array(self._got, self._dealt_to, 7)
        bits.array(self._back, self._dealt_to, 7)
        bits.array(self._waived, self._dealt_to, 5)
        bits.array(self._limit, self._dealt_to, 5)
        bits.array(self._dark, self._dealt_to, 1)
        bits.array(self._blind, self._dealt_to, 1)

    def zone_field(self, bits: Bits, zone: int) -> int:
        """One of the zones that cards are dealt to, for a snapshot."""
        at = 0
        for index in range(len(self._dealt_to)):  # not every VM finds a number in bytes
            if self._dealt_to[index] == zone:
                at = index
        return self._dealt_to[bits.field(at, 5)]

    def _drawn_fields(self, bits: Bits, row: range) -> None:
        """4 bits a seat: 0 unknown, 1-6 told, 8-13 assumed; one bit for a street without any."""
        some = False
        for index in row:
            some = some or self._drawn[index] != UNKNOWN
        some = bits.flag(some)
        for index in row:
            number = self._drawn[index]
            code = 0 if number == UNKNOWN else number - ASSUMED + 8 if number >= ASSUMED else number + 1
            if some:
                code = bits.field(code, 4)
                self._drawn[index] = UNKNOWN if code == 0 else code - 8 + ASSUMED if code > 7 else code - 1
            elif bits.reading:
                self._drawn[index] = UNKNOWN

    # What there is.

    def with_button(self) -> bool:
        """The game is dealt from the button, (i)(3), not from the dealer's left, (h)(3), (m)(3)."""
        return self._last > 0

    def next_zone(self) -> int:
        """Zone of the next place, whether or not it may be dealt now; NO_ZONE when every place is filled."""
        return self.zone[self.next] if self.next < self.size else NO_ZONE

    def complete(self) -> bool:
        """Nothing more is to be dealt in the open street."""
        return self.next == self.size or self.street[self.next] > self.open

    def closable(self) -> bool:
        """The open street lacks no card: who has not yet said what he draws may stand pat."""
        if self.complete():
            return True
        if "w" not in self.letters():
            return False
        for index in range(self.next, self.size):
            if self.street[index] == self.open and self.zone[index] != self._muck and not self._filled(index):
                return False
        return True

    def last_street(self) -> bool:
        """The open street is the last one."""
        return self.open + 1 == self._streets

    def letters(self) -> str:
        """The script of the open street."""
        return games.streets(self.game)[self.open][0]

    def stub(self) -> int:
        """How many cards the deck should still have: 52 without those dealt, seen or not."""
        number = DECK_SIZE
        for zone in range(self._muck):
            number += self._back[zone] - self._got[zone] - self._waived[zone]
        return max(number, 0)

    def total(self, zone: int) -> int:
        """How many cards the script gives to a zone."""
        return self._total[zone]

    def got(self, zone: int) -> int:
        """How many cards are known to have been dealt to a zone."""
        return self._got[zone]

    def back(self, zone: int) -> int:
        """How many cards of a zone were shuffled back into the deck."""
        return self._back[zone]

    def filled(self, zone: int) -> int:
        """How many places of a zone are filled or let stand."""
        return min(self._got[zone] + self._waived[zone], self._total[zone])

    def seat_of(self, zone: int) -> int:
        """The seat that a zone belongs to, 0 for a zone that is no seat's."""
        if zone > games.MAX_SEATS:
            zone -= self._up
            return zone if button.holds(self._ups, zone) else 0
        return zone

    def place(self, zone: int, nth: int) -> int:
        """Index of the n-th place of a zone, `size` when it has none."""
        index = 0
        while index < self.size and not (self.zone[index] == zone and self.nth[index] == nth):
            index += 1
        return index

    def _number(self, street: int, seat: int) -> int:
        number = self._drawn[ROW * street + seat]
        return 0 if number == UNKNOWN else number & ~ASSUMED

    def _lacks(self, index: int) -> bool:
        zone = self.zone[index]
        if zone == self._muck:
            seat = self.owner[index]
            return button.holds(self.live, seat) and self._drawn[ROW * self.street[index] + seat] == UNKNOWN
        return self._got[zone] + self._waived[zone] < self.nth[index] <= self._total[zone]

    def _filled(self, index: int) -> bool:
        return self._blind[self.zone[index]] != 0 or not self._lacks(index)

    def _lacking(self) -> int:
        """How many cards the open streets still wait for."""
        number = 0
        for index in range(self.size):
            if self.zone[index] != self._muck and self._lacks(index):
                number += 1
        return number
