"""Remembers of a table what a page shows beside the tracker's view: the last verdicts, hands and words.

Everything here is bounded: a table runs for weeks. Nothing here is meant for a role; `picture` says who sees what.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from host_tools.engine import Event, describe
from host_tools.link.events import Beat, Fact, Welcome
from host_tools.live.night import OF_THE_FLOOR, Night
from host_tools.live.tiers import tier
from host_tools.tracker.sealed import Renames
from host_tools.tracker.tracker import Tracker
from host_tools.tracker.view import Verdict
from railbird import facts, words
from railbird.rules import cards

VERDICTS, LINES, DECISIONS = 30, 24, 100
HANDS, FACTS = 3, 2000  # whose facts are kept, and how many of each


class Noted(NamedTuple):
    """A verdict with its number, the table's time, the hand, and the fact that told it."""

    number: int
    t_ms: int
    hand: int
    verdict: Verdict
    fact: Fact


class Line(NamedTuple):
    """A line of the account: `full` names every card that is known, `text` none that lies face down. `event` is what it
    tells of while its cards may still turn out to be others.
    """

    t_ms: int
    text: str
    full: str
    event: Event | None = None


class Decision(NamedTuple):
    """What the floor decided, who, and why."""

    t_ms: int
    who: str
    what: str
    why: str


class Watch:
    """One table as it is watched. Times are milliseconds of the table's clock."""

    def __init__(self, tracker: Tracker, zones: Sequence[str], seats: int) -> None:
        self.tracker = tracker
        self.zones = tuple(zones)
        self.seats = seats
        self.now_ms = 0
        self.hand = 0
        self.lying: dict[int, int] = {}  # tag code -> zone where a reader shows it now
        self.unknown: set[str] = set()
        self.standing: set[int] = set()  # numbers of verdicts that nobody has answered yet
        self.verdicts: deque[Noted] = deque(maxlen=VERDICTS)
        self.lines: deque[Line] = deque(maxlen=LINES)
        self.decisions: deque[Decision] = deque(maxlen=DECISIONS)
        self.kept: deque[tuple[int, deque[Fact]]] = deque([(0, deque(maxlen=FACTS))], maxlen=HANDS)
        self.counted_ms: int | None = None
        self.open = False
        self.lost = ""  # why there is no table any more
        self.welcome: Welcome | None = None
        self.beat: Beat | None = None
        self.boots = 0
        self.boot: int | None = None  # the boot id of the table that what is known here comes from
        self.desk: Mapping[str, Any] = {}
        self.night: Night | None = None
        self.tally: Counter[str] = Counter()  # verdicts of each tier since the start
        self._numbers = 0

    def fact(self, now_ms: int, fact: Fact, told: Fact | None = None) -> None:
        """A fact, after the tracker has taken it; `told` is what the table said, where that names fewer cards."""
        self.now_ms = now_ms
        if fact.kind == facts.HAND:
            self.lines = deque((line._replace(event=None) for line in self.lines), maxlen=LINES)
            self.hand += 1
            self.lying.clear()
            self.kept.append((self.hand, deque(maxlen=FACTS)))
            self.line(f"hand {self.hand} begins")
        self.kept[-1][1].append(told or fact)
        if fact.kind in (facts.SIGHT, facts.DEALT):
            self.lying[fact.code] = fact.zone
        elif fact.kind == facts.LIFT:
            self.lying.pop(fact.code, None)
        elif fact.kind == facts.STATE:
            self._state(words.zone_name(fact.zone), fact.code == facts.STATE_UNKNOWN)
        elif fact.kind == facts.COUNTED:
            self.line(f"{fact.arg} of 52 counted by identity: {'good' if fact.code else 'not good'}")
            if fact.code:
                self.counted_ms = now_ms
                self.standing.clear()
        elif fact.kind == facts.VERDICT:
            self._verdict(now_ms, fact)
        elif fact.kind in (facts.RESUMED, facts.MISDEAL, facts.DEAD, facts.END):
            self.standing.clear()
            if fact.kind == facts.MISDEAL:
                self.line("misdeal: all money goes back")
            elif fact.kind == facts.DEAD:
                self.line("the round is dead: the other deck comes into play")

    def _state(self, zone: str, unknown: bool) -> None:
        (self.unknown.add if unknown else self.unknown.discard)(zone)
        what = "reader in trouble, UNKNOWN" if unknown else "reader is back"
        self.line(f"{place(zone)}: {what}")

    def _verdict(self, now_ms: int, fact: Fact) -> None:
        self._numbers += 1
        verdict = Verdict(fact.code, fact.zone, fact.ref, fact.arg)
        self.verdicts.append(Noted(self._numbers, now_ms, self.hand, verdict, fact))
        self.tally[tier(fact.code)] += 1
        self.standing.add(self._numbers)
        self.standing.intersection_update(noted.number for noted in self.verdicts)

    def event(self, now_ms: int, event: Event) -> None:
        """An event of the hand, as the tracker applied it."""
        self.now_ms = now_ms
        sealed = self.tracker.sealed
        known = None if sealed is None else sealed.known
        sentences = sentence(event, known, False), sentence(event, known, True)
        if (
            event[0] == "shuffle"
        ):  # what went back is told as it was; its stand-ins stand for others from now on
            self.lines = deque((line._replace(event=None) for line in self.lines), maxlen=LINES)
        self.lines.append(Line(now_ms, *sentences, None if sealed is None else event))
        state = self.tracker.state
        if event[0] == "award" and state is not None:
            for award in state.awards:
                if award.pot == event[1]:
                    self.line(f"seat {award.seat} wins {award.amount}")

    def renamed(self, moves: Renames) -> None:
        """What was told as one card is another, or has become known; after the tracker knows it. Of what went back into
        the deck nothing more is told.
        """
        here = {old: new for (old, back), new in moves.items() if not back}
        lay = {new: self.lying.pop(old) for old, new in here.items() if old in self.lying}
        self.lying.update(lay)
        sealed = self.tracker.sealed
        known = None if sealed is None else sealed.known
        cards_here = {cards.card_of(old): cards.card_of(new) for old, new in here.items()}
        for index, line in enumerate(self.lines):
            if line.event is not None:
                event = exchanged(line.event, cards_here)
                texts = sentence(event, known, False), sentence(event, known, True)
                self.lines[index] = Line(line.t_ms, *texts, event)

    def code_of(self, hand: int, fact: Fact) -> int:
        """The tag code of the card that a kept fact of a hand speaks of, NO_CARD where it is shut."""
        sealed = self.tracker.sealed
        code = fact.ref if fact.kind == facts.VERDICT else fact.code
        if sealed is None or (code != cards.NO_CARD and fact.kind != facts.VERDICT):
            return code
        return sealed.face(fact.ref) if hand == self.hand else cards.NO_CARD

    def connected(self, welcome: Welcome | None, beat: Beat | None, is_open: bool) -> bool:
        """How the link stands; whether that is news."""
        before = self.welcome, self.beat, self.open
        if welcome is not None and welcome is not self.welcome and welcome.boot_id != self.boot:
            self.boots += 1
            self.boot = welcome.boot_id
            self.unknown.clear()
        if self.open != is_open and welcome is not None:
            self.line("the table is there" if is_open else "the table is lost: nothing was heard for 3 s")
        self.welcome, self.beat, self.open = welcome, beat, is_open
        return before != (welcome, beat, is_open)

    def decided(self, who: str, what: str, why: str, role: str = "floor") -> None:
        """Somebody has decided; an input of the session names people, which is for those who answer for the table."""
        self.decisions.append(Decision(self.now_ms, who, what, why))
        kind = what.partition(" ")[0]
        self.line(f"{role} ({who}): {kind}" if kind in OF_THE_FLOOR else f"{role} ({who}): {what}; {why}")

    def line(self, text: str, full: str | None = None) -> None:
        """One line of the account, now."""
        self.lines.append(Line(self.now_ms, text, text if full is None else full))


def exchanged(event: Event, moved: Mapping[int, int]) -> Event:
    """The event with these cards in the places of others."""
    if event[0] == "deal":
        return (*event[:2], moved.get(event[2], event[2]), event[3])
    if event[0] in ("burn", "board"):
        return (event[0], moved.get(event[1], event[1]))
    if event[0] == "discard":
        return (*event[:2], tuple(moved.get(card, card) for card in event[2]))
    return event


def sentence(event: Event, known: frozenset[int] | None, all_seen: bool) -> str:
    """The sentence of an event; without cards that are not among the `known` ones (None: all are), and, unless all are
    seen, without those that lie face down.
    """
    kind = event[0]
    if kind not in ("deal", "burn", "board", "discard"):
        return describe(event)
    named = event[2] if kind == "discard" else (event[2 if kind == "deal" else 1],)
    shut = kind in ("burn", "discard") or (kind == "deal" and event[3] == "d")
    if (all_seen or not shut) and (known is None or {*named} <= {*known, cards.NO_CARD}):
        return describe(event)
    if kind == "deal":
        return describe(("deal", event[1], event[3]))
    if kind == "discard" and event[2]:
        return f"seat {event[1]} discards {len(event[2])}"
    return describe(event) if kind == "discard" else describe((kind,))


def place(zone: str) -> str:
    """A zone for the eye: 'seat_3' -> 'seat 3'."""
    return zone.replace("_", " ")
