"""What holds in every hand of every game: random play over all settings, short stacks and full tables over-sampled."""

import random
from collections import Counter

import phevaluator
import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.engine import (
    Event,
    IllegalEvent,
    Options,
    State,
    apply,
    fixed_limit,
    legal,
    no_limit,
    pot_limit,
    spread_limit,
    start,
)
from host_tools.engine.book import BOOK, game
from host_tools.engine.events import SHAPES
from railbird.rules.cards import NO_CARD, name

LIMITS = (no_limit(4), pot_limit(4), fixed_limit(4, 8), fixed_limit(4, 8, 0), spread_limit(2, 10))


def begin(rng: random.Random) -> State:
    """A table of any game with any options."""
    options = Options(
        headsup_button_small_blind=rng.random() < 0.5,
        straddle=rng.random() < 0.3,
        check_raise=rng.random() < 0.7,
        bring_in_may_complete=rng.random() < 0.7,
        forced_bet_option=rng.random() < 0.3,
        stud_low_bringin_ace_low=rng.random() < 0.5,
        tied_board_opener=rng.choice(("first_tied", "first_active")),
        stud_skip_burn_to_avoid_common=rng.random() < 0.3,
        stud5_opener_may_check=rng.random() < 0.7,
        draw_stub_first=rng.random() < 0.7,
        draw_own_discards_excluded=rng.random() < 0.7,
        triple_draw_burn_each_draw=rng.random() < 0.7,
        crazy_discard_after_flop_betting=rng.random() < 0.5,
        odd_chip_cards=rng.choice(("five", "seven")),
        odd_chip_low=rng.choice(("nearest_ace", "worst_card")),
        showdown_order=rng.choice(("aggressor", "first_to_act")),
        stud_reshuffle_includes_last_card=rng.random() < 0.5,
        draw_burn_after_reshuffle=rng.random() < 0.3,
        odd_chip_button_games=rng.choice(("first_after_button", "suit")),
        straddle_live=rng.random() < 0.7,
        out_of_turn_binding=rng.random() < 0.5,
        kill="full",
        draw5_max_players=10,
        stud5_max_players=9,
    )
    played = rng.choice(list(BOOK))
    row = game(played, options)
    count = rng.choice((2, 3, rng.randint(2, row.max_seats), row.max_seats, row.max_seats))
    seats = sorted(rng.sample(range(1, 12), count))
    sizes = [rng.randint(1, 60) * rng.choice((1, 5)) for _ in range(3)]
    stacks = [rng.choice(sizes) for _ in seats]
    antes = rng.choice([(), (1,) * count, (3,) + (0,) * (count - 1)])
    dead, unit = rng.random() < 0.3, rng.choice((1, 1, 5))
    limits = rng.choice(LIMITS)
    if row.forced_card:
        return start(
            played, seats, None, stacks, (), antes,
            dead_antes=dead, limits=limits, bring_in=rng.choice((1, 2)), unit=unit, options=options,
        )  # fmt: skip
    kill = (rng.choice(seats), 8) if played == "omaha_hl8" and rng.random() < 0.5 else None
    blinds = rng.choice([(4,), (2, 4)])
    return start(
        played, seats, rng.choice(seats), stacks, blinds, antes,
        dead_antes=dead, limits=limits, kill=kill, unit=unit, options=options,
    )  # fmt: skip


class Table:
    """A hand and the cards still in its deck, unknown ones now and then."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.state = begin(self.rng)
        self.deck = self.rng.sample(range(52), 52)
        self.folds = self.rng.choice((0.02, 0.2))

    def choose(self) -> Event:
        options = list(legal(self.state))
        if self.state.next[0] == "act" and len(options) > 1 and self.rng.random() > self.folds:
            options = [option for option in options if option[0] != "fold"]
        kind, *more = option = self.rng.choice(options)
        if kind == "deal":
            return (kind, more[0], self.deck[-1], more[1])
        if kind in ("burn", "board"):
            return (kind, self.deck[-1])
        if kind == "discard":
            seat, least, most = more
            return (kind, seat, tuple(self.rng.sample(self.state.hole(seat), self.rng.randint(least, most))))
        if len(more) == 3:
            return (kind, more[0], self.rng.choice((more[1], more[2], self.rng.randint(more[1], more[2]))))
        return option

    def step(self) -> Event:
        event = self.choose()
        before = self.state
        self.state = apply(before, event)
        if event[0] in ("deal", "burn", "board"):
            self.deck.pop()
        if event == ("shuffle",):
            back = before.dealt.seen & ~self.state.dealt.seen
            self.deck += [card for card in range(52) if back >> card & 1]
            self.rng.shuffle(self.deck)
        return event


def total(state: State) -> int:
    return sum(state.stacks().values()) + state.pot


def out(state: State) -> list[int]:
    """Every card that is not in the deck."""
    own = [card for seat in state.seats for card in state.hole(seat) + state.discarded(seat)]
    return own + list(state.board + state.burns)


def strength(state: State, seat: int, ranking: str) -> object:
    """By other libraries: bigger is better, None = no such hand."""
    own, board = map(name, state.hole(seat)), map(name, state.board)
    if ranking == "high":
        if state.setup.game.hole_used:
            return -phevaluator.evaluate_omaha_cards(*board, *own)
        return -phevaluator.evaluate_cards(*own, *board)
    kinds = {
        "a5": pokerkit.RegularLowHand,
        "27": pokerkit.StandardLowHand,
        "8b": pokerkit.EightOrBetterLowHand,
    }
    kind = pokerkit.OmahaEightOrBetterLowHand if state.setup.game.hole_used else kinds[ranking]
    return kind.from_game_or_none("".join(own), "".join(board))


def winnings(state: State) -> dict[tuple[int, str], list[int]]:
    """What the seats should have won, (pot, part) -> a list of shares from the biggest, one unit at a time."""
    unit, rankings = state.setup.unit, state.setup.game.rankings
    mucked = [state.seats[position] for position in state.showdown.mucked]
    result: dict[tuple[int, str], list[int]] = {}
    for number, pot in enumerate(state.pots):
        tabled = [seat for seat in pot.seats if seat not in mucked]
        tabled = tabled or [[seat for seat in mucked if seat in pot.seats][-1]]
        halves = [("", pot.amount, tabled)]
        if len(tabled) > 1:
            keys = {seat: [strength(state, seat, ranking) for ranking in rankings] for seat in tabled}
            lows = [seat for seat in tabled if keys[seat][-1] is not None]
            amounts = [0, 0]
            turn, rest = 0, pot.amount
            while rest:
                amounts[turn] += min(unit, rest)
                rest -= min(unit, rest)
                turn = 1 - turn if len(rankings) == 2 and lows else 0
            halves = []
            for half, seats in enumerate((tabled, lows)[: len(rankings)]):
                if amounts[half]:
                    best = max(keys[seat][half] for seat in seats)  # type: ignore[type-var]
                    winners = [seat for seat in seats if keys[seat][half] == best]
                    part = ("high", "low")[half] if len(rankings) == 2 else ""
                    halves.append((part, amounts[half], winners))
        for part, amount, winners in halves:
            shares = [0] * len(winners)
            turn = 0
            while amount:
                shares[turn % len(winners)] += min(unit, amount)
                amount -= min(unit, amount)
                turn += 1
            result[number, part] = sorted((share for share in shares if share), reverse=True)
    return result


@settings(max_examples=400)
@given(st.integers(0, 2**32))
def test_a_whole_hand(seed: int) -> None:
    """Chips and cards are conserved at every step, every state has a legal event or is finished, awards are right."""
    table = Table(seed)
    before = total(table.state)
    events = 0
    while not table.state.finished:
        old, snapshot = table.state, repr(table.state)
        table.step()
        state = table.state
        events += 1
        assert repr(old) == snapshot
        assert total(state) == before
        assert min(state.stacks().values()) >= 0
        assert state.dealt.seen == sum(1 << card for card in out(state))
        assert state.cards_left == len(table.deck) == 52 - len(set(out(state)))
        assert bool(legal(state)) != state.finished
        assert events < 3000
    assert table.state.pot == 0
    won: dict[tuple[int, str], list[int]] = {}
    for award in table.state.awards:
        won.setdefault((award.pot, award.part), []).append(award.amount)
    assert {key: sorted(shares, reverse=True) for key, shares in won.items()} == winnings(table.state)


def test_the_random_hands_reach_what_they_are_for() -> None:
    seen: Counter[str] = Counter()
    for seed in range(250):
        table = Table(seed)
        name = table.state.setup.game.name
        seen[name] += 1
        while not table.state.finished:
            kind = table.step()[0]
            if kind == "shuffle" or (kind == "board" and name.startswith("stud")):
                seen[f"{kind} {name}"] += 1
        seen.update(award.part for award in table.state.awards)
    assert set(BOOK) < set(seen)
    for happening in ("board stud7_high", "shuffle triple_draw_27", "shuffle draw5_low", "high", "low"):
        assert seen[happening] > 3, happening
    assert any(seen[f"shuffle {name}"] for name in BOOK if name.startswith("stud7"))


EVENTS = st.one_of(
    st.tuples(st.sampled_from(sorted(SHAPES)), st.integers(-1, 12)),
    st.tuples(st.sampled_from(sorted(SHAPES)), st.integers(0, 12), st.integers(-1, 400)),
    st.tuples(st.just("discard"), st.integers(0, 12), st.lists(st.integers(-1, 53), max_size=6).map(tuple)),
    st.tuples(
        st.just("deal"), st.integers(0, 12), st.integers(-1, 53) | st.just(NO_CARD), st.sampled_from("du")
    ),
    st.just(("shuffle",)),
)


def offered(state: State, event: Event) -> bool:
    """Whether `legal` stands for this event."""
    kind = event[0]
    for option in legal(state):
        if kind in ("bet", "raise") and option[:2] == event[:2] and len(event) == 3:
            return option[2] <= event[2] <= option[3]
        if kind == "deal" and option[:2] == event[:2] and len(event) == 4:
            return option[2] == event[3] and fresh(state, event[2], unknown=True)
        if kind in ("burn", "board") and option == (kind,) and len(event) == 2:
            return fresh(state, event[1], unknown=kind == "burn")
        if kind == "discard" and option[:2] == event[:2] and len(event) == 3:
            held = state.hole(event[1])
            mine = len(set(event[2])) == len(event[2]) and set(event[2]) <= set(held)
            return mine and option[2] <= len(event[2]) <= option[3]
        if event == option and len(option) < 4:
            return True
    if len(event) != 2 or kind != "fold" or state.next != ("act", event[1]):
        return False
    return ("bring_in", event[1]) not in legal(state)  # (c)(4): a fold binds where a check was free


def fresh(state: State, card: int, unknown: bool) -> bool:
    return (unknown and card == NO_CARD) or (0 <= card < 52 and not state.dealt.seen >> card & 1)


@settings(max_examples=500)
@given(st.integers(0, 2**32), st.lists(EVENTS, min_size=1, max_size=15))
def test_apply_accepts_exactly_what_legal_offers(seed: int, events: list[Event]) -> None:
    """And a refused event changes nothing."""
    table = Table(seed)
    for _ in range(table.rng.randint(0, 90)):
        if not table.state.finished:
            table.step()
    state, snapshot = table.state, repr(table.state)
    edges = [
        (kind, seat, amount)
        for kind, seat, *limits in [option for option in legal(state) if len(option) == 4]
        for limit in limits
        for amount in (limit - 1, limit, limit + 1)
        if kind != "discard"
    ]
    more = []
    for kind, seat, _, most in [option for option in legal(state) if option[0] == "discard"]:
        more = [(kind, seat, state.hole(seat)[:count]) for count in (0, 1, most, most + 1)]
    simple = [
        option for option in legal(state) if option[0] in ("fold", "check", "call", "bring_in", "shuffle")
    ]
    for event in [*events, *edges, *more, *simple]:
        if offered(state, event):
            assert apply(state, event) != state
        else:
            with pytest.raises(IllegalEvent) as caught:
                apply(state, event)
            assert caught.value.rule
            assert "\n" not in str(caught.value)
        assert repr(state) == snapshot


def test_unidentified_cards_are_played_to_the_end() -> None:
    """Everything but community cards unknown until it is shown: every game comes to its end."""
    for seed in range(150):
        table = Table(seed)
        while not table.state.finished:
            event = table.choose()
            if event[0] == "deal":
                event = (*event[:2], NO_CARD, event[3])
            elif event[0] == "burn":
                event = (event[0], NO_CARD)
            elif event[0] == "show":
                held = table.state.hole(event[1])
                unused = iter([card for card in range(52) if not table.state.dealt.seen >> card & 1])
                event = ("show", event[1], tuple(next(unused) if card == NO_CARD else card for card in held))
            elif event[0] == "board":
                event = ("board", next(card for card in range(52) if not table.state.dealt.seen >> card & 1))
            table.state = apply(table.state, event)
