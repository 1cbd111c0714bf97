"""What the regulation makes of chips that the readers tell of: pure functions, amounts in the smallest coin.

A `Reading` is sure or a lower bound. A lower bound never proves that something is missing, only that there is too
much; what rests on more is left to people. A `Remark` is for the dealer or the floor; it decides nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from host_tools.chip_registry import Kind

QUARTER, HALF, DOLLAR = 25, 50, 100  # coins, in cents
RAKE_CHIP = "rake chip"


class Reading(NamedTuple):
    """A zone for chips as told last: its worth, whether that is all, and how many of each kind (number, how many)."""

    worth: int = 0
    sure: bool = True
    pieces: tuple[tuple[int, int], ...] = ()


class Bet(NamedTuple):
    """Chips that count as a bet; with `confirm` only once the dealer has confirmed the amount."""

    amount: int
    confirm: bool


class Remark(NamedTuple):
    """What was noticed, how much it is about, and the paragraph; `place` is a seat where one is concerned."""

    what: str
    amount: int
    rule: str
    place: int = 0

    def __str__(self) -> str:
        where = f"seat {self.place}: " if self.place else ""
        return f"{where}{self.what} {self.amount} [{self.rule}]"


SAME, DIFFERENT, AT_LEAST, UNREAD = "matched", "different", "at_least", "unread"


def agreement(reading: Reading | None, due: int) -> str:
    """How a reading stands to what the books say lies there: of a lower bound only an excess is a difference."""
    if reading is None:
        return UNREAD
    if reading.sure:
        return SAME if reading.worth == due else DIFFERENT
    return AT_LEAST if reading.worth <= due else DIFFERENT


# Wagers.


def bet_at(reading: Reading) -> Bet | None:
    """Chips at a bet spot are a bet, c(6): what lies still there and is all, as it is (iii); a lower bound shows the
    intent, and the dealer confirms the amount (i). None without chips that count.
    """
    return Bet(reading.worth, not reading.sure) if reading.worth else None


def chips_of(reading: Reading, kinds: Sequence[Kind]) -> tuple[int, ...]:
    """The value chips and plaques of a reading, the largest first, as the engine's 'place' takes them; () when they may
    not be all, since one chip is read otherwise than several, c(9). A rake chip is no bet, a(6)(i).
    """
    if not reading.sure:
        return ()
    found = [
        kinds[kind].worth
        for kind, count in reading.pieces
        for _ in range(count)
        if kinds[kind].sort != RAKE_CHIP
    ]
    return tuple(sorted(found, reverse=True))


def corrected(announced: int, reading: Reading) -> Remark | None:
    """Chips that differ from the announced wager are made up to it, or what is more goes back, c(5)."""
    if reading.worth > announced:
        return Remark("goes back", reading.worth - announced, "c(5)")
    if reading.sure and reading.worth < announced:
        return Remark("is short", announced - reading.worth, "c(5)")
    return None


def added(made: int, reading: Reading, incomplete: bool = False) -> Remark | None:
    """Chips put to a bet once made go back, c(7), unless the player had said that it was not complete, c(7)(i)."""
    if reading.worth > made and not incomplete:
        return Remark("goes back", reading.worth - made, "c(7)")
    return None


def released(before: Reading, after: Reading, swept: int) -> Bet | None:
    """Chips first seen in the pot are a bet of the seat to act that cannot be withdrawn, c(6)(ii): what the pot has
    grown by beyond the chips that were swept in from the bet spots, so that no chip is a bet twice.
    """
    grown = after.worth - before.worth - swept
    return Bet(grown, False) if before.sure and after.sure and grown > 0 else None


def coins(due: int, reading: Reading, ante: bool) -> Remark | None:
    """What tagged chips leave open can only be coin, which has no tag: in quarters and halves, for an ante below $1 and
    for nothing else, c(3), W06. In cents.
    """
    left = due - reading.worth
    if not reading.sure or left <= 0 or (ante and due < DOLLAR and left % QUARTER == 0):
        return None
    return Remark("not in chips", left, "c(3)")


def taken_out(before: Reading, after: Reading, explained: int, rule: str) -> Remark | None:
    """Chips that left a place and are not `explained`: out of the pot by an award, the rake, a contribution or change,
    c(8); from before a player by a bet, c(3)(i). Nothing is proved while the rest may be unread.
    """
    gone = before.worth - after.worth - explained
    return Remark("taken out", gone, rule) if after.sure and gone > 0 else None


def after_round(spots: Mapping[int, Reading], pot: Reading, put_in: int) -> list[Remark]:
    """The betting round is over and the bets are moved, f(4): no spot (by seat) holds chips, the pot holds what was put
    in.
    """
    remarks = [
        Remark("not moved into the pot", reading.worth, "f(4)", seat)
        for seat, reading in sorted(spots.items())
        if reading.worth
    ]
    if agreement(pot, put_in) == DIFFERENT:
        short = put_in - pot.worth
        remarks.append(
            Remark("missing in the pot" if short > 0 else "too much in the pot", abs(short), "f(4)")
        )
    return remarks


def unprotected(markers: Iterable[tuple[int, int]]) -> bool:
    """Whether the hand of a player who left is collected without asking, p(5)(iv): no chip lies on it as a marker
    (P07). With one the supervisor is asked.
    """
    return not any(count for _, count in markers)


# Rake chips.


def misplaced(pieces: Iterable[tuple[int, int]], kinds: Sequence[Kind], seat: int) -> Remark | None:
    """Rake chips are the dealer's: before a seat they are an alert and a bet of nothing, a(6)(i)-(ii)."""
    found = sum(kinds[kind].worth * count for kind, count in pieces if kinds[kind].sort == RAKE_CHIP)
    return Remark("rake chip before a player", found, "a(6)(i)", seat) if found else None


def swapped(before: Reading, after: Reading) -> Remark | None:
    """A rake chip replaces value chips of its worth that were already taken, a(6)(i): the rake stays what it was."""
    if before.sure and after.sure and before.worth != after.worth:
        return Remark("rake changed by a swap", after.worth - before.worth, "a(6)(i)")
    return None


def may_swap(worth: int, value_chips: Reading) -> bool:
    """Whether the rake area is known to hold enough value chips for a rake chip, a(6)(i)."""
    return worth <= value_chips.worth


def rake_chips(
    registered: int, tray: int, held: int, elsewhere: int, unseen_s: int, alarm_s: int
) -> list[Remark]:
    """Rake chips lie in the tray, as counted, or in the rake area, a(6)(ii); one that was seen nowhere for `alarm_s` is
    missing.
    """
    remarks = [Remark("rake chips out of the dealer's care", elsewhere, "a(6)(ii)")] if elsewhere else []
    missing = registered - tray - held - elsewhere
    if missing > 0 and unseen_s >= alarm_s:
        remarks.append(Remark("rake chips missing", missing, "a(6)(ii)"))
    return remarks


# The rake.


class RakeArea(NamedTuple):
    """The rake of a hand: what lies in its area, a(2)(ii), and what has gone on to the drop box (F03)."""

    held: Reading = Reading()
    boxed: int = 0

    def read(self, after: Reading, over: bool) -> "RakeArea":
        """The area as read next; what leaves it once the hand is `over` goes to the box."""
        left = self.held.worth - after.worth
        return RakeArea(after, self.boxed + left if over and after.sure and left > 0 else self.boxed)

    @property
    def collected(self) -> int:
        return self.held.worth + self.boxed


def rake_owed(due: int, area: RakeArea, rule: str) -> Remark | None:
    """What is due after a betting round and has not come to the rake area, o(2)(i)(b), or at a level of the pot,
    o(2)(ii)(b): a reminder before the next street, and before the pot is pushed, o(2)(i)(c). More than is due is one as
    well.
    """
    open_ = due - area.collected
    if open_ > 0 and area.held.sure:
        return Remark("rake still in the pot", open_, rule)
    return Remark("more than the rake due", -open_, rule) if open_ < 0 else None


def still_held(area: RakeArea) -> Remark | None:
    """At the end of the round the rake goes on at once, o(2)(ii)(c)."""
    return Remark("rake not moved on", area.held.worth, "o(2)(ii)(c)") if area.held.worth else None


def charged(
    fees: Mapping[int, int], paid: Mapping[int, Reading], before: Reading, after: Reading
) -> list[Remark]:
    """A time charge comes from the seats to the rake area, o(2)(iii)(d): `paid` is what each laid on its spot. Where
    the sum is short, the seats whose fee is missing are named.
    """
    short = sum(fees.values()) - (after.worth - before.worth)
    if not after.sure or short <= 0:
        return []
    unpaid = [
        Remark("time charge not paid", fee - paid.get(seat, Reading()).worth, "o(2)(iii)(d)", seat)
        for seat, fee in sorted(fees.items())
        if paid.get(seat, Reading()).worth < fee
    ]
    return unpaid or [Remark("time charge short", short, "o(2)(iii)(d)")]


def contribution(amount: int, rake_due: int, area: RakeArea) -> Remark | None:
    """The jackpot contribution comes out of the pot after the rake, r(3)."""
    if area.collected < rake_due and area.held.sure:
        return Remark("contribution before the rake", amount, "r(3)")
    return None
