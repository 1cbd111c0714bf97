"""Who is dealt in, who posts, where the button goes (D02): hands worked out by hand, and disputes seen elsewhere."""

import pytest

from host_tools.engine import IllegalEvent, Options, start
from host_tools.engine.session.blinds import Deal, Need, Seat, next_deal

NEED = Need((1, 2), 0, 2, True)


def seats(text: str, **special: Seat) -> dict[int, Seat]:
    """'1 3 5' are in, 'a4' is away, 'n2' new, 'b6' back; `s4=` gives one seat exactly."""
    status = {"a": "away", "n": "new", "b": "back"}
    result = {}
    for word in text.split():
        kind, number = (word[0], word[1:]) if word[0] in status else ("", word)
        result[int(number)] = Seat("P", 100, status.get(kind, "in"))
    return result | {int(name[1:]): seat for name, seat in special.items()}


def deal(players, button=0, small=0, big=0, need: Need = NEED, **options) -> Deal:
    return next_deal(players, need, Options(**options), button, small, big)


def places(value: Deal) -> tuple[int, int, int]:
    return value.button, value.small, value.big


def test_the_first_button_is_to_the_dealers_right() -> None:
    """(i)(3)(i): the highest seat; everybody plays, nobody has missed anything."""
    value = deal(seats("n1 n4 n6 n9"))
    assert (value.seats, places(value)) == ((1, 4, 6, 9), (9, 1, 4))


def test_the_button_moves_to_the_next_player() -> None:
    assert places(deal(seats("1 4 6 9"), 9, 1, 4)) == (1, 4, 6)
    assert places(deal(seats("1 6 9"), 9, 1, 4)) == (1, 6, 9)
    assert places(deal(seats("4 6 9 a1"), 9, 1, 4)) == (4, 6, 9)


def test_a_moving_button_may_have_a_player_post_twice() -> None:
    """A on the button, B small, C big; B is gone: the next button is C, and heads-up by the text C posts again."""
    assert places(deal(seats("1 5"), 1, 3, 5)) == (5, 1, 5)


def test_with_a_dead_button_nobody_posts_the_big_blind_twice() -> None:
    """The same table: the big blind goes on to A; heads-up by the text the button posts it."""
    value = deal(seats("1 5"), 1, 3, 5, button_mode="dead")
    assert places(value) == (1, 5, 1)
    value = deal(seats("1 5"), 1, 3, 5, button_mode="dead", headsup_button_small_blind=True)
    assert places(value) == (5, 5, 1)


def test_a_dead_small_blind_and_then_a_dead_button() -> None:
    """1 button, 3 small, 5 big, and 5 leaves: 7 is the big blind, nobody the small one, the button is at 3. Then 9 is
    the big blind, 7 the small one, and the button is at the empty seat 5.
    """
    value = deal(seats("1 3 7 9"), 1, 3, 5, button_mode="dead")
    assert (places(value), value.blinds, value.dead_button) == ((3, 5, 7), (2,), False)
    value = deal(seats("1 3 7 9"), *places(value), button_mode="dead")
    assert (places(value), value.blinds, value.dead_button) == ((5, 7, 9), (1, 2), True)
    hand = start("holdem", value.seats, 5, (100,) * 4, value.blinds, dead_button=True)
    assert hand.setup.posts == (("blind", 7, 1), ("blind", 9, 2))
    assert hand.seats == (7, 9, 1, 3)


def test_who_came_in_at_stud_may_sit_where_the_places_no_longer_fit() -> None:
    """Button 3 dead, small 6, big 2; seat 9 was dealt in at stud since: between the button, now at 6, and the big
    blind sit 9 and 2, so that the button goes to the next player after it, as a moving one: 6, 9, 2.
    """
    assert places(deal(seats("2 6 9"), 3, 6, 2, button_mode="dead")) == (6, 9, 2)


def test_a_dead_button_lies_at_a_seat_that_is_not_dealt_in() -> None:
    for game, button in (("holdem", 1), ("holdem", 12), ("holdem", None)):
        with pytest.raises(IllegalEvent, match=r"dead button"):
            start(game, (1, 4), button, (100,) * 2, (1, 2), dead_button=True)


def test_no_entry_between_the_button_and_the_big_blind() -> None:
    """Button to 1, small 4, big 6: who sits at 2 waits, who sits at 8 may post; seat 10 will not."""
    players = seats(
        "1 4 6 9", **{f"s{seat}": Seat("P", 100, "new", posting=seat != 10) for seat in (2, 8, 10)}
    )
    value = deal(players, 9, 1, 4)
    assert (value.seats, value.entries) == ((1, 4, 6, 8, 9), ((8, 2, 0),))


def test_waiting_for_the_big_blind() -> None:
    """The big blind comes to seat 6, who is new and posts nothing else."""
    value = deal(seats("1 4 9 n6"), 9, 1, 4)
    assert (value.seats, value.entries, places(value)) == ((1, 4, 6, 9), (), (1, 4, 6))


@pytest.mark.parametrize(
    ("policy", "entries", "dealt"),
    [("live", ((8, 2, 0),), True), ("dead", ((8, 0, 2),), True), ("wait", (), False), ("free", (), True)],
)
def test_a_new_player_by_option(policy: str, entries, dealt: bool) -> None:
    players = seats("1 4 6 9", s8=Seat("P", 100, "new", posting=True))
    value = deal(players, 9, 1, 4, new_player=policy)
    assert (value.entries, 8 in value.seats) == (entries, dealt)


@pytest.mark.parametrize(
    ("policy", "entries"), [("live", ((8, 2, 1),)), ("dead", ((8, 0, 3),)), ("wait", ()), ("free", ())]
)
def test_missed_blinds_by_option(policy: str, entries) -> None:
    players = seats("1 4 6 9", s8=Seat("P", 100, "back", 0, True, True, True))
    assert deal(players, 9, 1, 4, missed_blinds=policy).entries == entries


def test_who_missed_nothing_owes_nothing() -> None:
    value = deal(seats("1 4 6 9 b8"), 9, 1, 4)
    assert (value.seats, value.entries) == ((1, 4, 6, 8, 9), ())


def test_whom_the_blinds_pass_is_remembered_once_a_round() -> None:
    """From 1 and 4 to 4 and 9: seat 6 has missed the big blind; next the small one passes it, the big one does not."""
    value = deal(seats("1 4 9 a6"), 9, 1, 4)
    assert (places(value), value.missed) == ((1, 4, 9), ((6, False, True),))
    value = deal(seats("1 4 9 a6"), *places(value))
    assert (places(value), value.missed) == ((4, 9, 1), ((6, True, False),))


def test_too_few_chips_to_be_dealt_in() -> None:
    """(c)(3)(iii): an ante of 1 and the minimum of 2; seat 4 has 2, seat 6 just enough."""
    players = seats("1 9", s4=Seat("P", 2, "in"), s6=Seat("P", 3, "in"))
    value = deal(players, 9, 1, 4, need=Need((1, 2), 1, 2, True))
    assert (value.seats, value.short) == ((1, 6, 9), (4,))


def test_a_short_stack_misses_the_blinds_that_pass_it() -> None:
    """Seat 6 cannot be dealt in when the big blind goes from 4 past it to 9."""
    value = deal(seats("1 4 9", s6=Seat("P", 1, "in")), 9, 1, 4)
    assert (value.short, value.missed) == ((6,), ((6, False, True),))


def test_the_posted_blind_is_owed_too() -> None:
    """The minimum is 1, the big blind 2: with a stack of 1 seat 6 would be the big blind and is not dealt in, but
    seat 9, who owes nothing, is.
    """
    players = seats("1 4", s6=Seat("P", 1, "in"), s9=Seat("P", 1, "in"))
    value = deal(players, 9, 1, 4, need=Need((1, 2), 0, 1, True))
    assert (value.seats, places(value), value.short) == ((1, 4), (1, 4, 1), (6, 9))
    players = seats("1 4 8", s6=Seat("P", 1, "in"), s9=Seat("P", 1, "in"))
    value = deal(players, 9, 1, 4, need=Need((1, 2), 0, 1, True))
    assert (value.seats, places(value), value.short) == ((1, 4, 8, 9), (1, 4, 8), (6,))


def test_stud_has_neither_button_nor_blinds() -> None:
    value = deal(seats("1 4 n6 b7 a9"), 4, 6, 1, need=Need((), 1, 2, False))
    assert (value.seats, places(value), value.entries) == ((1, 4, 6, 7), (4, 6, 1), ())


def test_alone_at_the_table() -> None:
    assert len(deal(seats("4 a6"), 4, 6, 4).seats) < 2


def test_two_left_begin_anew() -> None:
    """One is in, one is new: nobody has to wait for a blind that does not move."""
    value = deal(seats("4 n6"), 4, 6, 4)
    assert (value.seats, value.entries) == ((4, 6), ())


def test_live_and_dead_money_posted(play) -> None:
    """Seat 9 posts 2 live and 1 dead: the pot has 3 + 3 before the cards, and 9 has the option like a blind."""
    state = play(start("holdem", (1, 4, 6, 9), 9, (100,) * 4, (1, 2), entries=((9, 2, 1),)))
    assert (state.pot, state.bet(9), state.stack(9), state.to_call) == (6, 2, 97, 2)
    state = play(state, ["6 fold", "9 check", "1 fold", "4 check"])
    assert (state.pot, state.street) == (6, 1)
    state = play(state, ["4 bet 2", "9 fold"])
    assert state.stacks() == {1: 99, 4: 104, 6: 100, 9: 97}


def test_a_short_stack_posts_what_it_has(play) -> None:
    state = play(start("holdem", (1, 4, 6, 9), 9, (100, 100, 100, 2), (1, 2), entries=((9, 2, 1),)))
    assert (state.bet(9), state.stack(9), state.pot) == (2, 0, 5)


@pytest.mark.parametrize("entries", [((5, 2, 0),), ((9, -1, 0),), ((9, 2.0, 0),)])
def test_an_entry_that_cannot_be(entries) -> None:
    with pytest.raises(IllegalEvent):
        start("holdem", (1, 4, 6, 9), 9, (100,) * 4, (1, 2), entries=entries)
