"""What holds over whole evenings with random mishaps: money to the coin, cards to the last one, undo by replay.

The suite plays some hundreds of hands. 10,000 by hand:

    python -m tests.engine.test_session_properties 10000 [SEED]
"""

import random
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.engine import Event, IllegalEvent, Options, fixed_limit, legal, no_limit, pot_limit
from host_tools.engine.house.jackpot import JackpotRules
from host_tools.engine.house.rake import Rake
from host_tools.engine.house.time_charge import TimeCharge
from host_tools.engine.rounds.table_round import House
from host_tools.engine.session.books import books
from host_tools.engine.session.night import apply_session, begin_session
from host_tools.engine.session.settings import Stakes, Table
from host_tools.engine.session.state import Session

WHOLE = ("ante", "blind", "dead", "award", "shuffle", "rake", "drop")
MISHAPS = (
    "boxed", "off_table", "exposed", "ineligible", "missed", "misdeal", "deck_fault", "protect", "fouled", "left",
)  # fmt: skip
GAMES = (
    Stakes("nl", "holdem", (2, 200), (40, 400), (1, 2), minimum=2),
    Stakes("limit", "holdem", (4, 8), (40, 400), (2, 4), limits=fixed_limit(4, 8), minimum=4),
    Stakes("omaha", "omaha_hl8", (4, 8), (40, 400), (2, 4), limits=fixed_limit(4, 8), minimum=4),
    Stakes("plo", "omaha_high", (2, 200), (40, 400), (1, 2), limits=pot_limit(), minimum=2),
    Stakes("stud", "stud7_high", (4, 8), (40, 400), (), 1, fixed_limit(4, 8), 2, 4),
    Stakes("stud8", "stud7_hl8", (4, 8), (40, 400), (), 0, fixed_limit(4, 8), 2, 4),
    Stakes("five", "stud5_high", (4, 8), (40, 400), (), 1, fixed_limit(4, 8), 2, 4),
    Stakes("triple", "triple_draw_27", (4, 8), (40, 400), (2, 4), limits=fixed_limit(4, 8), minimum=4),
    Stakes("draw", "draw5_high", (2, 200), (40, 400), (2,), 1, no_limit(), 0, 2),
    Stakes("pine", "crazy_pineapple", (2, 200), (40, 400), (1, 2), minimum=2),
)


def table(rng: random.Random) -> Table:
    pots = rng.choice((("percentage",), ("incremental",), ("percentage", "incremental", "time")))
    rake = Rake(
        pots, rng.choice((25, 50, 100)), ((10, 1), (20, 1), (40, 2)), TimeCharge(((2, 200, 4), (4, 8, 6))),
        cap=rng.choice((3, 10, 1000)), basis=rng.choice(("cumulative", "per_round")),
        count_antes=rng.random() < 0.5, incremental_basis=rng.choice(("total", "each_pot")),
        no_flop_no_drop=rng.random() < 0.5,
    )  # fmt: skip
    jackpot = JackpotRules(
        (0, 10**9), (0, 10**9), 1, 1, 20, 3, 30, "one a person",
        (("high hand", (40, 41, 42, 24, 20)), ("bad beat", (40, 41, 36, 24, 20))), (600, 400),
    )  # fmt: skip
    options = Options(
        straddle=rng.random() < 0.3,
        headsup_button_small_blind=rng.random() < 0.5,
        button_mode=rng.choice(("moving", "dead")),
        new_player=rng.choice(("live", "dead", "wait", "free")),
        missed_blinds=rng.choice(("live", "dead", "wait", "free")),
        offtable_replace=rng.choice(("after_deal", "at_once")),
        default_protected=rng.random() < 0.3,
        move_after_dead_round=rng.random() < 0.3,
        exposed_misdeal_count=rng.choice((0, 0, 2)),
    )
    house = House(rake, rng.choice((None, jackpot)))
    return Table(7, GAMES, house, options, 9, rng.choice((0, 3)), tray=500, rake_chips=(2, 3, 4))


class Evening:
    """Plays; holds its own ledger of chips and its own deck against the session's."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.session = begin_session(table(rng))
        self.bought = self.cashed = 0
        self.deck: list[int] = []
        self.seen: Counter[str] = Counter()
        for seat in range(1, rng.randint(4, 8)):
            self.sit(seat)
        self.do("distribute", "Sue", "red", "blue")
        for deck in ("red", "blue"):
            self.do("inspect", deck, 1)
            self.do("inspect", deck, 2)
        self.do("dealer", "Dan", "D-1")
        self.do("open")

    def do(self, *event: object) -> Session:
        self.session = apply_session(self.session, event)
        self.seen[str(event[0])] += 1
        self.check()
        return self.session

    def attempt(self, *event: object) -> bool:
        """Whether the event was accepted; one that was refused has changed nothing."""
        try:
            self.do(*event)
        except IllegalEvent:
            return False
        return True

    def check(self) -> None:
        session = self.session
        current = session.round
        chips = sum(seat.stack + seat.adding for seat in session.seats if seat)
        if current is not None:
            hand = current.hand
            for seat in hand.seats:
                held = session.seats[seat]
                assert held is not None
                chips -= held.stack
            paid = sum(hand.wager.paid) + hand.wager.dead
            awarded = sum(award.amount for award in hand.awards)
            house = sum(take.amount for take in current.takes) + max(current.drop, 0)
            chips += sum(hand.wager.stacks) + paid - awarded - house
            assert min(hand.wager.stacks) >= 0
            assert paid - awarded - house >= 0
            rake = current.house.rake
            assert rake is not None
            taken = sum(take.amount for take in current.takes)
            assert taken <= rake.cap
            if rake.methods == ("percentage",):  # of what is bet and not given back (o)(2)(i)(a), (o)(4)
                assert 1000 * taken <= rake.per_mille * paid
            assert len(self.deck) == hand.cards_left or current.over, (len(self.deck), hand.cards_left)
        assert chips + session.rake_area + session.boxed + session.jackpot_box + session.caged == (
            self.bought - self.cashed
        )
        assert books(session).balanced

    def sit(self, seat: int) -> None:
        amount = self.rng.choice((40, 50, 100, 300))
        self.bought += amount
        if not self.attempt("sit", seat, f"P{seat}", amount):  # the game is full
            self.bought -= amount

    def between(self) -> None:
        rng = self.rng
        if self.session.held:
            if self.session.to_verify:
                self.do("verify", "Sue")
            if rng.random() < 0.3:
                self.attempt("rake_chip", rng.choice((2, 3, 4)))
            self.do("rake_to_box")
        if not self.session.deck:
            name = f"new{self.session.hands}"
            for seat in self.session.seated[:2]:
                self.do("inspect", name, seat)
            self.do("deck", name)
        for _ in range(rng.choice((0, 0, 1, 2))):
            seat = rng.randint(1, 9)
            kind = rng.choice(
                ("sit", "leave", "away", "back", "post", "move", "add", "time", "game", "clock", "rake")
            )
            if kind == "sit" and self.session.seats[seat] is None:
                self.sit(seat)
            elif kind == "leave" and self.session.seats[seat] and len(self.session.seated) > 3:
                self.cashed += self.session.stack(seat)
                self.do("leave", seat)
            elif kind in ("away", "back", "post"):
                self.attempt(kind, seat)
            elif kind == "move":
                self.attempt("move", seat, rng.randint(1, 9))
            elif kind == "time" and self.attempt("time_charge"):
                self.do("verify", "Sue")
                if self.session.held:
                    self.do("rake_to_box")
            elif kind == "game":
                self.attempt("game", rng.choice(GAMES).name)
            elif kind == "rake":
                self.attempt(
                    "rake_terms", "percentage", rng.choice((30, 100, 101)), "", "", rng.randint(1, 9)
                )
            elif kind == "clock":
                self.do("clock", self.session.now + 60)
        while self.session.made:
            self.do("qualify", "Ann", "555-0100", "Flo", "F-1", rng.choice(("identified", "")))
        if self.session.period and rng.random() < 0.02:
            self.do("end_period", "main", self.session.jackpot_box)
        for seat in self.session.seated:
            held = self.session.seats[seat]
            assert held is not None
            if held.stack < 40:
                self.bought += 60
                self.do("add", seat, 60)
            if held.status == "away" and rng.random() < 0.4:
                self.attempt("back", seat)
            if rng.random() < 0.5:
                self.attempt("post", seat)

    def hand(self) -> None:
        """One deal, whatever comes of it."""
        self.between()
        self.deck = list(range(52))
        self.rng.shuffle(self.deck)
        self.do("cut")
        if not self.attempt("begin"):
            for seat in self.session.seated[8 - self.session.hands % 2 :]:  # more players than the game seats
                self.attempt("away", seat)
            self.do("game", "nl")
            if len(self.session.seated) < 3:
                for seat in range(1, 10):
                    if self.session.seats[seat] is None:
                        self.sit(seat)
            return
        self.check_blinds()
        trouble = self.rng.choice((0.0, 0.01, 0.05))
        while self.session.round is not None:
            if self.rng.random() < trouble:
                self.mishap()
            elif self.rng.random() < 0.003:
                self.undo()
            else:
                self.step()

    def check_blinds(self) -> None:
        """The hand has those post whom the table meant to; the button is the last dealt to, or dead."""
        session = self.session
        assert session.round is not None
        assert session.deal is not None
        hand, deal = session.round.hand, session.deal
        if not hand.setup.blinds:
            return
        due = [deal.small] * (len(deal.blinds) == 2) + [deal.big]
        due += [seat for seat, live, _ in deal.entries if live]
        assert [event[1] for event in hand.setup.posts if event[0] == "blind"] == due
        assert hand.button == hand.seats[-1] or deal.dead_button

    def step(self) -> None:
        rng, current = self.rng, self.session.round
        assert current is not None
        kind, *rest = current.next
        event: Event
        if kind in WHOLE:
            event = current.next
        elif kind == "deal":
            event = ("deal", rest[0], self.deck.pop(), rest[1])
        elif kind in ("burn", "board"):
            event = (kind, self.deck.pop())
        elif kind == "exchange":
            event = ("exchange", rest[0], self.deck.pop(), "discard")
            if rng.random() < 0.4 and self.attempt(*event[:3], "burn"):
                return
        elif kind == "choose":
            event = ("choose", rest[0], rng.choice(("formed", "whole")))
        elif kind == "recount":
            event = ("recount", rng.choice(("good", "bad")))
        elif kind == "floor":
            event = ("floor", rng.choice(("dead", "on")))
        elif kind == "rebuild":
            event = rng.choice((
                ("rebuilt", rest[0]), ("lost", rest[0], "blameless"), ("lost", rest[0], "at fault")
            ))  # fmt: skip
        else:
            event = self.choice()
        seen = current.hand.dealt.seen
        if kind == "shuffle":
            self.reshuffle(event, seen)
        else:
            self.do(*event)

    def choice(self) -> Event:
        current = self.session.round
        assert current is not None
        options = list(legal(current.hand))
        if len(options) > 1 and options[0][0] == "fold" and self.rng.random() < 0.7:
            options = options[1:]
        option = self.rng.choice(options)
        if option[0] in ("bet", "raise"):
            return (*option[:2], self.rng.choice((option[2], self.rng.randint(*option[2:]))))
        if option[0] == "discard":
            count = self.rng.randint(*option[2:])
            return ("discard", option[1], tuple(self.rng.sample(current.hand.hole(option[1]), count)))
        return option

    def reshuffle(self, event: Event, before: int) -> None:
        """What the shuffle brought back into the deck is what nobody counts as seen any more."""
        self.session = apply_session(self.session, event)
        current = self.session.round
        assert current is not None
        back = [card for card in range(52) if before & ~current.hand.dealt.seen & 1 << card]
        self.deck = back + self.deck
        self.check()

    def mishap(self) -> None:
        rng, current = self.rng, self.session.round
        assert current is not None
        kind = rng.choice(MISHAPS)
        hand = current.hand
        seat = rng.choice(hand.seats)
        if kind in ("boxed", "off_table"):
            if self.deck:
                self.with_top_card(kind)
        elif kind == "exposed":
            if hand.hole(seat):
                self.attempt(kind, seat, rng.choice(hand.hole(seat)))
        elif kind == "ineligible":
            outside = [one for one in range(1, 10) if one not in hand.seats]
            if len(self.deck) > 30 and outside:
                self.with_top_card(kind, outside[0])
        elif kind == "misdeal":
            self.attempt(kind, rng.choice(("start", "start", "shuffle")))
        elif kind == "deck_fault":
            self.attempt(kind, rng.choice(("missing", "extra")))
        else:
            self.attempt(kind, seat)

    def with_top_card(self, kind: str, *seat: int) -> None:
        """The top card goes out of play, if the round can do without it."""
        card = self.deck.pop()
        if not self.attempt(kind, *seat, (card,) if seat else card):
            self.deck.append(card)

    def undo(self) -> None:
        """Some inputs are taken back and put in again: the session is what it was, and says so."""
        before = self.session
        count = min(len(before.inputs), self.rng.randint(1, 6))
        if count:
            gone = before.inputs[-count:]
            after = apply_session(before, ("undo", count))
            assert after.undone[-1] == gone
            for event in gone:
                after = apply_session(after, event)
            assert after._replace(undone=()) == before._replace(undone=())
            self.session = after
            self.seen["undo"] += 1


def evening(seed: int, hands: int) -> Evening:
    """So many deals; then all money that is left is cashed, and the table closes."""
    night = Evening(random.Random(seed))
    for _ in range(hands):
        night.hand()
    if night.session.to_verify:
        night.do("verify", "Sue")
    if night.session.held:
        night.do("rake_to_box")
    for seat in night.session.seated:
        night.cashed += night.session.stack(seat)
        night.do("leave", seat)
    night.do("close")
    session = night.session
    assert session.bought == session.cashed + session.boxed + session.jackpot_box + session.caged
    night.do("end_day", "Sue", session.boxed)
    return night


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_an_evening_balances(seed: int) -> None:
    evening(seed, 25)


@pytest.mark.parametrize("seed", [1, 2])
def test_hundreds_of_hands_see_every_mishap(seed: int) -> None:
    night = evening(seed, 150)
    assert night.session.hands > 75
    assert night.session.undone
    paragraphs = {record.rule for record in night.session.records}
    assert {"p(1)(ii)", "p(2)", "p(3)", "p(4)", "p(5)", "p(8)"} <= paragraphs


if __name__ == "__main__":
    wanted, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    played, counts = 0, Counter[str]()
    while played < wanted:
        finished = evening(first, 200)
        played += finished.session.hands
        counts += finished.seen
        first += 1
    print(
        f"{played} hands in {sum(counts.values())} inputs balance to the coin: {dict(sorted(counts.items()))}"
    )
