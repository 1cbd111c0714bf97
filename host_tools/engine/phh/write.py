"""Writing PHH hand histories, so that reading gives the same hand again (see `variants` for the user fields)."""

from collections.abc import Sequence
from typing import Any

from host_tools.engine.events import Event
from host_tools.engine.judge import apply
from host_tools.engine.options import profile
from host_tools.engine.phh.hand import Hand
from host_tools.engine.phh.variants import PUBLISHED_CAP, encode
from host_tools.engine.state import State
from railbird.rules.cards import NO_CARD, name


def write(hand: Hand) -> str:
    """The text of a PHH file. What was read from a file comes out of it again, field by field.

    A card that was unknown when dealt and named at the showdown is written as it was dealt, and read as it was shown.
    Words and chips are written as the wager they came down to.
    A hand tabled between a burn and the community cards after it is written as tabled before the burn.
    """
    actions, burns, straddle = _Writer(hand).write()
    fields = _before(hand)
    fields["actions"] = actions
    if any(card != NO_CARD for card in burns):
        fields["_burns"] = _cards(burns)
    if straddle:
        fields["_straddle"] = True
    fields.update(hand.notes)
    if hand.players:
        fields["players"] = hand.players
    if hand.finishing_stacks is not None:
        fields["finishing_stacks"] = hand.finishing_stacks
    return "".join(f"{field} = {_toml(value)}\n" for field, value in fields.items())


def _before(hand: Hand) -> dict[str, Any]:
    """Everything before the actions, from the state the hand began with."""
    setup, count = hand.start.setup, len(hand.seats)
    limits, game = setup.limits, setup.game
    button_last = count == 2 and game.order == "button"
    fields: dict[str, Any] = {
        "variant": encode(limits.structure, game.name),
        "ante_trimming_status": not setup.dead_antes,
        "antes": setup.antes[::-1] if button_last else setup.antes,
    }
    if game.forced_card:
        fields["bring_in"] = setup.bring_in
    else:
        fields["blinds_or_straddles"] = setup.blinds + (0,) * (count - len(setup.blinds))
    least = [amount or setup.blind for amount in limits.least]
    if limits.structure == "fixed":
        fields["small_bet"], fields["big_bet"] = least
    else:
        fields["min_bet"] = least[0]
    if limits.structure == "spread":
        fields["_max_bets"] = limits.most
    if limits.fixed_steps and limits.cap != PUBLISHED_CAP:
        fields["_raise_cap"] = limits.cap
    if setup.kill is not None:
        fields["_kill"] = (hand.seats.index(setup.kill[0]) + 1, setup.kill[1])
    if setup.unit != 1:
        fields["_unit"] = setup.unit
    published = profile("published")._asdict()
    options = {name: value for name, value in setup.options._asdict().items() if value != published[name]}
    if options:
        fields["_options"] = options
    fields["starting_stacks"] = setup.stacks
    if hand.seats != tuple(range(1, count + 1)):
        fields["seats"] = hand.seats
    return fields


class _Writer:
    """The events of a hand on their way to actions: first cards together, replacements after all discards."""

    def __init__(self, hand: Hand) -> None:
        self._players = {seat: f"p{number}" for number, seat in enumerate(hand.seats, 1)}
        self._hand = hand
        self._actions: list[str] = []
        self._board: list[int] = []
        self._drawn: dict[int, list[int]] = {}

    def write(self) -> tuple[list[str], list[int], bool]:
        """The actions, the burns in order, and whether there was a straddle."""
        state = self._hand.start
        burns: list[int] = []
        straddle, street = False, 0
        first: dict[int, list[int]] = {seat: [] for seat in self._hand.seats}
        for event in self._hand.events:
            kind = event[0]
            if state.street != street:
                self._flush()
                street = state.street
            if kind == "deal" and not street:
                first[event[1]].append(event[2])
            elif kind == "burn":
                burns.append(event[1])
            elif kind == "straddle":
                straddle = True
            elif kind in ("declare", "place"):
                if state.next == ("act", event[1]):
                    self._one(state, apply(state, event).rulings[-1].event)
            else:
                self._one(state, event)
            state = apply(state, event)
        self._flush()
        dealt = [f"d dh {self._players[seat]} {_cards(cards)}" for seat, cards in first.items()]
        return dealt + self._actions, burns, straddle

    def _one(self, state: State, event: Event) -> None:
        kind = event[0]
        if kind in ("ante", "blind", "award", "shuffle"):
            return
        if kind == "board":
            self._board.append(event[1])
            return
        if kind == "deal" and state.dealt.drawing:
            self._drawn.setdefault(event[1], []).append(event[2])
            return
        if (kind != "discard" or self._board) and state.next[0] != "board":
            self._flush()
        if kind == "deal":
            self._actions.append(f"d dh {self._players[event[1]]} {_cards([event[2]])}")
            return
        more = ""
        if kind in ("bet", "raise"):
            more = f" {event[2]}"
        elif kind == "discard" and event[2]:
            more = f" {_cards(event[2])}"
        elif kind == "show":
            more = f" {_cards(event[2] if len(event) == 3 else state.hole(event[1]))}"
        self._actions.append(f"{self._players[event[1]]} {_VERBS[kind]}{more}")

    def _flush(self) -> None:
        """The community cards or replacements that have been collected."""
        if self._board:
            self._actions.append(f"d db {_cards(self._board)}")
        self._actions += [
            f"d dh {self._players[seat]} {_cards(cards)}" for seat, cards in self._drawn.items()
        ]
        self._board, self._drawn = [], {}


_VERBS = {
    "fold": "f",
    "check": "cc",
    "call": "cc",
    "bet": "cbr",
    "raise": "cbr",
    "bring_in": "pb",
    "discard": "sd",
    "show": "sm",
    "muck": "sm",
}


def _cards(cards: Sequence[int]) -> str:
    return "".join("??" if card == NO_CARD else name(card) for card in cards)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    return str(value)


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'
