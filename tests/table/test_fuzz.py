"""Any inputs in any order: nothing raises, facts stay in their ranges, the same inputs give the same facts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from railbird import facts, words
from railbird.rules import games
from railbird.table import Table

DERIVED = {kind for kind in words.KIND_NAMES if kind >= 20}

zones = st.one_of(
    st.sampled_from([1, 2, 3, 21, 22, 23, 41, 42, 43, 44, 45, 51, 52, 52, 53, 54]), st.integers(0, 255)
)
codes = st.one_of(st.integers(0, 12), st.integers(0, 255))
ticks = st.integers(0, (1 << 30) - 1)
inputs = st.one_of(
    st.tuples(st.just(facts.SIGHT), zones, codes, st.just(0)),
    st.tuples(st.just(facts.LIFT), zones, codes, st.just(0)),
    st.tuples(st.just(facts.CLEAN), zones, st.just(0), st.just(0)),
    st.tuples(
        st.just(facts.COMMAND),
        st.integers(0, 3),
        st.integers(1, 20),
        st.one_of(
            st.sampled_from([0, 1, 2, 3, 5, 255, 0b111]), st.integers(0, 12).map(lambda game: game << 11 | 7)
        ),
    ),
    st.tuples(st.sampled_from([facts.UNKNOWN, facts.TWICE]), zones, codes, st.integers(0, 65535)),
    st.tuples(st.just(facts.STATE), zones, st.integers(0, 1), st.just(0)),
    st.tuples(st.integers(0, 255), zones, codes, st.integers(0, 65535)),
)
JUDGED_BY_A_LOOK = {facts.V_WRONG_SEAT, facts.V_OUT_OF_ORDER, facts.V_TOO_MANY, facts.V_SKIPPED}


def run(sequence, start=0, game=0, ups=0):
    """The facts of a fresh table for a sequence of inputs 400 ms apart, checked at every step."""
    told = []
    table = Table(lambda *fact: told.append(fact), ups)
    now = start
    button = 3 if games.order(games.NAMES[game]) == "button" else 0
    begin = (facts.COMMAND, button, facts.OP_HAND, game << 11 | 0b111)
    for kind, zone, code, arg in [begin, *sequence]:
        now = (now + 400) & 0x3FFFFFFF
        before = len(told)
        table.apply(now, kind, zone, code, arg)
        new = told[before:]
        assert len(new) <= 20
        for fact in new:
            assert fact[0] in DERIVED
            assert all(0 <= field <= 255 for field in fact[:4])
            assert 0 <= fact[4] <= 65535
            if fact[0] == facts.VERDICT:
                assert words.rule_of(fact[2], fact[4])
                assert kind == facts.CLEAN or fact[2] not in JUDGED_BY_A_LOOK
                assert kind != facts.LIFT
            assert fact[0] != facts.FOLDED or kind in (facts.SIGHT, facts.COMMAND)
            assert fact[0] != facts.DEALT or kind in (facts.SIGHT, facts.COMMAND)
        for zone_id in (table.expected, table.doubt):
            words.zone_name(zone_id)
        if not table.in_hand or table.held:
            assert table.expected == table.doubt == facts.NO_ZONE
        assert (table.expected_count == 0) == (table.expected == facts.NO_ZONE)
        assert sum(table.deck.tally(zone_id) for zone_id in range(72)) == 52
    return told


@settings(max_examples=300, deadline=None)
@given(st.lists(inputs, max_size=60), ticks, st.integers(0, 12), st.sampled_from([0, 0x7FF, 0b10]))
def test_any_inputs(sequence, start, game, ups):
    assert run(sequence, start, game, ups) == run(sequence, start, game, ups)


CARDS = st.tuples(
    st.just(facts.SIGHT),
    st.sampled_from([1, 2, 3, 21, 22, 23, 41, 42, 51, 51, 52, 52]),
    st.integers(0, 51),
    st.just(0),
)
ORDERLY = st.one_of(
    CARDS,
    CARDS,
    CARDS,
    st.tuples(
        st.just(facts.COMMAND),
        st.integers(1, 3),
        st.sampled_from([2, 3, 3, 6, 10, 11, 14, 15]),
        st.integers(0, 5),
    ),
)


@settings(max_examples=120, deadline=None)
@given(st.lists(ORDERLY, min_size=20, max_size=120), st.integers(0, 12), st.sampled_from([0, 0x7FF]))
def test_cards_and_words_of_the_deal_in_any_order(sequence, game, ups):
    run(sequence, 0, game, ups)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.just(facts.SIGHT), zones, codes, st.just(0)), max_size=80), st.integers(0, 12))
def test_sightings_alone_never_fold_twice_hold_or_judge_the_order(sequence, game):
    told = run(sequence, game=game)
    folded = [fact[1] for fact in told if fact[0] == facts.FOLDED]
    assert len(folded) == len(set(folded)) < 3
