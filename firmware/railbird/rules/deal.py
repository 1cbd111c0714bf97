"""The deal of one hand: how many cards lie at each place of its layout, and which place comes next.

The deal is counted, not followed: the n-th card at a zone fills the n-th place of that zone in the script,
whatever the order in which the cards became known. Two cards that land almost together are the same deal in
either order.
"""

from micropython import const

from railbird.rules import button, games
from railbird.rules.bits import Bits
from railbird.rules.draws import Draws
from railbird.rules.layout import ASSUMED, NO_ZONE, ROW, UNKNOWN

_BOARD_PLACES = const(5)


class Deal(Draws):
    """The layout and what is known of the cards that came to it.

    ahead  a later place was filled before the next one
    extra  a zone with more cards than the script gives it, or NO_ZONE
    dry    the deck cannot give the next card until cards are shuffled back into it, (h)(8), (k)(5)(ii), (l)(6)
    lenient  the floor let this street stand: its order is not judged any more
    """

    def __init__(self, board: int, burn: int, up: int = 0, ups: int = 0, spots: int = 31) -> None:
        """See `Layout`."""
        super().__init__(board, burn, up, ups, spots)
        self.ahead = False
        self.extra = NO_ZONE
        self.dry = False
        self.lenient = False
        self._spare = bytearray(burn + 2)  # extra cards of each zone that were let stand
        self._extras = 0
        self._late_burn = False

    def start(self, game: str, seats: int, button_seat: int) -> None:
        """Lay out a hand for the bitmap `seats`. Raises KeyError for an unknown game."""
        self._begin(game, seats, button_seat)
        for zone in range(self._muck + 1):
            self._spare[zone] = 0
        self._extras = 0
        self.lenient = self._late_burn = False
        self._update()

    def fields(self, bits: Bits) -> None:
        """Everything of a hand in progress, for a snapshot."""
        self._layout_fields(bits)
        bits.array(self._spare, self._dealt_to, 5)
        self._extras = bits.field(self._extras, 6)
        self.lenient = bits.flag(self.lenient)
        self._late_burn = bits.flag(self._late_burn)
        if bits.reading:
            self._lay()
            self._update()

    # What the deal waits for.

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
        return (
            self._board < zone <= self._board + _BOARD_PLACES or zone == self._burn or self.seat_of(zone) > 0
        )

    def opens(self, zone: int) -> bool:
        """A card at `zone` shows that the betting round is over: the next street is being dealt."""
        if self._late(zone) or not (self.closable() or self.lenient):
            return False
        index = self.place(zone, self._got[zone] + self._waived[zone] + 1)
        return index < self.size and self.street[index] > self.open

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
        if nth > self._total[zone] and zone <= games.MAX_SEATS:
            self._assume(zone)
        if nth > self._total[zone]:
            nth = 0
            if self._held_against(zone):
                self._extras += 1
        if nth == 0 or self.street[self.place(zone, nth)] > self.open:
            self._lay()  # the streets to come have a card less than was thought
        self._update()
        return nth

    def give_back(self, zone: int) -> None:
        """A card counted at `zone` belongs elsewhere."""
        if not self._held_against(zone):
            pass
        elif self._got[zone] > self._total[zone] + self._spare[zone]:
            self._extras -= 1
        elif self._got[zone] > self._total[zone]:
            self._spare[zone] -= 1
        self._got[zone] -= 1
        if zone <= games.MAX_SEATS:
            index = ROW * self.open + zone
            if ASSUMED < self._drawn[index] < UNKNOWN:
                self._drawn[index] -= 1
                self._pat_no_more()
        self._lay()
        self._update()

    def _held_against(self, zone: int) -> bool:
        """Whether a card too many matters: what is put to the burns beyond the last one harms nobody."""
        return 0 < zone < self._burn

    def open_next(self) -> None:
        """The next street may be dealt; what this one still lacks will not be waited for."""
        self._waive(self.open)
        self._lay()
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
                self._pass_over(index)
                if zone == self._burn:
                    self._late_burn = True
        for zone in range(1, self._burn):
            if self._got[zone] > self._total[zone]:
                self._spare[zone] = self._got[zone] - self._total[zone]
        self._extras = 0
        self.lenient = True
        self._lay()
        self._update()

    def fold(self, seat: int) -> None:
        """The seat gets no more cards."""
        self.live &= ~(1 << (seat - 1))
        self._close(seat)
        if button.holds(self._ups, seat):
            self._close(self._up + seat)
        self._lay()
        self._update()

    def _close(self, zone: int) -> None:
        self._limit[zone] = min(self._got[zone], self._total[zone])
        self._waived[zone] = 0

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

    def is_dark(self, zone: int) -> bool:
        """The zone's reader is in trouble."""
        return self._dark[zone] != 0

    def _late(self, zone: int) -> bool:
        """A card at `zone` fills a place that was passed over and let stand."""
        if zone == self._burn:
            return self._late_burn and not self.complete()
        return self._waived[zone] > 0

    def _waive(self, street: int) -> None:
        for index in range(self.size):
            if self.street[index] <= street and self._lacks(index):
                self._pass_over(index)

    def _pass_over(self, index: int) -> None:
        if self.zone[index] == self._muck:
            self._drawn[ROW * self.street[index] + self.owner[index]] = ASSUMED
        else:
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
            for zone in range(1, self._burn):
                if self._got[zone] > self._total[zone] + self._spare[zone]:
                    self.extra = zone
                    break
        self.dry = self._runs_dry()
