"""Fixed limit, spread and pot limit: steps, caps, short all-ins (W01), worked by hand from the reading."""

import pytest

from host_tools.engine import (
    IllegalEvent,
    apply,
    fixed_limit,
    legal,
    no_limit,
    pot_limit,
    spread_limit,
    start,
)


def flop(play, limits, stacks=(1000,) * 4, **more):
    """Seats 1 to 4, the button at 4, blinds 10 and 20, everybody in for 20; seat 1 opens the flop."""
    state = start("holdem", (1, 2, 3, 4), 4, stacks, (10, 20), limits=limits, **more)
    return play(state, ["3 call", "4 call", "1 call", "2 check"])


def wager(state):
    """(least, most) to bet or raise, None when there is none."""
    option = legal(state)[-1]
    return option[2:] if option[0] in ("bet", "raise") else None


def test_bets_are_small_then_big(play) -> None:
    state = flop(play, fixed_limit(20, 40))
    assert wager(state) == (20, 20)
    for amount in (19, 21, 40):
        with pytest.raises(IllegalEvent, match="from 20 to 20 is allowed"):
            apply(state, ("bet", 1, amount))
    turn = play(state, ["1 check", "2 check", "3 check", "4 check"])
    assert wager(turn) == (40, 40)
    assert wager(play(turn, ["1 bet 40"])) == (80, 80)


def test_a_bet_and_three_raises(play) -> None:
    state = play(flop(play, fixed_limit(20, 40)), ["1 bet 20", "2 raise 40", "3 raise 60", "4 raise 80"])
    assert wager(state) is None
    with pytest.raises(IllegalEvent, match=r"there have been 3 raises \[c\(7\)\(iii\)\]"):
        apply(state, ("raise", 1, 100))
    assert wager(play(state, ["1 call", "2 call", "3 call"])) == (40, 40)


def test_before_the_flop_the_blind_is_the_bet(play) -> None:
    state = play(start("holdem", (1, 2, 3, 4), 4, (999,) * 4, (10, 20), limits=fixed_limit(20, 40)))
    state = play(state, ["3 raise 40", "4 raise 60", "1 raise 80"])
    assert wager(state) is None


def test_no_cap_between_two(play) -> None:
    """Raises between two do not count; once three have been capped it stays so though one folds."""
    state = play(flop(play, fixed_limit(20, 40)), ["1 bet 20", "2 raise 40", "3 fold", "4 fold"])
    for to in range(60, 400, 20):
        assert wager(state) == (to, to)
        state = apply(state, ("raise", state.actor, to))
    capped = play(flop(play, fixed_limit(20, 40)), ["1 bet 20", "2 raise 40", "3 raise 60", "4 raise 80"])
    assert wager(play(capped, ["1 fold", "2 fold"])) is None
    free = play(flop(play, fixed_limit(20, 40, 0)), ["1 bet 20", "2 raise 40", "3 raise 60", "4 raise 80"])
    assert wager(free) == (100, 100)


@pytest.mark.parametrize(
    ("short", "raise_to", "again"),
    [(15, 40, True), (10, 40, True), (9, 20, False), (1, 20, False)],
)
def test_a_short_bet(play, short: int, raise_to: int, again: bool) -> None:
    """Half of 20 or more is a bet: the next raise is to 40, and who has checked may raise. Less is completed to 20 by
    who has not acted, and only called by who has.
    """
    state = flop(play, fixed_limit(20, 40), (1000, 20 + short, 1000, 1000))
    state = play(state, ["1 check", f"2 bet {short}"])
    assert wager(state) == (raise_to, raise_to)
    state = play(state, ["3 call", "4 call"])
    assert wager(state) == ((raise_to, raise_to) if again else None)


@pytest.mark.parametrize(
    ("short", "raise_to", "again"), [(32, 60, True), (30, 60, True), (29, 40, False), (21, 40, False)]
)
def test_a_short_raise(play, short: int, raise_to: int, again: bool) -> None:
    """Over a bet of 20 an all-in to 30 is a raise, the next is to 60; to 29 it is none, and is completed to 40."""
    state = flop(play, fixed_limit(20, 40), (1000, 20 + short, 1000, 1000))
    state = play(state, ["1 bet 20", f"2 raise {short}"])
    assert wager(state) == (raise_to, raise_to)
    state = play(state, ["3 call", "4 call"])
    assert wager(state) == ((raise_to, raise_to) if again else None)


def test_two_short_raises_that_add_up(play) -> None:
    """To 29 is no raise, to 32 makes one together with it."""
    state = flop(play, fixed_limit(20, 40), (1000, 49, 52, 1000))
    state = play(state, ["1 bet 20", "2 raise 29", "3 raise 32", "4 call"])
    assert wager(state) == (60, 60)


def test_completing_the_bring_in(play) -> None:
    """A forced bet of 4, bets of 10: completed to 10; an all-in to 5 is half of it and counts, so the next is to 20."""
    holes = {1: "KdQd2c", 2: "KsQs8d", 3: "KhQh9d"}
    state = start("stud7_high", (1, 2, 3), None, (99, 5, 99), bring_in=4, limits=fixed_limit(10, 20))
    state = play(state, ["1 bring_in"], holes)
    assert wager(state) == (5, 5)
    assert wager(play(state, ["2 raise 5"], holes)) == (20, 20)
    assert wager(play(state, ["2 call"], holes)) == (10, 10)


def test_a_spread(play) -> None:
    """2 to 10: a raise is at least the last one and at most 10."""
    state = start("holdem", (1, 2, 3, 4), 4, (99,) * 4, (1, 2), limits=spread_limit(2, 10))
    state = play(state, ["3 call", "4 call", "1 call", "2 check"])
    assert wager(state) == (2, 10)
    state = play(state, ["1 bet 6"])
    assert wager(state) == (12, 16)
    state = play(state, ["2 raise 14"])
    assert wager(state) == (22, 24)
    later = start("holdem", (1, 2), 2, (99,) * 2, (1, 2), limits=spread_limit(2, 5, 10))
    later = play(later, ["1 call", "2 check", "1 check", "2 check"])
    assert wager(later) == (2, 10)


def test_pot_limit_before_the_flop(play) -> None:
    """Blinds 1 and 2: the first raise is to 2 + (1 + 2 + 2) = 7, over it to 7 + (10 + 7) = 24. A dead ante counts."""
    state = start("omaha_high", (1, 2, 3, 4), 4, (500,) * 4, (1, 2), limits=pot_limit())
    state = play(state)
    assert wager(state) == (4, 7)
    state = play(state, ["3 raise 7"])
    assert wager(state) == (12, 24)
    ante = start(
        "omaha_high", (1, 2, 3, 4), 4, (500,) * 4, (1, 2), (0, 2, 0, 0), dead_antes=True, limits=pot_limit()
    )
    assert wager(play(ante)) == (4, 9)


def test_a_no_limit_short_raise_does_not_reopen(play) -> None:
    """Bet 100, all-in 150, then 210: together a full raise for the bettor; alone 150 is none."""
    state = flop(play, no_limit(), (1000, 170, 230, 1000))
    state = play(state, ["1 bet 100", "2 raise 150"])
    assert wager(play(state, ["3 fold", "4 call"])) is None
    assert wager(play(state, ["3 raise 210", "4 call"])) == (310, 980)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (fixed_limit(20, -1), "too low"),
        (fixed_limit(20, 40, -1), "too low"),
        (spread_limit(5, 4), "below the minimum"),
        (no_limit()._replace(structure="half"), "expected no, pot, fixed or spread"),
    ],
)
def test_limits_that_cannot_be(limits, reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason) as caught:
        start("holdem", (1, 2), 1, (9, 9), (1, 2), limits=limits)
    assert caught.value.rule == "c(7)(iii)"
    with pytest.raises(IllegalEvent, match=r"whole numbers .* \[c\(3\)\]"):
        start("holdem", (1, 2), 1, (9, 9), (1, 2), limits=no_limit(2.5))
