"""PokerKit 0.7.7 as a second opinion, step by step over random no-limit hands.

Before every action the two are compared in who acts, what a call costs, the least and the most to bet or
raise, stacks, bets and the pot; amounts one beside the limits are tried against PokerKit's `can_` method; at
the end the stacks.

Known differences, each counted or shown in a test of its own below:

W01  A wager below the table's minimum bet or the blind counts as a full one for PokerKit, so that those who
have acted
     may raise again. The house reading: only a full raise reopens.
W12  PokerKit asks for what a short big blind has really put in; the house reading asks for the full amount.
The random
     hands have blinds that can be paid.
S02  PokerKit gives a whole odd remainder to the first winner; S02 favours nobody by more than a unit.
S09  PokerKit puts pots together whose remaining claims are the same once losing hands are killed, so that one
odd chip
     goes out where the house reading splits each pot on its own.
i(6) PokerKit asks the one player with chips left for a check where nobody could answer a bet; here the hand
goes on. W04  Over a straddle PokerKit's least raise is by the big blind, here by the straddle, the largest
blind posted.

A hand is mucked here only where another one that stands for as many chips has been shown.
"""

import random
from collections import Counter

import pokerkit
import pytest
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from host_tools.engine import State, apply, legal, profile, start
from railbird.rules.cards import name

# PokerKit warns of cards that it would not deal itself, though it deals them.
pytestmark = pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

WEIGHTS = {"fold": 1, "check": 6, "call": 6, "bet": 3, "raise": 3}


def begin(rng: random.Random) -> tuple[State, pokerkit.State]:
    """The same table twice; PokerKit's player 0 is the seat after the button."""
    count = rng.choice((2, 2, 3, 3, 4, 6, 9))
    small, big = rng.choice([(1, 2), (5, 10), (50, 100)])
    antes = rng.choice([(0,) * count, (small,) * count, (0, big, *(0,) * (count - 2))])
    dead = antes == (0, big, *(0,) * (count - 2)) or rng.random() < 0.3
    floor = big + max(antes)
    stacks = tuple(
        floor + rng.choice((rng.randint(0, 3 * big), rng.randint(0, 30 * big))) for _ in range(count)
    )
    seats = tuple(sorted(rng.sample(range(1, 12), count)))
    kit = NoLimitTexasHoldem.create_state(
        AUTOMATIONS, not dead, antes, (small, big), big, stacks, count, mode=Mode.CASH_GAME
    )
    ours = antes[::-1] if count == 2 else antes  # PokerKit turns its lists round for two players
    state = start(
        "holdem", seats, seats[-1], stacks, (small, big), ours, dead_antes=dead, options=profile("published")
    )
    while state.next[0] in ("ante", "blind"):
        state = apply(state, state.next)
    return state, kit


def compare_wagers(state: State, kit: pokerkit.State, short: bool, seen: Counter[str]) -> None:
    """The choices of the actor; `short` = an all-in of this round was below the minimum for a full one."""
    seat = state.actor
    assert seat is not None
    assert kit.actor_index == state.seats.index(seat)
    assert kit.checking_or_calling_amount == state.to_call
    options = {option[0]: option for option in legal(state)}
    assert kit.can_check_or_call()
    wager = options.get("bet") or options.get("raise")
    if wager is None:
        if kit.can_complete_bet_or_raise_to():
            seen["W01"] += 1
            assert short
            assert state.wager.acted >> state.seats.index(seat) & 1
        return
    _, _, least, most = wager
    assert kit.min_completion_betting_or_raising_to_amount == least
    assert kit.max_completion_betting_or_raising_to_amount == most
    for amount in {least - 1, least, least + 1, most - 1, most, most + 1}:
        assert kit.can_complete_bet_or_raise_to(amount) == (least <= amount <= most), amount


def act(rng: random.Random, state: State, kit: pokerkit.State) -> State:
    """One random action in both."""
    options = [option for option in legal(state)]
    option = rng.choices(options, [WEIGHTS[option[0]] for option in options])[0]
    if option[0] == "fold":
        kit.fold()
    elif option[0] in ("check", "call"):
        kit.check_or_call()
    else:
        kind, seat, least, most = option
        to = rng.choice((least, most, rng.randint(least, most), rng.randint(least, min(most, 3 * least))))
        kit.complete_bet_or_raise_to(to)
        option = (kind, seat, to)
    return apply(state, option)


def show(rng: random.Random, state: State, kit: pokerkit.State) -> State:
    """The hand PokerKit waits for is tabled in both, or mucked where a shown one stands for as many chips."""
    index = kit.showdown_index
    assert index is not None
    seat = state.seats[index]
    if state.next[0] == "show":
        assert state.next == ("show", seat)
        paid = state.wager.paid
        covered = any(
            state.is_shown(other) and paid[position] >= paid[index]
            for position, other in enumerate(state.seats)
        )
        if covered and rng.random() < 0.3:
            kit.show_or_muck_hole_cards(False)
            return apply(state, ("muck", seat))
    kit.show_or_muck_hole_cards(True)
    return apply(state, ("show", seat))


def kit_stacks(state: State) -> list[int]:
    """Our stacks with PokerKit's odd chips: pots with the same winning claims in one (S09), its whole
    remainder to the first winner (S02).
    """
    stacks = state.stacks()
    winning = {award.seat for award in state.awards}
    heaps: dict[tuple[int, ...], int] = {}
    winners: dict[tuple[int, ...], list[int]] = {}
    for number, pot in enumerate(state.pots):
        claim = tuple(seat for seat in pot.seats if seat in winning)
        heaps[claim] = heaps.get(claim, 0) + pot.amount
        winners[claim] = [award.seat for award in state.awards if award.pot == number]
    for award in state.awards:
        stacks[award.seat] -= award.amount
    for claim, amount in heaps.items():
        share, rest = divmod(amount, len(winners[claim]))
        for seat in winners[claim]:
            stacks[seat] += share
        stacks[winners[claim][0]] += rest
    return list(stacks.values())


def one_hand(seed: int, seen: Counter[str]) -> None:
    rng = random.Random(seed)
    state, kit = begin(rng)
    deck = list(range(52))
    rng.shuffle(deck)
    common = [card for card in deck if card >= 32 and card % 4 == 2]  # a royal flush: everybody ties
    if rng.random() < 0.3:
        deck = [card for card in deck if card not in common]
    else:
        common = [deck.pop() for _ in range(5)]
    street, short = 0, False
    while True:
        if kit.can_burn_card():
            card = deck.pop()
            kit.burn_card(name(card))
            state = apply(state, ("burn", card))
        elif kit.can_deal_hole():
            card = deck.pop()
            assert state.next == ("deal", state.seats[kit.hole_dealee_index], "d")
            kit.deal_hole(name(card))
            state = apply(state, (*state.next[:2], card, "d"))
        elif kit.can_deal_board():
            count = 3 if len(state.board) < 3 else 1
            for card in [common.pop() for _ in range(count)]:
                kit.deal_board(name(card))
                state = apply(state, ("board", card))
        elif kit.actor_index is not None and state.next[0] != "act":
            assert kit.checking_or_calling_amount == 0
            assert not kit.can_complete_bet_or_raise_to()
            kit.check_or_call()
        elif kit.actor_index is not None:
            if state.street != street:
                street, short = state.street, False
            assert list(state.wager.stacks) == kit.stacks
            assert list(state.wager.bets) == kit.bets
            assert state.pot == kit.total_pot_amount
            compare_wagers(state, kit, short, seen)
            level, full, here = state.wager.level, state.wager.full, state.street
            state = act(rng, state, kit)
            raised = state.wager.level - level if state.street == here else 0
            short = short or 0 < raised < full
            seen["actions"] += 1
        elif kit.showdown_index is not None:
            state = show(rng, state, kit)
            seen["shows"] += 1
        else:
            break
    while state.next[0] == "award":
        state = apply(state, state.next)
    assert state.finished
    assert not kit.status
    assert kit_stacks(state) == kit.stacks
    seen["hands"] += 1
    seen["side pots"] += len(state.pots) > 1
    seen["ties"] += len(state.awards) > len(state.pots)
    seen["odd chips"] += kit_stacks(state) != list(state.wager.stacks)


@pytest.mark.parametrize("batch", range(4))
def test_random_hands_step_by_step(batch: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(120):
        one_hand(1000 * batch + seed, seen)
    assert seen["hands"] == 120
    assert seen["actions"] > 800
    assert seen["side pots"] > 10
    assert seen["shows"] > 100
    assert seen["ties"] > 10


def both(stacks: tuple[int, ...], blinds: tuple[int, ...], play) -> tuple[State, pokerkit.State]:
    """The same table twice, dealt, before the first action."""
    count = len(stacks)
    everything = (*AUTOMATIONS, Automation.CARD_BURNING, Automation.HOLE_DEALING)
    kit = NoLimitTexasHoldem.create_state(
        everything, True, 0, blinds, blinds[1], stacks, count, mode=Mode.CASH_GAME
    )
    return play(start("holdem", range(1, count + 1), count, stacks, blinds)), kit


def test_known_difference_w01_a_short_all_in_over_limpers(play) -> None:
    """Seat 3 limps for 100, seat 4 is all-in for 130. PokerKit lets seat 3 raise again; W01 does not."""
    state, kit = both((1000, 1000, 1000, 130), (50, 100), play)
    state = play(state, ["3 call", "4 raise 130", "1 call", "2 call"])
    for step in (
        kit.check_or_call,
        lambda: kit.complete_bet_or_raise_to(130),
        kit.check_or_call,
        kit.check_or_call,
    ):
        step()
    assert kit.actor_index == 2
    assert kit.can_complete_bet_or_raise_to()
    assert legal(state) == (("fold", 3), ("call", 3))


def test_known_difference_w12_a_short_big_blind(play) -> None:
    """The big blind has 60 of 100. PokerKit lets the next player call 60; W12 asks for 100."""
    state, kit = both((1000, 60, 1000), (50, 100), play)
    assert kit.checking_or_calling_amount == 60
    assert state.to_call == 100


def test_known_difference_s02_an_odd_remainder_of_more_than_a_unit(play) -> None:
    """Three tie for 302: PokerKit pays 102, 100, 100; S02 favours nobody by more than a unit: 101, 101,
    100.
    """
    state, kit = both((500, 500, 500, 500), (2, 100), play)
    board = "AhKhQhJhTh"
    state = play(state, ["3 call", "4 call", "1 fold", "2 check"], None, board)
    kit.check_or_call(), kit.check_or_call(), kit.fold(), kit.check_or_call()
    for cards in (board[:6], board[6:8], board[8:]):
        kit.deal_board(cards)
        for _ in range(3):
            kit.check_or_call()
            state = apply(state, ("check", state.actor))
        state = play(state, (), None, board)
    for _ in range(3):
        kit.show_or_muck_hole_cards(True)
    state = play(state, ["2 show", "3 show", "4 show"])
    assert kit.stacks == [498, 502, 500, 500]
    assert state.stacks() == {1: 498, 2: 501, 3: 501, 4: 500}


def test_known_difference_w04_the_raise_over_a_straddle(play) -> None:
    """Over a straddle of 200 PokerKit raises by the big blind, to 300; here by the straddle, to 400."""
    state, kit = both((1000,) * 4, (50, 100, 200), play)
    assert kit.min_completion_betting_or_raising_to_amount == 300
    assert legal(state)[-1] == ("raise", 4, 400, 1000)
