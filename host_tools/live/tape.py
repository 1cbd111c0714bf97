"""What a table said and people declared, in order, so that a hand can be told once more: late, or step by step.

table     run, board, zones, seats, sealed, hands so far, deck in play; a tape begins with it
fact      the fields of a Fact
secret    the journal's name and the fields of a Secret
begin     the engine's state at the start of a hand
seated    after it: (seat, name)... of the players who are dealt in, where the table's night knows them
declare   an event
undo      the last declaration is taken back
misdeal, replace, cancel
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Condition
from time import monotonic, time
from typing import Any, NamedTuple

from host_tools.link.events import Fact, Secret
from railbird import facts

REELS, REEL = 3, 4000  # hands that are kept whole, and how many items of each
MOST = 100_000  # items that wait; beyond it the oldest hand is dropped
HANDS = 1500  # whose opened keys are kept
ENDS = (facts.END, facts.MISDEAL, facts.DEAD)


class Item(NamedTuple):
    """One thing on a tape: when it was heard (seconds since 1970, which never go back within a run) and at what time of
    the table's clock.
    """

    at_s: float
    now_ms: int
    kind: str
    args: tuple[Any, ...]


def heard(at_s: float, now_ms: int, told: Fact | Secret, journal: int) -> Item:
    """What a table said."""
    if isinstance(told, Secret):
        return Item(at_s, now_ms, "secret", (journal, *told))
    return Item(at_s, now_ms, "fact", tuple(told))


class Clock:
    """Seconds since 1970 that no correction of the computer's clock turns back or forward."""

    def __init__(self) -> None:
        self._begun = time() - monotonic()

    def __call__(self) -> float:
        return self._begun + monotonic()


class Reels:
    """The last hands of a tape, each with the item `table` that says how things stood before it."""

    def __init__(self) -> None:
        self._hands: OrderedDict[int, list[Item]] = OrderedDict()
        self._table: Item | None = None
        self._number = 0
        self._deck = 0
        self._unknown: dict[int, Item] = {}  # zone -> the fact that its reader is in trouble

    def take(self, item: Item) -> None:
        """The next item of the tape."""
        if item.kind == "table":
            if self._table is None or self._table.args[0] != item.args[0]:
                self._hands.clear()
                self._unknown.clear()
                self._number, self._deck = item.args[5:]
            self._table = item
            return
        if item.kind == "begin":
            self._hands[self._number + 1] = [self.table(item), *self._unknown.values()]
            if len(self._hands) > REELS:
                self._hands.popitem(last=False)
        elif item.kind == "fact" and item.args[2] == facts.HAND:
            self._number += 1
        elif item.kind == "fact" and item.args[2] == facts.DEAD:
            self._deck = item.args[4]
        elif item.kind == "fact" and item.args[2] == facts.STATE:
            self._unknown.pop(item.args[3], None)
            if item.args[4] == facts.STATE_UNKNOWN:
                self._unknown[item.args[3]] = item
        if self._hands:
            reel = self._hands[next(reversed(self._hands))]
            if len(reel) < REEL:
                reel.append(item)

    def table(self, item: Item) -> Item:
        """How things stand before an item."""
        assert self._table is not None
        return self._table._replace(
            at_s=item.at_s, now_ms=item.now_ms, args=(*self._table.args[:5], self._number, self._deck)
        )

    def hand(self, number: int) -> list[Item]:
        """A hand as it was told so far; [] where it is not kept."""
        return list(self._hands.get(number, ()))

    @property
    def numbers(self) -> list[int]:
        """The hands that are kept."""
        return list(self._hands)


class Keys:
    """The keys of cards that were opened, by hand, as the table gave them before the hand was over."""

    def __init__(self) -> None:
        self._hands: OrderedDict[bytes, dict[int, bytes]] = OrderedDict()
        self._hand = b""

    def hear(self, item: Item) -> tuple[bytes, int, bytes] | None:
        """Note what an item opens: the hand, the card's number and its key."""
        if item.kind == "fact" and item.args[2] in ENDS:
            self._hand = b""
        if item.kind != "secret":
            return None
        journal, _seq, _t_ms, kind, _zone, _code, number, arg, text = item.args
        if kind == facts.COMMIT:
            self._hand = journal.to_bytes(2, "little") + arg.to_bytes(2, "little")
            self._hands.setdefault(self._hand, {})
            if len(self._hands) > HANDS:
                self._hands.popitem(last=False)
        elif kind == facts.OPENED and self._hand:
            self._hands[self._hand].setdefault(number, text)
            return self._hand, number, text
        return None

    def get(self, hand: bytes, number: int) -> bytes | None:
        """The key of a card, if it has been given."""
        return self._hands.get(hand, {}).get(number)


class Waiting:
    """Items until their time has come. `put` and `due` may be called from two threads."""

    def __init__(self, delay_s: float, now: Callable[[], float]) -> None:
        self.delay_s = delay_s
        self.dropped = 0
        self._now = now
        self._items: deque[tuple[int, Item]] = deque()
        self._news = Condition()

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: Item, file: int = 0) -> None:
        """One more; `file` is where the spool keeps it."""
        with self._news:
            self._items.append((file, item))
            if len(self._items) > MOST:
                self._drop()
            self._news.notify()

    def _drop(self) -> None:
        self._items.popleft()
        self.dropped += 1
        while self._items and self._items[0][1].kind not in ("begin", "table"):
            self._items.popleft()

    def due(self, most: int, patience_s: float) -> list[tuple[int, Item]]:
        """Those whose time has come, oldest first; waits for one, at most so long."""
        end = monotonic() + patience_s
        with self._news:
            while True:
                until = self._items[0][1].at_s + self.delay_s - self._now() if self._items else patience_s
                if until <= 0:
                    break
                left = end - monotonic()
                if left <= 0:
                    return []
                self._news.wait(min(until, left))
            found: list[tuple[int, Item]] = []
            last = self._now() - self.delay_s
            while self._items and len(found) < most and self._items[0][1].at_s <= last:
                found.append(self._items.popleft())
            return found

    def wake(self) -> None:
        """Whoever waits looks again."""
        with self._news:
            self._news.notify_all()
