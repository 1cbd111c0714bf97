"""Subdivision (b): the example of each row of the digest, and at least one hand that is not in it."""

import pytest

from host_tools.engine.ranking.high import category, high
from host_tools.engine.ranking.low import ace_to_five, deuce_to_seven

RANKING = {"high": high, "a5": ace_to_five, "27": deuce_to_seven}


def case(rule: str, ranking: str, *hands: str):
    return pytest.param(ranking, hands, marks=pytest.mark.rule(rule), id=f"{rule} {hands[0]}")


DESCENDING = [  # each hand beats the next
    case("b(1)", "high", "Ah Kd 9c 5s 3h", "Kh Qd Jc 9s 8d"),
    case("b(1)", "high", "Ad 2c 3h 4s 5d", "Ac Kd Qh Js 9c"),
    case("b(1)", "high", "2h 3c 4d 5s 6h", "Ac 2d 3d 4h 5c", "As Kd Qh Js 9h"),
    case("b(2)", "high", "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "4s 4h 4d 4c Kd", "2s 2h 2d Ac Ad", "Qc Tc 8c 5c 2c",
         "6s 5d 4c 3h 2s", "Jh Jd Jc 9s 2d", "8s 8d 3c 3h Kc", "7h 7d As 9c 4d", "Ad Qs 9h 6c 3s"),
    case("b(2)", "high", "2c 2d 2h 2s 3c", "As Ah Ad Kc Kd", "7s 5s 4s 3s 2s", "Ac Kd Qh Jh Th", "As Ah Ad Kc Qd"),
    case("b(2)(i)", "high", "Ah Kh Qh Jh Th", "Kd Qd Jd Td 9d"),
    case("b(2)(i)", "high", "Ac Kc Qc Jc Tc", "Ah Kh Qh Jh Td"),
    case("b(2)(ii)", "high", "Kd Qd Jd Td 9d", "Qc Jc Tc 9c 8c"),
    case("b(2)(ii)", "high", "6h 5h 4h 3h 2h", "5s 4s 3s 2s As", "Kh Kd Kc Ks 9d"),
    case("b(2)(ii)", "high", "5d 4d 3d 2d Ad", "Ah As Ad Ac Kh", "Kh Ah 2h 3h 4h"),
    case("b(2)(iii)", "high", "As Ah Ad Ac 2s", "Ks Kh Kd Kc Qd", "3s 3h 3d 3c 4s", "2s 2h 2d 2c Ac"),
    case("b(2)(iii)", "high", "9s 9h 9d 9c 2d Kd 3c", "9s 9h 9d 9c 2d Qd Jc"),
    case("b(2)(iii)", "high", "7s 7h 7d 7c Ah", "7s 7h 7d 7c Kh", "6s 6h 6d 6c Ah"),
    case("b(2)(iv)", "high", "Ks Kh Kd 2c 2s", "Qs Qh Qd Ac As"),
    case("b(2)(iv)", "high", "As Ad Ac 7h 2c Kh Kd", "As Ad Ac 7h 2c Qh Qd"),
    case("b(2)(iv)", "high", "3s 3h 3d 4c 4h", "2s 2d 2c Ah Ad", "2s 2d 2c Kh Kd"),
    case("b(2)(v)", "high", "Ah Jh 9h 5h 3h", "Ac Jc 9c 5c 2c"),
    case("b(2)(v)", "high", "Ac 6c 4c 3c 2c", "Kd Qd Jd 9d 8d", "Kd Qd Jd 9d 7d"),
    case("b(2)(v)", "high", "7s 5s 4s 3s 2s", "Ah Kd Qc Js Td"),
    case("b(2)(vi)", "high", "Ah Kd Qc Js Th", "Kh Qd Jc Ts 9h"),
    case("b(2)(vi)", "high", "6s 5d 4c 3h 2d", "5c 4d 3s 2h Ac", "Ah As Ad Kc Qh"),
    case("b(2)(vi)", "high", "2h 2d 3c 4d 5s", "Qh Kd Ac 2s 3h"),
    case("b(2)(vii)", "high", "As Ah Ad 3c 2s", "Ks Kh Kd Ac Qd"),
    case("b(2)(vii)", "high", "5s 5h 5d 9c 8d Kc 2d", "5s 5h 5d 9c 8d Qc Jd"),
    case("b(2)(vii)", "high", "2s 2h 2d Ac 3d", "2s 2h 2d Kc Qd", "Ah As Kc Ks Qd"),
    case("b(2)(viii)", "high", "Kh Kd 2c 2s 3h", "Qc Qs Jh Jd Ah"),
    case("b(2)(viii)", "high", "As Ad 3c 3h 2d", "Ks Kd Qc Qh Ac"),
    case("b(2)(viii)", "high", "Js Jd 9c 9h Ad", "Jh Jc 9s 9d Kd", "Js Jd 8c 8h Ad"),
    case("b(2)(ix)", "high", "Kh Kd 4c 3s 2h", "2c 2s Ah Qd Js"),
    case("b(2)(ix)", "high", "Th Td Kc 8s 3h", "Tc Ts Kd 8h 2c"),
    case("b(2)(ix)", "high", "Th Td Kc 9s 2h", "Tc Ts Kd 8h 7c", "Tc Ts Qd Jh 9c"),
    case("b(3)", "high", "Ah Kd 9c 5s 3h", "As Kc 9d 5h 2s"),
    case("b(3)", "high", "Jd 9c 8d 7h 5s", "Jh 9d 8c 7s 4s", "Jh 9d 8c 6s 5s"),
    case("b(4)", "a5", "7h 5d 4c 3s Ad", "7c 5h 4d 3h 2s"),
    case("b(4)", "a5", "7h 4d 3c 2s Ad", "9c 7d 4h 3s 2h"),
    case("b(4)", "27", "9c 7d 4h 3s 2h", "Ad 7h 4d 3c 2s"),
    case("b(4)", "a5", "8c 5d 4h 3s 2h", "9d 4s 3c 2d Ah"),
    case("b(4)", "27", "8d 6c 5h 3s 2h", "8c 7d 4h 3s 2h", "Kd 5h 4d 3c 2s", "Ad 6h 4d 3c 2s"),
    case("b(5)", "a5", "Ah 2h 3h 4h 5h", "Kh Qd Jc Ts 9h", "Ac Ad 2c 3s 4h"),
    case("b(5)", "a5", "Ac Ad Kc Qs Jh", "2c 2d 3s 4h 5c"),
    case("b(5)", "27", "7h 5d 4c 3s 2h", "Kc Kd 9s 5h 2c", "6h 5c 4d 3s 2d"),
    case("b(5)", "27", "Ac Ad Kh Qs Js", "7c 5c 4c 3c 2c"),
    case("b(5)", "27", "2c 2d 3s 3h 4c", "2c 2d 2s 3h 4c", "7c 6d 5h 4s 3c", "9c 7c 4c 3c 2c", "2c 2d 2h 3h 3c",
         "2c 2d 2h 2s 3c", "6c 5c 4c 3c 2c"),
]  # fmt: skip

TIED = [
    case("b(2)(i)", "high", "Ah Kh Qh Jh Th", "As Ks Qs Js Ts"),
    case("b(2)(iii)", "high", "9s 9h 9d 9c 2d Ah 3c", "9s 9h 9d 9c 2d As Jc"),
    case("b(3)", "high", "Ah Kd 9c 5s 3h", "As Kc 9d 5h 3s"),
    case("b(3)", "high", "Qh Qd 8c 8s 3h", "Qc Qs 8d 8h 3s"),
    case("b(5)", "a5", "Ah 2h 3h 4h 5h", "Ac 2d 3s 4c 5d"),
]


@pytest.mark.parametrize(("ranking", "hands"), DESCENDING)
def test_each_beats_the_next(cards, ranking: str, hands: tuple[str, ...]) -> None:
    keys = [RANKING[ranking](cards(hand)) for hand in hands]
    assert keys == sorted(set(keys), reverse=True)


@pytest.mark.parametrize(("ranking", "hands"), TIED)
def test_suits_never_rank_hands(cards, ranking: str, hands: tuple[str, ...]) -> None:
    assert len({RANKING[ranking](cards(hand)) for hand in hands}) == 1


@pytest.mark.rule("b(2)(ii)")
def test_a_straight_flush_does_not_wrap(cards) -> None:
    for text in ("Kh Ah 2h 3h 4h", "Qh Kh Ah 2h 3h", "Jc Kc Ac 2c 3c"):
        assert category(high(cards(text))) == "flush"


@pytest.mark.rule("b(3)")
@pytest.mark.parametrize(
    ("stacks", "pot"), [((50, 50), 100), ((100, 100, 100), 300), ((75, 75, 75, 75), 300)]
)
def test_tied_players_share_equally(play, stacks: tuple[int, ...], pot: int) -> None:
    """$100 by two: $50 each; $300 by three: $100 each; and by four. The board is everybody's best hand."""
    from host_tools.engine import start

    state = start("holdem", range(1, len(stacks) + 1), 1, stacks, (1, 2))
    state = play(state, (), None, "AhKhQhJhTh")
    while state.actor is not None:
        seat = state.actor
        verb = "call" if state.wager.level == stacks[0] else f"raise {stacks[0]}"
        state = play(state, [f"{seat} {verb}"], None, "AhKhQhJhTh")
    state = play(state, [f"{seat} show" for seat in order_of(state)], None, "AhKhQhJhTh")
    assert sum(award.amount for award in state.awards) == pot
    assert list(state.stacks().values()) == list(stacks)


def order_of(state) -> list[int]:
    """Who shows, the one that is due first."""
    seats = list(state.live_seats())
    due = seats.index(state.next[1])
    return seats[due:] + seats[:due]
