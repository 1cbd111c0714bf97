"""`railbird eval`: rank poker hands."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from host_tools.engine.awards import best
from host_tools.engine.ranking.evaluation import RANKINGS
from host_tools.engine.ranking.naming import Best, best_hand
from railbird.rules.cards import name, parse

Ranking = StrEnum("Ranking", {name: name for name in RANKINGS})  # type: ignore[misc]

OMAHA_CARDS, OMAHA_USED = 4, 2
OMAHA = ("high", "8b")


def evaluate(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS", help="AsKd... or As Kd ...; a comma between two hands.")
    ],
    ranking: Annotated[
        Ranking,
        typer.Option(
            help="high; a5 = ace-to-five low; 27 = deuce-to-seven low; 8b = low of eight or better."
        ),
    ],
    board: Annotated[
        str, typer.Option(metavar="CARDS", help="Omaha: three to five community cards; each hand has four.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Rank hands of five to seven cards (deuce-to-seven: five), or of four and a board; a bigger key is better.

    Example: railbird eval --ranking high AsKdQcJhTs2d3c, 9c9dQcJhTs2d3c

    Hands may share cards, as those with the same community cards do.
    """
    common = _cards(board, "--board")
    texts = " ".join(cards).split(",")
    hands = [_cards(text, "CARDS") for text in texts]
    for hand in hands:
        _check(ranking.value, hand, common)
    used = OMAHA_USED if common else 0
    ranked = [best_hand(ranking.value, hand, common, used) for hand in hands]
    top = best([hand.key for hand in ranked])
    winners = [index + 1 for index in top if ranked[index].key] if len(hands) > 1 else []
    if as_json:
        rows = [
            {"cards": _text(hand), "words": found.words, "five": _text(found.five), "key": found.key}
            for hand, found in zip(hands, ranked, strict=True)
        ]
        whole = {"ranking": ranking.value, "board": _text(common), "hands": rows, "winners": winners}
        print(json.dumps(whole))
        return
    for number, found in enumerate(ranked, 1):
        print(f"{number}  {_line(found)}" if len(hands) > 1 else _line(found))
    if len(hands) > 1:
        print(_verdict(winners))


def _line(found: Best) -> str:
    return f"{' '.join(_text(found.five))}  {found.words}  key {found.key}" if found.key else found.words


def _verdict(winners: list[int]) -> str:
    if len(winners) > 1:
        return f"hands {', '.join(map(str, winners))} tie"
    return f"hand {winners[0]} wins" if winners else "no hand wins"


def _text(cards: tuple[int, ...]) -> list[str]:
    return [name(card) for card in cards]


def _cards(text: str, where: str) -> tuple[int, ...]:
    letters = "".join(text.split())
    try:
        return tuple(parse(letters[index : index + 2]) for index in range(0, len(letters), 2))
    except ValueError as error:
        raise typer.BadParameter(f"{where}: expected cards like AsKd ({error})") from None


def _check(ranking: str, hand: tuple[int, ...], common: tuple[int, ...]) -> None:
    twice = [card for card in hand + common if (hand + common).count(card) > 1]
    if twice:
        raise typer.BadParameter(f"{name(twice[0])} is there twice")
    if common:
        if ranking not in OMAHA:
            raise typer.BadParameter(f"--board: expected --ranking {' or '.join(OMAHA)}, got {ranking}")
        if len(hand) != OMAHA_CARDS or not 3 <= len(common) <= 5:
            raise typer.BadParameter(
                f"expected 4 cards and a board of 3 to 5, got {len(hand)} and {len(common)}"
            )
    elif ranking == "27" and len(hand) != 5:
        raise typer.BadParameter(f"expected 5 cards, got {len(hand)}")
    elif not 5 <= len(hand) <= 7:
        raise typer.BadParameter(f"expected 5 to 7 cards, got {len(hand)}")
