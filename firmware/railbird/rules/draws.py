"""What players give up, draw and get in exchange, and what is shuffled back into a deck that runs dry.

Sources: 5324.42(p)(6)-(9), (h)(8), (k)(5), (l)(6)-(10), (n)(7), (n)(9), ambiguities D09, D10, D13, D14, D17.
"""

from micropython import const

from railbird.rules import button, games
from railbird.rules.layout import ASSUMED, ROW, UNKNOWN, Layout

_EXCHANGES = const(3)  # that a seat can have in one street
_MOST = const(5)  # cards a seat may draw, D13


class Draws(Layout):
    """A layout in which seats give cards up."""

    def _update(self) -> None:
        """Where the deal stands after a change: the deal's to say."""

    def gives_up(self, seat: int) -> bool:
        """A card that a seat throws away now is one it gives up, not the first of a fold.

        In a draw that is so until every card is dealt; then it is only for a seat that has not yet said anything.
        """
        if not button.holds(self.live, seat):
            return False
        if "w" in self.letters() and not self.closable():
            return True
        street = self._giving()
        number = self._drawn[ROW * street + seat]
        for index in range(self.size):
            if self.street[index] == street and self.zone[index] == self._muck and self.owner[index] == seat:
                return number == UNKNOWN or (number == ASSUMED and self.pineapple())
        return False

    def pineapple(self) -> bool:
        """Each player gives up one card in the second street, n(7), n(9)."""
        return "x" in games.streets(self.game)[1][0]

    def _giving(self) -> int:
        """The street whose cards may be given up now: that of pineapple even after the floor let its end stand."""
        return min(self.open, 1) if self.pineapple() else self.open

    def burned(self) -> bool:
        """The open street is dealt, and the burn of a draw that comes next became known before its last card did."""
        if not self.complete() or self.last_street():
            return False
        if "w" not in games.streets(self.game)[self.open + 1][0]:
            return False
        index = 0
        while self.street[index] <= self.open:
            index += 1
        return self.nth[index] <= self._got[self._burn]

    def discards(self, seat: int) -> int:
        """How many cards a seat in the hand has given up so far."""
        number = 0
        for street in range(self.open + 1):
            number += self._number(street, seat)
        return number

    def may_give(self, seat: int, number: int) -> bool:
        """Whether a seat may give up so many cards now, (l)(6), (n)(7), (n)(9), D13."""
        if not self.gives_up(seat):
            return False
        return number == 1 if self.pineapple() else number <= _MOST

    def give_up(self, seat: int, number: int) -> None:
        """A seat gives up `number` cards in the open street, or as many as it has got new ones for. Who draws
        before it and is not known to have given up any stands pat.
        """
        if "w" in self.letters():
            number = max(number, self._landed(seat))
            self._pat_before(seat)
        self._drawn[ROW * self._giving() + seat] = number
        self._lay()
        self._update()

    def seen_given_up(self, seat: int, number: int) -> None:
        """So many cards of a seat are seen to be given up in the open street; more may follow."""
        known = self._drawn[ROW * self._giving() + seat]
        if known == UNKNOWN:
            known = 0
        elif known & ASSUMED:
            known = (known & ~ASSUMED) - 1
        if number > max(known, 0):
            self.give_up(seat, 1 if self.pineapple() else min(number, _MOST))

    def exchange(self, seat: int) -> None:
        """A seat gets one card more when the open street is dealt, for one that was exposed or fell, p(8), p(9)."""
        self._more[ROW * self.open + seat] = min(self._more[ROW * self.open + seat] + 1, _EXCHANGES)
        self._lay()
        self._update()

    def exchanges(self, seat: int) -> int:
        """How many cards a seat gets in exchange in the open street."""
        return self._more[ROW * self.open + seat]

    def exchanged(self, seat: int) -> None:
        """The card that went is known, so that the new one takes its very place."""
        self._more[ROW * self.open + seat] -= 1
        self._lay()
        self._update()

    def hide(self, seat: int) -> None:
        """A seat's down card was exposed: its first up card is dealt down, p(6), p(7)."""
        self._hidden |= 1 << (seat - 1)
        self._lay()
        self._update()

    def hidden(self, seat: int) -> bool:
        """Whether that has happened to a seat in this hand."""
        return button.holds(self._hidden, seat)

    def shuffle(self) -> None:
        """Cards go back into the deck: in stud the burns, in a draw what other players than the one who draws have
        given up, and the hands of those who folded (D10, D14).
        """
        for zone in range(self._muck):
            self._back[zone] += self.returns(zone)
        self._lay()
        self._update()

    def returns(self, zone: int) -> int:
        """How many cards of a zone a shuffle now puts back."""
        index = self._next_card()
        if index == self.size:
            return 0
        common = self._common[self.street[index]]
        if zone == self._burn:
            return self._got[zone] - self._back[zone] if common else 0
        if not 0 < zone <= games.MAX_SEATS or common or zone == self.owner[index]:
            return 0
        if not button.holds(self.live, zone):
            return self._got[zone] - self._back[zone]
        return max(self.discards(zone) - self._back[zone], 0)

    def _landed(self, seat: int) -> int:
        """How many cards a seat has got in the open street."""
        number = self._got[seat] + self._waived[seat]
        for index in range(self.size):
            if self.zone[index] == seat and self.street[index] < self.open:
                number -= 1
        return max(number, 0)

    def _pat_before(self, seat: int) -> None:
        other = self._last
        for _ in range(button.count(self._seats[self.open])):
            other = button.next_seat(self._seats[self.open], other)
            if other == seat:
                break
            if self._drawn[ROW * self.open + other] == UNKNOWN:
                self._drawn[ROW * self.open + other] = ASSUMED

    def _pat_no_more(self) -> None:
        """Seats that were thought to stand pat because a later one had got a card, which it has not, may still draw."""
        seat = 0
        for other in range(1, games.MAX_SEATS + 1):
            if ASSUMED != self._drawn[ROW * self.open + other] != UNKNOWN:
                seat = other if not seat or self._after(other, seat) else seat
        for other in range(1, games.MAX_SEATS + 1):
            if self._drawn[ROW * self.open + other] == ASSUMED and not (seat and self._after(seat, other)):
                self._drawn[ROW * self.open + other] = UNKNOWN

    def _after(self, seat: int, other: int) -> bool:
        """Whether a seat draws after another."""
        return (seat - self._last - 1) % games.MAX_SEATS > (other - self._last - 1) % games.MAX_SEATS

    def _assume(self, seat: int) -> None:
        """A seat got a card more than it is known to have given up: it gave up one more, unless that was told."""
        index = ROW * self.open + seat
        number = self._drawn[index]
        if "w" in self.letters() and button.holds(self.live, seat) and number >= ASSUMED:
            number = self._landed(seat)
            if number <= _MOST:
                self._pat_before(seat)
                self._drawn[index] = ASSUMED | number
                self._lay()

    def _next_card(self) -> int:
        """The first place not filled that a card of the deck has to fill; who may still draw may stand pat."""
        index = self.next
        while index < self.size and (self.zone[index] == self._muck or self._filled(index)):
            index += 1
        return index

    def _runs_dry(self) -> bool:
        index = self._next_card()
        if index == self.size:
            return False
        # A common card takes two, the burn before it counted (D09).
        need = 2 if self.zone[index] == self._burn and self._common[self.street[index]] else 1
        if self.stub() >= need:
            return False
        for zone in range(1, self._muck):
            if self.returns(zone):
                return True
        return False
