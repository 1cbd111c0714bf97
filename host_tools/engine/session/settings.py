"""What is settled for a table before it opens: its games and limits, its house rules, its equipment ((a), (g), (o)).

Amounts in the smallest coin.
"""

from collections.abc import Sequence
from typing import NamedTuple

from host_tools.engine import book
from host_tools.engine.beginning import start
from host_tools.engine.events import IllegalEvent
from host_tools.engine.house.jackpot import check_jackpot
from host_tools.engine.house.rake import Filed, check_filed, check_rake
from host_tools.engine.limits import Limits, no_limit
from host_tools.engine.options import Options, check
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.buy_in import least_stack
from railbird.rules.games import MAX_SEATS

RAKE_CHIPS = (2, 3, 4)  # dollars (a)(6)(iii)


class Stakes(NamedTuple):
    """One game at its limits. `wagers` is the least and the most that may be wagered, as posted; `minimum` the chips
    needed to be dealt in beside an ante (c)(3)(iii); `buy_in` the least and the most to sit down with.
    """

    name: str
    game: str
    wagers: tuple[int, int]
    buy_in: tuple[int, int]
    blinds: tuple[int, ...] = ()
    ante: int = 0
    limits: Limits = no_limit()
    bring_in: int = 0
    minimum: int = 0


class Table(NamedTuple):
    """A table as it is set up. `seats` positions (a)(1); `stakes` in the order of a rotation, which goes on after
    `rotation` hands of each, 0 = the floor changes games; `dollar` is the value of one in the smallest coin;
    `rake_chips` what a special chip may be worth, in dollars, none = not used (a)(6); `filed` bounds the rake, None =
    no other than that which the table opens with (o)(1).
    """

    number: int
    stakes: tuple[Stakes, ...]
    house: House
    options: Options = Options()
    seats: int = MAX_SEATS
    rotation: int = 0
    unit: int = 1
    dollar: int = 1
    tray: int = 0
    rake_chips: tuple[int, ...] = ()
    filed: Filed | None = None


def check_table(table: Table) -> None:
    """Raises IllegalEvent, naming the paragraph, for a table that may not be opened so."""
    if not 2 <= table.seats <= MAX_SEATS:
        raise IllegalEvent(f"{table.seats} seats: expected 2 to {MAX_SEATS}", "a(1)")
    if min(table.number, table.unit, table.dollar) < 1 or min(table.rotation, table.tray) < 0:
        raise IllegalEvent(
            f"number {table.number}, unit {table.unit}, dollar {table.dollar}: expected 1 or more, "
            f"rotation {table.rotation}, tray {table.tray}: expected none below 0", "a(1)",
        )  # fmt: skip
    check_rake_chips(table.rake_chips)
    if table.house.rake is None:
        raise IllegalEvent("the table has no rake method", "o(1)")
    check_rake(table.house.rake)
    if table.filed is not None:
        check_filed(table.house.rake, table.filed)
    if table.house.jackpot is not None:
        check_jackpot(table.house.jackpot)
    check(table.options)
    names = [stakes.name for stakes in table.stakes]
    if not names or len(set(names)) != len(names):
        raise IllegalEvent(f"games {names}: expected one or more with different names", "g")
    for stakes in table.stakes:
        _check_stakes(table, stakes)


def _check_stakes(table: Table, stakes: Stakes) -> None:
    if stakes.game not in book.BOOK:
        raise IllegalEvent(f"no game {stakes.game!r}: expected one of {', '.join(book.BOOK)}", "g")
    least, most = stakes.buy_in
    if not 0 < least <= most or stakes.minimum < 0 or stakes.ante < 0:
        raise IllegalEvent(f"{stakes.name}: buy-in {least}-{most}, minimum {stakes.minimum}", "c(3)")
    if not 0 < stakes.wagers[0] <= stakes.wagers[1]:
        raise IllegalEvent(f"{stakes.name}: wagers {stakes.wagers} to be posted", "c(7)(iii)")
    _check_bets(stakes)
    if least_stack(stakes.ante, max(stakes.blinds, default=0), stakes.minimum) > most:
        raise IllegalEvent(
            f"{stakes.name}: a buy-in of {most} at most is less than it takes to be dealt in", "c(3)(iii)"
        )
    seats = range(1, seat_limit(table, stakes) + 1)
    start(  # refuses what no hand of the game could be played with
        stakes.game,
        seats,
        seats[-1] if book.game(stakes.game, table.options).order == "button" else None,
        [most] * len(seats),
        stakes.blinds,
        [stakes.ante] * len(seats),
        limits=stakes.limits,
        bring_in=stakes.bring_in,
        options=table.options,
    )


def _check_bets(stakes: Stakes) -> None:
    """Raises IllegalEvent for a fixed limit or a spread that says nothing, or whose later bets are the smaller ones."""
    (small, later), (most, most_later) = stakes.limits.least, stakes.limits.most
    if stakes.limits.fixed_steps and not (0 < small <= later and 0 < most <= most_later):
        raise IllegalEvent(
            f"{stakes.name}: bets {small}-{later}, at most {most}-{most_later}: expected at least 1, "
            "those of the later rounds no smaller",
            "c(7)(iii)",
        )


def check_rake_chips(dollars: Sequence[int]) -> None:
    """Special rake chips are worth $2, $3 or $4 (a)(6)(iii)."""
    for worth in dollars:
        if worth not in RAKE_CHIPS:
            raise IllegalEvent(f"a rake chip of ${worth}: expected $2, $3 or $4", "a(6)(iii)")


def wagered(chips: Sequence[tuple[str, int]]) -> int:
    """What chips before a seat count for as a bet: ('value', amount) counts, a ('rake', amount) chip does not, being
    the dealer's alone (a)(6)(i).
    """
    return sum(amount for kind, amount in chips if kind == "value")


def seat_limit(table: Table, stakes: Stakes) -> int:
    """The most players that a game may be dealt to, at this table."""
    return min(table.seats, book.game(stakes.game, table.options).max_seats)


def game_name(stakes: Stakes) -> str:
    """The game as it is announced (q)."""
    return _NAMES[stakes.game]


_NAMES = {
    "stud7_high": "Seven-card stud",
    "stud7_low": "Seven-card stud low",
    "stud7_hl": "Seven-card stud high-low split",
    "stud7_hl8": "Seven-card stud high-low split eight or better",
    "holdem": "Texas hold'em",
    "omaha_high": "Omaha high",
    "omaha_hl8": "Omaha high-low split eight or better",
    "draw5_high": "Five-card draw high",
    "draw5_low": "Five-card draw low",
    "triple_draw_27": "Deuce-to-seven triple draw",
    "single_draw_27": "Deuce-to-seven single draw",
    "stud5_high": "Five-card stud",
    "pineapple": "Pineapple",
    "crazy_pineapple": "Crazy pineapple",
}
