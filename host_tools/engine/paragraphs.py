"""Where each game's steps stand in 9 NYCRR 5324.42, so that a refusal can name its rule. One row a game."""

from typing import NamedTuple


class Paragraphs(NamedTuple):
    """`players` caps the seats; `deals` and `rounds` have one paragraph a street."""

    players: str
    blinds: str
    deals: tuple[str, ...]
    rounds: tuple[str, ...]
    showdown: str


PARAGRAPHS = {
    "holdem": Paragraphs(
        "i(2)", "i(4)", ("i(5)", "i(7)", "i(8)", "i(9)"), ("i(6)", "i(7)", "i(8)", "i(9)"), "i(10)"
    ),
}
