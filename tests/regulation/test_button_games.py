"""Subdivisions (i), (j), (k), (l), (n): hold'em, Omaha, draw, triple draw, pineapple."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, fixed_limit, legal, start
from host_tools.engine.book import BOOK, game
from host_tools.engine.button_draw import by_card
from host_tools.engine.kill import lammer, stakes
from host_tools.engine.low import eight_or_better
from host_tools.engine.omaha import omaha_high, omaha_low
from host_tools.engine.ranking import high
from railbird.rules.cards import parse

rule = pytest.mark.rule


def begin(played: str, seats, button: int, blinds=(2, 4), stack: int = 200, **more):
    seats = tuple(seats)
    return start(played, seats, button, more.pop("stacks", (stack,) * len(seats)), blinds, **more)


def dealt_order(state) -> list[int]:
    """The seats in the order in which they get their first cards."""
    while state.next[0] in ("ante", "blind"):
        state = apply(state, state.next)
    order: list[int] = []
    while state.next[0] == "deal":
        order.append(state.next[1])
        state = apply(state, (*state.next[:2], len(order), state.next[2]))
    return order


def down(play, state, street: int):
    """Everybody calls or checks, discards nothing or the first card, until a street is dealt."""
    state = play(state)
    while state.street < street or state.next[0] != "act":
        kind, seat, *_ = (*state.next, 0)
        if kind == "discard":
            least = legal(state)[0][2]
            state = play(apply(state, ("discard", seat, state.hole(seat)[:least])))
        else:
            state = play(apply(state, ("call" if state.to_call else "check", seat)))
    return state


# (i) hold'em


@rule("i(1)")
@rule("g(2)")
def test_holdem_is_high_only(cards) -> None:
    assert BOOK["holdem"][4] == ("high",)
    assert "holdem_hl" not in BOOK
    assert high(cards("Ah 2d 3c 4s 5h")) < high(cards("2d 3c 4s 5h 6h"))


@rule("i(1)")
@rule("i(10)")
def test_a_wheel_is_only_a_five_high_straight(play) -> None:
    holes = {1: "Ah2d", 4: "6h2s"}
    assert showdown(play, "holdem", holes, "3c4s5hKdQd", (50, 50)).stacks() == {1: 0, 4: 100}


@rule("i(2)")
@pytest.mark.parametrize(("count", "stub"), [(11, 22), (2, 40)])
def test_eleven_players_at_most(play, count: int, stub: int) -> None:
    state = down(play, begin("holdem", range(1, count + 1), 1), 3)
    assert (state.cards_left, len(state.burns), len(state.board)) == (stub, 3, 5)
    with pytest.raises(IllegalEvent, match=r"i\(2\)"):
        begin("holdem", range(1, 13), 1)


@rule("i(3)")
@pytest.mark.parametrize("button", [None, 5])
def test_no_hand_without_a_button(button) -> None:
    with pytest.raises(IllegalEvent, match=r"i\(3\)"):
        begin("holdem", (1, 4, 6), button)


@rule("i(3)(ii)")
@rule("n(3)(ii)(b)")
@pytest.mark.parametrize(
    ("dealt", "seat", "tied"),
    [
        ({1: "8d", 4: "Qs", 6: "Jh", 9: "3c"}, 4, (4,)),
        ({1: "8d", 4: "Qs", 6: "Qh", 9: "3c"}, 4, (4, 6)),
        ({1: "4c", 5: "Kd", 10: "9s"}, 5, (5,)),
        ({2: "Ac", 3: "As", 7: "Kh"}, 3, (2, 3)),
    ],
)
def test_the_button_by_a_card(dealt: dict[int, str], seat: int, tied: tuple[int, ...]) -> None:
    cards = {owner: parse(card) for owner, card in dealt.items()}
    assert by_card(cards) == (seat,)
    assert by_card(cards, "redeal") == tied
    with pytest.raises(ValueError, match="expected suit or redeal"):
        by_card(cards, "none")


@rule("i(4)")
@pytest.mark.parametrize(
    ("seats", "button", "blinds", "posts", "actor"),
    [
        ((1, 4, 6, 9), 9, (2, 4), {1: 2, 4: 4}, 6),
        ((1, 4, 6, 9), 9, (4,), {1: 4}, 4),
        ((2, 7), 7, (2, 4), {2: 2, 7: 4}, 2),
        ((1, 4, 6, 9), 4, (1, 2, 4), {6: 1, 9: 2, 1: 4}, 4),
    ],
)
def test_blinds(play, seats, button: int, blinds, posts: dict[int, int], actor: int) -> None:
    state = play(begin("holdem", seats, button, blinds))
    assert {seat: state.bet(seat) for seat in seats if state.bet(seat)} == posts
    assert state.actor == actor


@rule("i(5)")
@pytest.mark.parametrize(
    ("seats", "button", "order"),
    [((1, 4, 6, 9), 9, [1, 4, 6, 9] * 2), ((1, 4, 6, 9), 4, [6, 9, 1, 4] * 2), ((3, 11), 3, [11, 3] * 2)],
)
def test_two_rounds_of_down_cards(seats, button: int, order: list[int]) -> None:
    assert dealt_order(begin("holdem", seats, button)) == order


@rule("i(6)")
def test_the_blinds_keep_the_option(play) -> None:
    state = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 fold", "1 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]
    assert play(state, ["4 check"]).pot == 12
    raised = play(state, ["4 raise 8", "6 call"])
    assert (raised.actor, raised.to_call) == (1, 4)


@rule("i(6)")
def test_a_lone_blind_has_the_option_too(play) -> None:
    state = play(begin("holdem", (1, 4, 6), 6, (4,)), ["4 call", "6 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]


@rule("i(7)")
def test_the_flop(play) -> None:
    state = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 fold", "1 call", "4 check"])
    assert (len(state.burns), len(state.board), state.cards_left, state.actor) == (1, 3, 40, 1)
    assert play(state, ["1 check", "4 check", "6 check"]).street == 2
    folded = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 fold", "1 fold", "4 check"])
    assert folded.actor == 4
    with pytest.raises(IllegalEvent, match=r"i\(7\)"):
        apply(folded, ("call", 4))


@rule("i(7)")
def test_a_bet_on_the_flop_is_answered_by_all(play) -> None:
    state = play(begin("holdem", (1, 4, 6, 9), 9), ["6 call", "9 call", "1 call", "4 check"])
    state = play(state, ["1 check", "4 bet 8", "6 call", "9 raise 16", "1 fold", "4 call"])
    assert (state.actor, state.to_call) == (6, 8)
    assert play(state, ["6 call"]).street == 2


@rule("i(8)")
@rule("i(9)")
@pytest.mark.parametrize(("street", "cards"), [(2, 4), (3, 5)])
def test_turn_and_river(play, street: int, cards: int) -> None:
    state = down(play, begin("holdem", (1, 4, 6, 9), 9), street)
    assert (len(state.burns), len(state.board), state.actor) == (street, cards, 1)
    with pytest.raises(IllegalEvent):
        apply(state, ("board", 51))
    closing = play(state, ["1 check", "4 check", "6 check"])
    after = apply(closing, ("check", 9))
    if street == 2:
        with pytest.raises(IllegalEvent, match=r"waits for burn card \[i\(9\)\]"):
            apply(after, ("board", 51))
    else:
        with pytest.raises(IllegalEvent, match=r"i\(9\)"):
            apply(after, ("board", 51))


def showdown(play, played: str, holes: dict[int, str], board: str, stacks, blinds=(1, 2), **more):
    """All-in before the flop, everybody shows."""
    seats = tuple(holes)
    state = play(start(played, seats, seats[-1], stacks, blinds, **more), (), holes, board)
    while state.next[0] == "act":
        options = {option[0]: option for option in legal(state)}
        event = options.get("raise") or options.get("bet") or options.get("call") or options["check"]
        event = (*event[:2], event[3]) if len(event) == 4 else event
        state = play(apply(state, event), (), holes, board)
    while state.next[0] == "show":
        state = play(state, [f"{state.next[1]} show"], holes, board)
    return state


@rule("i(10)")
@pytest.mark.parametrize(
    ("board", "holes", "stacks"),
    [
        ("QhJcTc2d2h", {1: "AsKd", 4: "2s3c"}, {1: 100, 4: 0}),
        ("AhKhQhJhTh", {1: "2c3c", 4: "2d3d"}, {1: 50, 4: 50}),
        ("9h8h7h6h2c", {1: "AsTh", 4: "5hAc"}, {1: 100, 4: 0}),
    ],
)
def test_any_mix_of_own_and_board(play, board: str, holes, stacks: dict[int, int]) -> None:
    assert showdown(play, "holdem", holes, board, (50, 50)).stacks() == stacks


# (j) Omaha


@rule("j(1)")
@rule("g(3)")
def test_both_omaha_games_are_dealt_alike() -> None:
    assert BOOK["omaha_high"][:4] == BOOK["omaha_hl8"][:4]
    assert [BOOK[played][4] for played in ("omaha_high", "omaha_hl8")] == [("high",), ("high", "8b")]
    assert "omaha_hl" not in BOOK


@rule("j(1)")
@pytest.mark.parametrize("played", ["omaha_high", "omaha_hl8"])
def test_every_step_of_omaha_is_held_to(play, played: str) -> None:
    state = play(begin(played, (1, 2), 2), ["1 call"])
    with pytest.raises(IllegalEvent, match="waits for burn card"):
        apply(apply(state, ("check", 2)), ("board", 51))


@rule("j(2)")
@pytest.mark.parametrize(("count", "stub"), [(10, 4), (2, 36)])
def test_ten_players_at_most(play, count: int, stub: int) -> None:
    assert down(play, begin("omaha_hl8", range(1, count + 1), 1), 3).cards_left == stub
    with pytest.raises(IllegalEvent, match=r"j\(2\)"):
        begin("omaha_high", range(1, 12), 1)


@rule("j(3)")
@rule("j(4)")
@pytest.mark.parametrize(("button", "first"), [(5, [8, 2, 5]), (8, [2, 5, 8]), (2, [5, 8, 2])])
def test_four_rounds_of_down_cards(button: int, first: list[int]) -> None:
    state = begin("omaha_high", (2, 5, 8), button)
    assert dealt_order(state) == first * 4


@rule("j(5)")
def test_omaha_is_bet_like_holdem(play) -> None:
    state = play(begin("omaha_hl8", (2, 5, 8), 5))
    assert ({seat: state.bet(seat) for seat in (8, 2)}, state.actor) == ({8: 2, 2: 4}, 5)
    flop = down(play, state, 1)
    assert (len(flop.burns), len(flop.board), flop.actor) == (1, 3, 8)
    assert len(down(play, state, 3).board) == 5


@rule("j(5)")
def test_the_last_blind_of_omaha_has_the_option(play) -> None:
    state = play(begin("omaha_high", (2, 5, 8), 5), ["5 call", "8 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]
    assert play(state, ["2 raise 8"]).actor == 5


@rule("j(6)")
@pytest.mark.parametrize(
    ("own", "board", "five"),
    [
        ("As 2h 3d 4c", "Ks Qs Js Ts 9d", "Ac Kh Qh Jh 4h"),
        ("As Ks 2d 3c", "Qs Js Ts 4h 5d", "As Ks Qs Js Ts"),
        ("Ah Ad As Ac", "Kh Kd 7c 4s 2d", "Ah Ad Kh Kd 7c"),
        ("2h 3h 4h 5h", "Ah 9c 9d 9s Kd", "9c 9d 9s 5h 4h"),
    ],
)
def test_exactly_two_and_three(cards, own: str, board: str, five: str) -> None:
    assert omaha_high(cards(own), cards(board)) == high(cards(five))


@rule("j(6)(i)")
@pytest.mark.parametrize(
    ("holes", "board", "winner"),
    [
        ({1: "KdKc9s3s", 4: "QhJh8c4d"}, "AhKh7h7c2d", 1),
        ({1: "KdQc9s3s", 4: "QhJh8c4d"}, "AhKh7h7c2d", 4),
    ],
)
def test_the_best_omaha_high_wins(play, holes, board: str, winner: int) -> None:
    assert showdown(play, "omaha_high", holes, board, (50, 50)).stack(winner) == 100


SPLIT = {2: "As2sKhQd", 4: "KcKs9h9d"}


@rule("j(6)(ii)")
@rule("j(8)")
@pytest.mark.parametrize(
    ("played", "stacks"), [("omaha_hl8", {2: 120, 4: 120}), ("omaha_high", {2: 0, 4: 240})]
)
def test_high_and_low_share(play, played: str, stacks: dict[int, int]) -> None:
    assert showdown(play, played, SPLIT, "3h5d8cKdQs", (120, 120)).stacks() == stacks


@rule("j(6)(ii)(a)")
@pytest.mark.parametrize(("paid", "amounts"), [(67, (101, 100)), (41, (62, 61))])
def test_the_excess_goes_to_the_high_hand(play, paid: int, amounts: tuple[int, int]) -> None:
    """201: 101 and 100; 123: 62 and 61."""
    holes = {**SPLIT, 6: "JcTc6d6s"}
    state = showdown(play, "omaha_hl8", holes, "3h5d8cKdQs", (paid,) * 3)
    assert (state.stack(4), state.stack(2)) == amounts


@rule("j(6)(ii)")
def test_quarters_of_a_pot(play) -> None:
    """Two have the same low and one of them the high as well: 3/4 and 1/4. 201: high 101, low 50 and 50."""
    holes = {1: "Ac2cKcKs", 3: "Ad2d9h9d", 5: "JcTcJd6s"}
    state = showdown(play, "omaha_hl8", holes, "3h5d8cKdQs", (67,) * 3)
    assert state.stacks() == {1: 151, 3: 50, 5: 0}


@rule("j(7)")
@pytest.mark.parametrize(
    ("own", "board", "low"),
    [
        ("As 3h Tc Td", "2h 5d 8c Kd Qs", "8c 5d 3h 2h As"),
        ("As 3h Tc Td", "2h 2d 8c Kd Qs", ""),
        ("3c 5c Tc Td", "3h 5d 8c Kd Qs", ""),
        ("As 2s 3s 4s", "5s 6s 7s Kd Qs", "7s 6s 5s 2s As"),
        ("As 9h Tc Td", "2h 5d 8c 7d Qs", ""),
    ],
)
def test_when_there_is_a_low(cards, own: str, board: str, low: str) -> None:
    assert omaha_low(cards(own), cards(board)) == (eight_or_better(cards(low)) if low else 0)


@rule("j(7)")
def test_without_a_low_the_high_hand_takes_it_all(play) -> None:
    assert showdown(play, "omaha_hl8", SPLIT, "2h2d8cKdQs", (45, 45)).stacks() == {2: 0, 4: 90}


@rule("j(8)(i)")
@rule("j(8)(ii)")
@rule("j(8)(iii)")
@pytest.mark.parametrize(
    ("own", "board", "best", "low"),
    [
        ("Ah 2d Kc Kh", "3s 4c 8d Ks Qh", "Kc Kh Ks Qh 8d", "8d 4c 3s 2d Ah"),
        ("As 2s Kd Kh", "3s 4s 8s Qd Jc", "As 8s 4s 3s 2s", "8s 4s 3s 2s As"),
        ("Ah Ad 2c 9h", "3d 6h 7c As Ks", "Ah Ad As Ks 7c", "7c 6h 3d 2c Ah"),
        ("Ac 2d Qc Qh", "3h 4s 5d Qs 9c", "5d 4s 3h 2d Ac", "5d 4s 3h 2d Ac"),
    ],
)
def test_one_hand_or_two(cards, own: str, board: str, best: str, low: str) -> None:
    assert omaha_high(cards(own), cards(board)) == high(cards(best))
    assert omaha_low(cards(own), cards(board)) == eight_or_better(cards(low))


KILL = Options(kill="full")


@rule("j(9)")
def test_the_killer_posts_once_and_acts_in_turn(play) -> None:
    """Seat 5 is the big blind and has the lammer: 8 once. Not a blind: 8 on top of 2 and 4, with the option."""
    limits, blind = stakes(fixed_limit(4, 8), "full")
    assert (limits.least, blind) == ((8, 16), 8)
    state = play(begin("omaha_hl8", (2, 5, 8, 9), 9, kill=(5, blind), limits=limits, options=KILL))
    assert [state.bet(seat) for seat in (2, 5, 8, 9)] == [2, 8, 0, 0]
    assert legal(state) == (("fold", 8), ("call", 8), ("raise", 8, 16, 16))
    state = play(begin("omaha_hl8", (2, 5, 8, 9), 9, kill=(9, blind), limits=limits, options=KILL))
    assert ([state.bet(seat) for seat in (2, 5, 8, 9)], state.actor) == ([2, 4, 0, 8], 8)
    state = play(state, ["8 call"])
    assert legal(state) == (("check", 9), ("raise", 9, 16, 16))
    state = play(state, ["9 check"])
    assert (state.actor, state.to_call) == (2, 6)


@rule("j(9)")
def test_the_lammer(play) -> None:
    """Threshold 100: a scoop of 120 gets it, 100 does not, a split ends it; uncontested counts (S08)."""
    board = "3h5d8cKdQs"
    scoop = showdown(play, "omaha_hl8", {1: "As2sKhKc", 4: "JcTc9h9d"}, board, (60, 60))
    assert lammer(scoop, None, 100) == 1
    assert lammer(scoop, 4, 119) == 1
    assert lammer(scoop, 4, 120) is None
    assert lammer(showdown(play, "omaha_hl8", SPLIT, board, (70, 70)), 2, 100) is None
    walk = play(begin("omaha_hl8", (1, 2, 3), 3), ["3 raise 50", "1 raise 150", "2 fold", "3 fold"])
    assert lammer(walk, None, 100) == 1
    tied = showdown(play, "omaha_hl8", {1: "AsKs9s8s", 4: "AdKd9d8d"}, "QhJcTh2c3d", (70, 70))
    assert (lammer(tied, 4, 100), lammer(tied, None, 100)) == (4, None)


@rule("j(9)")
def test_a_half_kill_and_no_kill() -> None:
    assert stakes(fixed_limit(4, 8), "half")[0].least == (6, 12)
    assert stakes(fixed_limit(4, 8), "half")[1] == 6
    with pytest.raises(ValueError, match="does not come out whole"):
        stakes(fixed_limit(3, 6), "half")
    with pytest.raises(ValueError, match="expected half or full"):
        stakes(fixed_limit(4, 8), "off")
    for played, options in (("omaha_hl8", Options()), ("omaha_high", KILL), ("holdem", KILL)):
        with pytest.raises(IllegalEvent, match=r"j\(9\)"):
            begin(played, (1, 2, 3), 3, kill=(1, 8), options=options)


# (k) five-card draw, (l) triple draw


@rule("k(1)")
@rule("g(4)")
def test_both_draw_games_are_dealt_alike() -> None:
    assert BOOK["draw5_high"][:4] == BOOK["draw5_low"][:4]
    assert (BOOK["draw5_high"][4], BOOK["draw5_low"][4]) == (("high",), ("a5",))
    assert game("draw5_low", Options(draw5_max_players=10)).max_seats == 10
    with pytest.raises(IllegalEvent, match=r"at most 8 \[k\(1\)\]"):
        begin("draw5_high", range(1, 10), 1)


@rule("k(1)")
@pytest.mark.parametrize(("most", "allowed"), [(2, False), (9, True), (10, True)])
def test_the_most_seats_of_draw_are_an_option(most: int, allowed: bool) -> None:
    options = Options(draw5_max_players=most)
    if allowed:
        assert len(begin("draw5_low", range(1, most + 1), 1, options=options).seats) == most
    with pytest.raises(IllegalEvent, match=f"at most {most}"):
        begin("draw5_low", range(1, most + 2), 1, options=options)


@rule("k(3)")
@rule("k(4)")
@pytest.mark.parametrize(("button", "first"), [(7, [2, 4, 7]), (2, [4, 7, 2])])
def test_five_rounds_of_down_cards(play, button: int, first: list[int]) -> None:
    state = begin("draw5_high", (2, 4, 7), button)
    assert dealt_order(state) == first * 5
    assert play(state).cards_left == 37


@rule("k(5)")
def test_the_first_round_of_draw(play) -> None:
    state = play(begin("draw5_low", (2, 4, 7), 7))
    assert ([state.bet(seat) for seat in (2, 4, 7)], state.actor) == ([2, 4, 0], 7)
    state = play(state, ["7 call", "2 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]
    assert apply(state, ("check", 4)).next == ("burn",)
    assert apply(apply(state, ("raise", 4, 8)), ("call", 7)).actor == 2


@rule("k(5)")
def test_one_blind_in_draw(play) -> None:
    state = play(begin("draw5_high", (2, 4, 7), 7, (4,)))
    assert (state.actor, state.to_call, state.bet(2)) == (4, 4, 4)


@rule("k(5)(i)")
def test_one_burn_before_the_first_new_card(play) -> None:
    state = play(begin("draw5_low", (2, 4, 7), 7), ["7 call", "2 call"])
    state = apply(state, ("check", 4))
    with pytest.raises(IllegalEvent, match="waits for burn card"):
        apply(state, ("discard", 2, ()))
    state = apply(state, ("burn", 51))
    order = []
    while state.next[0] in ("discard", "deal"):
        if state.next[0] == "discard":
            order.append(state.next[1])
            state = apply(state, (*state.next, state.hole(state.next[1])[:1]))
        else:
            state = apply(state, (*state.next[:2], 50 - len(order), "d"))
    assert (order, len(state.burns), state.actor) == ([2, 4, 7], 1, 2)


def drawing(play, played: str, count: int, **more):
    """Everybody has called; the first seat is about to draw."""
    state = play(begin(played, range(1, count + 1), count, **more))
    while state.next[0] == "act":
        state = play(apply(state, ("call" if state.to_call else "check", state.actor)))
    return state


def draw(play, state, *numbers: int):
    """One seat after another discards so many of its first cards and gets new ones."""
    for number in numbers:
        seat = state.next[1]
        state = play(apply(state, ("discard", seat, state.hole(seat)[:number])))
    return state


@rule("k(5)(ii)")
def test_a_deck_short_for_the_draw(play) -> None:
    """Eight players: 11 cards after the burn; 3, 3, 3: two are left. The fourth draws 3: two, then one of the nine
    discards; its own three and the later seats' cards are not among them.
    """
    state = draw(play, drawing(play, "draw5_high", 8), 3, 3, 3)
    assert state.cards_left == 2
    state = apply(state, ("discard", 4, state.hole(4)[:3]))
    unseen = iter([card for card in range(52) if not state.dealt.seen >> card & 1])
    state = apply(apply(state, ("deal", 4, next(unseen), "d")), ("deal", 4, next(unseen), "d"))
    assert (state.next, state.cards_left) == (("shuffle",), 0)
    own = state.discarded(4)
    state = apply(state, ("shuffle",))
    assert (state.next, state.cards_left, state.discarded(4), state.burns != ()) == (
        ("deal", 4, "d"),
        9,
        own,
        True,
    )
    with pytest.raises(IllegalEvent, match="has been dealt before"):
        apply(state, ("deal", 4, own[0], "d"))


@rule("k(5)(ii)")
def test_folded_hands_are_shuffled_and_too_large_a_draw_is_refused(play) -> None:
    """Ten players, one card left after the burn and nothing discarded: no more than one card can be drawn. With a
    folded hand it is six, five at most.
    """
    options = Options(draw5_max_players=10)
    state = drawing(play, "draw5_low", 10, options=options)
    assert legal(state) == (("discard", 1, 0, 1),)
    with pytest.raises(IllegalEvent, match=r"may not discard 2: 0 to 1 is allowed \[k\(5\)\(ii\)\]"):
        apply(state, ("discard", 1, state.hole(1)[:2]))
    state = play(begin("draw5_low", range(1, 11), 10, options=options), ["3 fold"])
    while state.next[0] == "act":
        state = play(apply(state, ("call" if state.to_call else "check", state.actor)))
    assert legal(state) == (("discard", 1, 0, 5),)
    state = apply(apply(state, ("discard", 1, state.hole(1)[:2])), ("deal", 1, missing(state), "d"))
    folded = state.hole(3)
    state = apply(state, ("shuffle",))
    assert (len(folded), state.hole(3), state.cards_left) == (5, (), 5)


def missing(state) -> int:
    return next(card for card in range(52) if not state.dealt.seen >> card & 1)


@rule("k(7)")
def test_the_last_round_of_draw(play) -> None:
    state = play(begin("draw5_high", (2, 4, 7), 7), ["7 call", "2 fold", "4 check"])
    state = draw(play, state, 0, 0)
    assert state.actor == 4
    assert apply(apply(state, ("check", 4)), ("check", 7)).next == ("show", 4)
    assert apply(apply(state, ("bet", 4, 4)), ("raise", 7, 8)).actor == 4


@rule("k(7)")
def test_a_bet_after_the_draw_is_answered(play) -> None:
    state = draw(play, play(begin("draw5_low", (2, 4, 7), 7), ["7 call", "2 call", "4 check"]), 0, 0, 0)
    state = play(state, ["2 check", "4 bet 4", "7 fold"])
    assert (state.actor, state.to_call) == (2, 4)
    assert play(state, ["2 call"]).next == ("show", 4)


@rule("k(8)")
def test_all_in_before_the_draw_ends_in_a_showdown(play) -> None:
    state = play(begin("draw5_high", (4, 7), 7, stack=40), ["4 raise 40", "7 call"])
    assert draw(play, state, 0, 0).next == ("show", 4)


@rule("k(8)")
def test_a_showdown_or_none(play) -> None:
    state = play(begin("draw5_high", (2, 4, 7), 7), ["7 call", "2 fold", "4 check"])
    state = draw(play, state, 0, 0)
    assert play(state, ["4 check", "7 check"]).next == ("show", 4)
    assert play(state, ["4 bet 4", "7 fold"]).stack(4) == 200 + 6


@rule("k(8)(i)")
@rule("k(8)(ii)")
@pytest.mark.parametrize(
    ("played", "holes", "winner"),
    [
        ("draw5_high", {4: "9c9d9h2s3d", 7: "AsAdKcKdQh"}, 4),
        ("draw5_high", {4: "9c9d9h2s3d", 7: "AsKsQsJs2h"}, 4),
        ("draw5_low", {4: "8h6d4c3sAh", 7: "8c6s5d2hAc"}, 4),
        ("draw5_low", {4: "2h2d3c4s5h", 7: "KcQsJdTh9c"}, 7),
    ],
)
def test_the_best_draw_hand_wins(play, played: str, holes, winner: int) -> None:
    state = play(begin(played, (4, 7), 7, stack=40), (), holes)
    state = play(state, ["4 raise 40", "7 call"], holes)
    state = draw(play, state, 0, 0)
    assert play(state, ["4 show", "7 show"], holes).stack(winner) == 80


@rule("l(1)")
def test_triple_draw_has_three_draws_and_four_rounds(play) -> None:
    assert [script for script, _, _ in BOOK["triple_draw_27"][2]] == ["ddddd", "bw", "bw", "bw"]
    state = play(begin("triple_draw_27", (1, 3), 3))
    rounds = 0
    while not state.finished and state.next[0] != "show":
        rounds += state.next[0] == "act" and state.wager.acted == 0
        state = (
            draw(play, state, 0)
            if state.next[0] == "discard"
            else play(apply(state, ("call" if state.to_call else "check", state.actor)))
        )
    assert rounds == 4


@rule("l(1)")
@rule("l(2)")
def test_an_ante_and_no_fourth_draw(play) -> None:
    state = play(begin("triple_draw_27", (1, 3), 3, antes=(1, 1)))
    assert state.pot == 8
    state = down(play, state, 3)
    state = play(state, ["1 check", "3 check"])
    with pytest.raises(IllegalEvent, match="waits for seat 1 shows"):
        apply(state, ("discard", 1, ()))


@rule("l(2)")
def test_seven_players_at_most(play) -> None:
    assert play(begin("triple_draw_27", range(1, 8), 7)).cards_left == 17
    with pytest.raises(IllegalEvent, match=r"l\(2\)"):
        begin("triple_draw_27", range(1, 9), 8)


@rule("l(4)")
@pytest.mark.parametrize(("button", "first"), [(3, [6, 1, 3]), (6, [1, 3, 6])])
def test_five_rounds_of_down_cards_in_triple_draw(button: int, first: list[int]) -> None:
    assert dealt_order(begin("triple_draw_27", (1, 3, 6), button)) == first * 5


@rule("l(6)")
def test_the_first_draw(play) -> None:
    """Button 3: order 6, 1, 3; six cards are refused, none is allowed."""
    state = play(begin("triple_draw_27", (1, 3, 6), 3), ["3 call", "6 call", "1 check"])
    for seat in (6, 1, 3):
        assert state.next == ("discard", seat)
        with pytest.raises(IllegalEvent, match=r"l\(6\)"):
            apply(state, ("discard", seat, (*state.hole(seat), missing(state))))
        with pytest.raises(IllegalEvent, match="those are not cards"):
            apply(state, ("discard", seat, (missing(state),)))
        state = draw(play, state, 0 if seat == 1 else 5)
    assert state.actor == 6


@rule("l(6)")
def test_a_deck_short_for_the_first_draw(play) -> None:
    """Seven players: 16 after the burn, five draw three each: one left. The sixth gets it, then two of 15 discards."""
    state = draw(play, drawing(play, "triple_draw_27", 7), 3, 3, 3, 3, 3)
    assert state.cards_left == 1
    own = state.hole(6)[:3]
    state = apply(apply(state, ("discard", 6, own)), ("deal", 6, missing(state), "d"))
    state = apply(state, ("shuffle",))
    assert (state.cards_left, state.discarded(6)) == (15, own)


@rule("l(7)")
@rule("l(9)")
@rule("l(11)")
@pytest.mark.parametrize("street", [1, 2, 3])
def test_the_later_rounds_of_triple_draw(play, street: int) -> None:
    """First to act is the first unfolded seat after the button; 6 checks, 1 bets, 3 folds, 6 calls."""
    state = down(play, begin("triple_draw_27", (1, 3, 6), 3, limits=fixed_limit(4, 8)), street)
    bet = 4 if street == 1 else 8
    assert (state.actor, legal(state)) == (6, (("check", 6), ("bet", 6, bet, bet)))
    state = apply(apply(apply(state, ("check", 6)), ("bet", 1, bet)), ("fold", 3))
    raised = apply(state, ("raise", 6, 2 * bet))
    assert (raised.actor, raised.to_call) == (1, bet)
    state = apply(state, ("call", 6))
    assert state.next == (("burn",) if street < 3 else ("show", 1))


@rule("l(8)")
@rule("l(10)")
@pytest.mark.parametrize(("street", "burns", "without"), [(2, 2, 1), (3, 3, 1)])
def test_the_later_draws_burn_again(play, street: int, burns: int, without: int) -> None:
    """Order 6, 1 with 3 folded; D15: one burn for each draw, by option only for the first."""
    for each, wanted in ((True, burns), (False, without)):
        state = play(begin("triple_draw_27", (1, 3, 6), 3, options=Options(triple_draw_burn_each_draw=each)))
        state = play(state, ["3 fold", "6 call", "1 check"])
        order = []
        while state.street < street or state.next[0] == "discard":
            if state.next[0] == "discard":
                order.append(state.next[1])
                state = draw(play, state, 1)
            else:
                state = play(apply(state, ("check", state.actor)))
        assert (len(state.burns), order) == (wanted, [6, 1] * street)


@rule("l(12)")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7h5d4c3s2h", "7c6d4h3d2s"),
        ("KdKh9c5s2c", "6h5c4d3c2d"),
        ("KcJs9d8h2s", "Ah5h4s3d2c"),
        ("Ah5h4s3d2c", "2d2h3c4d5s"),
        ("8h7d6c4s3h", "8c7s6d5c2s"),
    ],
)
def test_the_lowest_hand_wins(play, better: str, worse: str) -> None:
    """All but the last are the digest's; 8-7-6-4-3 beats 8-7-6-5-2."""
    holes = {1: worse, 6: better}
    state = play(begin("triple_draw_27", (1, 6), 6, stack=40), (), holes)
    state = play(state, ["1 raise 40", "6 call"], holes)
    state = draw(play, state, *[0] * 6)
    assert play(state, ["1 show", "6 show"], holes).stacks() == {1: 0, 6: 80}


# (n) pineapple


@rule("n(1)")
@rule("g(6)")
def test_pineapple_is_high_only() -> None:
    for played in ("pineapple", "crazy_pineapple"):
        assert BOOK[played][0] == 11
        assert BOOK[played][4] == ("high",)
        with pytest.raises(IllegalEvent, match=r"at most 10 \[n\(1\)\]"):
            begin(played, range(1, 12), 1, options=Options(pineapple_max_players=10))
    assert "pineapple_hl" not in BOOK


@rule("n(3)")
@rule("n(3)(ii)(b)")
def test_no_pineapple_without_a_button() -> None:
    for button in (None, 2):
        with pytest.raises(IllegalEvent, match=r"i\(3\)"):
            begin("pineapple", (1, 5, 10), button)
    assert dealt_order(begin("pineapple", (1, 5, 10), 5))[0] == 10


@rule("n(1)")
@rule("n(3)")
@pytest.mark.parametrize("played", ["pineapple", "crazy_pineapple"])
def test_eleven_play_pineapple(play, played: str) -> None:
    """11 x 3 + 5 + 3 = 41: eleven cards are left; the button is dealt last."""
    state = begin(played, range(1, 12), 6)
    assert dealt_order(state)[10] == 6
    assert down(play, state, 3).cards_left == 11


@rule("n(5)")
@pytest.mark.parametrize(("button", "first"), [(10, [1, 5, 10]), (1, [5, 10, 1])])
def test_three_rounds_of_down_cards(play, button: int, first: list[int]) -> None:
    state = begin("crazy_pineapple", (1, 5, 10), button)
    assert dealt_order(state) == first * 3
    assert play(state).cards_left == 43


@rule("n(6)")
def test_the_first_round_of_pineapple(play) -> None:
    state = play(begin("pineapple", (1, 5, 10), 10), ["10 call", "1 call"])
    assert [option[0] for option in legal(state)] == ["check", "raise"]
    assert play(state, ["5 raise 8"]).actor == 10


@rule("n(6)")
@rule("n(10)")
def test_the_button_acts_last_in_pineapple(play) -> None:
    state = play(begin("crazy_pineapple", (1, 5, 10), 10))
    assert (state.actor, state.to_call) == (10, 4)
    state = play(state, ["10 raise 8", "1 call", "5 call"])
    state = draw(play, state, 1, 1, 1)
    assert [state.actor, play(state, ["1 check", "5 check"]).actor] == [1, 10]


@rule("n(7)")
@rule("n(9)")
@pytest.mark.parametrize(("played", "board"), [("pineapple", 0), ("crazy_pineapple", 3)])
def test_all_in_players_discard_too(play, played: str, board: int) -> None:
    state = play(begin(played, (1, 5), 5, stack=40), ["1 raise 40", "5 call"])
    assert (state.next, len(state.board)) == (("discard", 1), board)
    assert draw(play, state, 1, 1).next == ("show", 1)


@rule("n(7)")
def test_pineapple_discards_before_the_flop(play) -> None:
    """In-players 1 and 5: the flop waits until both hold two cards, in any order (D17)."""
    state = play(begin("pineapple", (1, 5, 10), 10), ["10 fold", "1 call", "5 check"])
    assert legal(state) == (("discard", 1, 1, 1), ("discard", 5, 1, 1))
    with pytest.raises(IllegalEvent, match="waits for seat 1 to discard"):
        apply(state, ("burn", 51))
    for cards in ((), state.hole(5)[:2]):
        with pytest.raises(IllegalEvent, match=r"1 is allowed \[n\(7\)\]"):
            apply(state, ("discard", 5, cards))
    state = apply(state, ("discard", 5, state.hole(5)[:1]))
    assert legal(state) == (("discard", 1, 1, 1),)
    state = apply(state, ("discard", 1, state.hole(1)[2:]))
    assert (state.next, len(state.hole(1)), len(state.hole(10))) == (("burn",), 2, 3)


@rule("n(8)")
@rule("n(11)")
@rule("n(12)")
@pytest.mark.parametrize(("street", "burns", "board", "left"), [(1, 1, 3, 39), (2, 2, 4, 37), (3, 3, 5, 35)])
def test_the_streets_of_pineapple(play, street: int, burns: int, board: int, left: int) -> None:
    for played in ("pineapple", "crazy_pineapple"):
        state = down(play, begin(played, (1, 5, 10), 10), street)
        assert (len(state.burns), len(state.board), state.cards_left) == (burns, board, left)
    with pytest.raises(IllegalEvent):
        apply(state, ("board", missing(state)))


@rule("n(9)")
def test_crazy_pineapple_discards_once_the_flop_is_out(play) -> None:
    """Before the flop betting, as the text has it; after it by option (D17)."""
    state = play(begin("crazy_pineapple", (1, 5, 10), 10), ["10 fold", "1 call", "5 check"])
    assert (len(state.board), state.next, len(state.hole(1))) == (3, ("discard", 1), 3)
    with pytest.raises(IllegalEvent, match=r"waits for seat 1 to discard \[n\(10\)\]"):
        apply(state, ("check", 1))
    later = begin("crazy_pineapple", (1, 5, 10), 10, options=Options(crazy_discard_after_flop_betting=True))
    state = play(later, ["10 fold", "1 call", "5 check"])
    assert (len(state.board), state.actor) == (3, 1)
    state = play(state, ["1 check", "5 check"])
    assert (len(state.board), state.next) == (3, ("discard", 1))


@rule("n(10)")
def test_the_flop_round_of_pineapple(play) -> None:
    state = play(begin("pineapple", (1, 5, 10), 10), ["10 call", "1 fold", "5 check"])
    state = draw(play, state, 1, 1)
    assert state.actor == 5
    assert play(state, ["5 check", "10 check"]).street == 2
    assert play(state, ["5 check", "10 bet 4"]).actor == 5


@rule("n(13)")
def test_the_discard_does_not_count(play) -> None:
    """Kept As Ad, discarded Ac, board Kc Qc Jc 4d 2h: a pair of aces, which loses to two pairs."""
    holes, board = {1: "AsAdAc", 5: "KsQs9h"}, "KcQcJc4d2h"
    state = play(begin("pineapple", (1, 5), 5, stack=40), (), holes, board)
    state = play(state, ["1 raise 40", "5 call", "1 discard Ac", "5 discard 9h"], holes, board)
    state = play(state, ["1 show", "5 show"], holes, board)
    assert state.stacks() == {1: 0, 5: 80}
    assert parse("Ac") in state.discarded(1)


@rule("n(13)")
def test_the_board_is_everybodys_best(play) -> None:
    board = "ThJhQhKhAh"
    state = play(begin("crazy_pineapple", (1, 5), 5, stack=40), (), None, board)
    state = play(state, ["1 raise 40", "5 call"], None, board)
    for seat in (1, 5):
        state = apply(state, ("discard", seat, state.hole(seat)[:1]))
    state = play(state, ["1 show", "5 show"], None, board)
    assert state.stacks() == {1: 40, 5: 40}
