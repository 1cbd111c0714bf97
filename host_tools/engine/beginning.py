"""How a hand begins: who sits where, what each owes before the first card."""

from collections.abc import Sequence

from railbird.rules import games

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.flow import deal_on
from host_tools.engine.options import Options
from host_tools.engine.paragraphs import PARAGRAPHS
from host_tools.engine.state import Dealt, Setup, Showdown, State, Wager


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
    count = len(seats)
    if count < 2:
        raise IllegalEvent(f"{count} player: a hand needs at least 2", "f(2)")
    if count > games.max_seats(game):
        raise IllegalEvent(f"{count} players: at most {games.max_seats(game)}", paragraphs.players)
    if len(set(seats)) != count or not all(1 <= seat <= games.MAX_SEATS for seat in seats):
        raise IllegalEvent(
            f"seats {list(seats)}: expected different seats from 1 to {games.MAX_SEATS}", "a(1)"
        )
    if button not in seats:
        raise IllegalEvent(f"button at seat {button}: expected one of the seats in the hand", "i(3)")
    if len(stacks) != count or len(antes) != count:
        raise IllegalEvent(f"{len(stacks)} stacks and {len(antes)} antes for {count} seats", "c(3)(iii)")
    if min(stacks) < 1:
        raise IllegalEvent("a stack is empty: expected at least 1", "c(3)(iii)")
    if not blinds or len(blinds) > count or blinds[0] < 1 or sorted(blinds) != list(blinds):
        raise IllegalEvent(
            f"blinds {list(blinds)}: expected 1 to {count} of them, the largest last", paragraphs.blinds
        )
    if min(antes) < 0 or min_bet < 0 or unit < 1:
        raise IllegalEvent("a negative ante or minimum bet, or no unit", "c(2)(i)")

    order = sorted(range(count), key=lambda index: (seats[index] - button - 1) % games.MAX_SEATS)
    ring = tuple(seats[index] for index in order)
    positions = tuple(ring.index(seat) if seat in ring else -1 for seat in range(games.MAX_SEATS + 1))
    chips = tuple(stacks[index] for index in order)
    posters = list(range(len(blinds)))
    if count == 2 and len(blinds) == 2 and options.headsup_button_small_blind:
        posters = [1, 0]
    ante = [min(antes[index], stacks[index]) for index in order]
    if not dead_antes:
        ante = [min(amount, sorted(ante)[-2]) for amount in ante]
    blind = [0] * count
    for amount, position in zip(blinds, posters, strict=True):
        blind[position] = min(amount, chips[position] - ante[position])
    posts: list[Event] = [("ante", ring[index], amount) for index, amount in enumerate(ante) if amount]
    posts += [("blind", ring[index], blind[index]) for index in posters if blind[index]]

    everyone = (1 << count) - 1
    after_blinds = (posters[-1] + 1) % count
    least = min_bet or blinds[-1]
    zeros = (0,) * count
    setup = Setup(
        game,
        games.streets(game),
        games.rankings(game),
        paragraphs,
        options,
        ring,
        positions,
        button,
        chips,
        tuple(posts),
        dead_antes,
        blinds[-1],
        after_blinds,
        least,
        unit,
    )
    dealt = Dealt(0, 0, -1, 0, ((),) * count, (), ())
    full = max(blinds[-1], least)
    wager = Wager(chips, zeros, zeros, 0, everyone, everyone, 0, 0, blinds[-1], full, -1, after_blinds, ())
    showdown = Showdown(0, (), (), (), ())
    if posts:
        return State(setup, posts[0], dealt, wager, showdown)
    return deal_on(setup, dealt, wager, showdown)


def _whole_numbers(**values: Sequence[int]) -> None:
    for field, items in values.items():
        for item in items:
            if type(item) is not int:
                raise IllegalEvent(
                    f"{field}: expected whole numbers of the smallest coin, got {item!r}", "c(3)"
                )
