"""Every kind of mistake made by the dealer's hands, seen by the readers, told by the table and put right by the floor.

Seats 1, 4, 6; where there is a button it is at 6, so that seat 1 is dealt first. Who faces the
first bet folds, the others call. What the table has to say was worked out from the paragraphs, not from a run.
"""

import random

import pytest

from host_tools.engine import fixed_limit, legal, start
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual import clumsy
from host_tools.virtual.felt import Felt
from host_tools.virtual.mistakes import KINDS
from host_tools.virtual.players import Script, shuffled
from host_tools.virtual.timing import MID
from railbird import facts, words
from railbird.rules import games
from railbird_boards.schema import load

SEATS, CHIPS = (1, 4, 6), (200, 200, 200)
LET_GO, VOID, DEAD = [facts.RESUMED], [facts.MISDEAL], [facts.DEAD]

# (kind, game, seed, what the table says, what the floor does); None where the board cannot know.
CASES = [
    ("wrong starting seat", "holdem", 1, "wrong_seat p(1)(ii)", VOID),
    ("wrong starting seat", "draw5_low", 1, "wrong_seat p(1)(ii)", VOID),
    ("seat skipped", "omaha_high", 1, "wrong_seat j(4)", LET_GO),
    ("two cards in a row", "triple_draw_27", 1, "wrong_seat l(4)", LET_GO),
    ("two cards in a row", "stud5_high", 1, "too_many m(3)", LET_GO),
    ("card to an empty seat", "holdem", 1, "wrong_seat c(1)", LET_GO),
    ("card to a folded seat", "stud7_high", 1, "wrong_seat p(2)", LET_GO),
    ("new card to the wrong seat", "draw5_high", 1, "wrong_seat l(6)", LET_GO),
    ("no burn", "holdem", 1, "out_of_order i(7)", LET_GO),
    ("no burn", "stud5_high", 1, "out_of_order m(6)", LET_GO),
    ("no burn before a draw", "draw5_high", 1, "out_of_order k(5)(i)", LET_GO),
    ("no burn before a draw", "triple_draw_27", 1, "out_of_order l(6)", LET_GO),
    ("new card left out", "draw5_low", 1, "wrong_seat l(6)", LET_GO),
    ("new card left out", "triple_draw_27", 1, "wrong_seat l(6)", LET_GO),
    ("two burns", "omaha_hl8", 1, "out_of_order i(7)", LET_GO),
    ("burn before the street is whole", "holdem", 1, "out_of_order i(5)", LET_GO),
    ("board card at a later place", "crazy_pineapple", 1, "out_of_order n(8)", LET_GO),
    ("up card dealt down", "stud5_high", 1, "too_many m(3)", LET_GO),
    ("card too many", "stud7_hl", 1, "out_of_order h(6)", LET_GO),
    ("board card too many", "holdem", 1, "out_of_order i(8)", LET_GO),
    ("board card in a game without", "stud7_low", 1, "too_many h(3)", LET_GO),
    ("burn before all have discarded", "pineapple", 1, "out_of_order n(7)", LET_GO),
    ("one discard too many", "pineapple", 1, "too_many n(7)", LET_GO),
    ("one discard too many", "crazy_pineapple", 1, "too_many n(9)", LET_GO),
    ("card of the other deck", "stud7_hl8", 1, "other_deck p(3)", DEAD),
    ("tag of neither deck", "holdem", 1, "unknown_tag a(5)(i)", LET_GO),
    ("one card twice", "holdem", 1, "two_zones p(3)", DEAD),
    ("second card dealt", "holdem", 1, None, []),
]


def calm(state):
    """Who faces the first bet folds, the others call and show; one card is given up where one must or may be."""
    kind, seat = state.next[:2]
    if kind == "show":
        return ("show", seat)
    if kind == "discard":
        return ("discard", seat, state.hole(seat)[:1])
    by_kind = {event[0]: event for event in legal(state)}
    if len(state.live_seats()) == len(SEATS) and "call" in by_kind:
        return ("fold", seat)
    return by_kind.get("check") or by_kind.get("call") or by_kind["bring_in"]


def script_of(game, seed):
    if games.order(game) == "left":
        begin = start(game, SEATS, None, CHIPS, antes=(1, 1, 1), limits=fixed_limit(2, 4), bring_in=1)
    else:
        begin = start(game, SEATS, 6, CHIPS, (1, 2))
    return Script(begin, shuffled(random.Random(seed)), calm)


@pytest.fixture
def deal(monkeypatch):
    """`deal(game, kinds, seed, whole=False)`: the table once a mistake is made, or after a whole hand."""
    monkeypatch.setattr(clumsy, "PASSED_UP", 0)
    tables = []

    def run(game, names, seed=1, whole=False):
        monkeypatch.setattr(clumsy, "TWICE", 100 if len(names) > 1 else 0)
        said = []
        board = load("stud_8" if games.order(game) == "left" else "casino_11")
        kinds = [kind for kind in KINDS if kind.name in names]
        table = SimulatedTable(
            board,
            MID,
            seed,
            on_fact=lambda _now, fact: said.append(fact),
            local=True,
            mistakes=1.0,
            kinds=kinds,
        )
        tables.append(table)
        script = script_of(game, seed)

        def hand():
            while table.welcome is None:
                yield 10_000
            for delay in table.dealer.play(script):
                yield delay
                if table.dealer.made and not whole:
                    return
            table.audit.hand(script.state, table.tracker.state, script.expected_stacks())

        table.run(hand())
        return table, said, script

    yield run
    for table in tables:
        table.target.close()


def spoken(said):
    return [
        f"{words.VERDICTS[fact.code][0]} {words.rule_of(fact.code, fact.arg)}"
        for fact in said
        if fact.kind == facts.VERDICT
    ]


def floor(said):
    return [fact.kind for fact in said if fact.kind in (facts.RESUMED, facts.MISDEAL, facts.DEAD)]


def test_every_kind_is_tried():
    assert {kind.name for kind in KINDS} - {case[0] for case in CASES} == {"two cards swapped in the air"}


@pytest.mark.parametrize(("kind", "game", "seed", "verdict", "then"), CASES)
def test_a_mistake_is_told_of_in_time_and_the_floor_does_what_the_regulation_says(
    deal, kind, game, seed, verdict, then
):
    table, said, _ = deal(game, [kind], seed)
    found = table.audit.mistakes()
    assert [made.kind.name for made in found.made] == [kind]
    assert [made.visible for made in found.made] == [verdict is not None]
    assert (spoken(said), floor(said)) == ([verdict] if verdict else [], then)
    assert (found.caught, found.missed) == (int(verdict is not None), ())
    assert table.audit.false_verdicts() == []


def clean(table):
    audit = table.audit
    return not (audit.missed() or audit.wrong() or audit.false_verdicts() or audit.stack_mismatches)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("stud7_high", "card to a folded seat"),
        ("draw5_high", "new card to the wrong seat"),
        ("triple_draw_27", "no burn before a draw"),
        ("draw5_low", "new card left out"),
        ("pineapple", "one discard too many"),
    ],
)
def test_after_the_floor_has_put_it_right_the_hand_is_the_one_that_was_to_be_dealt(deal, game, kind):
    table, _, script = deal(game, [kind], whole=True)
    assert clean(table)
    assert script.state.finished
    assert table.tracker.refused == []


def test_a_card_put_right_that_no_reader_shows_is_entered_by_hand(deal, monkeypatch):
    """It lies under metal where it belongs, so that its place stays dark."""
    lay = Felt.lay
    been = set()

    def lay_under_metal(felt, code, zone, **how):
        lay(felt, code, zone, **how)
        if zone.startswith("board"):
            felt.cover([code], code in been)
            been.add(code)

    monkeypatch.setattr(Felt, "lay", lay_under_metal)
    table, said, script = deal("crazy_pineapple", ["board card at a later place"], whole=True)
    assert spoken(said) == ["out_of_order n(8)"]
    assert table.tracker.refused == []
    assert script.state.finished
    assert table.audit.stack_mismatches == 0


def test_two_mistakes_in_one_hand_have_a_verdict_each(deal):
    table, said, _ = deal("holdem", ["burn before the street is whole", "board card too many"], whole=True)
    assert spoken(said) == ["out_of_order i(5)", "out_of_order i(8)"]
    assert table.audit.mistakes().caught == 2
    assert clean(table)


def test_two_cards_that_change_places_in_the_air_are_the_deal_in_another_order(deal):
    """Mistakes that cancel: whatever the table makes of it, the hand goes on with the cards as they lie."""
    table, _, _ = deal("holdem", ["two cards swapped in the air"], whole=True)
    found = table.audit.mistakes()
    assert [(made.kind.name, made.visible) for made in found.made] == [
        ("two cards swapped in the air", False)
    ]
    assert clean(table)


def test_a_misdeal_gives_all_money_back_and_the_button_stays(deal):
    table, said, script = deal("holdem", ["wrong starting seat"], whole=True)
    assert script.misdealt
    assert table.tracker.state.stacks() == dict(zip(SEATS, CHIPS, strict=True))
    assert [fact for fact in said if fact.kind in (facts.END, facts.BUTTON)] == []
    assert clean(table)


def test_a_dead_round_gives_all_money_back_and_the_other_deck_is_dealt_next(deal):
    table, said, script = deal("holdem", ["card of the other deck"], whole=True)
    assert script.misdealt
    assert table.tracker.state.stacks() == dict(zip(SEATS, CHIPS, strict=True))
    table.dealer._rate = 0
    script = script_of("holdem", 2)

    def hand():
        yield from table.dealer.play(script)
        table.audit.hand(script.state, table.tracker.state, script.expected_stacks())

    table.run(hand())
    assert {fact.code >> 6 for fact in said if fact.kind == facts.DEALT} == {1}
    assert script.state.finished
    assert clean(table)
