"""Plays a scripted evening: a line of the script is an input or a stretch of play, a seeded dealer does the rest.

sit 3 Ann 200            any input of a session, its words in order; names of two words in quotes
hand                     rake to the box if there is any, cut, begin
cards 3 AsAd             what seat 3 (or 'board') gets in the next hand; all else is shuffled
deal 5                   the next five cards, forced bets before them
6 raise 12               a player acts; first everything is dealt up to the decision that is due
exposed 3 / boxed / off_table / ineligible 8 / exchange 3 discard       with the card that it happens to
finish                   everybody checks, calls, draws nothing and shows until the hand is over
hands 20                 so many hands of seeded players
"""

import random
import shlex
from collections.abc import Callable

from host_tools.engine.events import SHAPES, Event, IllegalEvent
from host_tools.engine.judge import legal
from host_tools.engine.rounds.play import ROUND_SHAPES
from host_tools.engine.rounds.table_round import Round
from host_tools.engine.session.night import SESSION_SHAPES, apply_session, begin_session
from host_tools.engine.session.script_file import Script, ScriptError
from host_tools.engine.session.state import Session
from railbird.rules.cards import DECK_SIZE, parse

SHOWN = 120  # letters of a line that is refused
DIGITS = 6  # of how many hands, or cards
WHOLE = ("ante", "blind", "dead", "award", "shuffle", "rake", "drop")
CARDS = ("deal", "burn", "board")


def run(script: Script, on_step: Callable[[Session, Event, Session], None] | None = None) -> Session:
    """The session at the end of the script; `on_step(before, input, after)` hears every input. Raises ScriptError for a
    line that the table refuses.
    """
    evening = _Evening(script, on_step)
    for number, text in script.lines:
        try:
            evening.line(text)
        except (IllegalEvent, ValueError) as error:
            raise ScriptError(
                f"{script.file}: line {number} of the evening, {text[:SHOWN]!r}: {error}"
            ) from error
    return evening.session


class _Evening:
    """The session so far, and the dealer: his deck order and the cards that the script has asked for."""

    def __init__(
        self, script: Script, on_step: Callable[[Session, Event, Session], None] | None = None
    ) -> None:
        self.on_step = on_step
        self.session = begin_session(script.table)
        self.random = random.Random(script.seed)
        self.order: list[int] = []
        self.wanted: dict[str, list[int]] = {}

    def line(self, text: str) -> None:
        words = shlex.split(text)
        verb = words[0]
        if verb.isdecimal():
            self.decide(self.action(words))
        elif verb in _LINES:
            method, count = _LINES[verb]
            if len(words) != count + 1:
                raise ValueError(f"{verb!r} takes {count} {'word' if count == 1 else 'words'}")
            method(self, *words[1:])
        else:
            self.put_in(self.event(words))

    def put_in(self, event: Event) -> None:
        if event[:1] == ("begin",):
            self.order = list(range(DECK_SIZE))
            self.random.shuffle(self.order)
        before, self.session = self.session, apply_session(self.session, event)
        if self.on_step is not None:
            self.on_step(before, event, self.session)

    @property
    def round(self) -> Round:
        if self.session.round is None:
            raise IllegalEvent("no round is being played", "f(4)")
        return self.session.round

    def action(self, words: list[str]) -> Event:
        """A player acts: '6 raise 12', '6 discard As 3d'."""
        if len(words) < 2:
            return (words[0],)
        seat, verb, *rest = words
        if verb == "discard":
            return (verb, int(seat), tuple(map(parse, rest)))
        return (verb, int(seat), *map(int, rest))

    def event(self, words: list[str]) -> Event:
        """An input from its words; a card that the script leaves open is the one that it happens to."""
        kind = words[0]
        shape = (
            SESSION_SHAPES.get(kind)
            or ROUND_SHAPES.get(kind)
            or (SHAPES[kind][-1] if kind in SHAPES else None)
        )
        if shape is None:
            raise ValueError(f"no input {kind!r}")
        if kind in ("boxed", "off_table") and len(words) == 1:
            return (kind, self.top("board" if self.round.next[0] == "board" else "deck"))
        if kind == "ineligible" and len(words) == 2:
            return (kind, int(words[1]), (self.top("deck"),))
        if kind == "exposed" and len(words) == 2:
            held = self.round.hand.hole(int(words[1]))
            if not held:
                raise ValueError(f"seat {words[1]} has no card to be exposed")
            return (kind, int(words[1]), held[-1])
        if kind == "exchange" and len(words) == 3:
            return (kind, int(words[1]), self.top(words[1]), words[2])
        values: list[object] = [kind]
        for index, wanted in enumerate(shape[1:], 1):
            if wanted is tuple:
                values.append(tuple(parse(word) for word in words[index:]))
                return tuple(values)
            if index >= len(words):
                break
            word = words[index]
            values.append(
                word if wanted is str else int(word) if word.lstrip("-").isdecimal() else parse(word)
            )
        return (*values, *words[len(shape) :])

    def top(self, place: str) -> int:
        """The next card for a seat, the board or anything else; each is dealt once."""
        seen = self.round.hand.dealt.seen
        asked = {card for cards in self.wanted.values() for card in cards}
        wanted = [card for card in self.wanted.get(place, ()) if not seen >> card & 1]
        rest = [card for card in self.order if not seen >> card & 1]
        cards = wanted or [card for card in rest if card not in asked] or rest
        if not cards:
            raise ValueError("the deck is used up")
        return cards[0]

    def step(self) -> bool:
        """What the dealer does by himself; False where a player or the floor is to speak."""
        kind, *rest = self.round.next
        if kind in WHOLE:
            self.put_in(self.round.next)
        elif kind == "deal":
            self.put_in(("deal", rest[0], self.top(str(rest[0])), rest[1]))
        elif kind in CARDS:
            self.put_in((kind, self.top(kind)))
        elif kind == "exchange":
            self.put_in(("exchange", rest[0], self.top(str(rest[0])), "discard"))
        else:
            return False
        return True

    def decide(self, event: Event) -> None:
        self.on()
        self.put_in(event)

    def on(self) -> None:
        """Everything that the dealer does by himself."""
        while self.session.round is not None and self.step():
            pass

    def hand(self) -> None:
        self.on()
        if self.session.held and not self.session.to_verify:
            self.put_in(("rake_to_box",))
        self.put_in(("cut",))
        self.put_in(("begin",))

    def cards(self, place: str, text: str) -> None:
        self.wanted[place] = [parse(text[index : index + 2]) for index in range(0, len(text), 2)]

    def deal(self, count: str) -> None:
        left = _count(count)
        while left and self.session.round is not None:
            left -= self.round.next[0] in CARDS
            if not self.step():
                raise ValueError("the deal is over")

    def finish(self) -> None:
        while self.session.round is not None:
            if not self.step():
                self.put_in(self.passive())
        self.wanted = {}

    def passive(self) -> Event:
        """The floor lets play go on; a player checks, calls, stands pat, shows."""
        kind, *rest = self.round.next
        answers: dict[str, Event] = {
            "recount": ("recount", "good"),
            "floor": ("floor", "on"),
            "rebuild": ("rebuilt", *rest[:1]),
            "choose": ("choose", *rest[:1], "whole"),
        }
        if kind in answers:
            return answers[kind]
        options = list(legal(self.round.hand))
        if options[0][0] == "discard":
            return self.gives_up(options[0], options[0][2])
        return (options[1] if options[0][0] == "fold" else options[0])[:3]

    def gives_up(self, option: Event, count: int) -> Event:
        return ("discard", option[1], self.round.hand.hole(option[1])[:count])

    def hands(self, count: str) -> None:
        for _ in range(_count(count)):
            self.hand()
            while self.session.round is not None:
                if not self.step():
                    self.put_in(self.lively())

    def lively(self) -> Event:
        """A seeded player: mostly calls, sometimes folds, bets or raises as little as it may."""
        if self.round.next[0] not in ("act", "discard", "show"):
            return self.passive()
        options = list(legal(self.round.hand))
        if options[0][0] == "discard":
            return self.gives_up(options[0], self.random.randint(options[0][2], options[0][3]))
        if len(options) > 1 and self.random.random() < 0.6:
            return self.passive()
        option = self.random.choice(options)
        return option[:3]


def _count(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= DIGITS):
        raise ValueError(f"{word[:40]!r}: expected a whole number below 10^{DIGITS}")
    return int(word)


_LINES: dict[str, tuple[Callable[..., None], int]] = {
    "hand": (_Evening.hand, 0),
    "cards": (_Evening.cards, 2),
    "deal": (_Evening.deal, 1),
    "finish": (_Evening.finish, 0),
    "hands": (_Evening.hands, 1),
}
"""The words of a script that are no inputs, and how many more words each takes."""
