"""What a stream shows of a table as it is told late: cards, names, stacks, the pot, hands in words, equity.

`told` is the whole of it, `news` what has happened between two of them. Both are plain JSON values, and what is not in
them does not leave the server.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from host_tools.engine import Event, State, describe
from host_tools.engine.book import Game
from host_tools.engine.ranking.naming import best_hand
from host_tools.live.equity import Answer
from host_tools.live.roster import Roster
from host_tools.live.watch import Watch
from railbird.rules.cards import DECK_SIZE, name

Told = dict[str, Any]
ACTS = (
    "ante",
    "blind",
    "dead",
    "straddle",
    "bring_in",
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "discard",
    "muck",
    "undo",
)

NOTHING: Told = {
    "hidden": False, "hand": None, "seats": [], "board": [], "pot": 0, "pots": [], "odds": None, "acts": [],
    "awards": [],
}  # fmt: skip
"""Before the first hand."""

HIDDEN = NOTHING | {"hidden": True}
"""All that goes out while the stream is hidden."""


def told(watch: Watch, roster: Roster, answer: Answer | None, acts: Iterable[tuple[int, Event]]) -> Told:
    """Everything there is to show. `answer` are the odds as they stand, `acts` what was done last, numbered."""
    state = watch.tracker.state
    if state is None:
        return NOTHING
    sealed = watch.tracker.sealed
    known = None if sealed is None else sealed.known
    odds = {} if answer is None else {one.seat: one for one in answer.odds}
    seats = []
    for seat in sorted(state.seats):
        hand = state.hole(seat)
        player = roster.seat(seat)
        one = odds.get(seat)
        seats.append(
            {
                "seat": seat,
                "name": player.name,
                "photo": player.photo and f"/photo/{player.photo}",
                "stack": state.stack(seat),
                "bet": state.bet(seat),
                "live": state.is_live(seat),
                "all_in": state.is_all_in(seat),
                "shown": state.is_shown(seat),
                "button": seat == state.button,
                "acts": seat == state.actor,
                "cards": [_name(card, known) for card in hand],
                "hand": words(state, hand, known) if state.is_live(seat) else "",
                "odds": None if one is None else [round(100 * part, 1) for part in one[1:]],
            }
        )
    return {
        "hidden": False,
        "hand": {
            "number": watch.hand,
            "game": state.setup.game.name,
            "street": state.street,
            "over": state.finished,
        },
        "seats": seats,
        "board": [_name(card, known) for card in state.board],
        "pot": state.pot,
        "pots": [pot.amount for pot in state.pots],
        "odds": None
        if answer is None
        else {"exact": answer.exact, "deals": answer.deals, "error": round(100 * answer.error, 1)},
        "acts": [_act(*act) for act in acts],
        "awards": [[award.seat, award.amount, award.part] for award in state.awards],
    }


def _name(card: int, known: frozenset[int] | None) -> str | None:
    return name(card) if card < DECK_SIZE and (known is None or card in known) else None


def _act(number: int, act: Event) -> list[Any]:
    """Its number, kind, seat, amount, and the sentence, without the cards that it names."""
    if act[0] == "discard":
        return [number, *act[:2], None, f"seat {act[1]} discards {len(act[2])}"]
    if act[0] == "undo":
        return [number, *act, None, f"what seat {act[1]} did last is taken back"]
    return [number, *act[:2], act[2] if len(act) == 3 else None, describe(act)]


def words(state: State, hand: tuple[int, ...], known: frozenset[int] | None) -> str:
    """The best hand as the engine calls it, high and low; '' where five cards are not known yet."""
    if not hand or not all(_name(card, known) for card in (*hand, *state.board)):
        return ""
    return _words(state.setup.game, hand, state.board)


@lru_cache(maxsize=256)
def _words(game: Game, hand: tuple[int, ...], board: tuple[int, ...]) -> str:
    enough = len(board) >= 3 if game.hole_used else len(hand) + len(board) >= 5
    if not enough:
        return ""
    found = [best_hand(ranking, hand, board, game.hole_used) for ranking in game.rankings]
    return ", ".join(best.words for best in found if best.key)


def news(before: Told, after: Told) -> Iterator[Told]:
    """What has happened between two of them, in an order in which it can be told."""
    if after["hidden"] != before["hidden"]:
        yield {"type": "hidden" if after["hidden"] else "shown"}
    if after["hidden"] or after["hand"] is None:
        return
    begun = before["hand"] is None or before["hand"]["number"] != after["hand"]["number"]
    if begun:
        yield {
            "type": "hand",
            **{key: after["hand"][key] for key in ("number", "game")},
            "seats": [
                {key: one[key] for key in ("seat", "name", "stack", "bet", "button")}
                for one in after["seats"]
            ],
        }
    number = after["hand"]["number"]
    was = {} if begun else {one["seat"]: one for one in before["seats"]}
    for one in after["seats"]:
        seen = was[one["seat"]]["cards"] if one["seat"] in was else []
        if one["cards"] != seen:
            yield {"type": "cards", "hand": number, "seat": one["seat"], "cards": one["cards"]}
    if after["board"] != ([] if begun else before["board"]):
        yield {"type": "board", "hand": number, "cards": after["board"]}
    last = before["acts"][-1][0] if before["acts"] else 0
    for act, kind, seat, amount, text in after["acts"]:
        by = next((one for one in after["seats"] if one["seat"] == seat), None)
        if act > last and by is not None:
            yield {
                "type": "act", "hand": number, "seat": seat, "name": by["name"], "act": kind, "amount": amount,
                "text": text, "stack": by["stack"], "pot": after["pot"],
            }  # fmt: skip
    for one in after["seats"]:
        if one["shown"] and not was.get(one["seat"], one)["shown"]:
            yield {
                "type": "show",
                "hand": number,
                "seat": one["seat"],
                "cards": one["cards"],
                "text": one["hand"],
            }
    if after["odds"] is not None and (begun or after["odds"] != before["odds"]):
        parts = {str(one["seat"]): one["odds"] for one in after["seats"] if one["odds"]}
        yield {"type": "odds", "hand": number, **after["odds"], "seats": parts}
    for seat, amount, part in after["awards"][len([] if begun else before["awards"]) :]:
        yield {"type": "award", "hand": number, "seat": seat, "amount": amount, "part": part}
    if after["hand"]["over"] and (begun or not before["hand"]["over"]):
        yield {"type": "end" if after["awards"] else "void", "hand": number}
