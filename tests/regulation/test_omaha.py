"""Subdivision (j), Omaha: each row's example, and a case that is not in it."""

import pytest

from host_tools.engine import IllegalEvent, Options, apply, fixed_limit, legal
from host_tools.engine.book import BOOK
from host_tools.engine.kill import lammer, stakes
from host_tools.engine.ranking.high import high
from host_tools.engine.ranking.low import eight_or_better
from host_tools.engine.ranking.omaha import omaha_high, omaha_low

rule = pytest.mark.rule


# (j) Omaha


@rule("j(1)")
@rule("g(3)")
def test_both_omaha_games_are_dealt_alike() -> None:
    assert BOOK["omaha_high"][:4] == BOOK["omaha_hl8"][:4]
    assert [BOOK[played][4] for played in ("omaha_high", "omaha_hl8")] == [("high",), ("high", "8b")]
    assert "omaha_hl" not in BOOK


@rule("j(1)")
@pytest.mark.parametrize("played", ["omaha_high", "omaha_hl8"])
def test_every_step_of_omaha_is_held_to(play, played: str, begin) -> None:
    state = play(begin(played, (1, 2), 2), ["1 call"])
    with pytest.raises(IllegalEvent, match="waits for burn card"):
        apply(apply(state, ("check", 2)), ("board", 51))


@rule("j(2)")
@pytest.mark.parametrize(("count", "stub"), [(10, 4), (2, 36)])
def test_ten_players_at_most(play, count: int, stub: int, begin, down) -> None:
    assert down(play, begin("omaha_hl8", range(1, count + 1), 1), 3).cards_left == stub
    with pytest.raises(IllegalEvent, match=r"j\(2\)"):
        begin("omaha_high", range(1, 12), 1)


@rule("j(3)")
@rule("j(4)")
@pytest.mark.parametrize(("button", "first"), [(5, [8, 2, 5]), (8, [2, 5, 8]), (2, [5, 8, 2])])
def test_four_rounds_of_down_cards(button: int, first: list[int], begin, dealt_order) -> None:
    state = begin("omaha_high", (2, 5, 8), button)
    assert dealt_order(state) == first * 4


@rule("j(5)")
def test_omaha_is_bet_like_holdem(play, begin, down) -> None:
    state = play(begin("omaha_hl8", (2, 5, 8), 5))
    assert ({seat: state.bet(seat) for seat in (8, 2)}, state.actor) == ({8: 2, 2: 4}, 5)
    flop = down(play, state, 1)
    assert (len(flop.burns), len(flop.board), flop.actor) == (1, 3, 8)
    assert len(down(play, state, 3).board) == 5


@rule("j(5)")
def test_the_last_blind_of_omaha_has_the_option(play, begin) -> None:
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
def test_the_best_omaha_high_wins(play, holes, board: str, winner: int, showdown) -> None:
    assert showdown(play, "omaha_high", holes, board, (50, 50)).stack(winner) == 100


SPLIT = {2: "As2sKhQd", 4: "KcKs9h9d"}


@rule("j(6)(ii)")
@rule("j(8)")
@pytest.mark.parametrize(
    ("played", "stacks"), [("omaha_hl8", {2: 120, 4: 120}), ("omaha_high", {2: 0, 4: 240})]
)
def test_high_and_low_share(play, played: str, stacks: dict[int, int], showdown) -> None:
    assert showdown(play, played, SPLIT, "3h5d8cKdQs", (120, 120)).stacks() == stacks


@rule("j(6)(ii)(a)")
@pytest.mark.parametrize(("paid", "amounts"), [(67, (101, 100)), (41, (62, 61))])
def test_the_excess_goes_to_the_high_hand(play, paid: int, amounts: tuple[int, int], showdown) -> None:
    """201: 101 and 100; 123: 62 and 61."""
    holes = {**SPLIT, 6: "JcTc6d6s"}
    state = showdown(play, "omaha_hl8", holes, "3h5d8cKdQs", (paid,) * 3)
    assert (state.stack(4), state.stack(2)) == amounts


@rule("j(6)(ii)")
def test_quarters_of_a_pot(play, showdown) -> None:
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
def test_without_a_low_the_high_hand_takes_it_all(play, showdown) -> None:
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
def test_the_killer_posts_once_and_acts_in_turn(play, begin) -> None:
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
def test_the_lammer(play, begin, showdown) -> None:
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
def test_a_half_kill_and_no_kill(begin) -> None:
    assert stakes(fixed_limit(4, 8), "half")[0].least == (6, 12)
    assert stakes(fixed_limit(4, 8), "half")[1] == 6
    with pytest.raises(ValueError, match="does not come out whole"):
        stakes(fixed_limit(3, 6), "half")
    with pytest.raises(ValueError, match="expected half or full"):
        stakes(fixed_limit(4, 8), "off")
    for played, options in (("omaha_hl8", Options()), ("omaha_high", KILL), ("holdem", KILL)):
        with pytest.raises(IllegalEvent, match=r"j\(9\)"):
            begin(played, (1, 2, 3), 3, kill=(1, 8), options=options)
