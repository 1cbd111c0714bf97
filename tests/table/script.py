"""A hand told in words, with what has to be true in between: the examples of the regulation as one line each.

hand GAME BUTTON 1,4,6   a hand begins; seats also as 1-8
1 4u b f2                a fresh card at seat 1, at seat 4's up zone, at the burn, board place 2
sight=ZONE=CARD          a named card; 'B9c' is one of the other deck
1x2                      two of seat 1's cards go to the muck
~seat_1                  a clean look at a zone
lift=ZONE=CARD           a card goes out of sight; correct=ZONE=CARD: it lies there, as entered by hand
fold4 draw4:2 | shuffle end misdeal resume replace deck1 options2 cut count counted
wagered2 boxed boxed=7d exposed4 off4=Qs
wait9                    that many seconds pass, then the clock is looked at
=ZONE                    that is where the next card is expected
?NAME:RULE:ZONE          the next verdict not yet spoken of
so=TEXT                  what to do about it begins like that
no                       no verdict is left that was not spoken of
stub=40 burn=1 muck=2    cards known to be in a place; left=40 cards that the deck should have
button=6 live=1,4 held=1 deck=1
right=1,4,6 card=1,4,6   the button starts to the dealer's right, or by the cards that lie at those seats
-OP:ZONE:ARG:REASON      that command is refused; ARG of HAND is GAME/SEATS
"""

from typing import Any

from host_tools.tracker.consequences import consequence
from railbird import facts, words
from railbird.rules import cards, games

SIMPLE = {
    "|": facts.OP_STREET,
    "shuffle": facts.OP_SHUFFLE,
    "end": facts.OP_END,
    "misdeal": facts.OP_MISDEAL,
    "resume": facts.OP_RESUME,
    "replace": facts.OP_REPLACE,
    "count": facts.OP_COUNT_BEGIN,
    "counted": facts.OP_COUNT_END,
    "cut": facts.OP_CUT,
}
WITH_SEAT = {
    "fold": facts.OP_FOLD,
    "exposed": facts.OP_EXPOSED,
    "deck": facts.OP_DECK,
}
START = {"right": facts.BY_RIGHT, "card": facts.BY_CARD}
WITH_NUMBER = {"wagered": facts.OP_WAGERED, "options": facts.OP_OPTIONS}
PLACES = ("stub", "burn", "muck")


def seats_of(text: str) -> list[int]:
    first, _, last = text.partition("-")
    return list(range(int(first), int(last) + 1)) if last else [int(seat) for seat in text.split(",")]


class Teller:
    """Plays a script on a `Driver` and checks what it says on the way."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._spoken = 0  # verdicts

    def tell(self, script: str) -> None:
        words = iter(script.split())
        for word in words:
            if word == "hand":
                self._hand(next(words), int(next(words)), seats_of(next(words)))
            else:
                self._word(word)

    def _hand(self, game: str, button: int, seats: list[int]) -> None:
        self._driver.hand(button, seats, game)

    def _word(self, word: str) -> None:
        driver = self._driver
        name = word.rstrip("0123456789")
        if word[0] == "-":
            self._refused(*word[1:].split(":"))
        elif word[0] == "=":
            assert driver.expected == word[1:], word
        elif word[0] == "~":
            driver.clean(word[1:])
        elif word[0] == "?":
            verdict = driver.verdicts[self._spoken]
            self._spoken += 1
            assert [verdict.name, verdict.rule, verdict.zone] == word[1:].split(":"), word
        elif word == "no":
            assert driver.verdicts[self._spoken :] == []
        elif word in SIMPLE and word != "|":
            driver.command(SIMPLE[word])
        elif name in WITH_SEAT and name != word:
            seat = int(word[len(name) :])
            driver.command(WITH_SEAT[name], seat, cards.NO_CARD if name == "exposed" else 0)
        elif name in WITH_NUMBER:
            driver.command(WITH_NUMBER[name], 0, int(word[len(name) :]))
        elif name == "wait":
            driver.now += 1000 * int(word[len(name) :])
            driver.apply(facts.CLOCK, facts.NO_ZONE)
        elif word.startswith("draw"):
            seat, number = map(int, word[4:].split(":"))
            driver.command(facts.OP_DRAW, seat, number)
        elif word == "boxed" or word.startswith("boxed="):
            driver.command(facts.OP_BOXED, 0, cards.parse(word[6:]) if "=" in word else cards.NO_CARD)
        elif word.startswith("off"):
            seat, card = word[3:].split("=")
            driver.command(facts.OP_OFF_TABLE, int(seat), cards.parse(card))
        elif "=" in word:
            self._equal(*word.split("="))
        else:
            driver.deal(word)

    def _equal(self, name: str, value: str, card: str = "") -> None:
        driver = self._driver
        if name == "lift":
            driver.lift(value, driver.code(card))
        elif name == "correct":
            driver.command(facts.OP_CORRECT, facts.zone_id(value), cards.parse(card))
        elif name == "sight":
            driver.sight(value, 64 | cards.parse(card[1:]) if card[0] == "B" else card)
        elif name in PLACES:
            assert driver.tally(name) == int(value), (name, driver.tally(name), value)
        elif name == "left":
            assert driver.table.deal.stub() == int(value), (name, driver.table.deal.stub(), value)
        elif name == "button":
            assert driver.table.button == int(value), (name, driver.table.button)
        elif name == "held":
            assert driver.table.held == bool(int(value))
        elif name in START:
            driver.command(facts.OP_BUTTON, START[name], sum(1 << (seat - 1) for seat in seats_of(value)))
        elif name == "deck":
            assert driver.table.deck.live == int(value)
        elif name == "so":
            _, _, code, _, arg = driver.kinds(facts.VERDICT)[self._spoken - 1]
            assert consequence(words.rule_number(code, arg)).startswith(value)
        elif name == "live":
            assert driver.table.live == sum(1 << (seat - 1) for seat in seats_of(value))
        else:
            raise ValueError(f"no word {name!r}")

    def _refused(self, command: str, zone: str, arg: str, reason: str) -> None:
        number = int(arg, 0) if "/" not in arg else 0
        if "/" in arg:
            game, seats = arg.split("/")
            row = games.NAMES.index(game) if game in games.NAMES else len(games.NAMES)
            number = row << 11 | sum(1 << (seat - 1) for seat in seats_of(seats))
        refusal = self._driver.table.check(getattr(facts, f"OP_{command}"), int(zone), number)
        assert refusal == getattr(facts, f"R_{reason}"), words.REFUSALS[refusal]
