"""`railbird core`: the deal order of a game, as the device's own rules core walks it."""

import json
from collections.abc import Iterator
from typing import Annotated, NamedTuple

import typer

from host_tools.cli import complete
from railbird import facts, words
from railbird.rules import games
from railbird.rules.deal import Deal

DRAWN = 1  # cards that each seat gives up

Folds = list[tuple[int, int]]


class Place(NamedTuple):
    """One card: its street, counted from 1, where it lands, and which card of that zone it is; 'discard_3' where seat 3
    gives cards up, nth being how many, and 'shuffle' where cards go back into the deck.
    """

    street: int
    zone: str
    nth: int


def core(
    game: Annotated[str, typer.Option(help="A game of the table of games.", autocompletion=complete.game)],
    seats: Annotated[int, typer.Option(help="Players, at seats 1 to N; the last has the button.")],
    fold: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT@STREET", help="A fold in the betting round of a street (1 = the first cards)."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line and card.")] = False,
) -> None:
    """Print the deal order of the device's rules core, card by card.

    Example: railbird core --game holdem --seats 6 --fold 3@1 --fold 5@2

    Up cards have an antenna of their own. In a draw everybody draws one card.
    """
    if game not in games.NAMES:
        raise typer.BadParameter(f"--game {game}: expected one of {', '.join(games.NAMES)}")
    most = games.max_seats(game)
    if not 2 <= seats <= most:
        raise typer.BadParameter(f"--seats {seats}: expected 2 to {most}, as {game} allows")
    deal = Deal(facts.Z_BOARD, facts.Z_BURN, facts.Z_UP, (1 << facts.SEATS) - 1)
    deal.start(game, (1 << seats) - 1, seats if games.order(game) == "button" else 0)
    folds = [_fold(text, seats, len(games.streets(game))) for text in fold or []]
    folded = [seat for seat, _ in folds]
    for seat in folded:
        if folded.count(seat) > 1:
            raise typer.BadParameter(f"--fold: seat {seat} folds more than once")
    if len(folds) >= seats:
        raise typer.BadParameter(f"--fold: expected at most {seats - 1}, the last player wins")
    if not as_json:
        print("card  street  zone        nth")
    for number, place in enumerate(walk(deal, seats, folds), 1):
        if as_json:
            print(json.dumps({"card": number} | place._asdict()))
        else:
            print(f"{number:4}  {place.street:6}  {place.zone:12}{place.nth:3}")


def walk(deal: Deal, players: int, folds: Folds) -> Iterator[Place]:
    """The cards of a hand laid out, each taken where the core waits for it, until one player is left or all is dealt.

    A fold is a seat and the street, counted from 1, in whose betting round it happens.
    """
    while deal.next < deal.size:
        index = deal.next
        street = deal.street[index] + 1
        zone = deal.next_zone()
        if deal.dry:
            yield Place(street, "shuffle", 1)
            deal.shuffle()
        elif zone == facts.Z_MUCK:
            seat = deal.owner[index]
            yield Place(street, f"discard_{seat}", DRAWN)
            deal.give_up(seat, DRAWN)
        else:
            yield Place(street, words.zone_name(zone), deal.take(zone))
        if deal.complete() and not deal.last_street():
            for seat, street in folds:
                if street == deal.open + 1:
                    deal.fold(seat)
                    players -= 1
            if players == 1:
                return
            deal.open_next()


def _fold(text: str, seats: int, streets: int) -> tuple[int, int]:
    seat, _, street = text.partition("@")
    whole = all(part.isascii() and part.isdecimal() and len(part) < 3 for part in (seat, street))
    if not whole or not 1 <= int(seat) <= seats or not 1 <= int(street) <= streets:
        raise typer.BadParameter(
            f"--fold {text}: expected SEAT@STREET with a seat 1 to {seats} and a street 1 to {streets}"
        )
    return int(seat), int(street)
