"""What leaves the table in play mode: every card under a seal, and its key when the rules open it.

A card of the deck in play gets a number n when it is first seen in a hand, and its block goes out (`link/seal.py`);
from then on it is called n, in the `ref` of whatever speaks of it. It is open from the moment its key has gone out, and
only then has its code as well. Between hands no card is named and none is told from another.

    open at once   dealt to the board or to an up place of a street that is open, while nothing holds the deal
    exposed        reported so, replaced, and dealt as the burn, p(9)(ii); in stud it lies among the up cards, p(6)-(7)
    tabled         a live seat shows: at the showdown, or as the last one when all other hands lie at the muck
    never          what was mucked, given up or burned, and the stub
"""

from struct import pack, pack_into, unpack_from

from micropython import const

from railbird import facts
from railbird.commands import GAME_SHIFT, SEAT_BITS
from railbird.lamps import NOTHING, OVERRIDE, SHOWDOWN
from railbird.link import seal
from railbird.link.mac import Mac
from railbird.rules import button, games
from railbird.rules.cards import DECK_SIZE, NO_CARD

_NONE = const(255)
_HALF = const(16)
_HEAD = const(7)  # bytes of a saved state before its arrays
_NUMBERS = const(120)  # a card that is put back gets another when it comes again

# Kinds whose code is a tag code. A verdict has one in its ref. No other field of a fact depends on a card's face.
OF_A_CARD = (facts.SIGHT, facts.LIFT, facts.TWICE, facts.DEALT, facts.CONFLICT)
_NAMES_A_CARD = (facts.OP_BOXED, facts.OP_EXPOSED, facts.OP_OFF_TABLE)
_ENDS = (facts.END, facts.MISDEAL, facts.DEAD)


class Sealed:
    """Stands between `table` and the host: facts go on by `fact(kind, zone, code, ref, arg)`, those with 16 bytes by
    `secret(kind, zone, code, ref, arg, text)`. `fresh()` gives a number below 65,536 that makes the ids of hands differ
    from those of other tables and journals, and the key of the hand that begins, 32 bytes; `ups` is the bitmap of the
    seats with up places, `audit` the house's key or b"".

    notice   what the light tells of, until the next hand begins
    """

    def __init__(self, table, fact, secret, fresh, ups, audit):
        self._table = table
        self._fact = fact
        self._secret = secret
        self._fresh = fresh
        self._ups = ups
        self._audit = audit
        self.notice = NOTHING
        self._hands = 0
        self._secret_key = b""  # of the hand in progress
        self._hand = b""  # id of the hand in progress
        self._key = None  # and its key
        self._numbers = bytearray(DECK_SIZE)  # of the cards of the deck in play, 0 = without one
        self._count = 0
        # By number: the card, what street and zone it was dealt to, whether it is open.
        self._cards = bytearray(_NUMBERS)
        self._streets = bytearray(_NUMBERS)
        self._zones = bytearray(_NUMBERS)
        self._open = bytearray(_NUMBERS)
        self._shuffled = False  # cards went back into the deck in this hand
        self._exposed = 0

    # What the table tells.

    def tell(self, kind, zone, code, ref, arg):
        """A fact with what must not be known taken out of it."""
        number = 0
        if kind in OF_A_CARD:
            number = self._named(kind, zone, code)
            if kind == facts.DEALT:
                self._zones[number] = zone
                self._streets[number] = arg >> 8
            if not self._open[number]:
                code = NO_CARD
            ref = number or _NONE
        elif kind == facts.VERDICT:
            if code == facts.V_MISSING_AT_COUNT:
                ref = _NONE
                arg = 0  # where it was last says which it is
            else:
                ref = self._number(ref) or _NONE
        self._fact(kind, zone, code, ref, arg)
        if kind == facts.HAND:
            self._begin()
        elif kind in _ENDS:
            self._forget()
        elif kind == facts.SHUFFLED:
            self._put_back()
        elif kind == facts.DEALT:
            self._look(number, number)
            if zone == facts.Z_BURN and number == self._exposed:
                self._tell_key(number, zone)
        elif kind == facts.STREET or kind == facts.RESUMED:
            self._look(1, self._count)

    def _number(self, code):
        """What a card is called in this hand, 0 while it has no name."""
        return self._numbers[code & 63] if self._table.deck.is_live(code) else 0

    def _named(self, kind, zone, code):
        """The number by which a fact may call its card; at first sight of the card its block goes out.

        After a shuffle nobody may learn that a card was in play before: it counts as the one it was only where it was
        dealt, or at the muck, and gets a new number where it is dealt anew.
        """
        number = self._number(code)
        if self._key is None or not self._table.deck.is_live(code):
            return 0
        if self._shuffled and self._zones[number] != zone:
            if kind == facts.SIGHT and zone != facts.Z_MUCK:
                return 0
            if kind == facts.DEALT:
                number = 0
        if number or kind == facts.LIFT or kind == facts.TWICE or self._count == _NUMBERS - 1:
            return number
        self._count += 1
        number = self._numbers[code & 63] = self._count
        self._cards[number] = code & 63
        key = seal.card_key(self._key, number)
        self._secret(facts.BLOCK, _NONE, _NONE, number, 0, seal.sealed(key, code, number, self._hand))
        return number

    def _begin(self):
        """A fresh key, and the table's word on it before any card."""
        self._forget()
        self._hands = self._hands + 1 & 0xFFFF
        name, key = self._fresh()
        self._hand = pack("<HH", name, self._hands)
        self._secret_key = key
        self._key = Mac(key)
        self._halves(facts.COMMIT, seal.commitment(key, self._hand))
        if self._audit:
            self._halves(facts.AUDIT, seal.for_audit(self._audit, key, self._hand))

    def _halves(self, kind, text):
        self._secret(kind, _NONE, _NONE, 0, self._hands, text[:_HALF])
        self._secret(kind, _NONE, _NONE, 1, self._hands, text[_HALF:])

    def _forget(self):
        """A hand is over, and nothing of it can be opened any more."""
        self._key = None
        self._secret_key = b""
        self._count = self._exposed = 0
        self._shuffled = False
        for card in range(DECK_SIZE):
            self._numbers[card] = 0
        for number in range(_NUMBERS):
            self._open[number] = 0

    def _put_back(self):
        """Cards went back into the deck: they are cards like any other there."""
        self._shuffled = True
        for card in range(DECK_SIZE):
            if self._table.home(self._table.deck.live << 6 | card) == facts.NO_ZONE:
                self._numbers[card] = 0

    # What the rules open.

    def _look(self, first, last):
        """Open which of these cards lie face up by the rules, in the order in which they came."""
        if self._key is None or self._table.held:
            return
        for number in range(first, last + 1):
            zone = self._home(number)
            if facts.Z_UP < zone < facts.Z_BURN and self._streets[number] <= self._table.deal.open:
                self._tell_key(number, zone)

    def _home(self, number):
        """Where the card that is called so was dealt, or NO_ZONE."""
        card = self._cards[number]
        if self._numbers[card] != number:
            return facts.NO_ZONE
        return self._table.home(self._table.deck.live << 6 | card)

    def _tell_key(self, number, zone):
        """The key of a card goes out, once."""
        if number and self._key is not None and not self._open[number]:
            self._open[number] = 1
            code = self._table.deck.live << 6 | self._cards[number]
            self._secret(facts.OPENED, zone, code, number, 0, seal.card_key(self._key, number))

    def _show(self, seat):
        """The cards of a seat, but for what it has given up."""
        deck = self._table.deck
        for number in range(1, self._count + 1):
            if self._home(number) == seat:
                if deck.where(deck.live << 6 | self._cards[number]) != facts.Z_MUCK:
                    self._tell_key(number, seat)

    # Commands.

    def check(self, op, zone, arg):
        """R_OK when a command fits the state of the table and of play mode, else why not. Changes nothing."""
        table = self._table
        if op == facts.OP_SHOWDOWN or op == facts.OP_SHOW:
            if not table.in_hand:
                return facts.R_NO_HAND
            if self._key is None:
                return facts.R_NO_KEY
            if table.held:
                return facts.R_HELD
            return self._check_showdown(arg) if op == facts.OP_SHOWDOWN else self._check_show(zone)
        if op == facts.OP_CORRECT or (op in _NAMES_A_CARD and arg != NO_CARD):
            return facts.R_SEALED
        if op == facts.OP_COUNT_BEGIN and table.cut:
            return facts.R_SHUFFLED
        if op == facts.OP_WAGERED and self.notice == SHOWDOWN:
            return facts.R_SHOWN
        if op == facts.OP_HAND and arg >> GAME_SHIFT < len(games.NAMES) and self._lacks_ups(arg):
            return facts.R_UP_CARDS
        if op == facts.OP_END and table.in_hand and arg != facts.OVERRIDE and not self._gathered():
            return facts.R_NOT_GATHERED
        return table.check(op, zone, arg)

    def _check_showdown(self, all_in):
        deal = self._table.deal
        if not deal.closable() or not self._table.live & (self._table.live - 1):
            return facts.R_STILL_DEALING
        if not (all_in or (deal.last_street() and deal.complete())):
            return facts.R_MID_HAND
        return facts.R_OK

    def _check_show(self, seat):
        table = self._table
        if not button.holds(table.live, seat):
            return facts.R_NOT_IN_HAND
        if self.notice == SHOWDOWN:
            return facts.R_OK
        if table.live & (table.live - 1):
            return facts.R_MID_HAND
        for other in range(1, facts.SEATS + 1):
            if other != seat and table.kept(other):
                return facts.R_NOT_GATHERED
        return facts.R_OK

    def _lacks_ups(self, arg):
        for script, _, _ in games.streets(games.NAMES[arg >> GAME_SHIFT]):
            if "u" in script:
                return arg & SEAT_BITS & ~self._ups
        return 0

    def _gathered(self):
        """Nothing lies before a player or on the board any more."""
        for zone in range(1, facts.Z_BURN):
            if self._table.deck.lying(zone):
                return False
        return True

    def notice_of(self, op, arg):
        """What the light tells of when a command is accepted."""
        if op == facts.OP_HAND:
            self.notice = NOTHING
        elif op == facts.OP_SHOWDOWN:
            self.notice = SHOWDOWN
        elif op in (facts.OP_MISDEAL, facts.OP_REPLACE) or (op == facts.OP_END and arg == facts.OVERRIDE):
            self.notice = OVERRIDE
        return self.notice

    def done(self, op, zone):
        """A command has been journaled, and applied by the table."""
        if op == facts.OP_SHOW:
            self._show(zone)
        elif op == facts.OP_EXPOSED:
            self._exposed = self._number(self._table.latest(zone))

    # What outlives power.

    def save(self, buf, at):
        """Write the state to buf[at:]; where it ends, 452 bytes further at most."""
        size = len(self._secret_key)
        pack_into(
            "<HBBBBB", buf, at, self._hands, size, self._shuffled, self._exposed, self.notice, self._count
        )
        at += _HEAD
        for part in (self._hand[: seal.HAND if size else 0], self._secret_key, self._numbers):
            buf[at : at + len(part)] = part
            at += len(part)
        for number in range(1, self._count + 1):
            buf[at] = self._cards[number] | (64 if self._open[number] else 0)
            buf[at + 1] = self._streets[number]
            buf[at + 2] = self._zones[number]
            at += 3
        return at

    def load(self, buf, at):
        """The state that `save` has written."""
        self._hands, size, shuffled, self._exposed, self.notice, self._count = unpack_from("<HBBBBB", buf, at)
        self._shuffled = shuffled != 0
        at += _HEAD
        if size:
            self._hand = bytes(buf[at : at + seal.HAND])
            at += seal.HAND
            self._secret_key = bytes(buf[at : at + size])
            self._key = Mac(self._secret_key)
            at += size
        self._numbers[:] = buf[at : at + DECK_SIZE]
        at += DECK_SIZE
        for number in range(1, self._count + 1):
            self._cards[number] = buf[at] & 63
            self._open[number] = buf[at] >> 6
            self._streets[number] = buf[at + 1]
            self._zones[number] = buf[at + 2]
            at += 3
