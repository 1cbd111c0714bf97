"""The vocabulary of a hand: every event there is, its refusal, and its sentence for a terminal.

An event is a short tuple: its kind, then integers (seats 1..11, cards 0..51, amounts in the smallest coin).

    ('ante', seat, amount)      forced bets, before any card (c)(2), in the order and amounts of `State.next`
    ('blind', seat, amount)     likewise; what the seat really posts: its stack if that is less (W12)
    ('dead', seat, amount)      likewise, into the pot without being a bet: a blind that was missed (D02)
    ('straddle', seat)          optional, between the blinds and the first card: twice the big blind (c)(11)
    ('deal', seat, card, face)  a card to a seat; face 'd' down or 'u' up
    ('burn', card)              a burn
    ('board', card)             a community card
    ('discard', seat, (card, ...))  gives cards up: one where every seat discards, any number in a draw, () = stands
    ('shuffle',)                the burns (h)(8) or the discards (k)(5)(ii), (l)(6) are shuffled into the deck
    ('bring_in', seat)          posts the forced bet by up card (c)(2)(iii)
    ('fold', seat) ('check', seat) ('call', seat)
    ('bet', seat, to)           opens the betting round
    ('raise', seat, to)         `to` = the seat's whole contribution to this round, not the increment
    ('declare', seat, verb)     says 'fold', 'check', 'call', ('declare', seat, 'bet' or 'raise', to) (c)(4)
    ('place', seat, (chip, ...))  puts chips in without a word; ('place', seat, (chip, ...), verb) with one word and no
                                amount; what they come down to is in `State.rulings` (c)(5)-(9)
    ('show', seat)              tables the hand; ('show', seat, (card, ...)) also says what it is
    ('muck', seat)              concedes at the showdown without showing
    ('award', pot)              pushes a pot; 0 is the centre pot, the side pots come before it (f)(6)(vi)

What a hand waits for, `State.next`, is one of these or a part of one:

    ('ante', seat, amount) ('blind', seat, amount) ('dead', seat, amount) ('award', pot)   whole: apply it as it stands
    ('deal', seat, face) ('burn',) ('board',)                       the card is missing
    ('discard', seat)                                               the cards are missing
    ('shuffle',)                                                    whole
    ('act', seat)                                                   one of `legal(state)`
    ('show', seat)                                                  show or muck
    ('done',)                                                       nothing more

A card that was dealt but not identified is NO_CARD (255). Hole cards and burns may be unknown: a burn for
good, a seat's cards until it shows, when they have to be named (a discard may stay unknown). A community card has to
be known. An unknown card face up opens nothing.
"""

from typing import Any

from railbird.rules.cards import NO_CARD, name

Event = tuple[Any, ...]

SHAPES: dict[str, tuple[list[type], ...]] = {
    "ante": ([str, int, int],),
    "blind": ([str, int, int],),
    "dead": ([str, int, int],),
    "straddle": ([str, int],),
    "deal": ([str, int, int, str],),
    "burn": ([str, int],),
    "board": ([str, int],),
    "discard": ([str, int, tuple],),
    "shuffle": ([str],),
    "bring_in": ([str, int],),
    "fold": ([str, int],),
    "check": ([str, int],),
    "call": ([str, int],),
    "bet": ([str, int, int],),
    "raise": ([str, int, int],),
    "declare": ([str, int, str], [str, int, str, int]),
    "place": ([str, int, tuple], [str, int, tuple, str]),
    "show": ([str, int], [str, int, tuple]),
    "muck": ([str, int],),
    "award": ([str, int],),
}

DONE: Event = ("done",)
BURN: Event = ("burn",)
BOARD: Event = ("board",)
SHUFFLE: Event = ("shuffle",)


class IllegalEvent(ValueError):
    """An event that the rules refuse; the state it was applied to stands as it was.

    `reason` is one line, `rule` the paragraph it rests on, such as `i(6)`.
    """

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} [{rule}]")
        self.reason = reason
        self.rule = rule


def _card(card: int) -> str:
    return "an unidentified card" if card == NO_CARD else name(card)


def _discard(seat: int, *rest: Any) -> str:
    if not rest:
        return f"seat {seat} to discard"
    if len(rest) == 2:
        least, most = rest
        return f"seat {seat} may discard {least}..{most}"
    cards = rest[0]
    return f"seat {seat} discards {' '.join(map(_card, cards))}" if cards else f"seat {seat} stands pat"


def describe(event: Event) -> str:
    """One sentence for an event or for what `State.next` waits for; amounts in the smallest coin."""
    kind, args = event[0], event[1:]
    if kind == "show" and len(args) == 2:
        return f"seat {args[0]} shows {' '.join(name(card) for card in args[1])}"
    if kind == "discard":
        return _discard(*args)
    if kind == "declare":
        return f"seat {args[0]} says {' '.join(map(str, args[1:]))}"
    if kind == "place":
        word = f" and says {args[2]}" if len(args) == 3 else ""
        return f"seat {args[0]} puts in {' + '.join(map(str, args[1]))}{word}"
    if kind == "deal":
        card = _card(args[1]) if len(args) == 3 else "a card"
        return f"seat {args[0]} gets {card} {'up' if args[-1] == 'u' else 'down'}"
    if kind in ("burn", "board"):
        return f"{kind} {_card(args[0]) if args else 'card'}"
    if kind == "award":
        return f"side pot {args[0]} is awarded" if args[0] else "the centre pot is awarded"
    if len(args) == 3:  # a bet or raise as `legal` offers it
        return f"seat {args[0]} may {kind} to {args[1]}..{args[2]}"
    return _SENTENCES[kind].format(*args)


_SENTENCES = {
    "ante": "seat {} antes {}",
    "blind": "seat {} posts a blind of {}",
    "dead": "seat {} posts {} dead",
    "straddle": "seat {} straddles",
    "shuffle": "the deck is made up by a shuffle",
    "bring_in": "seat {} brings it in",
    "act": "seat {} to act",
    "fold": "seat {} folds",
    "check": "seat {} checks",
    "call": "seat {} calls",
    "bet": "seat {} bets {}",
    "raise": "seat {} raises to {}",
    "show": "seat {} shows",
    "muck": "seat {} mucks",
    "done": "the hand is over",
}
