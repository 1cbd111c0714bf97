"""A table loaded from its snapshot goes on as if nothing had happened, wherever it was cut."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.bench.core import Walk, hand_for
from railbird import facts
from railbird.rules import games
from railbird.table import Table
from tests.table.test_fuzz import ORDERLY
from tests.table.test_fuzz import inputs as any_input

ROOM = 400  # bytes


def hand(game: str, seed: int) -> tuple[int, list[tuple[int, int, int, int]]]:
    """(up zones, inputs) of a random hand of a game: a full table every third time, half a hand before it."""
    rng = random.Random(f"{game} {seed}")
    while True:
        played = hand_for(rng)
        if played.game == game and (seed % 3 or len(played.seats) == games.max_seats(game)):
            return played.ups, [given for step in Walk(played, rng).steps() for given in step.inputs]


def run(inputs, ups: int, cut=()) -> tuple[list, int]:
    """The facts of each input; before the inputs at `cut` the table gives way to one loaded from its snapshot. And
    the longest snapshot.
    """
    told: list = []
    table = Table(lambda *fact: told[-1].append(fact), ups)
    longest = 0
    for number, one in enumerate(inputs):
        if number in cut:
            buf = bytearray(512)
            size = table.save(buf)
            longest = max(longest, size)
            table = Table(lambda *fact: told[-1].append(fact), ups)
            table.load(buf[:size])
        told.append([])
        table.apply(500 * number, *one)
    return told, longest


@pytest.mark.parametrize("game", games.NAMES)
def test_cut_at_every_input_of_a_hand(game: str) -> None:
    for seed in range(6):
        ups, inputs = hand(game, seed)
        whole, _ = run(inputs, ups)
        resumed, longest = run(inputs, ups, range(len(inputs)))
        assert resumed == whole
        assert 100 < longest < ROOM
        middle = len(inputs) // 2
        assert run(inputs, ups, [middle])[0] == whole


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.one_of(any_input, ORDERLY), max_size=60),
    st.integers(0, 12),
    st.sampled_from([0, 0x7FF]),
)
def test_cut_at_every_input_whatever_they_are(sequence, game, ups) -> None:
    button = 3 if games.order(games.NAMES[game]) == "button" else 0
    sequence = [(facts.COMMAND, button, facts.OP_HAND, game << 11 | 0b111), *sequence]
    # Cards beyond the cover are no cards; a snapshot does not keep them.
    sequence = [given for given in sequence if given[0] > facts.LIFT or given[2] & 63 <= 52]
    assert run(sequence, ups, range(len(sequence)))[0] == run(sequence, ups)[0]


def test_a_verdict_is_not_sent_twice(driver) -> None:
    """Held for a wrong start, p(1)(ii): the loaded table is held and says nothing until the floor speaks."""
    driver.hand(9, [1, 4, 6, 9])
    driver.deal("4")
    driver.clean("seat_1")
    buf = bytearray(ROOM)
    told: list = []
    again = Table(lambda *fact: told.append(fact))
    again.load(buf[: driver.table.save(buf)])
    again.apply(9000, facts.CLEAN, 1, 0, 0)
    assert told == []
    again.apply(9500, facts.COMMAND, 0, facts.OP_MISDEAL, 0)
    assert [fact[0] for fact in told] == [facts.HELD, facts.MISDEAL]


def test_the_count_clock_goes_on(driver) -> None:
    """f(6)(iv): overdue at 15 minutes and a second, whatever happened between."""
    driver.hand(9, [1, 4, 6, 9])
    started = driver.now
    driver.command(facts.OP_END)
    buf = bytearray(ROOM)
    told: list = []
    again = Table(lambda *fact: told.append(fact))
    again.load(buf[: driver.table.save(buf)])
    assert again.alarm == started + 720_000
    again.apply(started + 900_001, facts.CLOCK, 255, 0, 0)
    assert [fact[2] for fact in told] == [facts.V_COUNT_OVERDUE]


@pytest.mark.parametrize("cut", [1, 40])
def test_a_snapshot_cut_short_is_refused(driver, cut: int) -> None:
    driver.hand(9, [1, 4, 6, 9])
    buf = bytearray(ROOM)
    driver.table.save(buf)
    with pytest.raises(ValueError, match="buffer ends"):
        Table(print).load(buf[:cut])
    with pytest.raises(ValueError, match="another form"):
        Table(print).load(bytearray(ROOM))
    with pytest.raises(ValueError, match="buffer ends"):
        driver.table.save(bytearray(cut))


ON_THE_VM = """
from railbird import facts as f
from railbird.table import Table

def facts_of(cut):
    told = []
    table = Table(lambda *fact: told.append(fact), {ups})
    for number, given in enumerate({inputs!r}):
        if cut and number % 5 == 0:
            buf = bytearray(400)
            table.save(buf)
            table = Table(lambda *fact: told.append(fact), {ups})
            table.load(buf)
        table.apply(500 * number, *given)
    return told

whole = facts_of(False)
print(len(whole) > 50, facts_of(True) == whole)
"""


@pytest.mark.parametrize("game", ["stud7_hl", "triple_draw_27", "crazy_pineapple"])
def test_on_the_vm(vm, game: str) -> None:
    ups, inputs = hand(game, 3)
    assert vm(ON_THE_VM.format(ups=ups, inputs=inputs)) == "True True\n"
