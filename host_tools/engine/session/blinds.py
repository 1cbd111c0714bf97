"""Who is dealt in next, where the button goes, who posts which blind, and who has missed one ((i)(3)(iii), D02).

Pure functions over the seats of a table. Amounts in the smallest coin.
"""

from collections.abc import Mapping, Set
from typing import NamedTuple

from host_tools.engine.options import Options
from host_tools.engine.session.buy_in import may_be_dealt_in
from railbird.rules.games import MAX_SEATS


class Seat(NamedTuple):
    """A player at a table. `status`: 'in', 'away', or waiting to be dealt in, 'new' or 'back'. `adding` counts from
    the next round on (W03); `posting`: willing to post instead of waiting for the big blind.
    """

    name: str
    stack: int
    status: str = "new"
    adding: int = 0
    posting: bool = False
    missed_small: bool = False
    missed_big: bool = False
    leaving: bool = False


class Need(NamedTuple):
    """What the game asks for: its blinds, the ante, the minimum to be dealt in, whether there is a button at all."""

    blinds: tuple[int, ...]
    ante: int
    minimum: int
    has_button: bool


class Deal(NamedTuple):
    """The next round: `small` is the place of the small blind, be it empty; `entries` as `start` takes them; `missed`
    is ((seat, small, big), ...) for those whom the blinds passed; `short` those with too few chips.
    """

    seats: tuple[int, ...]
    button: int
    dead_button: bool
    blinds: tuple[int, ...]
    small: int
    big: int
    entries: tuple[tuple[int, int, int], ...] = ()
    missed: tuple[tuple[int, bool, bool], ...] = ()
    short: tuple[int, ...] = ()


def following(seats: Set[int], seat: int) -> int:
    """The next of the seats clockwise, which may be `seat` itself when it is the only one; 0 for none."""
    return min(seats, key=lambda other: (other - seat - 1) % MAX_SEATS, default=0)


def between(first: int, seat: int, last: int) -> bool:
    """Whether a seat lies clockwise after `first` and before `last`."""
    return 0 < (seat - first) % MAX_SEATS < (last - first) % MAX_SEATS


def next_deal(
    players: Mapping[int, Seat],
    need: Need,
    options: Options,
    button: int,
    small: int,
    big: int,
) -> Deal:
    """The next round of play. `button`, `small` and `big` are those of the last completed one, 0 = none (D02).
    `Deal.seats` has fewer than two where no round can be played.
    """
    short: set[int] = set()
    while True:
        able = {seat: player for seat, player in players.items() if seat not in short}
        if need.has_button:
            deal = _with_button(able, need, options, button, small, big)
        else:
            waiting = tuple(sorted(seat for seat, player in able.items() if player.status != "away"))
            deal = Deal(waiting, button, False, (), small, big)
        poor = {seat for seat in deal.seats if not _covers(players[seat], need, _owed(deal, seat))}
        if not poor:
            missed = _missed(deal, players, small, big) if need.has_button and big else ()
            return deal._replace(missed=missed, short=tuple(sorted(short)))
        short |= poor


def _covers(player: Seat, need: Need, owed: int) -> bool:
    return may_be_dealt_in(player.stack, need.ante, owed, need.minimum) and player.stack > 0


def _owed(deal: Deal, seat: int) -> int:
    """The blind that a seat has to post this round."""
    if not deal.blinds:
        return 0
    if seat == deal.big:
        return deal.blinds[-1]
    if seat == deal.small and len(deal.blinds) > 1:
        return deal.blinds[-2]
    return sum(live + dead for who, live, dead in deal.entries if who == seat)


def _with_button(
    players: Mapping[int, Seat], need: Need, options: Options, button: int, small: int, big: int
) -> Deal:
    inside = {seat for seat, player in players.items() if player.status == "in"}
    waiting = {seat for seat, player in players.items() if player.status in ("new", "back")}
    if not big or len(inside) < 2:  # the game begins, or begins anew: nobody owes anything
        inside, waiting = inside | waiting, set()
        if len(inside) < 2:
            return Deal(tuple(sorted(inside)), button, False, need.blinds, small, big)
        spot = following(inside, button) if button else max(inside)
        return _moving(inside, waiting, need, options, spot)
    deal = _moving(inside, waiting, need, options, following(inside, button))
    if options.button_mode == "dead" and len(need.blinds) == 2 and small:
        dead = _dead(inside, waiting, need, options, small, big)
        deal = dead if _fits(dead) else deal
    return _entering(deal, players, waiting, need, options)


def _moving(inside: set[int], waiting: set[int], need: Need, options: Options, button: int) -> Deal:
    """The button on a player; the blinds go to the players after it, the big one also to who waits for it."""
    posters = []
    spot = button
    for _ in need.blinds[:-1]:
        spot = following(inside, spot)
        posters.append(spot)
    big = following(inside | waiting, spot)
    seats = inside | {big}
    small = posters[-1] if posters else 0
    if len(seats) == 2 and len(need.blinds) == 2 and options.headsup_button_small_blind:
        small, big = button, following(seats, button)
    return Deal(tuple(sorted(seats)), button, False, need.blinds, small, big)


def _dead(inside: set[int], waiting: set[int], need: Need, options: Options, small: int, big: int) -> Deal:
    """The big blind goes to the next player; the small blind and the button follow it, be it to empty seats."""
    button, small, big = small, big, following(inside | waiting, big)
    seats = inside | {big}
    if len(seats) == 2:
        other = following(seats, big)
        button = other if options.headsup_button_small_blind else big
        return Deal(tuple(sorted(seats)), button, False, need.blinds, other, big)
    blinds = need.blinds if small in seats and small != big else need.blinds[1:]
    return Deal(tuple(sorted(seats)), button, button not in seats, blinds, small, big)


def _fits(deal: Deal) -> bool:
    """Whether nobody sits between the button and the big blind but the small one. Players who came in at a game without
    blinds may; then the button is placed anew, as a moving one.
    """
    inner = [seat for seat in deal.seats if between(deal.button, seat, deal.big)]
    posters = [deal.small] if len(deal.blinds) == 2 else []
    return len(deal.seats) == 2 or (deal.button != deal.big and inner == posters)


def _entering(
    deal: Deal, players: Mapping[int, Seat], waiting: set[int], need: Need, options: Options
) -> Deal:
    """Those who post to be dealt in, by option; nobody between the button and the big blind. Where two play, the
    others wait for the big blind, which comes to them within two rounds.
    """
    if len(deal.seats) == 2:
        return deal
    amount, less = need.blinds[-1], need.blinds[-2] if len(need.blinds) > 1 else 0
    entries = []
    seats = set(deal.seats)
    for seat in sorted(waiting - seats):
        player = players[seat]
        if between(deal.button, seat, deal.big):
            continue
        new = player.status == "new"
        policy = options.new_player if new else options.missed_blinds
        owes_big, owes_small = new or player.missed_big, player.missed_small and not new
        if policy == "free" or not (owes_big or owes_small):
            seats.add(seat)
        elif policy in ("live", "dead") and player.posting:
            large, little = amount * owes_big, less * owes_small
            entries.append((seat, large, little) if policy == "live" else (seat, 0, large + little))
            seats.add(seat)
    dead_button = deal.dead_button and deal.button not in seats
    return deal._replace(seats=tuple(sorted(seats)), entries=tuple(entries), dead_button=dead_button)


def _missed(
    deal: Deal, players: Mapping[int, Seat], small: int, big: int
) -> tuple[tuple[int, bool, bool], ...]:
    """Whom the blinds passed by on their way from where they were last."""
    result = []
    for seat in players:
        if seat not in deal.seats:
            passed_small = bool(small and deal.small) and (
                between(small, seat, deal.small) or seat == deal.small
            )
            passed_big = between(big, seat, deal.big)
            if passed_small or passed_big:
                result.append((seat, passed_small, passed_big))
    return tuple(result)
