"""What the readers see of chips: each row's example, and a case that is not in it.

Tags are read by the device's own code, look by look; what it tells goes to the host's. Amounts in dollars, where not
said otherwise.
"""

from collections.abc import Iterable

import pytest

from host_tools import chip_registry, registry
from host_tools.chip_registry import Kind
from host_tools.engine import apply
from host_tools.engine.house.rake import Rake
from host_tools.tracker.chips import (
    Bet,
    RakeArea,
    Reading,
    Remark,
    added,
    after_round,
    bet_at,
    charged,
    chips_of,
    coins,
    contribution,
    corrected,
    may_swap,
    rake_chips,
    rake_owed,
    released,
    still_held,
    swapped,
    taken_out,
)
from host_tools.tracker.money import Money, rake_of
from host_tools.tracker.stub_down import StubDown
from railbird import facts, words
from railbird.chips import Chips
from railbird.rfid.presence import Presence
from railbird.rfid.registry import Registry
from railbird_boards import schema

rule = pytest.mark.rule

WORTHS = (1, 5, 10, 20, 25, 30, 50, 100)
STOCK = {Kind(worth): 8 for worth in WORTHS} | {Kind(4, "rake chip"): 4}
TAGS = chip_registry.sample(1, STOCK)
FILE, KINDS = chip_registry.build(TAGS)
CARDS = registry.build((uid, code) for code, uid in registry.sample(1).items())
ZONES = [f"bet_{seat}" for seat in range(1, 12)] + ["pot", "rake", "seat_7", "seat_8"]
LOOK_US = 90_000


class Table:
    """What presence asks of a table that deals nothing."""

    expected = facts.NO_ZONE
    expected_count = 0
    counting = False

    def places(self, _zone: int) -> int:
        return 255


class Felt:
    """Zones with chips of TAGS, an antenna powering `limit` however they lie; `money` is what the host makes of it."""

    def __init__(self, limit: int = 6, rake: Rake | None = None) -> None:
        self.money = Money(KINDS, rake)
        self.zones = bytes(facts.zone_id(zone) for zone in ZONES)
        rows = tuple(
            (zone, 0, -1, 0, "all" if zone.startswith("seat") else "chips", limit, None) for zone in ZONES
        )
        n = len(rows)
        self.presence = Presence(
            self.zones, bytes(n), bytes([limit] * n), [b""] * n, Registry(CARDS), Table(), self._hear
        )
        self._chips = Chips(FILE)
        self._chips.attach(Registry(CARDS), {"readers": rows, "couplings": ()}, self, self._hear)
        self._free = {kind: [uid for uid, other in TAGS if other == kind] for kind in KINDS}
        self._lying: dict[str, list[tuple[Kind, bytes]]] = {zone: [] for zone in ZONES}
        self._now = 0
        self.wait(1.5)

    def _hear(self, kind: int, zone: int, code: int, arg: int) -> None:
        self.money.fact(kind, zone, code, arg)

    def lay(self, zone: str, *chips: int | Kind, seconds: float = 2.5) -> Reading | None:
        """Exactly these chips lie in a zone from now on, for so long; how the zone was told last."""
        for kind, uid in self._lying[zone]:
            self._free[kind].append(uid)
        kinds = [chip if isinstance(chip, Kind) else Kind(chip) for chip in chips]
        self._lying[zone] = [(kind, self._free[kind].pop(0)) for kind in kinds]
        self.wait(seconds)
        return self.money.readings.get(facts.zone_id(zone))

    def wait(self, seconds: float) -> None:
        """The zones are looked at for so long."""
        until = self._now + round(seconds * 1_000_000)
        while self._now < until:
            self._now += LOOK_US
            for z, zone in enumerate(ZONES):
                self.presence.begin(z, False)
                self._chips.begin(z)
                for _, uid in self._lying[zone]:
                    assert self._chips.tag(z, uid, 0, len(uid))
                self.presence.finish(z, True, 17)
                self._chips.finish(z, True, 17, self._now)

    @property
    def said(self) -> list[tuple[str, int, str, int]]:
        return [tuple(remark) for remark in self.money.remarks]


@pytest.fixture
def felt() -> Felt:
    return Felt()


@pytest.fixture
def four_put_in_30(play, table):
    """Seats 1, 4, 6, 9 have put in 30 each before the flop: 120."""
    return play(table((200,) * 4), ["6 raise 30", "9 call", "1 call", "4 call"])


# Wagers.


@rule("c(3)")
@pytest.mark.parametrize(
    ("due", "tagged", "ante", "left"),
    [(50, 0, True, 0), (75, 0, True, 0), (100, 0, True, 100), (10, 0, True, 10), (1050, 1000, False, 50)],
)
def test_coin_is_for_an_ante_below_a_dollar(due: int, tagged: int, ante: bool, left: int) -> None:
    """In cents. Coins have no tags: what the chips leave open is coin."""
    remark = coins(due, Reading(tagged), ante)
    assert remark == (Remark("not in chips", left, "c(3)") if left else None)


@rule("c(3)")
def test_a_quarter_and_a_bet_all_in_chips(felt) -> None:
    assert coins(25, Reading(), ante=True) is None
    assert coins(15, felt.lay("bet_2", 10, 5), ante=False) is None
    assert coins(1050, Reading(1000, sure=False), ante=False) is None  # the rest may be unread chips


@rule("c(3)(i)")
def test_chips_may_be_added_to_a_stack_and_not_taken_off() -> None:
    """80 and 100 added; then 50 less, which no bet explains."""
    assert taken_out(Reading(80), Reading(180), 0, "c(3)(i)") is None
    assert taken_out(Reading(180), Reading(130), 0, "c(3)(i)") == Remark("taken out", 50, "c(3)(i)")
    assert taken_out(Reading(180), Reading(130), 50, "c(3)(i)") is None
    assert taken_out(Reading(180), Reading(130, sure=False), 0, "c(3)(i)") is None


@rule("c(3)(i)")
def test_a_bet_drawn_back_from_its_spot(felt, play, table) -> None:
    """Seat 6 has raised to 30; 25 of them go back into its hand before anybody has swept."""
    state = play(table((200,) * 4))
    felt.money.begin(state)
    felt.money.follow(play(state, ["6 raise 30"]))
    felt.lay("bet_6", 25, 5)
    assert felt.said == []
    felt.lay("bet_6", 5)
    assert felt.said == [("taken out", 25, "c(3)(i)", 6)]


@rule("c(5)")
@pytest.mark.parametrize(
    ("chips", "remark"),
    [((25,), ("is short", 15, "c(5)", 0)), ((50, 10), ("goes back", 20, "c(5)", 0)), ((30, 10), None)],
)
def test_chips_are_made_up_to_what_was_announced(felt, chips: tuple[int, ...], remark) -> None:
    """40 announced: 25 and 60 lie there."""
    assert corrected(40, felt.lay("bet_4", *chips)) == remark


@rule("c(5)")
def test_a_lower_bound_is_never_short() -> None:
    felt = Felt(limit=2)
    assert corrected(40, felt.lay("bet_4", 20, 5)) is None
    assert corrected(40, felt.lay("bet_4", 50, 10)) == Remark("goes back", 20, "c(5)")


@rule("c(6)")
def test_three_acts_are_one_bet_each_of_the_same_amount(felt) -> None:
    """Pushed forward, at rest before the seat, released into the pot; and the same chips swept are not bet again."""
    pushed = Felt(limit=2).lay("bet_4", 10, 10)
    at_rest = felt.lay("bet_4", 10, 10)
    before = felt.money.readings[facts.Z_POT]
    felt.lay("bet_4")
    swept = felt.lay("pot", 10, 10)
    assert bet_at(pushed) == Bet(20, True)
    assert bet_at(at_rest) == Bet(20, False)
    assert released(before, swept, 0) == Bet(20, False)
    assert released(before, swept, 20) is None


@rule("c(6)")
def test_of_chips_swept_and_chips_released_only_these_are_a_bet(felt) -> None:
    before = felt.lay("pot", 50)
    assert released(before, felt.lay("pot", 50, 10, 25), 10) == Bet(25, False)


@rule("c(6)(i)")
def test_four_chips_pushed_forward_are_a_bet_once_confirmed() -> None:
    """4 x $5 where an antenna powers four: there may be more, so the dealer confirms the 20."""
    felt = Felt(limit=4)
    assert bet_at(felt.lay("bet_4", 5, 5, 5, 5)) == Bet(20, True)


@rule("c(6)(i)")
def test_the_first_of_several_pushes_is_no_bet_of_its_own(felt) -> None:
    """5, then 5 more before it lay still: nothing is told of the first."""
    assert felt.lay("bet_4", 5, seconds=0.5) == Reading(0, True)
    assert bet_at(felt.lay("bet_4", 5, 5, seconds=2)) == Bet(10, False)


@rule("c(6)(ii)")
def test_a_chip_released_into_the_pot_is_a_bet_that_stands(felt, play, table) -> None:
    """$25 of seat 6, on its turn; drawn back it is chips taken out of the pot."""
    state = play(table((200,) * 4))
    felt.money.begin(state)
    before = felt.money.readings[facts.Z_POT]
    after = felt.lay("pot", 25)
    assert released(before, after, 0) == Bet(25, False)
    placed = apply(state, ("place", 6, chips_of(after, KINDS)))
    assert placed.rulings[-1].event == ("call", 6)  # one chip, and no word: c(9)
    assert taken_out(after, felt.lay("pot"), 0, "c(8)") == Remark("taken out", 25, "c(8)")


@rule("c(6)(ii)")
def test_into_a_pot_that_is_not_all_read_nothing_is_released() -> None:
    assert released(Reading(60, sure=False), Reading(85), 0) is None
    assert released(Reading(60), Reading(85, sure=False), 0) is None


@rule("c(6)(iii)")
def test_chips_at_rest_beyond_the_line(felt) -> None:
    """2 x $5 on the spot of seat 2 are a bet of 10; the same before it, where its cards lie, are none."""
    assert bet_at(felt.lay("bet_2", 5, 5)) == Bet(10, False)
    assert felt.lay("seat_8", 5, 5) is None
    assert felt.money.pieces(facts.zone_id("seat_8")) == ((KINDS.index(Kind(5)), 2),)


@rule("c(6)(iii)")
def test_chips_that_do_not_come_to_rest(felt) -> None:
    """On the spot for 0.4 seconds, and back."""
    felt.lay("bet_2", 5, 5, seconds=0.4)
    assert bet_at(felt.lay("bet_2")) is None


@rule("c(7)")
def test_what_is_added_to_a_bet_once_made_goes_back(felt) -> None:
    """Seat 4 bets 10, then adds 10 on its own."""
    made = bet_at(felt.lay("bet_4", 10))
    assert made == Bet(10, False)
    more = felt.lay("bet_4", 10, 10)
    assert added(made.amount, more) == Remark("goes back", 10, "c(7)")
    assert added(made.amount, more, incomplete=True) is None  # c(7)(i)


@rule("c(7)")
def test_a_lower_bound_above_the_bet_is_too_much_all_the_same() -> None:
    felt = Felt(limit=2)
    assert added(10, felt.lay("bet_4", 10, 5)) == Remark("goes back", 5, "c(7)")
    assert added(20, felt.lay("bet_4", 10, 5)) is None


@rule("c(8)")
@pytest.mark.parametrize("change", [False, True])
def test_a_pot_that_falls(felt, four_put_in_30, change: bool) -> None:
    """120 to 95 without an award, the rake or change."""
    felt.money.begin(four_put_in_30)
    felt.money.follow(four_put_in_30)
    felt.lay("pot", 100, 20)
    assert (felt.said, felt.money.tally["pot", "matched"]) == ([], 1)
    if change:
        felt.money.making_change()
    felt.lay("pot", 50, 25, 20)
    taken = [("taken out", 25, "c(8)", 0), ("missing in the pot", 25, "f(4)", 0)]
    assert felt.said == ([] if change else taken)


@rule("c(8)")
def test_the_rake_leaves_the_pot_and_more_does_not(four_put_in_30) -> None:
    """10 percent of 120 with a cap of 5: 115 is right, 110 is not."""
    felt = Felt(rake=Rake(("percentage",), 100, cap=5))
    felt.money.begin(four_put_in_30)
    felt.money.follow(four_put_in_30)
    felt.lay("pot", 100, 20)
    felt.lay("pot", 100, 10, 5)
    assert felt.said == []
    felt.lay("pot", 100, 10)
    assert ("missing in the pot", 5, "f(4)", 0) in felt.said


@rule("c(8)")
def test_a_pot_that_is_gone_before_it_is_awarded(felt, four_put_in_30) -> None:
    felt.money.begin(four_put_in_30)
    felt.money.follow(four_put_in_30)
    felt.lay("pot", 100, 20)
    felt.lay("pot")
    assert felt.said[0] == ("taken out", 120, "c(8)", 0)


@rule("c(8)")
def test_a_lower_bound_that_falls_proves_nothing(four_put_in_30) -> None:
    felt = Felt(limit=2)
    felt.money.begin(four_put_in_30)
    felt.money.follow(four_put_in_30)
    felt.lay("pot", 100, 20)
    felt.lay("pot", 50, 20)
    assert felt.said == []


@rule("c(9)")
def test_a_single_chip_of_25_facing_5(felt, play, facing) -> None:
    """Silently it is a call, 20 in change; after 'raise' it is one to 25."""
    chips = chips_of(felt.lay("bet_9", 25), KINDS)
    assert chips == (25,)
    state = facing(play, 5)
    assert apply(state, ("place", 9, chips)).rulings[-1][:4] == (("call", 9), 20, 0, "c(9)")
    assert apply(state, ("place", 9, chips, "raise")).rulings[-1].event == ("raise", 9, 25)


@rule("c(9)")
def test_several_chips_and_chips_that_may_not_be_all(felt, play, facing) -> None:
    """10 and 1 facing 5 are a raise to 11 (W05): the 10 alone are more than the call. Of two that an antenna just
    powers nobody knows whether they are all.
    """
    chips = chips_of(felt.lay("bet_9", 1, 10), KINDS)
    assert apply(facing(play, 5), ("place", 9, chips)).bet(9) == 11
    assert chips_of(Felt(limit=2).lay("bet_9", 1, 10), KINDS) == ()


@rule("f(4)")
def test_after_a_betting_round_the_spots_are_empty_and_the_pot_is_the_sum(felt, four_put_in_30) -> None:
    readings = {seat: felt.lay(f"bet_{seat}", 20, 10, seconds=1.5) for seat in four_put_in_30.seats}
    assert [bet_at(reading).amount for reading in readings.values()] == [30] * 4
    empty = {seat: felt.lay(f"bet_{seat}") for seat in four_put_in_30.seats}
    assert after_round(empty, felt.lay("pot", 100, 20), four_put_in_30.pot) == []


@rule("f(4)")
def test_a_bet_left_lying(felt, four_put_in_30) -> None:
    """The 30 of seat 4 were forgotten, and 90 are in the pot."""
    spots = {seat: felt.lay(f"bet_{seat}", *[20, 10][: 2 * (seat == 4)]) for seat in (1, 4)}
    assert after_round(spots, felt.lay("pot", 50, 30, 10), four_put_in_30.pot) == [
        Remark("not moved into the pot", 30, "f(4)", 4),
        Remark("missing in the pot", 30, "f(4)"),
    ]
    assert after_round({}, Reading(90, sure=False), 120) == []
    assert after_round({}, Reading(130, sure=False), 120) == [Remark("too much in the pot", 10, "f(4)")]


@rule("p(5)(iv)")
def test_a_hand_left_without_a_marker_is_collected(felt) -> None:
    assert felt.money.unprotected(7)


@rule("p(5)(iv)")
def test_a_hand_left_with_a_chip_on_it_is_the_supervisor_s(felt) -> None:
    felt.lay("seat_7", 5)
    assert not felt.money.unprotected(7)
    felt.lay("seat_7")
    assert felt.money.unprotected(7)


# The rake area and rake chips.

RAKE_4 = Kind(4, "rake chip")


@rule("a(2)(ii)")
def test_rake_is_held_apart_and_then_moved_on(felt) -> None:
    """$4 of a $60 pot: 56 and 4 held; at the end of the hand nothing is held and 4 are in the box."""
    assert felt.lay("pot", 50, 10).worth == 60
    pot, held = felt.lay("pot", 50, 5, 1), felt.lay("rake", 1, 1, 1, 1)
    area = RakeArea().read(held, over=False)
    assert (pot.worth, area.held.worth, area.boxed) == (56, 4, 0)
    area = area.read(felt.lay("rake"), over=True)
    assert (area.held.worth, area.boxed) == (0, 4)


@rule("a(2)(ii)")
def test_a_board_with_bet_spots_and_no_rake_area_fails() -> None:
    board = dict(schema.load("casino_11_chips"))
    board["readers"] = tuple(row for row in board["readers"] if row[0] != "rake")
    with pytest.raises(schema.BoardError, match=r"a\(2\)\(ii\)"):
        schema.check(board)


@rule("a(6)(i)")
def test_a_rake_chip_takes_the_place_of_value_chips(felt) -> None:
    before = felt.lay("rake", 1, 1, 1, 1)
    after = felt.lay("rake", RAKE_4)
    assert (before.worth, after.worth) == (4, 4)
    assert swapped(before, after) is None
    assert not may_swap(4, Reading(2))
    assert may_swap(4, before)


@rule("a(6)(i)")
def test_a_swap_that_is_not_even_and_a_rake_chip_as_a_bet(felt) -> None:
    before = felt.lay("rake", 1, 1, 1)
    assert swapped(before, felt.lay("rake", RAKE_4)) == Remark("rake changed by a swap", 1, "a(6)(i)")
    bet = felt.lay("bet_5", RAKE_4)
    assert felt.said == [("rake chip before a player", 4, "a(6)(i)", 5)]
    assert (bet_at(bet), chips_of(bet, KINDS)) == (None, ())
    assert bet_at(felt.lay("bet_5", RAKE_4, 10)) == Bet(10, False)


@rule("a(6)(ii)")
def test_rake_chips_in_the_tray_or_held() -> None:
    """20 registered: 18 and 2; 1 before seat 8; 17 and 2 with one unseen for the alarm period."""
    assert rake_chips(20, 18, 2, 0, 600, 300) == []
    assert rake_chips(20, 17, 2, 1, 600, 300) == [
        Remark("rake chips out of the dealer's care", 1, "a(6)(ii)")
    ]
    assert rake_chips(20, 17, 2, 0, 600, 300) == [Remark("rake chips missing", 1, "a(6)(ii)")]
    assert rake_chips(20, 17, 2, 0, 299, 300) == []


@rule("a(6)(ii)")
def test_a_rake_chip_at_the_cards_of_seat_8(felt) -> None:
    felt.lay("seat_8", RAKE_4)
    assert felt.said == [("rake chip before a player", 4, "a(6)(i)", 8)]


@rule("o(2)(i)(b)")
def test_rake_after_each_betting_round(felt) -> None:
    """Due 2, then 3, then 5, then 2 more: each has to be in the area before the next street."""
    area, total = RakeArea(), 0
    for share, chips in ((2, (1, 1)), (3, (5,)), (5, (5, 5)), (2, (10, 1, 1))):
        total += share
        assert rake_owed(total, area, "o(2)(i)(b)") == Remark("rake still in the pot", share, "o(2)(i)(b)")
        area = area.read(felt.lay("rake", *chips), over=False)
        assert rake_owed(total, area, "o(2)(i)(b)") is None


@rule("o(2)(i)(b)")
def test_with_a_cap_of_5_more_is_too_much(felt) -> None:
    area = RakeArea().read(felt.lay("rake", 5, 1), over=False)
    assert rake_owed(5, area, "o(2)(i)(b)") == Remark("more than the rake due", 1, "o(2)(i)(b)")
    assert rake_owed(9, RakeArea(Reading(6, sure=False)), "o(2)(i)(b)") is None


@rule("o(2)(i)(c)")
def test_the_pot_is_not_pushed_while_rake_lies_in_it(felt) -> None:
    assert rake_owed(5, RakeArea(felt.lay("rake")), "o(2)(i)(c)") == Remark(
        "rake still in the pot", 5, "o(2)(i)(c)"
    )


@rule("o(2)(i)(c)")
def test_part_in_the_area_and_part_in_the_box(felt) -> None:
    held = felt.lay("rake", 1, 1, 1)
    assert rake_owed(5, RakeArea(held, 2), "o(2)(i)(c)") is None
    assert rake_owed(5, RakeArea(held, 1), "o(2)(i)(c)") == Remark("rake still in the pot", 1, "o(2)(i)(c)")


@rule("o(2)(ii)(b)")
def test_a_level_of_the_pot_is_passed(play, table) -> None:
    """$1 at $20: 4 players with 5 each. It is due before the next street, and then lies in the area."""
    steps = Rake(("incremental",), steps=((20, 1), (40, 1)), cap=2)
    state = play(table((200,) * 4, blinds=(2, 5)), ["6 call", "9 call", "1 call", "4 check"])
    felt = Felt(rake=steps)
    felt.money.begin(state)
    felt.money.follow(state)
    assert (state.pot, rake_of(steps, state), felt.money.rake_due) == (20, 1, 1)
    assert rake_owed(1, felt.money.area, "o(2)(ii)(b)") == Remark("rake still in the pot", 1, "o(2)(ii)(b)")
    felt.lay("rake", 1)
    assert rake_owed(1, felt.money.area, "o(2)(ii)(b)") is None
    assert (felt.said, felt.money.tally["rake", "matched"]) == ([], 1)


@rule("o(2)(ii)(b)")
def test_below_the_first_level_nothing_is_due(play, table) -> None:
    steps = Rake(("incremental",), steps=((20, 1),), cap=2)
    state = play(table((200,) * 4), ["6 call", "9 call", "1 call", "4 check"])
    felt = Felt(rake=steps)
    felt.money.begin(state)
    felt.money.follow(state)
    felt.lay("rake", 1)
    assert felt.said == [("more than the rake due", 1, "o(2)(ii)(b)", 0)]


@rule("o(2)(ii)(c)")
def test_rake_held_over_the_end_of_the_round(felt) -> None:
    area = RakeArea().read(felt.lay("rake", 1, 1, 1), over=False)
    assert still_held(area) == Remark("rake not moved on", 3, "o(2)(ii)(c)")
    area = area.read(felt.lay("rake"), over=True)
    assert (area.held.worth, area.boxed, still_held(area)) == (0, 3, None)


@rule("o(2)(ii)(c)")
def test_the_next_hand_begins_with_rake_in_the_area(felt, four_put_in_30) -> None:
    felt.lay("rake", 1, 1)
    felt.money.begin(four_put_in_30)
    assert felt.said == [("rake not moved on", 2, "o(2)(ii)(c)", 0)]


def nine(missing: Iterable[int] = ()) -> dict[int, Reading]:
    """Each of nine seats has laid 5 + 1 + 1 on its spot, but those missing."""
    return {seat: Reading(0 if seat in missing else 7) for seat in range(1, 10)}


@rule("o(2)(iii)(d)")
def test_a_time_charge_of_63_reaches_the_area(felt) -> None:
    fees = dict.fromkeys(range(1, 10), 7)
    before = felt.money.readings[facts.Z_RAKE]
    after = felt.lay("rake", 50, 10, 1, 1, 1)
    assert (after.worth, after.sure) == (63, True)
    assert charged(fees, nine(), before, after) == []


@rule("o(2)(iii)(d)")
def test_seven_short_and_the_seat_that_has_not_paid(felt) -> None:
    fees = dict.fromkeys(range(1, 10), 7)
    before = felt.money.readings[facts.Z_RAKE]
    after = felt.lay("rake", 50, 5, 1)
    assert charged(fees, nine([5]), before, after) == [Remark("time charge not paid", 7, "o(2)(iii)(d)", 5)]
    assert charged(fees, nine(), before, after) == [Remark("time charge short", 7, "o(2)(iii)(d)")]


@rule("r(3)")
def test_the_contribution_comes_after_the_rake(felt) -> None:
    """A pot of 60, rake 5, contribution 1: the winner gets 54."""
    nothing = RakeArea(felt.lay("rake"))
    assert contribution(1, 5, nothing) == Remark("contribution before the rake", 1, "r(3)")
    raked = nothing.read(felt.lay("rake", 5), over=False)
    before = felt.lay("pot", 50, 5)
    after = felt.lay("pot", 50, 1, 1, 1, 1)
    assert (contribution(1, 5, raked), after.worth) == (None, 54)
    assert taken_out(before, after, 1, "c(8)") is None


@rule("r(3)")
def test_part_of_the_rake_is_not_the_rake(felt) -> None:
    raked = RakeArea().read(felt.lay("rake", 1, 1), over=False)
    assert contribution(1, 5, raked) == Remark("contribution before the rake", 1, "r(3)")
    assert taken_out(Reading(55), Reading(53), 1, "c(8)") == Remark("taken out", 1, "c(8)")


# The stub.

STUB_KINDS = (Kind(5), Kind(0, "lammer"))


def told_of_stub(*said: tuple[int, int, str, int, int]) -> list[tuple[int, str]]:
    """(when, spot) of each reminder; `said` are facts (ms, kind, zone, code, arg). Somebody looks every 100 ms."""
    stub = StubDown(STUB_KINDS)
    found = []
    for t_ms in range(0, 20_000, 100):
        for when, kind, zone, code, arg in said:
            if when == t_ms:
                stub.fact(t_ms, kind, facts.zone_id(zone), code, arg)
        found += [(t_ms, words.zone_name(zone)) for zone in stub.due(t_ms)]
    return found


IN_HAND = ((0, facts.HAND, "seat_1", 255, 0), (0, facts.DEALT, "seat_1", 9, 0))
PUT_DOWN = (1000, facts.SIGHT, "count", 20, 0)


@rule("f(6)(i)")
def test_a_stub_put_down_without_a_lammer_is_reminded_of_once() -> None:
    assert told_of_stub(*IN_HAND, PUT_DOWN, (2500, facts.SIGHT, "count", 21, 0)) == [(4000, "count")]


@rule("f(6)(i)")
@pytest.mark.parametrize(
    "more",
    [
        ((2000, facts.PIECES, "count", 1, 1),),  # a lammer on top of it
        ((3900, facts.LIFT, "count", 20, 0),),  # taken up again
        ((3000, facts.END, "seat_1", 255, 0),),  # the hand is over
    ],
)
def test_a_stub_with_a_lammer_or_taken_up_again_is_not(more) -> None:
    assert told_of_stub(*IN_HAND, PUT_DOWN, *more) == []


@rule("f(6)(i)")
def test_a_chip_is_no_lammer_and_a_lammer_that_goes_too_early_is_missed() -> None:
    assert told_of_stub(*IN_HAND, PUT_DOWN, (2000, facts.PIECES, "count", 0, 1)) == [(4000, "count")]
    on, off = (2000, facts.PIECES, "count", 1, 1), (9000, facts.PIECES, "count", 1, 0)
    assert told_of_stub(*IN_HAND, PUT_DOWN, on, off) == [(9000, "count")]


@rule("f(6)(i)")
def test_the_idle_deck_at_its_place_is_no_stub() -> None:
    assert told_of_stub(*IN_HAND, (1000, facts.SIGHT, "park", 64 + 20, 0)) == []
