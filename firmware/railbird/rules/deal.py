"""The deal of one hand: its places in order, how many cards lie at each, and which place comes next.

The deal is counted, not followed: the n-th card at a zone fills the n-th place of that zone in the script,
whatever the order in which the cards became known. Two cards that land almost together are the same deal in
either order.

Zones are the caller's numbers: seat k is zone k, board place n is `board` + n, burns lie at `burn`; a seat's
zone is below `board`, and `burn` is the highest. Sources: 5324.42(f)(2), (i)(3), (i)(5), (i)(7)-(9),
(c)(3)(iv)(b).
"""

from micropython import const

from railbird.rules import button, games

NO_ZONE = const(255)
_PLACES = const(64)  # hold'em with 11 seats has 30


class Deal:
    """Places `0..size - 1` of the hand, each with `zone`, `nth` (its number at that zone, from 1), `turn`
    (places of one turn may be filled in any order) and `street`.

    open   street that may be dealt now
    next   first place not filled, `size` when all are
    ahead  a later place was filled before the next one
    extra  a zone with more cards than the script gives it, or NO_ZONE
    lenient  the floor let this street stand: its order is not judged any more
    """

    def __init__(self, board: int, burn: int) -> None:
        self._board = board
        self._burn = burn
        self.size = 0
        self.open = 0
        self.next = 0
        self.ahead = False
        self.extra = NO_ZONE
        self.lenient = False
        self.zone = bytearray(_PLACES)
        self.nth = bytearray(_PLACES)
        self.turn = bytearray(_PLACES)
        self.street = bytearray(_PLACES)
        self._total = bytearray(burn + 1)  # places of each zone
        self._got = bytearray(burn + 1)  # cards known to have been dealt to each zone
        self._waived = bytearray(burn + 1)  # places of each zone that were passed over and let stand
        self._spare = bytearray(burn + 1)  # extra cards of each zone that were let stand
        self._dark = bytearray(burn + 1)  # the zone's reader is in trouble
        self._blind = bytearray(burn + 1)  # its places are not waited for
        self._extras = 0
        self._streets = 0
        self._late_burn = False

    def start(self, game: str, seats: int, button_seat: int) -> None:
        """Lay out a hand for the bitmap `seats`. Raises ValueError for a letter it cannot deal."""
        for zone in range(self._burn + 1):
            self._total[zone] = self._got[zone] = self._waived[zone] = self._spare[zone] = 0
            self._blind[zone] = self._dark[zone]
        self.size = self.open = self._extras = 0
        self.lenient = self._late_burn = False
        last = button_seat if games.order(game) == "button" else 0
        turn = cards = street = 0
        for script, _, _ in games.streets(game):
            run = ""
            for letter in script:
                if letter != "c" or run != "c":
                    turn += 1
                run = letter
                if letter == "d":
                    seat = last
                    for _ in range(button.count(seats)):
                        seat = button.next_seat(seats, seat)
                        self._add(seat, turn, street)
                        turn += 1
                elif letter == "b":
                    self._add(self._burn, turn, street)
                elif letter == "c":
                    cards += 1
                    self._add(self._board + cards, turn, street)
                else:
                    raise ValueError("no way to deal %r" % (letter,))
            street += 1
        self._streets = street
        self._update()

    def _add(self, zone: int, turn: int, street: int) -> None:
        index = self.size
        self._total[zone] += 1
        self.zone[index] = zone
        self.nth[index] = self._total[zone]
        self.turn[index] = turn
        self.street[index] = street
        self.size = index + 1

    # What the deal waits for.

    def next_zone(self) -> int:
        """Zone of the next place, whether or not it may be dealt now; NO_ZONE when every place is filled."""
        return self.zone[self.next] if self.next < self.size else NO_ZONE

    def complete(self) -> bool:
        """Nothing more is to be dealt in the open street."""
        return self.next == self.size or self.street[self.next] > self.open

    def last_street(self) -> bool:
        """The open street is the last one."""
        return self.open + 1 == self._streets

    def total(self, zone: int) -> int:
        """How many cards the script gives to a zone."""
        return self._total[zone]

    def got(self, zone: int) -> int:
        """How many cards are known to have been dealt to a zone."""
        return self._got[zone]

    def filled(self, zone: int) -> int:
        """How many places of a zone are filled or let stand."""
        return min(self._got[zone] + self._waived[zone], self._total[zone])

    def short(self, zone: int) -> bool:
        """The zone is not known to have got all its cards of the streets open so far."""
        for index in range(self.size):
            if self.zone[index] == zone and self.street[index] <= self.open and self._lacks(index):
                return True
        return False

    def wants(self, zone: int) -> bool:
        """A card at `zone` would fill the next place, or one of the same turn."""
        index = self.next
        while index < self.size and self.turn[index] == self.turn[self.next]:
            if self.zone[index] == zone and not self._filled(index):
                return True
            index += 1
        return False

    def takes(self, zone: int) -> bool:
        """A card at `zone` is a card dealt there."""
        return zone <= games.MAX_SEATS or (zone <= self._burn and self._total[zone] > 0)

    def opens(self, zone: int) -> bool:
        """A card at `zone` shows that the betting round is over: the next street is being dealt."""
        if self._late(zone) or not (self.complete() or self.lenient):
            return False
        index = self.place(zone, self._got[zone] + self._waived[zone] + 1)
        return index < self.size and self.street[index] > self.open

    def place(self, zone: int, nth: int) -> int:
        """Index of the n-th place of a zone, `size` when it has none."""
        index = 0
        while index < self.size and not (self.zone[index] == zone and self.nth[index] == nth):
            index += 1
        return index

    def loose(self, zone: int) -> bool:
        """The zone has more cards than it is due by the next turn, or by the end of a street whose order the
        floor let stand: one of them may still belong elsewhere.
        """
        due = 0
        for index in range(self.size):
            if self.zone[index] != zone or self.nth[index] > self._total[zone]:
                continue
            if (
                self.next == self.size
                or self.turn[index] <= self.turn[self.next]
                or (self.lenient and self.street[index] <= self.open)
            ):
                due += 1
        return self._got[zone] > due

    def may_move(self, zone: int, to: int) -> bool:
        """A card counted at `zone` and now seen at `to` is taken to have been dealt to `to`.

        So it is when `zone` had too many anyway, or when `to` is just what the street being dealt waits for
        and `zone` got the card in this street: then the first sighting was of a card on its way.
        """
        if self.loose(zone):
            return True
        if self.complete() or not self.wants(to):
            return False
        index = self.place(zone, self._got[zone] + self._waived[zone])
        return index < self.size and self.street[index] == self.street[self.next]

    # What happens to it.

    def take(self, zone: int) -> int:
        """A card has been dealt to `zone`: the number of the place it fills there, 0 when one too many."""
        if self._late(zone):
            self._waived[zone] -= 1
            if zone == self._burn:
                self._late_burn = False
        self._got[zone] += 1
        nth = self._got[zone] + self._waived[zone]
        if nth > self._total[zone]:
            nth = 0
            if zone != self._burn:  # what is put to the burns beyond the last one harms nobody
                self._extras += 1
        self._update()
        return nth

    def give_back(self, zone: int) -> None:
        """A card counted at `zone` belongs elsewhere."""
        if zone == self._burn:
            pass
        elif self._got[zone] > self._total[zone] + self._spare[zone]:
            self._extras -= 1
        elif self._got[zone] > self._total[zone]:
            self._spare[zone] -= 1
        self._got[zone] -= 1
        self._update()

    def open_next(self) -> None:
        """The next street may be dealt; what this one still lacks will not be waited for."""
        self._waive(self.open)
        self.open += 1
        self.lenient = self._late_burn = False
        self._update()

    def accept(self) -> None:
        """The floor lets stand what lies there: what was passed over is not waited for, extra cards are not
        held against anyone, and the order of the rest of this street is not judged. Seats may still get their
        cards.
        """
        furthest = self.size - 1
        while furthest > 0 and self.nth[furthest] > self._got[self.zone[furthest]]:
            furthest -= 1
        if self.street[furthest] > self.open:
            self.open = self.street[furthest]
            self._late_burn = False
        if self.open:
            self._waive(self.open - 1)
        for index in range(furthest):
            zone = self.zone[index]
            if self.turn[index] < self.turn[furthest] and zone > self._board and self._lacks(index):
                self._waived[zone] += 1
                if zone == self._burn:
                    self._late_burn = True
        for zone in range(self._burn):
            if self._got[zone] > self._total[zone]:
                self._spare[zone] = self._got[zone] - self._total[zone]
        self._extras = 0
        self.lenient = True
        self._update()

    def fold(self, seat: int) -> None:
        """The seat gets no more cards."""
        if self._got[seat] < self._total[seat]:
            self._total[seat] = self._got[seat]
        self._waived[seat] = 0
        self._update()

    def reader(self, zone: int, well: bool) -> None:
        """The reader of a zone is in trouble, or well again. What a dark zone did not show is not held
        against the deal: its places are not waited for, nor asked for later when the deal has gone on
        meanwhile.
        """
        self._dark[zone] = not well
        self._blind[zone] = not well
        self._update()
        if well and self.ahead and self.next_zone() == zone:
            self._blind[zone] = True
            self._update()

    def _late(self, zone: int) -> bool:
        """A card at `zone` fills a place that was passed over and let stand."""
        if zone == self._burn:
            return self._late_burn and not self.complete()
        return self._waived[zone] > 0

    def _lacks(self, index: int) -> bool:
        zone = self.zone[index]
        return self._got[zone] + self._waived[zone] < self.nth[index] <= self._total[zone]

    def _filled(self, index: int) -> bool:
        return self._blind[self.zone[index]] != 0 or not self._lacks(index)

    def _waive(self, street: int) -> None:
        for index in range(self.size):
            if self.street[index] <= street and self._lacks(index):
                self._waived[self.zone[index]] += 1

    def _update(self) -> None:
        index = 0
        while index < self.size and self._filled(index):
            index += 1
        self.next = index
        self.ahead = False
        while index < self.size:
            if self.turn[index] > self.turn[self.next] and self.nth[index] <= self._got[self.zone[index]]:
                self.ahead = True
                break
            index += 1
        self.extra = NO_ZONE
        if self._extras:
            for zone in range(self._burn):
                if self._got[zone] > self._total[zone] + self._spare[zone]:
                    self.extra = zone
                    break
