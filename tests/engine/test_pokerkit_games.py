"""PokerKit 0.7.7 as a second opinion on the other games it shares, step by step over random hands.

Before every action the two are compared in who acts, what a call costs, the least and the most to bet or raise,
amounts one beside the limits against PokerKit's `can_` method, stacks, bets and the pot; at the end the stacks. All
amounts are multiples of 5040, so that no pot leaves an odd chip (S02 and S09 differ, see `test_pokerkit`).

Known differences, which the random hands go around or count:

W01  Fixed limit, a short all-in: PokerKit raises from where it ended, by what was last added; the house reading from
     where the full bet would have ended. Short all-in raises are not chosen here.
W01  The cap: PokerKit allows four wagers a round, four raises over the blinds as well; the house reading allows a bet
     and three raises, a blind being the bet, and counts no raise between two players.
D05  Razz: the king brings it in for PokerKit; the profile 'published' says so too.
D09  With seven or eight players in stud PokerKit deals from burns and folded hands; up to six play here.
D14  PokerKit shuffles burns and a player's own discards back in as well; decks do not run short here.
W14  In stud PokerKit names the best hand showing as opener, who shows first, though it is all-in and cannot act; the
     house reading has the last aggressor of the last betting or the first who acted show first.
FO/8 PokerKit's fixed-limit Omaha 8 is played pot limit by its class (a mixin too few); the class here mends it.
h(10) A side pot in which nobody has a low goes to the high hand. PokerKit halves it all the same when a hand of
     another pot has one. Those hands are compared up to their last bet only.
i(6) PokerKit asks the one player with chips left for a check where nobody could answer a bet.
"""

import random
from collections import Counter
from typing import Any, NamedTuple

import pokerkit
import pytest
from pokerkit import Automation, Mode

from host_tools.engine import State, apply, fixed_limit, legal, no_limit, pot_limit, profile, start
from railbird.rules.cards import name

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
CHIP = 5040
WEIGHTS = {"fold": 1, "check": 6, "call": 6, "bet": 3, "raise": 3, "bring_in": 3}


class FixedOmaha8(
    pokerkit.games.FixedLimitPokerMixin, pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
):
    """What its name says."""


class Shared(NamedTuple):
    """A game of both: PokerKit's class, the limits, the most players whose deck never runs short."""

    theirs: Any
    structure: str
    players: int


SHARED = {
    "holdem": Shared(pokerkit.FixedLimitTexasHoldem, "fixed", 10),
    "omaha_high": Shared(pokerkit.PotLimitOmahaHoldem, "pot", 10),
    "omaha_hl8": Shared(FixedOmaha8, "fixed", 10),
    "stud7_high": Shared(pokerkit.FixedLimitSevenCardStud, "fixed", 6),
    "stud7_hl8": Shared(pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter, "fixed", 6),
    "stud7_low": Shared(pokerkit.FixedLimitRazz, "fixed", 6),
    "triple_draw_27": Shared(pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, "fixed", 4),
    "single_draw_27": Shared(pokerkit.NoLimitDeuceToSevenLowballSingleDraw, "no", 6),
}


def begin(game: str, rng: random.Random) -> tuple[State, pokerkit.State]:
    """The same table twice; PokerKit's player 0 is the seat after the button, or on the dealer's left."""
    shared = SHARED[game]
    count = rng.randint(2, shared.players)
    small, big = 2 * CHIP, 4 * CHIP
    antes = (rng.choice((0, CHIP)),) * count
    stacks = tuple(CHIP * rng.choice((rng.randint(6, 20), rng.randint(20, 120))) for _ in range(count))
    seats = tuple(sorted(rng.sample(range(1, 12), count)))
    stud = game.startswith("stud")
    forced = CHIP if stud else (CHIP, small)
    bets = (small, big) if shared.structure == "fixed" else (small,)
    kit = shared.theirs.create_state(
        AUTOMATIONS, True, antes, forced, *bets, stacks, count, mode=Mode.CASH_GAME
    )
    limits = {"fixed": fixed_limit(small, big), "pot": pot_limit(small), "no": no_limit(small)}[
        shared.structure
    ]
    if stud:
        options = profile("published")
        state = start(game, seats, None, stacks, (), antes, bring_in=CHIP, limits=limits, options=options)
    else:
        options = profile("published")
        state = start(game, seats, seats[-1], stacks, (CHIP, small), antes, limits=limits, options=options)
    while state.next[0] in ("ante", "blind"):
        state = apply(state, state.next)
    return state, kit


def compare_wagers(state: State, kit: pokerkit.State, seen: Counter[str]) -> bool:
    """Whether the actor may be let bet or raise: both agree on it and on the amounts."""
    seat = state.actor
    assert seat is not None
    assert kit.actor_index == state.seats.index(seat)
    options = {option[0]: option for option in legal(state)}
    assert kit.can_post_bring_in() == ("bring_in" in options)
    if "bring_in" not in options:
        assert kit.checking_or_calling_amount == state.to_call
    wager = options.get("bet") or options.get("raise")
    assert kit.street is not None
    limit = kit.street.max_completion_betting_or_raising_count
    if limit is not None and (state.wager.raises == 3 or kit.completion_betting_or_raising_count == limit):
        seen["cap"] += 1
        return False
    if wager is None:
        assert not kit.can_complete_bet_or_raise_to(), state
        return False
    _, _, least, most = wager
    assert kit.min_completion_betting_or_raising_to_amount == least
    assert kit.max_completion_betting_or_raising_to_amount == most
    for amount in {least - 1, least, least + 1, most - 1, most, most + 1}:
        assert kit.can_complete_bet_or_raise_to(amount) == (least <= amount <= most), amount
    full = least == state.wager.level + state.wager.full
    seen["short"] += not full
    return full or state.setup.limits.structure != "fixed"


def act(rng: random.Random, state: State, kit: pokerkit.State, may_wager: bool) -> State:
    """One random action in both."""
    options = [option for option in legal(state) if may_wager or option[0] not in ("bet", "raise")]
    option = rng.choices(options, [WEIGHTS[option[0]] for option in options])[0]
    if option[0] == "fold":
        kit.fold()
    elif option[0] == "bring_in":
        kit.post_bring_in()
    elif option[0] in ("check", "call"):
        kit.check_or_call()
    else:
        kind, seat, least, most = option
        to = CHIP * rng.choice((least // CHIP, most // CHIP, rng.randint(least // CHIP, most // CHIP)))
        kit.complete_bet_or_raise_to(to)
        option = (kind, seat, to)
    return apply(state, option)


def draw(rng: random.Random, state: State, kit: pokerkit.State, deck: list[int]) -> State:
    """A whole draw in both: PokerKit lets all discard before it burns and any gets new cards."""
    dealt: list[tuple[int, int]] = []
    burned = deck.pop()
    state = apply(state, ("burn", burned))
    while state.next[0] in ("discard", "deal"):
        seat = state.next[1]
        if state.next[0] == "deal":
            dealt.append((state.seats.index(seat), deck.pop()))
            state = apply(state, (*state.next[:2], dealt[-1][1], "d"))
            continue
        assert kit.stand_patter_or_discarder_index == state.seats.index(seat)
        cards = tuple(rng.sample(state.hole(seat), rng.randint(0, 2)))
        kit.stand_pat_or_discard("".join(map(name, cards)))
        state = apply(state, ("discard", seat, cards))
    kit.burn_card(name(burned))
    for index, card in dealt:
        assert kit.hole_dealee_index == index
        kit.deal_hole(name(card))
    return state


def one_hand(game: str, seed: int, seen: Counter[str]) -> None:
    rng = random.Random(f"{game} {seed}")
    state, kit = begin(game, rng)
    deck = rng.sample(range(52), 52)
    while True:
        if kit.can_burn_card():
            card = deck.pop()
            kit.burn_card(name(card))
            state = apply(state, ("burn", card))
        elif kit.stand_patter_or_discarder_index is not None:
            state = draw(rng, state, kit, deck)
        elif kit.can_deal_hole():
            card = deck.pop()
            assert state.next[:2] == ("deal", state.seats[kit.hole_dealee_index])
            kit.deal_hole(name(card))
            state = apply(state, (*state.next[:2], card, state.next[2]))
        elif kit.can_deal_board():
            for card in [deck.pop() for _ in range(3 if not state.board else 1)]:
                kit.deal_board(name(card))
                state = apply(state, ("board", card))
        elif kit.actor_index is not None and state.next[0] != "act":
            assert kit.checking_or_calling_amount == 0
            kit.check_or_call()
        elif kit.actor_index is not None:
            assert list(state.wager.stacks) == kit.stacks
            assert list(state.wager.bets) == kit.bets
            assert state.pot == kit.total_pot_amount
            state = act(rng, state, kit, compare_wagers(state, kit, seen))
            seen["actions"] += 1
        elif kit.showdown_index is not None:
            seat = state.seats[kit.showdown_index]
            if state.next[0] == "show" and state.wager.able == state.wager.live:
                assert state.next == ("show", seat)
            kit.show_or_muck_hole_cards(True)
            if seat in [option[1] for option in legal(state) if option[0] == "show"]:
                state = apply(state, ("show", seat))
            seen["shows"] += 1
        else:
            break
    while state.next[0] == "award":
        state = apply(state, state.next)
    assert state.finished
    assert not kit.status
    lows = {award.pot for award in state.awards if award.part == "low"}
    highs = {award.pot for award in state.awards if award.part == "high"}
    if lows and highs - lows:
        seen["h(10)"] += 1
    else:
        assert list(state.wager.stacks) == kit.stacks
    seen["hands"] += 1
    seen["side pots"] += len(state.pots) > 1
    seen["lows"] += any(award.part == "low" for award in state.awards)
    seen["ties"] += len({award.seat for award in state.awards if award.part != "low"}) > len(state.pots)


@pytest.mark.parametrize("game", SHARED)
def test_random_hands_step_by_step(game: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        one_hand(game, seed, seen)
    assert seen["hands"] == 60
    assert seen["actions"] > 300
    assert seen["shows"] > 40
    assert seen["side pots"] > 3
    assert (seen["lows"] > 10) == (game in ("omaha_hl8", "stud7_hl8"))
