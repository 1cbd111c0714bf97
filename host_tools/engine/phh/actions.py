"""The `actions` of a PHH file, applied one by one; what the file leaves out comes from `State.next`.

The file deals a player's first cards together and, in a draw, lets all discard before any is replaced; the dealer
does neither. So those cards are looked up ahead; the others are dealt where they stand.
"""

from collections.abc import Callable
from typing import NamedTuple

from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.judge import apply
from host_tools.engine.posting import straddle_seat
from host_tools.engine.state import State
from railbird.rules.cards import NO_CARD, parse

KNOWN = (
    "one of 'd dh pN CARDS', 'd db CARDS', 'pN pb', 'pN f', 'pN cc', 'pN cbr AMOUNT', 'pN sd [CARDS]', "
    "'pN sm [CARDS]'"
)


class Step(NamedTuple):
    """One action: where it stands, its words, and the cards it names, which a later 'sm' may fill in."""

    where: str
    words: list[str]
    cards: list[int]

    @property
    def deals(self) -> bool:
        """It is a 'd dh'."""
        return self.words[:2] == ["d", "dh"]


class Play:
    """One hand being played through. `fail` makes the error of a field from its name and what was expected.

    `burns` are the burns in order, as far as they are known; `straddle`: the hand begins with one.
    """

    def __init__(
        self,
        fail: Callable[[str, str], ValueError],
        seats: tuple[int, ...],
        state: State,
        burns: list[int],
        straddle: bool,
    ) -> None:
        self._fail = fail
        self._seats = seats
        self._state = state
        self._burns = burns
        self._straddle = straddle
        self._events: list[Event] = []
        self._first: dict[int, list[int]] = {}
        self._where = "actions"

    def play(self, actions: list[str]) -> tuple[Event, ...]:
        """Every event of the hand: forced bets, burns and awards too. Fails at an impossible action."""
        steps = self._steps(actions)
        begins = next((index for index, step in enumerate(steps) if not step.deals), len(steps))
        self._collect(steps[:begins])
        if not self._state.setup.game.discards:
            self._reveal(steps)
        rest = steps[begins:]
        self._where = "actions"
        self._fill_in(burn=False)
        while rest:
            step = rest.pop(0)
            self._where = step.where
            self._fill_in(burn=step.words[0] == "d" or step.words[1:2] == ["sd"])
            self._act(step, rest)
        self._where = "actions"
        self._fill_in(burn=False)
        if not self._state.finished:
            raise self._error(f"the hand to be played to its end: it waits for {describe(self._state.next)}")
        return tuple(self._events)

    def _error(self, expected: str) -> ValueError:
        return self._fail(self._where, expected)

    def _apply(self, event: Event) -> None:
        try:
            self._state = apply(self._state, event)
        except IllegalEvent as error:
            raise self._error(f"what the rules allow: {error}") from None
        self._events.append(event)

    def _seat(self, player: str) -> int:
        number = player[1:]
        if (
            player[:1] != "p"
            or not (number.isascii() and number.isdecimal())
            or len(number) > 2
            or not 1 <= int(number) <= len(self._seats)
        ):
            raise self._error(f"a player p1 to p{len(self._seats)}, got {player!r}")
        return self._seats[int(number) - 1]

    def _cards(self, text: str) -> list[int]:
        try:
            return cards_of(text)
        except ValueError as error:
            raise self._error(f"cards like AhKd or ???? ({error})") from None

    def _steps(self, actions: list[str]) -> list[Step]:
        steps = []
        for number, text in enumerate(actions, 1):
            words = text.split("#")[0].split()
            self._where = f"action {number} ({text!r})"
            if words:
                named = words[-1] if words[0] == "d" or words[1:2] in (["sd"], ["sm"]) else ""
                whole = len(words) == (4 if words[:2] == ["d", "dh"] else 3)
                cards = self._cards(named) if whole and named != "-" else []
                steps.append(Step(self._where, words, cards))
        return steps

    def _reveal(self, steps: list[Step]) -> None:
        """Cards that were not recorded when dealt become those that are shown; what is shown was dealt."""
        for step in steps:
            self._where = step.where
            if step.words[1:2] != ["sm"] or not step.cards:
                continue
            deals = [other for other in steps if other.deals and other.words[2:3] == step.words[:1]]
            held = [card for other in deals for card in other.cards]
            if len(step.cards) != len(held) or any(
                card not in step.cards for card in held if card != NO_CARD
            ):
                raise self._error(f"the {len(held)} cards dealt to that player")
            fresh = iter([card for card in step.cards if card not in held])
            for other in deals:
                other.cards[:] = [next(fresh) if card == NO_CARD else card for card in other.cards]

    def _collect(self, steps: list[Step]) -> None:
        """Everybody's cards of the first street, which the file deals player by player."""
        count = sum(letter in "du" for letter in self._state.setup.game.streets[0][0])
        for step in steps:
            self._where = step.where
            if len(step.words) != 4:
                raise self._error(KNOWN)
            seat = self._seat(step.words[2])
            if seat in self._first or len(step.cards) != count:
                raise self._error(f"{count} cards, once for each player")
            self._first[seat] = step.cards
        self._where = "actions"
        if len(self._first) != len(self._seats):
            raise self._error(f"'d dh' for each of {len(self._seats)} players, got {len(self._first)}")
        dealt = [card for cards in self._first.values() for card in cards if card != NO_CARD]
        if len(set(dealt)) != len(dealt):
            raise self._error("every card to be dealt once")

    def _fill_in(self, burn: bool) -> None:
        """Forced bets, the first cards, shuffles, awards; the burn too when cards are about to be dealt."""
        while True:
            waiting = self._state.next
            if self._straddle and straddle_seat(self._state) is not None:
                self._apply(("straddle", straddle_seat(self._state)))
                self._straddle = False
            elif waiting[0] in ("ante", "blind", "award", "shuffle"):
                self._apply(waiting)
            elif waiting[0] == "deal" and self._state.street == 0:
                seat, face = waiting[1:]
                self._apply(("deal", seat, self._first[seat][len(self._state.hole(seat))], face))
            elif waiting[0] == "burn" and burn:
                self._apply(("burn", self._burns.pop(0) if self._burns else NO_CARD))
            else:
                return

    def _act(self, step: Step, rest: list[Step]) -> None:
        words, cards = step.words, step.cards
        if words[:2] == ["d", "db"] and len(words) == 3:
            for card in cards:
                self._fill_in(burn=True)
                self._apply(("board", card))
            if self._state.next == ("board",):
                raise self._error("all the community cards of the street")
            return
        if step.deals and len(words) == 4:
            self._deal(self._seat(words[2]), cards)
            return
        if len(words) < 2 or words[0] == "d":
            raise self._error(KNOWN)
        seat, verb, more = self._seat(words[0]), words[1], words[2:]
        if verb in ("f", "pb") and not more:
            self._apply(({"f": "fold", "pb": "bring_in"}[verb], seat))
        elif verb == "cc" and not more:
            self._apply(("call" if self._state.to_call else "check", seat))
        elif verb == "cbr" and len(more) == 1:
            if not (more[0].isascii() and more[0].isdecimal()) or len(more[0]) > 18:
                raise self._error(f"a whole number, got {more[0]!r}")
            self._apply(("raise" if self._state.wager.level else "bet", seat, int(more[0])))
        elif verb == "sd" and len(more) <= 1:
            self._discard(seat, words[0], cards, rest)
        elif verb == "sm" and len(more) <= 1:
            unknown = NO_CARD in self._state.hole(seat)
            self._apply(
                ("muck", seat) if not cards else ("show", seat, tuple(cards)) if unknown else ("show", seat)
            )
        else:
            raise self._error(KNOWN)

    def _deal(self, seat: int, cards: list[int]) -> None:
        """Cards of a later street, where the file deals them."""
        for card in cards:
            face = self._state.next[2] if self._state.next[0] == "deal" else "d"
            self._apply(("deal", seat, card, face))
        if self._state.next[:2] == ("deal", seat):
            raise self._error("all the cards of that player")

    def _discard(self, seat: int, player: str, cards: list[int], rest: list[Step]) -> None:
        """Discards, and the cards that the next 'd dh' of that player replaces them with."""
        self._apply(("discard", seat, tuple(cards)))
        owed = self._state.next[:2] in (("deal", seat), ("shuffle",)) and bool(cards)
        if not owed or not self._state.dealt.drawing:
            return
        for index, step in enumerate(rest):
            if step.deals and step.words[2:3] == [player] and len(step.cards) == len(cards):
                for card in step.cards:
                    self._fill_in(burn=False)
                    self._apply(("deal", seat, card, "d"))
                del rest[index]
                return
            if step.words[1:2] not in (["sd"], ["dh"]):
                break
        raise self._error(f"a 'd dh' with {len(cards)} cards for that player after it")


def cards_of(text: str) -> list[int]:
    """Two letters a card; '??' is NO_CARD. Raises ValueError for anything else."""
    pairs = [text[index : index + 2] for index in range(0, len(text), 2)]
    return [NO_CARD if pair == "??" else parse(pair) for pair in pairs]
