"""The `actions` of a PHH file, applied one by one; what the file leaves out comes from `State.next`."""

from collections.abc import Callable

from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.judge import apply
from host_tools.engine.state import State
from railbird.rules.cards import NO_CARD, parse

KNOWN = "one of 'd dh pN CARDS', 'd db CARDS', 'pN f', 'pN cc', 'pN cbr AMOUNT', 'pN sm [CARDS]'"


class Play:
    """One hand being played through. `fail` makes the error of a field from its name and what was
    expected.
    """

    def __init__(self, fail: Callable[[str, str], ValueError], seats: tuple[int, ...], state: State) -> None:
        self._fail = fail
        self._seats = seats
        self._state = state
        self._events: list[Event] = []
        self._hole: dict[int, list[int]] = {}
        self._where = "actions"

    def play(self, actions: list[str]) -> tuple[Event, ...]:
        """Every event of the hand: forced bets, burns (NO_CARD) and awards too. Fails at an impossible action."""
        steps = []
        for number, text in enumerate(actions, 1):
            words = text.split("#")[0].split()
            if words:
                steps.append((f"action {number} ({text!r})", words))
        self._collect(steps)
        for self._where, words in steps:
            if words[:2] != ["d", "dh"]:
                self._fill_in(burn=words[0] == "d")
                self._act(words)
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
        if player[:1] != "p" or not number.isdecimal() or not 1 <= int(number) <= len(self._seats):
            raise self._error(f"a player p1 to p{len(self._seats)}, got {player!r}")
        return self._seats[int(number) - 1]

    def _cards(self, text: str) -> list[int]:
        """Two letters a card; '??' is NO_CARD."""
        try:
            pairs = [text[index : index + 2] for index in range(0, len(text), 2)]
            return [NO_CARD if pair == "??" else parse(pair) for pair in pairs]
        except ValueError as error:
            raise self._error(f"cards like AhKd or ???? ({error})") from None

    def _collect(self, steps: list[tuple[str, list[str]]]) -> None:
        """Everybody's hole cards before anything is dealt: the file gives a player's together, the dealer
        does not.
        """
        count = sum(letter in "du" for letter in self._state.setup.game.streets[0][0])
        begun = False
        for self._where, words in steps:
            if words[:2] != ["d", "dh"]:
                begun = True
                if words[1:2] == ["sm"] and len(words) == 3 and words[2] != "-":
                    self._reveal(self._seat(words[0]), self._cards(words[2]))
                continue
            if begun or len(words) != 4:
                raise self._error("'d dh pN CARDS', before the first action")
            seat, cards = self._seat(words[2]), self._cards(words[3])
            if seat in self._hole or len(cards) != count:
                raise self._error(f"{count} cards, once for each player")
            self._hole[seat] = cards
        self._where = "actions"
        if len(self._hole) != len(self._seats):
            raise self._error(f"'d dh' for each of {len(self._seats)} players, got {len(self._hole)}")
        dealt = [card for cards in self._hole.values() for card in cards if card != NO_CARD]
        if len(set(dealt)) != len(dealt):
            raise self._error("every card to be dealt once")

    def _reveal(self, seat: int, shown: list[int]) -> None:
        """Cards that were not recorded when dealt become those that are shown."""
        held = self._hole.get(seat, [])
        if len(shown) != len(held) or any(card not in shown for card in held if card != NO_CARD):
            raise self._error(f"the {len(held)} cards dealt to that player")
        fresh = iter([card for card in shown if card not in held])
        self._hole[seat] = [next(fresh) if card == NO_CARD else card for card in held]

    def _fill_in(self, burn: bool) -> None:
        """Forced bets, the deal, awards; the burn too when a community card is next."""
        while True:
            waiting = self._state.next
            if waiting[0] in ("ante", "blind", "award"):
                self._apply(waiting)
            elif waiting[0] == "deal":
                seat, face = waiting[1:]
                self._apply(("deal", seat, self._hole[seat][len(self._state.hole(seat))], face))
            elif waiting[0] == "burn" and burn:
                self._apply(("burn", NO_CARD))
            else:
                return

    def _act(self, words: list[str]) -> None:
        if words[:2] == ["d", "db"] and len(words) == 3:
            for card in self._cards(words[2]):
                self._apply(("board", card))
            if self._state.next == ("board",):
                raise self._error("all the community cards of the street")
            return
        if len(words) < 2 or words[0] == "d":
            raise self._error(KNOWN)
        seat, verb, rest = self._seat(words[0]), words[1], words[2:]
        if verb == "f" and not rest:
            self._apply(("fold", seat))
        elif verb == "cc" and not rest:
            self._apply(("call" if self._state.to_call else "check", seat))
        elif verb == "cbr" and len(rest) == 1:
            if not rest[0].isdecimal():
                raise self._error(f"a whole number, got {rest[0]!r}")
            self._apply(("raise" if self._state.wager.level else "bet", seat, int(rest[0])))
        elif verb == "sm" and len(rest) <= 1:
            self._apply(("show", seat) if rest and rest != ["-"] else ("muck", seat))
        else:
            raise self._error(KNOWN)
