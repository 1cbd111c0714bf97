"""The light strip and the buzzer of a table: who gets the next card, where the button is, what is wrong, which mode.

A strip has one lamp a seat and, last, one before the dealer. The colours of a lamp are three bytes, red green blue.
Both outputs are optional; without them nothing is worked out.
"""

from micropython import const

from railbird import facts
from railbird.ticks import add, diff

BUZZ_US = const(300000)

DARK = b"\x00\x00\x00"
NEXT = b"\x00\x30\x00"  # the next card goes there
BUTTON = b"\x18\x18\x18"
FAULT = b"\x40\x00\x00"  # the deal is held, there
BLIND = b"\x20\x00\x20"  # its reader is in trouble
DEALING = b"\x00\x10\x00"  # before the dealer: a hand, no card due
COUNTING = b"\x00\x00\x30"

# What the host says that no reader has seen, for all to see, in play mode.
NOTHING = const(0)
SHOWDOWN = const(1)  # hands are tabled, and their keys go out
OVERRIDE = const(2)  # the floor has ended the hand
NOTICES = (DARK, b"\x30\x30\x30", b"\x40\x20\x00")


class Lamps:
    """Shows the state of `table` on `strip` (`write(buf)`, or None) and `buzzer` (`switch(on)`, or None).

    `notice` goes before what the dealer's lamp says otherwise, except that the deal is held. `fault(zone)` says where a
    verdict is; `show(now)` after each input, `poll(now)` when the loop comes by.
    """

    def __init__(self, table, seats, strip, buzzer):
        self._table = table
        self._seats = seats
        self._strip = strip
        self._buzzer = buzzer
        self._now = bytearray(3 * (seats + 1))
        self._shown = bytearray(b"\xff" * len(self._now))  # nothing was shown yet
        self._fault = facts.NO_ZONE
        self.notice = NOTHING
        self._blind = bytearray(seats + 1)
        self._held = False
        self._buzzing = False
        self._quiet_at = 0

    def fault(self, zone):
        """A verdict names this zone."""
        self._fault = zone

    def state(self, zone, well):
        """The reader of a zone is in trouble, or well again."""
        if 0 < zone <= self._seats:
            self._blind[zone] = not well

    def show(self, now):
        """After an input: what changed is shown, and a deal that is held is heard, at `now` (us ticks)."""
        table = self._table
        if table.held and not self._held and self._buzzer is not None:
            self._buzzer.switch(1)
            self._buzzing = True
            self._quiet_at = add(now, BUZZ_US)
        self._held = table.held
        if not table.held:
            self._fault = facts.NO_ZONE
        if self._strip is None:
            return
        for seat in range(1, self._seats + 1):
            self._paint(seat - 1, self._seat_colour(seat))
        self._paint(self._seats, self._dealer_colour())
        if self._now != self._shown:
            self._shown[:] = self._now
            self._strip.write(self._now)

    def poll(self, now):
        """The buzzer falls silent in time."""
        if self._buzzing and diff(now, self._quiet_at) >= 0:
            self._buzzing = False
            self._buzzer.switch(0)

    def _paint(self, lamp, colour):
        self._now[3 * lamp] = colour[0]
        self._now[3 * lamp + 1] = colour[1]
        self._now[3 * lamp + 2] = colour[2]

    def _is_seat(self, zone, seat):
        return zone == facts.Z_SEAT + seat or zone == facts.Z_UP + seat

    def _seat_colour(self, seat):
        table = self._table
        if table.held and self._is_seat(self._fault, seat):
            return FAULT
        if self._blind[seat]:
            return BLIND
        if self._is_seat(table.expected, seat):
            return NEXT
        return BUTTON if table.in_hand and table.button == seat else DARK

    def _dealer_colour(self):
        table = self._table
        if table.held:
            return FAULT
        if self.notice:
            return NOTICES[self.notice]
        if table.counting:
            return COUNTING
        if not table.in_hand:
            return DARK
        expected = table.expected
        if expected != facts.NO_ZONE and (expected >= facts.Z_BOARD or expected == facts.Z_STUB):
            return NEXT
        return DEALING
