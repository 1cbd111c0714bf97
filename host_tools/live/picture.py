"""What each role may see of a table, as plain JSON values: a projection that decides nothing about the rules.

A card is named to a role that sees all, or when the rules have opened it: on the board, dealt up, shown. Everybody
else gets a back, and learns of the ledger how many cards lie where and not which. What is not in a picture is not on
the wire.
"""

from typing import Any

from host_tools.engine import State, describe
from host_tools.live.night import done
from host_tools.live.roles import DEALER, FLOOR, HEARS_NAMES, PRODUCER, SEES_ALL
from host_tools.live.tiers import TIERS, tier
from host_tools.live.watch import Noted, Watch
from host_tools.tracker.tracker import Tracker
from railbird import facts, words
from railbird.rules import cards

Picture = dict[str, Any]

DUE_MS, LATE_MS = 720_000, 900_000  # after the last good count, f(6)(iv)
_GROUPS = ("seats", "board", "burn", "muck", "stub")


def opened(state: State | None) -> frozenset[int]:
    """The cards that the rules have opened to everybody."""
    if state is None:
        return frozenset()
    found = set(state.board)
    for seat in state.seats:
        found.update(state.hole(seat) if state.is_shown(seat) else state.up(seat))
    return frozenset(found - {cards.NO_CARD})


class Eyes:
    """What one role makes out of the cards of a tracker's hand."""

    def __init__(self, role: str, tracker: Tracker) -> None:
        sealed = tracker.sealed
        audited = sealed is not None and bool(sealed.key)  # the house's key opens what the table has sealed
        self.all = role in SEES_ALL or (role == FLOOR and audited)
        self._open = opened(tracker.state)
        self.known = None if sealed is None else sealed.known  # the others are stand-ins

    def name(self, card: int) -> str | None:
        """The two letters of a card, None for a back."""
        if card >= cards.DECK_SIZE or not (self.all or card in self._open):
            return None
        if self.known is not None and card not in self.known:
            return None
        return cards.name(card)


def picture(watch: Watch, role: str) -> Picture:
    """The table as `role` may see it now; the keys change one by one."""
    state = watch.tracker.state
    eyes = Eyes(role, watch.tracker)
    view = watch.tracker.view
    told = {
        "role": role,
        "hand": _hand(watch, state),
        "seats": [_seat(watch, state, seat, eyes) for seat in range(1, watch.seats + 1)],
        "board": [eyes.name(card) for card in state.board] if state else [],
        "burns": [eyes.name(card) for card in state.burns] if state else [],
        "button": view.button if 1 <= view.button <= facts.SEATS else None,
        "expected": None if view.expected == facts.NO_ZONE else words.zone_name(view.expected),
        "held": view.held,
        "advice": watch.tracker.advice,
        "tally": {name: watch.tally[name] for name in TIERS},
        "posted": _posted(watch),
        "verdicts": [_verdict(watch, noted, role, eyes) for noted in watch.verdicts],
        "ledger": ledger(watch, eyes),
        "counts": view.ledger(),
        "count": _count(watch),
        "readers": {zone: "UNKNOWN" if zone in watch.unknown else "ok" for zone in watch.zones},
        "link": _link(watch),
        "lines": [[line.t_ms, line.full if eyes.all else line.text] for line in watch.lines],
        "chips": _chips(watch),
    }
    if role in (DEALER, FLOOR):
        told["desk"] = dict(watch.desk)
        told["night"] = watch.night.told(state is None or done(state)) if watch.night else None
    if role in (FLOOR, PRODUCER):
        told["decisions"] = [list(decision) for decision in watch.decisions]
    return told


def _posted(watch: Watch) -> Picture | None:
    """The signs at the table and what may be announced of it (q), (o)(3), (r)(2): no names."""
    told = watch.night.told(False) if watch.night else {}
    return {name: told[name] for name in ("announcement", "signs", "ante")} if told else None


def _rake(watch: Watch) -> int | None:
    """What the house has taken of the hand, or what the chips say that it is due."""
    money = watch.tracker.money
    if watch.night is not None:
        watch.night.so_far(watch.tracker.events)
        return watch.night.taken
    return money.rake_due if money is not None else None


def _hand(watch: Watch, state: State | None) -> Picture | None:
    if state is None:
        return None
    return {
        "number": watch.hand,
        "game": state.setup.game.name,
        "street": state.street,
        "pot": state.pot,
        "pots": [pot.amount for pot in state.pots],
        "rake": _rake(watch),
        "actor": state.actor,
        "to_call": state.to_call,
        "waits": describe(state.next),
        "finished": state.finished,
        "awards": [[award.seat, award.amount, award.part] for award in state.awards],
    }


def _seat(watch: Watch, state: State | None, seat: int, eyes: Eyes) -> Picture:
    if state is None or seat not in state.seats:
        return {"seat": seat, "in": False}
    live = state.is_live(seat)
    hole = state.hole(seat) if live or eyes.all else ()
    first, end = state.setup.game.up
    deck = watch.tracker.view.deck
    return {
        "seat": seat,
        "in": True,
        "live": live,
        "all_in": state.is_all_in(seat),
        "shown": state.is_shown(seat),
        "stack": state.stack(seat),
        "bet": state.bet(seat),
        "cards": [
            {
                "card": eyes.name(card),
                "up": first <= number < end,
                "there": _at(watch, cards.tag_code(deck, card), seat),
            }
            for number, card in enumerate(hole)
        ],
    }


def _at(watch: Watch, code: int, seat: int) -> bool:
    """Whether a reader shows a card at a seat now; what is not there is in the player's hand or covered."""
    return watch.lying.get(code) in (facts.Z_SEAT + seat, facts.Z_UP + seat)


def _verdict(watch: Watch, noted: Noted, role: str, eyes: Eyes) -> Picture:
    verdict = noted.verdict
    name, _, _, text = words.VERDICTS[verdict.code]
    card = cards.card_of(verdict.ref) if verdict.ref != cards.NO_CARD else cards.NO_CARD
    named = eyes.name(card) if noted.hand == watch.hand else None  # what is open now was shut then
    if role in HEARS_NAMES and card < cards.DECK_SIZE:
        named = cards.name(card)
    return {
        "number": noted.number,
        "t_ms": noted.t_ms,
        "hand": noted.hand,
        "name": name,
        "text": text,
        "zone": None if verdict.zone == facts.NO_ZONE else words.zone_name(verdict.zone),
        "card": named,
        "rule": words.rule_of(verdict.code, verdict.arg),
        "advice": verdict.advice,
        "tier": tier(verdict.code),
        "standing": noted.number in watch.standing,
    }


def ledger(watch: Watch, eyes: Eyes) -> list[list[str | None]]:
    """The 52 of the deck in play as [place, card]; who does not see all, or not of all, gets them sorted by place, so
    that a cell does not tell by where it stands which card it is.
    """
    view = watch.tracker.view
    cells = []
    for card in range(cards.DECK_SIZE):
        zone = view.places.get(cards.tag_code(view.deck, card), facts.Z_STUB)
        cells.append([words.zone_name(zone), eyes.name(card)])
    if eyes.all and eyes.known is None:
        return cells
    return sorted(cells, key=lambda cell: (_group(str(cell[0])), cell[0], cell[1] or ""))


def _group(zone: str) -> int:
    row = zone.partition("_")[0]
    if row in ("seat", "up"):
        return 0
    return _GROUPS.index(row) if row in _GROUPS else len(_GROUPS)


def _count(watch: Watch) -> Picture:
    view = watch.tracker.view
    return {
        "distinct": view.counted,
        "due": view.count_due,
        "good_ms": watch.counted_ms,
        "due_after_ms": DUE_MS,
        "late_after_ms": LATE_MS,
        "now_ms": watch.now_ms,
    }


def _link(watch: Watch) -> Picture:
    welcome, beat = watch.welcome, watch.beat
    return {
        "open": watch.open,
        "lost": watch.lost,
        "board": welcome.board if welcome else None,
        "version": welcome.version if welcome else None,
        "boots": watch.boots,
        "beat": beat._asdict() if beat else None,
    }


def _chips(watch: Watch) -> Picture | None:
    money = watch.tracker.money
    if money is None:
        return None
    return {
        "zones": {
            words.zone_name(zone): [reading.worth, reading.sure] for zone, reading in money.readings.items()
        },
        "remarks": [str(remark) for remark in money.remarks[-8:]],
    }
