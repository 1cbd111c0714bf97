"""`railbird enroll`: the tags of a deck, or a batch of chips, one after the other."""

import json
import random
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools.bringup import InputError
from host_tools.bringup.bench import Bench
from host_tools.bringup.enroll import Enrolment, Place, Weak, batch, missing_line, verify
from host_tools.bringup.tags import DECKS, Tags, label, load, save
from host_tools.chip_registry import SORTS, Kind
from host_tools.cli.at_table import BoardName, Choice, Faults, Port, Seed, Simulate, TableKey
from host_tools.cli.standing import Hand, Person
from host_tools.registry import RegistryError, sample
from railbird.rules import cards

_BEST = ("count", "muck", "burn")  # where one card after the other is laid most easily
_KEYS = "b: the last one again, s: skip, q: pause"


def enroll(
    port: Port = None,
    simulate: Simulate = False,
    board: BoardName = None,
    fault: Faults = None,
    seed: Seed = None,
    deck: Annotated[str | None, typer.Option(help="The deck: A or B.")] = None,
    chips: Annotated[
        int | None, typer.Option(help="Instead of a deck chips of this worth, in the smallest coin.", min=0)
    ] = None,
    sort: Annotated[str, typer.Option(help=f"With --chips: {', '.join(SORTS)}.")] = "chip",
    zone: Annotated[str | None, typer.Option(help="Where they are laid; count, muck or burn else.")] = None,
    out: Annotated[
        Path, typer.Option(help="The table's file of tags; what is there is gone on with.")
    ] = Path("tags.json"),
    table_key: TableKey = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a tag, the last of all.")] = False,
) -> None:
    """Enroll the 52 cards of a deck and its cover card, one by one, or chips; then read each once more.

    Example: railbird enroll --port /dev/ttyACM0 --deck A --out tags.json

    The file is written after each tag, encrypted with --table-key; Ctrl-C pauses, the same command goes on. Decks that
    are whole go onto the board.
    Exit status 1 while cards are missing.
    """
    _check(deck, chips, sort)
    choice = Choice(port, simulate, board, fault, seed, table_key)
    secret = choice.identity.secret if choice.identity else None
    tags = load(out, secret) if out.exists() else Tags()
    with choice.open() as (bench, world):
        save(tags, out, secret)  # before anybody lays a card for nothing
        stock = _stock(seed or 0) if chips is None else {0: _chip(seed or 0, tags)}
        who: Person | Hand = Hand(world, stock) if world else Person(not as_json)
        place = Place(bench, _zone(bench, zone), who.typed)
        desk = Desk(tags, out, secret, as_json)
        if deck is None:
            assert chips is not None
            whole = _chips(desk, place, who, Kind(chips, sort))
        else:
            whole = enroll_deck(desk, place, who, Enrolment(tags, deck))
        hand_over(bench, tags)
    raise typer.Exit(0 if whole else 1)


def _check(deck: str | None, chips: int | None, sort: str) -> None:
    if (deck is None) == (chips is None):
        raise InputError("expected --deck A or B, or --chips WORTH")
    if deck is not None and deck not in DECKS:
        raise InputError(f"--deck {deck}: expected A or B")
    if sort not in SORTS:
        raise InputError(f"--sort {sort}: expected one of {', '.join(SORTS)}")


def _zone(bench: Bench, wanted: str | None) -> str:
    if wanted is not None and wanted not in bench.zones:
        raise InputError(f"--zone {wanted}: expected one of {', '.join(bench.zones)}")
    return wanted or next((zone for zone in _BEST if zone in bench.zones), bench.zones[0])


def _stock(seed: int) -> dict[int, bytes]:
    """The tags that a simulated hand has."""
    return sample(seed)


def _chip(seed: int, tags: Tags) -> bytes:
    """The chip that a simulated hand takes up next: one that is in no file yet."""
    luck = random.Random(f"chips {seed}")
    while tags.owner(uid := b"\x04" + luck.randbytes(6)):
        pass
    return uid


class Desk:
    """Where it is written down and said."""

    def __init__(self, tags: Tags, out: Path, secret: bytes | None, as_json: bool) -> None:
        self.tags = tags
        self._out = out
        self._secret = secret
        self._json = as_json

    def save(self) -> None:
        save(self.tags, self._out, self._secret)

    def say(self, words: str, **event: Any) -> None:
        """One line for people, or one object."""
        print(json.dumps(event) if self._json else words, flush=True)

    def progress(self, deck: str, card: int) -> None:
        left = len(self.tags.missing(deck))
        self.say(f"{label(card)}: enrolled, {left} to go", event="enrolled", card=cards.name(card), left=left)


def enroll_deck(desk: Desk, place: Place, who: Person | Hand, one: Enrolment) -> bool:
    """Card after card, and the verify pass; whether the deck is whole and sound. KeyboardInterrupt comes on."""
    try:
        while (card := one.due) is not None:
            code = cards.tag_code(DECKS.index(one.deck), card)
            who.lay(code, place.zone, f"{label(card)} on {place.zone} ({_KEYS})")
            heard = place.wait()
            if place.typed is not None:
                if not _typed(place.typed, one, desk):
                    break
                continue
            if heard.uid is not None and not (reason := one.take(heard.uid)):
                desk.save()
                desk.progress(one.deck, card)
            elif heard.uid is not None or heard.trouble:
                reason = reason if heard.uid is not None else heard.trouble
                desk.say(f"{label(card)}: {reason}", event="refused", card=cards.name(card), why=reason)
                if isinstance(who, Hand):
                    one.skip()
            else:
                desk.say(
                    f"{label(card)}: nothing heard: another spot, another distance; else the tag is dead: s skips it",
                    event="dead", card=cards.name(card),
                )  # fmt: skip
                if isinstance(who, Hand):
                    one.skip()
            who.lift()
            place.wait_empty()
        weak = [] if one.tags.missing(one.deck) else _verified(desk, place, who, one)
    except KeyboardInterrupt:
        desk.say(f"paused, {len(one.known)} enrolled: the same command goes on", event="paused")
        raise
    gone = one.tags.missing(one.deck)
    desk.say(
        f"deck {one.deck}: {len(one.known)} enrolled, missing: {missing_line(one.tags, one.deck)}",
        event="deck", deck=one.deck, enrolled=len(one.known), missing=[cards.name(card) for card in gone],
        weak=[cards.name(row.card) for row in weak],
    )  # fmt: skip
    return not gone and not weak


def _typed(line: str, one: Enrolment, desk: Desk) -> bool:
    """Do what was typed; False: pause."""
    if line == "b":
        one.back()
        desk.save()
    elif line == "s":
        one.skip()
    return line != "q"


def _verified(desk: Desk, place: Place, who: Person | Hand, one: Enrolment) -> list[Weak]:
    def laid(card: int) -> bool:
        who.lift()
        who.lay(cards.tag_code(DECKS.index(one.deck), card), place.zone, "")
        return who.confirm(f"verify: {label(card)} on {place.zone}, Enter (q ends)") != "q"

    weak = []
    for row in verify(place, one.tags, one.deck, laid):
        weak.append(row)
        desk.say(
            f"{label(row.card)}: read {row.read} times of {row.looks}: a weak tag, or another card's",
            event="weak", card=cards.name(row.card), read=row.read, looks=row.looks,
        )  # fmt: skip
    who.lift()
    return weak


def _chips(desk: Desk, place: Place, who: Person | Hand, kind: Kind) -> bool:
    """Batches of chips until nobody lays any more; a simulated hand has one."""
    code = 0
    while True:
        who.lay(code, place.zone, "")
        words = f"chips of {kind.worth} on {place.zone}, a few side by side, Enter (q ends)"
        if who.confirm(words) == "q":
            break
        before = len(desk.tags.chips)
        for reason in batch(place, desk.tags, kind):
            desk.say(reason, event="refused", why=reason)
        desk.save()
        new = len(desk.tags.chips) - before
        desk.say(
            f"{new} new, {len(desk.tags.chips)} in all", event="chips", new=new, all=len(desk.tags.chips)
        )
        who.lift()
        if isinstance(who, Hand):
            break
    return True


def hand_over(bench: Bench, tags: Tags) -> None:
    """What is whole goes onto the board. Raises InputError for tags that no table takes."""
    try:
        if tags.whole():
            bench.put("registry.bin", tags.registry())
        if tags.chips:
            bench.put("chips.bin", tags.chip_registry())
    except RegistryError as error:
        raise InputError(str(error)) from None
    print(f"on the board: decks {' '.join(tags.whole()) or 'none'}, {len(tags.chips)} chips", file=sys.stderr)
