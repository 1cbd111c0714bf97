"""How a hand begins: who sits where, what each owes before the first card."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from host_tools.engine import book
from host_tools.engine.book import Game
from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.limits import Limits, no_limit
from host_tools.engine.options import Options, check
from host_tools.engine.plans import plan
from host_tools.engine.state import Dealt, Setup, Showdown, State, Wager, new
from railbird.rules import games
from railbird.rules.cards import DECK_SIZE

_DEFAULTS = Options()
_NO_LIMIT = no_limit()
_NOTHING_SHOWN = Showdown(0, (), (), (), ())


def start(
    game: str,
    seats: Sequence[int],
    button: int | None,
    stacks: Sequence[int],
    blinds: Sequence[int] = (),
    antes: Sequence[int] = (),
    *,
    dead_antes: bool = False,
    limits: Limits | None = None,
    bring_in: int = 0,
    kill: tuple[int, int] | None = None,
    entries: Sequence[tuple[int, int, int]] = (),
    dead_button: bool = False,
    unit: int = 1,
    options: Options | None = None,
) -> State:
    """A hand about to begin; its `next` is the first forced bet.

    game        a name of the table of games, such as 'holdem'
    seats       the seats dealt in (1..11), in any order; `stacks` and `antes` run along with it
    button      the seat of the button, which is dealt in; None in stud, where the dealer's left is first (h)(3)
    blinds      in the order they are posted, starting after the button (i)(4), such as (1, 2); none in stud
    antes       () for none
    dead_antes  the antes are paid for the whole table (a big-blind ante) and go into the centre pot whole.
                Otherwise an ante is a contribution like any bet; one higher than all others is cut to the next
    limits      the posted limits, no limit by default
    bring_in    the forced bet of stud, by up card (c)(2)(iii)
    kill        the seat that posts a kill blind, and how much (j)(9), see `kill`
    entries     (seat, live, dead) of those who post to be dealt in: a bet like a blind, and money for the pot (D02)
    dead_button the button lies at a seat that is not dealt in (D02)
    unit        what pots are divided down to (S02)

    All amounts are whole numbers of the smallest coin. Raises IllegalEvent for a hand the rules do not allow,
    ValueError for an option that is none of its choices.
    """
    options = options or _DEFAULTS
    limits = limits or _NO_LIMIT
    antes = tuple(antes) or (0,) * len(seats)
    killed = kill or ()
    posted = tuple([amount for entry in entries for amount in entry])
    numbers = (
        *seats, *stacks, *blinds, *antes, *limits.least, *limits.most, limits.cap,
        unit, button or 0, bring_in, *killed, *posted,
    )  # fmt: skip
    if {*map(type, numbers)} != {int}:
        _whole_numbers(seats=seats, stacks=stacks, blinds=blinds, antes=antes, unit=(unit,), kill=killed)
        _whole_numbers(entries=posted)
        _whole_numbers(limits=(*limits.least, *limits.most, limits.cap))
        _whole_numbers(button=(button or 0,), bring_in=(bring_in,))
    order, settled, due, dealt = _table(
        game, tuple(seats), button, tuple(blinds), antes, dead_antes, limits, bring_in, kill, tuple(entries),
        dead_button, unit, options,
    )  # fmt: skip
    _check_stacks(len(seats), stacks)
    chips = tuple([stacks[index] for index in order])
    setup = new(Setup, (*settled, chips, ()))
    setup = new(Setup, (*settled, chips, _posts(setup, due)))
    everyone = (1 << len(chips)) - 1
    zeros = (0,) * len(chips)
    big = setup.blind
    full = setup.bets[0] if limits.fixed_steps else max(big, setup.bets[0])
    wager = new(
        Wager,
        (chips, zeros, zeros, 0, everyone, everyone, 0, 0, 0, big, full, 0, -1, setup.after_blinds, (), ()),
    )
    first = setup.posts[0] if setup.posts else dealt.plan[0]
    return new(State, (setup, first, dealt, wager, _NOTHING_SHOWN))


class _Table(NamedTuple):
    """What does not depend on the stacks: the indices into the seats as given, clockwise; the setup up to its stacks;
    blinds and dead money as (kind, position, amount), in the order posted; the deal before the first card.
    """

    order: tuple[int, ...]
    settled: tuple[Any, ...]
    due: tuple[tuple[str, int, int], ...]
    dealt: Dealt


@lru_cache(maxsize=256)
def _table(
    game: str,
    seats: tuple[int, ...],
    button: int | None,
    blinds: tuple[int, ...],
    antes: tuple[int, ...],
    dead_antes: bool,
    limits: Limits,
    bring_in: int,
    kill: tuple[int, int] | None,
    entries: tuple[tuple[int, int, int], ...],
    dead_button: bool,
    unit: int,
    options: Options,
) -> _Table:
    """Checks and settles a table; its hands differ in stacks and, with the button, in little."""
    check(options)
    if game not in book.BOOK:
        raise IllegalEvent(f"no game {game!r}: expected one of {', '.join(book.BOOK)}", "g")
    if game == "triple_draw_27" and not options.allow_triple_draw:
        raise IllegalEvent(f"{game} is not offered here", "g")
    played = book.game(game, options)
    _check_seats(played, seats, button, dead_button)
    _check_antes(len(seats), antes, unit)
    _check_forced(played, len(seats), blinds, bring_in)
    _check_kill(played, seats, kill, options)
    _check_entries(played, seats, entries)
    order, ring, positions = _clockwise(seats, button or 0)
    count = len(ring)
    posters = list(range(len(blinds)))
    if count == 2 and len(blinds) == 2 and options.headsup_button_small_blind and not dead_button:
        posters = [1, 0]
    due = dict(zip(posters, blinds, strict=True))
    if kill:
        due[positions[kill[0]]] = kill[1]
    due |= {positions[seat]: live for seat, live, _ in entries if live}
    big = max(due.values(), default=0)
    settled = (
        played, options, ring, positions, button or 0, tuple([antes[index] for index in order]), blinds, kill,
        dead_antes, big, (posters[-1] + 1) % count if posters else 0, limits,
        _bets(played, limits, big, bring_in), bring_in, unit,
    )  # fmt: skip
    nothing: tuple[tuple[int, ...], ...] = ((),) * count
    places = plan(ring, (1 << count) - 1, played.streets[0][0])
    pile = nothing if played.discards else ()
    dealt = Dealt(0, places, 0, -1, DECK_SIZE, 0, nothing, (), (), pile)
    posts = [("blind", position, amount) for position, amount in due.items()]
    posts += [("dead", positions[seat], amount) for seat, _, amount in entries if amount]
    return _Table(order, settled, tuple(posts), dealt)


def _clockwise(
    seats: tuple[int, ...], button: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """From the seat after the button on, or from the dealer's left where it is 0: the indices into `seats`, the
    seats, and each seat's position or -1.
    """
    order = sorted(range(len(seats)), key=lambda index: (seats[index] - button - 1) % games.MAX_SEATS)
    ring = tuple(seats[index] for index in order)
    positions = tuple(ring.index(seat) if seat in ring else -1 for seat in range(games.MAX_SEATS + 1))
    return tuple(order), ring, positions


def _posts(setup: Setup, due: Sequence[tuple[str, int, int]]) -> tuple[Event, ...]:
    """The forced bets in order, each no more than the stack it comes from (W12)."""
    ring, chips = setup.seats, setup.stacks
    posts: list[Event] = []
    paid = [0] * len(ring)
    if any(setup.antes):
        paid = list(map(min, setup.antes, chips))
        if not setup.dead_antes:
            second = sorted(paid)[-2]
            paid = [min(amount, second) for amount in paid]
        posts = [("ante", seat, amount) for seat, amount in zip(ring, paid, strict=True) if amount]
    for kind, position, amount in due:
        posted = min(amount, chips[position] - paid[position])
        paid[position] += posted
        if posted:
            posts.append((kind, ring[position], posted))
    return tuple(posts)


def _bets(game: Game, limits: Limits, blind: int, bring_in: int) -> tuple[int, ...]:
    """The least bet of each street."""
    if limits.structure not in ("no", "pot", "fixed", "spread"):
        raise IllegalEvent(f"limits {limits.structure!r}: expected no, pot, fixed or spread", "c(7)(iii)")
    least = tuple([amount or blind for amount in limits.least])
    if min(limits.least) < 0 or limits.cap < 0 or min(least) < 1:
        raise IllegalEvent(f"minimum bets {list(least)}, cap {limits.cap}: too low", "c(7)(iii)")
    if limits.structure == "spread" and any(map(int.__lt__, limits.most, least)):
        raise IllegalEvent(f"maximum bets {list(limits.most)}: below the minimum", "c(7)(iii)")
    if bring_in > least[0]:
        raise IllegalEvent(f"forced bet {bring_in}: expected at most the bet of {least[0]}", "c(2)(iii)")
    return tuple([least[tier] for _, _, tier in game.streets])


def _check_seats(game: Game, seats: Sequence[int], button: int | None, dead_button: bool) -> None:
    count = len(seats)
    if count < 2:
        raise IllegalEvent(f"{count} player: a hand needs at least 2", "f(2)")
    if count > game.max_seats:
        raise IllegalEvent(f"{count} players: at most {game.max_seats}", game.paragraphs.players)
    if len(set(seats)) != count or min(seats) < 1 or max(seats) > games.MAX_SEATS:
        raise IllegalEvent(f"seats {list(seats)}: expected different ones of 1..{games.MAX_SEATS}", "a(1)")
    if dead_button and (game.order == "left" or button in seats or not 1 <= (button or 0) <= games.MAX_SEATS):
        raise IllegalEvent(f"dead button at seat {button}: expected a seat that is not dealt in", "i(3)")
    if game.order == "button" and button not in seats and not dead_button:
        raise IllegalEvent(f"button at seat {button}: expected one of the seats in the hand", "i(3)")
    if game.order == "left" and button is not None:
        raise IllegalEvent(f"button at seat {button}: {game.name} has no button", game.paragraphs.deals[0])


def _check_stacks(count: int, stacks: Sequence[int]) -> None:
    if len(stacks) != count:
        raise IllegalEvent(f"{len(stacks)} stacks for {count} seats", "c(3)(iii)")
    if min(stacks) < 1:
        raise IllegalEvent("a stack is empty: expected at least 1", "c(3)(iii)")


def _check_antes(count: int, antes: Sequence[int], unit: int) -> None:
    if len(antes) != count:
        raise IllegalEvent(f"{len(antes)} antes for {count} seats", "c(3)(iii)")
    if min(antes) < 0:
        raise IllegalEvent(f"antes {list(antes)}: expected none below 0", "c(2)(i)")
    if unit < 1:
        raise IllegalEvent(f"unit {unit}: expected at least 1", "c(7)(iii)")


def _check_forced(game: Game, count: int, blinds: Sequence[int], bring_in: int) -> None:
    rule = game.paragraphs.forced
    if game.forced_card:
        if blinds or bring_in < 1:
            raise IllegalEvent(f"{game.name} has a forced bet by up card and no blinds", "c(2)")
        return
    if bring_in:
        raise IllegalEvent(f"{game.name} has blinds and no forced bet by up card", "c(2)")
    if not blinds or len(blinds) > count or blinds[0] < 1 or sorted(blinds) != list(blinds):
        raise IllegalEvent(f"blinds {list(blinds)}: expected 1 to {count}, the largest last", rule)


def _check_kill(game: Game, seats: Sequence[int], kill: tuple[int, int] | None, options: Options) -> None:
    if kill is None:
        return
    if options.kill == "off" or game.name != "omaha_hl8":
        raise IllegalEvent(f"{game.name} is played without a kill here", "j(9)")
    if len(kill) != 2 or kill[0] not in seats or kill[1] < 1:
        raise IllegalEvent(f"kill {kill}: expected a seat in the hand and an amount", "j(9)")


def _check_entries(game: Game, seats: Sequence[int], entries: Sequence[tuple[int, int, int]]) -> None:
    if entries and game.forced_card:
        raise IllegalEvent(f"{game.name} has no blinds to post", "c(2)")
    if len({seat for seat, _, _ in entries}) < len(entries):
        raise IllegalEvent("a seat posts twice to be dealt in", "c(2)")
    for seat, live, dead in entries:
        if seat not in seats or live < 0 or dead < 0:
            raise IllegalEvent(
                f"seat {seat} posts {live} and {dead} dead: expected a seat in the hand", "c(2)"
            )


def _whole_numbers(**values: Sequence[int]) -> None:
    for field, items in values.items():
        if set(map(type, items)) - {int}:
            raise IllegalEvent(f"{field} {list(items)}: expected whole numbers of the smallest coin", "c(3)")
