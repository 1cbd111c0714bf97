"""How a hand begins: who sits where, what each owes before the first card."""

from collections.abc import Sequence
from functools import lru_cache

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.options import Options
from host_tools.engine.paragraphs import PARAGRAPHS, Paragraphs
from host_tools.engine.state import Dealt, Setup, Showdown, State, Wager
from railbird.rules import games


def start(
    game: str,
    seats: Sequence[int],
    button: int,
    stacks: Sequence[int],
    blinds: Sequence[int],
    antes: Sequence[int] = (),
    *,
    dead_antes: bool = False,
    min_bet: int = 0,
    unit: int = 1,
    options: Options | None = None,
) -> State:
    """A hand about to begin; its `next` is the first forced bet.

    game        a name of the table of games, such as 'holdem'
    seats       the seats dealt in (1..11), in any order; `stacks` and `antes` run along with it
    button      the seat of the button, which is dealt in
    blinds      in the order they are posted, starting after the button (i)(4), such as (1, 2)
    antes       () for none
    dead_antes  the antes are paid for the whole table (a big-blind ante) and go into the centre pot whole.
                Otherwise an ante is a contribution like any bet; one higher than all others is cut to the next
    min_bet     least opening bet after the first round; 0 = the largest blind
    unit        what pots are divided down to (S02)

    All amounts are whole numbers of the smallest coin. Raises IllegalEvent for a hand the rules do not allow.
    """
    if game not in games.GAMES:
        raise IllegalEvent(f"no game {game!r}: expected one of {', '.join(games.GAMES)}", "g")
    paragraphs = PARAGRAPHS[game]
    options = options or Options()
    antes = antes or (0,) * len(seats)
    _whole_numbers(seats=seats, stacks=stacks, blinds=blinds, antes=antes)
    _whole_numbers(button=(button,), unit=(unit,), min_bet=(min_bet,))
    _check_seats(game, paragraphs, seats, button)
    _check_money(paragraphs, len(seats), stacks, blinds, antes)
    if min_bet < 0 or unit < 1:
        raise IllegalEvent(f"minimum bet {min_bet}, unit {unit}: expected no less than 0 and 1", "c(7)(iii)")

    order, ring, positions = _clockwise(tuple(seats), button)
    count = len(ring)
    chips = tuple([stacks[index] for index in order])
    posters = list(range(len(blinds)))
    if count == 2 and len(blinds) == 2 and options.headsup_button_small_blind:
        posters = [1, 0]
    posts = _posts(ring, chips, [antes[index] for index in order], blinds, posters, dead_antes)
    big = blinds[-1]
    least = min_bet or big
    after_blinds = (posters[-1] + 1) % count
    streets, rankings = games.streets(game), games.rankings(game)
    setup = Setup(
        game, streets, rankings, paragraphs, options, ring, positions, button, chips, posts, dead_antes,
        big, after_blinds, least, unit,
    )  # fmt: skip
    everyone = (1 << count) - 1
    zeros = (0,) * count
    wager = Wager(
        chips, zeros, zeros, 0, everyone, everyone, 0, 0, big, max(big, least), -1, after_blinds, ()
    )
    showdown = Showdown(0, (), (), (), ())
    return State(setup, posts[0], Dealt(0, 0, -1, 0, ((),) * count, (), ()), wager, showdown)


@lru_cache(maxsize=4096)
def _clockwise(
    seats: tuple[int, ...], button: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """From the seat after the button on: the indices into `seats`, the seats, and each seat's position or -1."""
    order = sorted(range(len(seats)), key=lambda index: (seats[index] - button - 1) % games.MAX_SEATS)
    ring = tuple(seats[index] for index in order)
    positions = tuple(ring.index(seat) if seat in ring else -1 for seat in range(games.MAX_SEATS + 1))
    return tuple(order), ring, positions


def _posts(
    ring: tuple[int, ...],
    chips: tuple[int, ...],
    antes: Sequence[int],
    blinds: Sequence[int],
    posters: Sequence[int],
    dead_antes: bool,
) -> tuple[Event, ...]:
    """The forced bets in order, each no more than the stack it comes from (W12)."""
    posts: list[Event] = []
    paid = [0] * len(ring)
    if any(antes):
        paid = list(map(min, antes, chips))
        if not dead_antes:
            second = sorted(paid)[-2]
            paid = [min(amount, second) for amount in paid]
        posts = [("ante", seat, amount) for seat, amount in zip(ring, paid, strict=True) if amount]
    for amount, position in zip(blinds, posters, strict=True):
        posted = min(amount, chips[position] - paid[position])
        if posted:
            posts.append(("blind", ring[position], posted))
    return tuple(posts)


def _check_seats(game: str, paragraphs: Paragraphs, seats: Sequence[int], button: int) -> None:
    count, most = len(seats), games.max_seats(game)
    if count < 2:
        raise IllegalEvent(f"{count} player: a hand needs at least 2", "f(2)")
    if count > most:
        raise IllegalEvent(f"{count} players: at most {most}", paragraphs.players)
    if len(set(seats)) != count or min(seats) < 1 or max(seats) > games.MAX_SEATS:
        raise IllegalEvent(f"seats {list(seats)}: expected different ones of 1..{games.MAX_SEATS}", "a(1)")
    if button not in seats:
        raise IllegalEvent(f"button at seat {button}: expected one of the seats in the hand", "i(3)")


def _check_money(
    paragraphs: Paragraphs, count: int, stacks: Sequence[int], blinds: Sequence[int], antes: Sequence[int]
) -> None:
    if len(stacks) != count or len(antes) != count:
        raise IllegalEvent(f"{len(stacks)} stacks and {len(antes)} antes for {count} seats", "c(3)(iii)")
    if min(stacks) < 1:
        raise IllegalEvent("a stack is empty: expected at least 1", "c(3)(iii)")
    if not blinds or len(blinds) > count or blinds[0] < 1 or sorted(blinds) != list(blinds):
        raise IllegalEvent(
            f"blinds {list(blinds)}: expected 1 to {count}, the largest last", paragraphs.blinds
        )
    if min(antes) < 0:
        raise IllegalEvent(f"antes {list(antes)}: expected none below 0", "c(2)(i)")


def _whole_numbers(**values: Sequence[int]) -> None:
    for field, items in values.items():
        if set(map(type, items)) - {int}:
            raise IllegalEvent(f"{field} {list(items)}: expected whole numbers of the smallest coin", "c(3)")
