"""The table: a reducer. Inputs in (sightings, accepted commands, clock events); facts and verdicts out.

The same inputs give the same facts, whenever they are applied. It walks the deal of a hand, keeps the ledger
of the 52, knows the button and the count clock, and judges; people decide: a verdict on the deal holds it
until the floor resumes it or calls a misdeal. A card that goes out of sight stays where it was.
"""

from micropython import const

from railbird import facts
from railbird.commands import GAME_SHIFT, SEAT_BITS, check
from railbird.count import Count
from railbird.dealt import Dealt
from railbird.foreign import Foreign
from railbird.judge import doubt, judge
from railbird.reports import report
from railbird.rules import button, cards, games, paragraphs
from railbird.rules.bits import Bits
from railbird.rules.deck import Deck
from railbird.shuffled import SORTED, Shuffled

_NONE = const(255)  # no zone, no code, no card: one number for all
_LAST_ZONE = const(71)
_NOTHING = const(127)  # the code of no card
_FORM = const(3)  # of a snapshot


class Table:
    """The reducer. `emit(kind, zone, code, ref, arg)` gets each derived fact; a field without a meaning is
    255, an arg without one 0. No input leads to more than 20 facts. `ups` is the bitmap of the seats whose up
    cards have a zone of their own, `spots` that of the board places with an antenna, which takes in the places after
    it that have none.

    expected        zone where the next card should land, or NO_ZONE
    expected_count  cards that zone holds once it has landed, with those that lie there or may come back
    doubt           zone that a clean look has to prove without news before the order is called broken, or
                    NO_ZONE: two cards that land almost together may become known in either order
    counting, in_hand, held   a count, a hand is in progress; the deal waits for the floor
    alarm           tick (ms) at which a CLOCK input is due, or None
    button          seat of the button, 0 before the first hand
    seats, live     bitmaps of the seats dealt in, and of those not folded
    implied         the open street was opened by a card and not yet by a command
    wagered         how many players have wagered voluntarily in this hand
    options         sum of the OPTION_... in force
    two_decks       both decks are registered
    count           the count of the deck
    count_zone      where the deck passes in a count
    cut             the deck was cut for the next hand
    face_up         how many cards lay face up in the deck in this hand, at most 2
    """

    def __init__(self, emit, ups=0, spots=31):
        self._emit = emit
        self.deck = Deck()
        self._dealt = Dealt(self.deck, emit, ups, spots)
        self.deal = self._dealt.deal
        self.expected = facts.NO_ZONE
        self.expected_count = 0
        self.doubt = facts.NO_ZONE
        self.counting = False
        self.in_hand = False
        self.held = False
        self.alarm = None
        self.button = 0
        self.seats = 0
        self.live = 0
        self.implied = False
        self.wagered = 0
        self.options = 0
        self.two_decks = True
        self._now = 0  # time of the last input
        self._street = 0  # street of the last EXPECT
        self._taken = _NOTHING  # the card taken up last where the next one is expected, while it was
        self.cut = False
        self.face_up = 0
        self._last_deck = _NONE  # of the last completed round
        self.count = Count(self.deck, emit)
        self.count_zone = facts.Z_COUNT
        self._foreign = Foreign()
        self._shuffled = Shuffled()

    # Inputs.

    def apply(self, now_ms, kind, zone, code, arg):
        """Take one input, already journaled. None ever raises; a command that does not fit is ignored."""
        if kind == facts.SIGHT:
            if 0 < zone <= _LAST_ZONE and code < 128:
                self._sight(zone, code)
        elif kind == facts.LIFT:
            if 0 < zone <= _LAST_ZONE and code < 128:
                self.deck.lift(code, zone)
                if zone == self.expected:
                    self._taken = code
        elif kind == facts.CLEAN:
            if self.doubt == zone != facts.NO_ZONE:
                judge(self, self._dealt, zone)
        elif kind == facts.UNKNOWN:
            if arg:  # what can be no UID is the reader's fault
                self._foreign.unknown(self, zone, arg)
        elif kind == facts.STATE:
            if 0 < zone <= facts.Z_MUCK:
                self.deal.reader(zone, code == facts.STATE_OK)
        elif kind == facts.TWICE:
            self._foreign.twice(self, zone, code, arg)
        elif kind == facts.CLOCK:
            self.count.tick(now_ms)
        elif kind == facts.BOOT:
            self.count.restart(now_ms, self._now)
        elif kind == facts.TIME:
            self.count.host_time(now_ms, ((zone << 8 | code) - 0x4000 << 16) + arg)
        elif kind == facts.COMMAND:
            if self.check(code, zone, arg) != facts.R_OK:
                return
            self._command(now_ms, code, zone, arg)
        self._now = now_ms
        self._settle()

    def places(self, zone):
        """How many cards the deal gives to a zone in this hand; 255 where it sets no bound."""
        return self.deal.total(zone) if self.in_hand and zone < facts.Z_BOARD else _NONE

    def home(self, code):
        """The zone that a card was dealt to in this hand, or NO_ZONE; the stub for one that left the deck undealt."""
        return self._dealt.home(code)

    def latest(self, zone):
        """The card dealt last to a zone, NO_CARD without one."""
        return self._dealt.latest(zone) if self.deal.got(zone) else cards.NO_CARD

    def kept(self, seat):
        """How many cards dealt to a seat are not known to lie at the muck."""
        return self._dealt.kept(seat)

    def save(self, buf):
        """Write everything that the table knows into `buf`; how many bytes it took. Raises ValueError when they are
        more than it has. A hand of the regulation takes less than 400.
        """
        bits = Bits(buf, False)
        self._fields(bits)
        return bits.used + 7 >> 3

    def load(self, buf):
        """Go on where a table with the same zones was when it wrote `buf`: the same inputs give the same facts. Raises
        ValueError for another form or for a buffer cut short; the table is then of no use.
        """
        self._fields(Bits(buf, True))

    def _fields(self, bits):
        if bits.field(_FORM, 8) != _FORM:
            raise ValueError("a snapshot of another form")
        self.in_hand = bits.flag(self.in_hand)
        self.held = bits.flag(self.held)
        self.implied = bits.flag(self.implied)
        self.counting = bits.flag(self.counting)
        self.button = bits.field(self.button, 4)
        self.options = bits.field(self.options, 3)
        self.cut = bits.flag(self.cut)
        self.expected = bits.field(self.expected, 8)
        self.expected_count = bits.field(self.expected_count, 8)
        self.doubt = bits.field(self.doubt, 8)
        self._last_deck = bits.field(self._last_deck, 8)
        self._now = bits.field(self._now, 30)
        self._street = bits.field(self._street, 3)
        self._taken = bits.field(self._taken, 7)
        self.deck.fields(bits, self.counting)
        self._foreign.fields(bits)
        self._shuffled.fields(bits)
        self.count.fields(bits)
        self.alarm = self.count.alarm
        if self.in_hand:
            self.seats = bits.field(self.seats, 11)
            self.live = bits.field(self.live, 11)
            self.wagered = bits.field(self.wagered, 4)
            self.face_up = bits.field(self.face_up, 2)
            self._dealt.fields(bits)

    def check(self, op, zone, arg):
        """R_OK when a command fits the state, else why not. Changes nothing."""
        return check(self, op, zone, arg)

    def _command(self, now_ms, op, zone, arg):
        if op == facts.OP_HAND:
            self._begin(now_ms, zone, arg)
        elif op == facts.OP_FOLD:
            self.fold(zone)
        elif op == facts.OP_STREET:
            if self.implied:
                self.implied = False
            else:
                self._open()
        elif op == facts.OP_END:
            self._look_at_hands(True)
            self._over(facts.END)
            self._last_deck = self.deck.live
            if self.deal.with_button():
                self.button = button.next_seat(self.seats, self.button)
                self._emit(facts.BUTTON, self.button, _NONE, _NONE, 0)
        elif op == facts.OP_MISDEAL:
            self._over(facts.MISDEAL)
        elif op == facts.OP_RESUME:
            self._resume()
        elif op == facts.OP_DRAW:
            self.deal.give_up(zone, arg)
        elif op == facts.OP_SHUFFLE:
            if self.deal.closable():  # the shuffle shows, as a burn does, that the betting round is over
                self.implied = True
                self._open()
            self._dealt.shuffle()
            self._emit(facts.SHUFFLED, _NONE, _NONE, _NONE, self.deal.stub())
        elif op == facts.OP_WAGERED:
            self.wagered = min(arg, facts.SEATS)
        elif facts.OP_BOXED <= op <= facts.OP_OFF_TABLE:
            report(self, self._dealt, op, zone, arg)
        elif op == facts.OP_REPLACE:
            self._over(facts.DEAD, 1 - self.deck.live)
            self.deck.live = 1 - self.deck.live
        elif op == facts.OP_CORRECT:
            self._correct(zone, arg)
        elif op == facts.OP_OPTIONS:
            self.options = arg
        elif op == facts.OP_CUT:
            self.cut = True
        elif op == facts.OP_BUTTON:
            self._start_button(zone, arg)
        elif op == facts.OP_DECK:
            self.deck.live = zone
        elif op == facts.OP_COUNT_BEGIN:
            self._foreign.begin_round()
            self.count.begin()
        elif op == facts.OP_COUNT_END:
            self.count.end(now_ms)

    # A hand.

    def _begin(self, now_ms, seat, arg):
        seats = arg & SEAT_BITS
        self._foreign.begin_round()
        self.in_hand = True
        self.implied = False
        self.wagered = self.face_up = 0
        self._shuffled.begin()
        if seat:  # a game without a button leaves it where it is
            self.button = seat
        self.seats = self.live = seats
        self.deck.begin_round()
        self._dealt.begin(games.NAMES[arg >> GAME_SHIFT], seats, seat)
        self.count.start_clock(now_ms)
        self._emit(facts.HAND, seat, _NONE, _NONE, arg)
        if self.options & facts.OPTION_CUT and not self.cut:
            self.verdict(facts.V_NOT_CUT, _NONE, _NONE, 0)
            self.hold(True)
        self.cut = False
        if self.options & facts.OPTION_SHUFFLER and self.deck.live == self._last_deck:
            self.verdict(facts.V_SAME_DECK, _NONE, _NONE, 0)
        for zone in range(1, _LAST_ZONE + 1):  # zone by zone: in the order of cards this would tell of faces
            if self.deck.lying(zone):
                self._look_for_others(zone)

    def _look_for_others(self, zone):
        """What lay on the felt before the hand is as foreign as what comes later."""
        other = 1 - self.deck.live
        for card in range(cards.DECK_SIZE):
            code = cards.tag_code(other, card)
            if self.deck.in_sight(code) and self.deck.where(code) == zone:
                self._foreign.other_deck(self, zone, code)

    def _start_button(self, method, seats):
        """Where the button starts, i(3)(i)-(ii)."""
        self.button = button.first_button(seats)
        if method == facts.BY_CARD:
            best = -1
            for seat in range(1, facts.SEATS + 1):
                card = self.deck.highest(seat)
                if button.holds(seats, seat) and card > best:
                    best = card
                    self.button = seat
        self._emit(facts.BUTTON, self.button, method, _NONE, 0)

    def _over(self, kind, code=_NONE):
        self.in_hand = False
        self._foreign.begin_round()
        self.hold(False)
        self._emit(kind, _NONE, code, _NONE, 0)

    def _correct(self, zone, code):
        """Somebody says where a card is. Where a reader sees it elsewhere both are told, and the reader's stands."""
        deck = self.deck
        if not deck.in_sight(code):
            self._sight(zone, code)
            deck.lift(code, zone)
            deck.enter(code, zone)
        elif deck.where(code) != zone:
            self._emit(facts.CONFLICT, deck.where(code), code, _NONE, zone)

    def fold(self, seat):
        """A player is out of the hand, unless he is already."""
        if button.holds(self.live, seat):
            self.live &= ~(1 << (seat - 1))
            self.deal.fold(seat)
            self._emit(facts.FOLDED, seat, _NONE, _NONE, 0)

    def _open(self):
        self._dealt.open_next()
        self._emit(facts.STREET, _NONE, _NONE, _NONE, self.deal.open)

    def _resume(self):
        before = self.deal.open
        self._dealt.accept()
        self.hold(False)
        self._emit(facts.RESUMED, _NONE, _NONE, _NONE, 0)
        if self.deal.open != before:
            self.implied = True
            self._emit(facts.STREET, _NONE, _NONE, _NONE, self.deal.open)

    def hold(self, held):
        """The deal waits for the floor, or goes on."""
        if self.held != held:
            self.held = held
            self._emit(facts.HELD, _NONE, _NONE, _NONE, 1 if held else 0)

    def _settle(self):
        """Work out where the next card should land, and whether the order is in doubt."""
        self.counting = self.count.running
        self.alarm = self.count.alarm
        deal = self.deal
        expected = doubted = facts.NO_ZONE
        if self.in_hand and not self.held:
            if not deal.complete():
                expected = deal.next_zone()
                if deal.dry and expected != facts.Z_MUCK:
                    expected = facts.Z_STUB
                owner = deal.owner[deal.next]
                given = deal.discards(owner) if owner == expected else 0
                self.expected_count = max(deal.nth[deal.next] - given, self.deck.lying(expected) + 1)
            doubted = doubt(deal)
        if expected == facts.NO_ZONE:
            self.expected_count = 0
        if expected != self.expected or (self.in_hand and deal.open != self._street):
            self.expected = expected
            self._street = deal.open
            self._taken = _NOTHING
            self._emit(facts.EXPECT, expected, _NONE, _NONE, deal.open)
        if self.deck.where(self._taken) == doubted < facts.Z_BOARD and not self.deck.lying(doubted):
            doubted = facts.NO_ZONE  # what was dealt there may have been taken up with the cards before it
        self.doubt = doubted

    # Cards.

    def _sight(self, zone, code):
        if self.deck.entered(code) and self.deck.where(code) != zone:
            self._emit(facts.CONFLICT, zone, code, _NONE, self.deck.where(code))
        if not self.deck.sight(code, zone) or cards.card_of(code) >= cards.DECK_SIZE:
            return
        if not self.deck.is_live(code):
            self._foreign.other_deck(self, zone, code)
        elif self.counting:
            if zone == self.count_zone:
                self.deck.count(code)
        elif self.in_hand:
            self._place(zone, code)

    def _place(self, zone, code):
        """A card of the deck in play is seen anew in a zone, during a hand."""
        deal = self.deal
        home = self._dealt.home(code)
        if home == zone:
            return
        if home != facts.NO_ZONE and not self._dealt_again(zone, code):
            if not self._misplaced(home, zone):
                if zone == facts.Z_MUCK:
                    self._thrown(home)
                return
            self._dealt.remove(code)
        if not deal.takes(zone):
            if zone == facts.Z_MUCK:
                self._dealt.add(facts.Z_STUB, code)
            return
        self._replace(zone)
        if not self.held and deal.opens(zone):
            self.implied = True
            self._open()
        self._dealt.add(zone, code)
        if zone == facts.Z_BURN and deal.pineapple():
            self._look_at_hands(False)
        if not self.held and deal.burned():
            self.implied = True
            self._open()
        if home == facts.NO_ZONE:
            self._look_at_shuffle(zone, code)
        while (deal.ahead or deal.extra != facts.NO_ZONE) and self._dealt.move_one():
            pass

    def _dealt_again(self, zone, code):
        """A card that a shuffle put back into the deck comes where one is due: its first place is forgotten."""
        return (self.deal.short(zone) or self.deal.wants(zone)) and self._dealt.returned(code)

    def _misplaced(self, home, zone):
        """A card dealt to `home` is seen in `zone`: whether that means that it was not dealt to `home` after all.
        Otherwise its place in the deal stands.
        """
        if self.deal.takes(zone):
            return self.deal.may_move(home, zone)
        return self.deal.got(home) > self.deal.total(home)

    def _thrown(self, home):
        """A card that was dealt to `home` lies at the muck."""
        seat = self.deal.seat_of(home)
        if button.holds(self.live, seat):
            self._mucked(seat)
        elif home == facts.Z_BURN and self.live & (self.live - 1):
            if not (self.deal.last_street() and self.deal.complete()):  # else the hand may be over
                self.verdict(facts.V_BURN_MOVED, facts.Z_MUCK, _NONE, 0)

    def _mucked(self, seat):
        """A card of a player in the hand lies at the muck: he gives it up where players do so; else he has folded
        when all his cards do, unless he is the last in the hand.
        """
        if self.deal.gives_up(seat):
            self._dealt.given_up(seat)
        if self.live & (self.live - 1) and self._dealt.mucked(seat):
            self.fold(seat)

    def _replace(self, zone):
        """A full place gets a card: it replaces one that lies with the discards, or that is the burn, (p)(8)-(9)."""
        deal = self.deal
        seat = deal.seat_of(zone)
        if not (button.holds(self.live, seat) or facts.Z_BOARD < zone < facts.Z_BURN):
            return
        exchange = zone == seat and deal.exchanges(seat)
        if deal.got(zone) != deal.total(zone) - exchange:
            return
        gone = self._dealt.discarded(zone)
        if gone != cards.NO_CARD:
            self._dealt.remove(gone)
            if exchange:
                deal.exchanged(seat)
            self._dealt.add(facts.Z_BURN if self.deck.where(gone) == facts.Z_BURN else facts.Z_STUB, gone)

    def _look_at_hands(self, ended):
        """Hands of which a part lies at the muck: when the next street of pineapple is dealt each player has given up
        one card, n(7), n(9); when the hand has ended, all of a folded one is back, f(6)(vii).
        """
        deal = self.deal
        for seat in range(1, facts.SEATS + 1):
            ref = self._dealt.discarded(seat)
            if ref == cards.NO_CARD:
                ref = self._dealt.discarded(facts.Z_UP + seat)
            kept = self._dealt.kept(seat)
            if ref == cards.NO_CARD or not kept or ended == button.holds(self.live, seat):
                continue
            if ended:
                self.verdict(facts.V_HAND_SHORT, seat, _NONE, kept)
            else:
                deal.give_up(seat, deal.discards(seat) + 1)  # told once
                self.tell(facts.V_TOO_MANY, facts.Z_MUCK, ref, paragraphs.draws(deal.game, 1))

    def _look_at_shuffle(self, zone, code):
        found = self._shuffled.dealt(cards.card_of(code))
        if found:
            self.verdict(
                facts.V_SORTED if found == SORTED else facts.V_REPEATED, zone, code, self._shuffled.ago
            )
            self.hold(True)

    # Verdicts.

    def verdict(self, code, zone, ref, arg):
        """Tell a verdict that holds nothing."""
        self._emit(facts.VERDICT, zone, code, ref, arg)

    def tell(self, code, zone, ref, rule):
        """The deal was broken: a verdict that rests on a paragraph, and holds it."""
        self.verdict(code, zone, ref, self.deal.next_zone() << 8 | rule)
        self.hold(True)
