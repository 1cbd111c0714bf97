"""Honest deals by untidy people: cards seen in swapped order or first on their way, peeks, folds. No verdict."""

from hypothesis import given, settings
from hypothesis import strategies as st

from railbird import facts
from railbird.table import Table

SEATS = range(1, 12)
READ = [*SEATS, *range(41, 46), 51, 52]


class Deal:
    """One hand dealt honestly; hypothesis draws what goes untidily."""

    def __init__(self, draw, in_the_air, misread):
        self.draw = draw
        self.in_the_air = in_the_air  # cards on their way at one time, at most
        self.misread = misread  # cards of a flight that may be read on their way, at most
        self.told = []
        self.table = Table(lambda *fact: self.told.append(fact))
        self.now = 0
        self.deck = draw(st.permutations(range(52)))
        self.places = {}  # card -> zone where it was truly dealt to
        self.lying = {}  # card -> zone where it is in sight now

    def apply(self, kind, zone, code=0, arg=0):
        self.now += 350
        self.table.apply(self.now, kind, zone, code, arg)

    def see(self, zone, card):
        if card in self.lying:
            self.apply(facts.LIFT, self.lying[card], card)
        self.lying[card] = zone
        self.apply(facts.SIGHT, zone, card)

    def land(self, zones):
        """Cards dealt to `zones` in this order, some in the air together; each comes to rest and is seen."""
        at = 0
        while at < len(zones):
            flight = zones[at : at + self.draw(st.integers(1, self.in_the_air))]
            at += len(flight)
            cards = [(zone, self.deck.pop()) for zone in flight]
            self.places.update((card, zone) for zone, card in cards)
            cards = self.draw(st.permutations(cards))
            for _, card in cards[-self.misread :]:
                if self.draw(st.integers(0, 3)) == 0:
                    self.see(self.draw(st.sampled_from(READ)), card)
            for zone, card in cards:
                self.see(zone, card)
            self.rest()

    def rest(self):
        """Nothing is in the air: people peek, and every zone is looked at."""
        if self.draw(st.booleans()):
            held = sorted(card for card, zone in self.lying.items() if zone in SEATS)
            for card in held[:2]:
                self.apply(facts.LIFT, self.lying[card], card)
            for card in held[:2]:
                self.apply(facts.SIGHT, self.lying[card], card)
        for zone in READ:
            self.apply(facts.CLEAN, zone)

    def fold(self, seat):
        """A fold, declared before the cards reach the muck or seen by them alone."""
        if self.draw(st.booleans()):
            self.apply(facts.COMMAND, seat, facts.OP_FOLD)
        for card, zone in self.places.items():
            if zone == seat:
                self.see(facts.Z_MUCK, card)


def clockwise(seats, button):
    after = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    return after + after


def play(data, in_the_air, misread):
    """A whole hand; the deal as it ended, and the seats that folded."""
    deal = Deal(data.draw, in_the_air, misread)
    seats = sorted(data.draw(st.sets(st.sampled_from(SEATS), min_size=2)))
    button = data.draw(st.sampled_from(seats))
    bitmap = sum(1 << (seat - 1) for seat in seats)
    deal.apply(facts.COMMAND, button, facts.OP_HAND, bitmap)
    live = list(seats)
    deal.land(clockwise(seats, button))
    for street in ([51, 41, 42, 43], [51, 44], [51, 45]):
        while len(live) > 1 and data.draw(st.integers(0, 2)) == 0:
            deal.fold(live.pop(data.draw(st.integers(0, len(live) - 1))))
        if data.draw(st.booleans()):
            deal.apply(facts.COMMAND, 0, facts.OP_STREET)
        deal.land(street)
    assert [fact for fact in deal.told if fact[0] in (facts.VERDICT, facts.HELD)] == []
    assert deal.table.expected == facts.NO_ZONE
    assert [fact[4] for fact in deal.told if fact[0] == facts.STREET] == [1, 2, 3]
    return deal, sorted(set(seats) - set(live))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_an_untidy_honest_hand_raises_nothing_and_every_card_is_where_it_was_dealt(data):
    deal, folded = play(data, in_the_air=2, misread=1)
    last = {fact[2]: fact[1] for fact in deal.told if fact[0] == facts.DEALT}
    assert last == deal.places
    assert sorted(fact[1] for fact in deal.told if fact[0] == facts.FOLDED) == folded


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_four_cards_in_the_air_and_any_of_them_misread_raise_nothing(data):
    play(data, in_the_air=4, misread=4)
