"""Questions for dealers: a deal told step by step in which one card may go wrong (`virtual/mistakes.py`). The answer is
what the table's own rules core says to the same cards.
"""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from host_tools.engine import Event, State, apply, describe
from host_tools.tracker.consequences import consequence
from host_tools.virtual.mistakes import (
    DEALS,
    EXTRA,
    KINDS,
    MISPLACE,
    OTHER,
    PASS_OVER,
    STRANGER,
    Kind,
    Moment,
    dealt,
)
from host_tools.virtual.players import Script, evening
from railbird import facts, words
from railbird.rules import games
from railbird.rules.cards import tag_code
from railbird.table import Table

NOTHING = "nothing is wrong"
_TOLD = (MISPLACE, PASS_OVER, EXTRA, OTHER, STRANGER)
_OPENS = (*DEALS, "discard", "shuffle")  # what begins a street
_CHOICES = 3  # wrong ones beside the right one
_SOUND = 0.15  # of the questions in which nothing is wrong
_HERE = 0.4  # of the moments at which a mistake could happen
_HANDS = 40
_EVERY_UP = (1 << facts.SEATS) - 1


class Question(NamedTuple):
    """`steps` as they happen, the last of them being asked about; `answer` is one of `choices`; `rule` and `because`
    are empty where nothing is wrong.
    """

    game: str
    button: int | None
    seats: tuple[int, ...]
    steps: tuple[str, ...]
    choices: tuple[str, ...]
    answer: str
    verdict: str
    rule: str
    because: str
    advice: str


class _Story:
    """A hand as it goes, for the table as well as in words."""

    def __init__(self, script: Script, zones: frozenset[str]) -> None:
        self.state: State = script.state
        self._script = script
        self._zones = zones
        self._places: dict[int, int] = {}  # card -> where it was last seen
        self._before: Event | None = None
        self._opened = 0
        self._now = 1000
        self._verdicts: list[tuple[int, int]] = []
        self.words: list[str] = []
        ups = _EVERY_UP if "up_1" in zones else 0
        self._table = Table(self._emit, ups)
        seats = sum(1 << seat - 1 for seat in script.seats)
        number = games.NAMES.index(self.state.setup.game.name)
        self._input(facts.COMMAND, self.state.button or 0, facts.OP_HAND, number << facts.SEATS | seats)

    def _emit(self, kind: int, _zone: int, code: int, _ref: int, arg: int) -> None:
        if kind == facts.VERDICT:
            self._verdicts.append((code, arg))

    def _input(self, kind: int, zone: int, code: int = 0, arg: int = 0) -> None:
        self._now += 500
        self._table.apply(self._now, kind, zone, code, arg)

    @property
    def moment(self) -> Moment:
        return Moment(self.state, self._before, self._zones)

    @property
    def done(self) -> bool:
        return self.state.next[0] in ("show", "award", "done")

    def go_on(self) -> None:
        """The next thing happens as it should."""
        state, waiting = self.state, self.state.next
        kind = waiting[0]
        if kind in _OPENS:
            self._open()
        if kind in DEALS:
            event = dealt(waiting, self._script.draw(state))
            self._seen(event[2] if kind == "deal" else event[1], self.moment.place(waiting))
        elif kind in ("ante", "blind", "shuffle"):
            event = waiting
        else:
            event = self._script.decide(state)
        self._goes(event)

    def _goes(self, event: Event) -> None:
        """An event is part of the hand, and what the table hears of it beside the cards that land."""
        before = self.state
        self.state = self._script.state = apply(before, event)
        self._before = event
        self.words.append(_told(event))
        if event[0] == "fold":
            self._input(facts.COMMAND, event[1], facts.OP_FOLD)
        elif event[0] == "discard":
            self._input(facts.COMMAND, event[1], facts.OP_DRAW, len(event[2]))
            for card in event[2]:
                self._seen(card, "muck")
        elif event[0] == "shuffle":
            back = before.dealt.seen & ~self.state.dealt.seen
            for card in [card for card in self._places if back >> card & 1]:
                self._input(facts.LIFT, self._places.pop(card), card)
            self._input(facts.COMMAND, 0, facts.OP_SHUFFLE)

    def _seen(self, card: int, zone: str) -> None:
        self._places[card] = facts.zone_id(zone)
        self._input(facts.SIGHT, self._places[card], card)

    def _open(self) -> None:
        if self.state.street > self._opened:
            self._opened = self.state.street
            self._input(facts.COMMAND, 0, facts.OP_STREET)

    def wrong(self, kind: Kind, zone: str) -> tuple[int, int] | None:
        """One card goes wrong: the verdict that answers it, and its argument; None where none does."""
        card = self._script.draw(self.state)
        if self.state.next[0] in _OPENS:
            self._open()
        if kind.act == PASS_OVER:
            self.state = self._script.state = apply(self.state, dealt(self.state.next, card))
            while self.state.next[0] == "discard":
                self._goes(self._script.decide(self.state))
            if self.state.next[0] != "deal":
                return None  # nobody draws
            zone = self.moment.place(self.state.next)
        at = facts.zone_id(zone)
        if kind.act == STRANGER:
            self._input(facts.UNKNOWN, at, 0, 0x5A17)
        else:
            self._input(facts.SIGHT, at, tag_code(1, card) if kind.act == OTHER else card)
            if self._table.doubt != facts.NO_ZONE:
                self._input(facts.CLEAN, self._table.doubt)
        back = {
            OTHER: "a card with the back of the other deck",
            STRANGER: "a card with a back of neither deck",
        }
        self.words.append(f"{back.get(kind.act, 'a card')} goes to {_where(zone)}")
        return next((row for row in self._verdicts if row[0] in kind.codes), None)


def questions(game: str, seats: Sequence[int], seed: int) -> Iterator[Question]:
    """Questions without end, the same for the same seed. ValueError for no game."""
    if game not in games.NAMES:
        raise ValueError(f"game {game}: expected one of {', '.join(games.NAMES)}")
    rng = random.Random(f"quiz {seed}")
    kinds = [kind for kind in KINDS if kind.act in _TOLD and kind.fits(game)]
    while True:
        kind = None if rng.random() < _SOUND else rng.choice(kinds)
        question = _question(game, seats, kind, kinds, rng)
        if question is not None:
            yield question


def _question(
    game: str, seats: Sequence[int], kind: Kind | None, kinds: Sequence[Kind], rng: random.Random
) -> Question | None:
    """One question about this mistake, None where it did not come about in a number of hands."""
    zones = _zones(game, seats)
    for script, _ in zip(evening(game, seats, rng.randrange(1 << 30)), range(_HANDS), strict=False):
        story = _Story(script, zones)
        while not story.done:
            moment = story.moment
            here = _right_place(moment) if kind is None else kind.where(moment)
            if here is None or rng.random() > _HERE:
                story.go_on()
                continue
            others = _others(moment, kind, here, kinds, rng)
            found = None
            if kind is None:
                story.go_on()
            elif (found := story.wrong(kind, here)) is None:
                break
            return _asked(script, story, kind, found, others, rng)
    return None


def _asked(
    script: Script,
    story: _Story,
    kind: Kind | None,
    found: tuple[int, int] | None,
    others: list[str],
    rng: random.Random,
) -> Question:
    answer = kind.name if kind else NOTHING
    choices = list(dict.fromkeys([answer, *others, NOTHING]))
    rng.shuffle(choices)
    name = rule = because = advice = ""
    if found is not None:
        name, _, _, because = words.VERDICTS[found[0]]
        rule = words.rule_of(*found)
        advice = consequence(words.rule_number(*found))
    begin = script.begin
    return Question(
        begin.setup.game.name, begin.button, tuple(begin.seats), tuple(story.words), tuple(choices), answer, name, rule,
        because, advice,
    )  # fmt: skip


def _others(
    moment: Moment, kind: Kind | None, here: str, kinds: Sequence[Kind], rng: random.Random
) -> list[str]:
    """Mistakes that this one is not: they cannot happen now, or would show at another place."""
    wrong = [
        other.name
        for other in kinds
        if other is not kind and (other.where(moment) != here or other.act in (OTHER, STRANGER))
    ]
    return rng.sample(wrong, min(_CHOICES, len(wrong)))


def _right_place(moment: Moment) -> str | None:
    return moment.place(moment.due) if moment.due[0] in DEALS and moment.before is not None else None


def _zones(game: str, seats: Sequence[int]) -> frozenset[str]:
    zones = {f"seat_{seat}" for seat in range(1, facts.SEATS + 1)} | {"burn", "muck"}
    zones |= {f"board_{number}" for number in range(1, facts.BOARD_PLACES + 1)}
    if games.order(game) == "left":
        zones |= {f"up_{seat}" for seat in seats}
    return frozenset(zones)


def _told(event: Event) -> str:
    """An event as the dealer sees it: the faces of down cards and burns are nobody's."""
    if event[0] == "deal" and event[-1] == "d":
        return f"a card goes to seat {event[1]}, down"
    if event[0] == "discard" and event[2]:
        return f"seat {event[1]} discards {len(event[2])}"
    return "a card is burned" if event[0] == "burn" else describe(event)


def _where(zone: str) -> str:
    row, _, number = zone.partition("_")
    if row == "seat":
        return f"seat {number}, down"
    if row == "up":
        return f"seat {number}, up"
    return f"place {number} of the board" if row == "board" else f"the {row}"
