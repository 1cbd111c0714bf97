"""What lies still, goes, flies by or cannot be read: presence through readers, firmware and link, with all RF faults
of the mid profile on."""

from host_tools.virtual.timing import HIGH
from railbird import facts, words

S = 1_000_000


def wait(seconds):
    yield int(seconds * S)


def test_a_still_table_says_nothing_after_the_cards_are_known(make_rig):
    """Two cards at each seat and five on the board for a minute: lost exchanges lift none, no neighbour claims one."""
    rig = make_rig(seed=3)
    ranks, suits = "23456789T", "cd"
    moves = [f"{rank}{suit} seat_{seat}" for seat, rank in enumerate(ranks, 1) for suit in suits]
    moves += [f"{rank}h board_{place}" for place, rank in enumerate("23456", 1)]
    rig.run(rig.lay(*moves), wait(2))
    sights = sorted((words.zone_name(fact.zone), fact.code) for fact in rig.of_kind(facts.SIGHT))
    assert len(sights) == len(set(sights)) == 23
    rig.facts.clear()
    rig.run(wait(60))
    assert rig.facts == []


def test_a_lifted_card_is_told_once_and_within_two_seconds(make_rig):
    rig = make_rig()
    rig.run(rig.lay("As seat_3", "Kd seat_3", "Qh board_1"), wait(1))
    rig.facts.clear()
    lifted_at = rig.table.clock.now

    def lift():
        rig.table.felt.lift(51)  # the ace of spades
        yield 5 * S

    rig.run(lift())
    assert [(fact.kind, fact.zone, fact.code) for fact in rig.facts] == [(facts.LIFT, 3, 51)]
    assert rig.facts[0].t_ms - lifted_at // 1000 < 2000


def test_a_dead_reader_makes_its_zone_unknown_and_lifts_nothing(make_rig):
    rig = make_rig()
    rig.run(rig.lay("As seat_3", "Kd seat_5"), wait(1))
    rig.facts.clear()
    reader = rig.table.world.readers["seat_3"].i2c

    def unplug(plugged):
        reader.plug(plugged)
        yield 8 * S

    rig.run(unplug(False))
    assert [(fact.kind, fact.zone, fact.code) for fact in rig.facts] == [
        (facts.STATE, 3, facts.STATE_UNKNOWN)
    ]
    rig.facts.clear()
    rig.run(unplug(True))
    assert [(fact.kind, fact.zone, fact.code) for fact in rig.facts] == [(facts.STATE, 3, facts.STATE_OK)]


def test_a_card_that_crosses_an_antenna_is_no_landing(make_rig):
    rig = make_rig()

    def fly():
        for _ in range(20):
            for zone in ("board_3", "seat_5", "seat_4"):
                rig.table.felt.lay(51, zone)
                yield 60_000
                rig.table.felt.lift(51)
                yield 40_000
            yield S

    rig.run(fly())
    assert rig.of_kind(facts.SIGHT) == []


def test_more_cards_pass_a_spot_of_slow_readers_than_it_remembers(make_rig):
    """Profile high: looks are so slow that each is cut short by the next card; all 52 are counted all the same."""
    rig = make_rig(timing=HIGH)
    passed = [f"{rank}{suit} count" for rank in "23456789TJQKA" for suit in "cdhs"]
    rig.run(
        rig.command(facts.OP_COUNT_BEGIN), rig.lay(*passed, pace=1_200_000), rig.command(facts.OP_COUNT_END)
    )
    assert [(fact.code, fact.arg) for fact in rig.of_kind(facts.COUNTED)] == [(1, 52)]
