"""Where each game's steps stand in 9 NYCRR 5324.42, so that a refusal can name its rule. One row a game."""

from typing import NamedTuple


class Paragraphs(NamedTuple):
    """`players` caps the seats, `forced` says who posts what; `deals` and `rounds` have one paragraph a street;
    `discard` is where own cards are discarded or drawn.
    """

    players: str
    forced: str
    deals: tuple[str, ...]
    rounds: tuple[str, ...]
    showdown: str
    discard: str = ""


_HOLDEM_ROUNDS = ("i(6)", "i(7)", "i(8)", "i(9)")
_STUD = Paragraphs(
    "h(2)", "h(4)", ("h(3)", "h(6)", "h(8)", "h(8)", "h(8)"), ("h(5)", "h(7)", "h(8)", "h(8)", "h(8)"), "h(9)"
)
_OMAHA = Paragraphs("j(2)", "j(5)", ("j(4)", "i(7)", "i(8)", "i(9)"), _HOLDEM_ROUNDS, "j(6)")  # j(5) by X13
# k(2) and k(6) are absent (X02, X03).
_DRAW = Paragraphs("k(1)", "k(5)", ("k(4)", "k(5)(i)"), ("k(5)", "k(7)"), "k(8)", "k(5)(ii)")
_TRIPLE = Paragraphs(  # l(3) and l(5) are absent (X04, X05)
    "l(2)", "i(4)", ("l(4)", "l(6)", "l(8)", "l(10)"), ("i(6)", "l(7)", "l(9)", "l(11)"), "l(12)", "l(6)"
)
_PINEAPPLE = Paragraphs(  # n(2) and n(4) are absent (X08, X09)
    "n(1)", "i(4)", ("n(5)", "n(8)", "n(11)", "n(12)"), ("n(6)", "n(10)", "n(11)", "n(12)"), "n(13)", "n(7)"
)

PARAGRAPHS = {
    "stud7_high": _STUD,
    "stud7_low": _STUD,
    "stud7_hl": _STUD,
    "stud7_hl8": _STUD,
    "holdem": Paragraphs("i(2)", "i(4)", ("i(5)", "i(7)", "i(8)", "i(9)"), _HOLDEM_ROUNDS, "i(10)"),
    "omaha_high": _OMAHA,
    "omaha_hl8": _OMAHA,
    "draw5_high": _DRAW,
    "draw5_low": _DRAW,
    "triple_draw_27": _TRIPLE,
    "single_draw_27": _DRAW,  # not a game of the regulation: run as five-card draw
    "stud5_high": Paragraphs(  # m(2) and a showdown are absent (X06, X07)
        "m(1)", "m(4)", ("m(3)", "m(6)", "m(7)", "m(7)"), ("m(5)", "m(6)", "m(7)", "m(7)"), "f(5)"
    ),
    "pineapple": _PINEAPPLE,
    "crazy_pineapple": _PINEAPPLE._replace(discard="n(9)"),
}
