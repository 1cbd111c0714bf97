"""What holds in every hand, whatever happens: hypothesis plays, over-sampling short stacks, all-ins and
ties.
"""

import random

import phevaluator
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.engine import Event, IllegalEvent, Options, State, apply, legal, start
from railbird.rules.cards import NO_CARD, name

KINDS = ("ante", "blind", "straddle", "deal", "burn", "board", "fold", "check", "call", "bet", "raise",
"show", "muck",
         "award")  # fmt: skip


def begin(rng: random.Random) -> State:
    """A table of 2 to 11 seats with mostly short stacks of few sizes, so that all-ins and ties are common."""
    count = rng.choice((2, 2, 3, 3, 4, 6, 9, 11))
    seats = sorted(rng.sample(range(1, 12), count))
    unit = rng.choice((1, 1, 5))
    sizes = [rng.randint(1, 60) * rng.choice((1, 5)) for _ in range(3)]
    return start(
        "holdem",
        seats,
        rng.choice(seats),
        [rng.choice(sizes) for _ in seats],
        rng.choice([(1, 2), (5, 10), (3,)] + ([(2, 4, 8)] if count > 2 else [])),
        rng.choice([(), (1,) * count, (3,) + (0,) * (count - 1)]),
        dead_antes=rng.random() < 0.5,
        unit=unit,
        options=Options(headsup_button_small_blind=rng.random() < 0.5, straddle=rng.random() < 0.5),
    )


class Deck:
    """A shuffled deck; three hands in ten the board is a royal flush, so that everybody ties."""

    def __init__(self, rng: random.Random) -> None:
        self.rest = list(range(52))
        rng.shuffle(self.rest)
        self.common: list[int] = []
        if rng.random() < 0.3:
            self.common = [card for card in self.rest if card >= 32 and card % 4 == 2]
            self.rest = [card for card in self.rest if card not in self.common]

    def draw(self, kind: str) -> int:
        return (self.common if kind == "board" and self.common else self.rest).pop()


def choose(rng: random.Random, state: State, deck: Deck) -> Event:
    """One of the legal events; half of the wagers are all-in, and few hands fold."""
    options = list(legal(state))
    if state.next[0] == "act" and len(options) > 1 and rng.random() < 0.8:
        options = [option for option in options if option[0] != "fold"]
    option = rng.choice(options)
    if option[0] in ("bet", "raise"):
        kind, seat, least, most = option
        return (kind, seat, rng.choice((least, most, rng.randint(least, most))))
    if option[0] == "deal":
        return (*option[:2], deck.draw("deal"), option[2])
    if option[0] in ("burn", "board"):
        return (option[0], deck.draw(option[0]))
    return option


def frozen(value: object) -> bool:
    """Nothing in it can be changed in place."""
    if isinstance(value, tuple):
        return all(map(frozen, value))
    return value is None or isinstance(value, (int, str))


def total(state: State) -> int:
    return sum(state.stacks().values()) + state.pot


def key(state: State, seat: int) -> int:
    """The strength of a hand by the second library, bigger is better."""
    return -phevaluator.evaluate_cards(*map(name, state.hole(seat) + state.board))


def winnings(state: State) -> dict[int, int]:
    """What each seat should have won, one unit at a time, from the contributions and the second library's
    ranking.
    """
    unit = state.setup.unit
    paid = dict(zip(state.seats, state.wager.paid, strict=True))
    mucked = [state.seats[position] for position in state.showdown.mucked]
    claim = [seat for seat in state.seats if state.is_live(seat)]
    heaps = {tuple(claim): state.wager.dead}
    for depth in range(max(paid.values())):
        claim = [seat for seat in claim if paid[seat] > depth] or claim
        heaps[tuple(claim)] = heaps.get(tuple(claim), 0) + sum(amount > depth for amount in paid.values())
    won = dict.fromkeys(state.seats, 0)
    for claim_of_heap, amount in heaps.items():
        tabled = [seat for seat in claim_of_heap if seat not in mucked]
        if not tabled:
            tabled = [[seat for seat in mucked if seat in claim_of_heap][-1]]
        if len(tabled) > 1:
            best = max(key(state, seat) for seat in tabled)
            tabled = [seat for seat in tabled if key(state, seat) == best]
        turn = 0
        while amount:
            piece = min(unit, amount)
            won[tabled[turn % len(tabled)]] += piece
            amount -= piece
            turn += 1
    return won


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_a_whole_hand(seed: int) -> None:
    """Chips and cards are conserved at every step; every state has a legal event or is finished; awards are
    right.
    """
    rng = random.Random(seed)
    state = begin(rng)
    deck = Deck(rng)
    before = total(state)
    events = 0
    while not state.finished:
        snapshot = repr(state)
        after = apply(state, choose(rng, state, deck))
        assert repr(state) == snapshot
        assert frozen(after)
        state = after
        events += 1
        assert total(state) == before
        assert min(state.stacks().values()) >= 0
        held = [card for seat in state.seats for card in state.hole(seat)] + list(state.board + state.burns)
        assert len(set(held)) == len(held)
        assert state.dealt.seen == sum(1 << card for card in held)
        assert bool(legal(state)) != state.finished
        assert events < 2000
    assert state.pot == 0
    assert sum(pot.amount for pot in state.pots) == sum(award.amount for award in state.awards)
    won = winnings(state)
    for seat, chips, paid in zip(state.seats, state.setup.stacks, state.wager.paid, strict=True):
        antes = sum(event[2] for event in state.setup.posts if event[:2] == ("ante", seat))
        dead = antes if state.setup.dead_antes else 0
        assert state.stack(seat) == chips - paid - dead + won[seat]


def reachable(seed: int) -> State:
    """A state somewhere in a random hand."""
    rng = random.Random(seed)
    state = begin(rng)
    deck = Deck(rng)
    for _ in range(rng.randint(0, 60)):
        if state.finished:
            break
        state = apply(state, choose(rng, state, deck))
    return state


def offered(state: State, event: Event) -> bool:
    """Whether `legal` stands for this event."""
    kind = event[0]
    for option in legal(state):
        if kind in ("bet", "raise") and option[:2] == event[:2] and len(event) == 3:
            return option[2] <= event[2] <= option[3]
        if kind == "deal" and option[:2] == event[:2] and len(event) == 4:
            return option[2] == event[3] and fresh(state, event[2], hole=True)
        if kind in ("burn", "board") and option == (kind,) and len(event) == 2:
            return fresh(state, event[1], hole=kind == "burn")
        if event == option:
            return True
    return len(event) == 2 and kind == "fold" and state.next == ("act", event[1])  # (c)(4): it binds anyhow


def fresh(state: State, card: int, hole: bool) -> bool:
    return (hole and card == NO_CARD) or (0 <= card < 52 and not state.dealt.seen >> card & 1)


EVENTS = st.one_of(
    st.tuples(st.sampled_from(KINDS), st.integers(-1, 12)),
    st.tuples(st.sampled_from(KINDS), st.integers(0, 12), st.integers(-1, 400)),
    st.tuples(
        st.just("deal"), st.integers(0, 12), st.integers(-1, 53) | st.just(NO_CARD), st.sampled_from("du")
    ),
    st.tuples(st.sampled_from(("burn", "board")), st.integers(-1, 53) | st.just(NO_CARD)),
)


@settings(max_examples=600)
@given(st.integers(0, 2**32), st.lists(EVENTS, min_size=1, max_size=20))
def test_apply_accepts_exactly_what_legal_offers(seed: int, events: list[Event]) -> None:
    """And a refused event changes nothing."""
    state = reachable(seed)
    snapshot = repr(state)
    offers = [option for option in legal(state) if option[0] not in ("deal", "burn", "board", "bet", "raise")]
    edges = [
        (kind, seat, amount)
        for kind, seat, *limits in [option for option in legal(state) if len(option) == 4]
        for limit in limits
        for amount in (limit - 1, limit, limit + 1)
    ]
    for event in [*events, *offers, *edges]:
        if offered(state, event):
            assert apply(state, event) != state
        else:
            with pytest.raises(IllegalEvent) as caught:
                apply(state, event)
            assert caught.value.rule
            assert "\n" not in str(caught.value)
        assert repr(state) == snapshot


@pytest.mark.parametrize(
    "event",
    [
        (),
        None,
        "fold",
        ["fold", 3],
        ("fold",),
        ("fold", "3"),
        ("fold", 3.0),
        ("fold", True),
        ("fold", 3, 0),
        ("fly", 3),
        (3, "fold"),
        ([], 3),
        ("raise", 3, 8.0),
        ("raise", 3, "8"),
        ("act", 3),
        ("done",),
        ("deal", 3, 8),
        ("burn",),
        ("show", 3, [1, 2]),
    ],
)
def test_what_is_no_event_is_refused(play, event) -> None:
    state = play(start("holdem", (1, 2, 3), 3, (100,) * 3, (2, 4)))
    with pytest.raises(IllegalEvent, match="not an event"):
        apply(state, event)


def test_a_state_is_a_value() -> None:
    """Equal histories make equal states, which hash alike and whose parts cannot be assigned."""
    one = start("holdem", (1, 2, 3), 3, (100,) * 3, (2, 4))
    other = start("holdem", [3, 1, 2], 3, [100] * 3, [2, 4])
    assert one == other
    assert hash(one) == hash(other)
    for part in ("next", "wager", "seats", "pot"):
        with pytest.raises(AttributeError):
            setattr(one, part, ())
    assert apply(one, ("blind", 1, 2)) != one
