"""The vocabulary of the table: zones, inputs, commands, facts, verdicts; the same numbers on both sides.

An input is what the table is told (a sighting, a command, a clock event); it is journaled and replayed. A
fact is what the table tells the host: inputs of kind SIGHT, LIFT, UNKNOWN, STATE, TWICE, WORTH, AT_LEAST, PIECES and
BOOT go out as they are, the kinds from 20 on are derived from inputs by `railbird.table` and worked out again
on replay.

Fields of an input: kind, zone, code (u8 each), arg (u16). Fields of a fact: the same and `ref` (u8). A
tag code is 64 * deck + card (`railbird.rules.cards`). Rules are paragraphs of 9 NYCRR 5324.42.
"""

from micropython import const

# Zones. Like places are a row: seat k is Z_SEAT + k, k = 1..11; board place n is Z_BOARD + n, n = 1..5.
Z_STUB = const(0)  # inferred: what has been seen nowhere else
Z_SEAT = const(0)
Z_UP = const(20)
Z_BOARD = const(40)
Z_BURN = const(51)
Z_MUCK = const(52)
Z_COUNT = const(53)
Z_PARK = const(54)
Z_RAKE = const(55)
Z_POT = const(56)
Z_BET = const(60)
NO_ZONE = const(255)

SEATS = const(11)  # (a)(1)
BOARD_PLACES = const(5)  # (i)(7)-(9)

SINGLE = ("burn", "muck", "count", "park", "rake", "pot")
ROWS = (
    ("seat", Z_SEAT, SEATS),
    ("up", Z_UP, SEATS),
    ("board", Z_BOARD, BOARD_PLACES),
    ("bet", Z_BET, SEATS),
)

# Input kinds.
SIGHT = const(1)  # zone, tag code: a registered tag is present
LIFT = const(2)  # zone, tag code: confirmed no longer there, out of sight; never a fold
UNKNOWN = const(3)  # zone, arg = 16-bit fold of an unregistered UID, 0 for what can be no UID
# zone: a look that proves the doubt about it (`Table.doubt`) ended clean: nothing new is there
CLEAN = const(4)
STATE = const(5)  # zone, code = STATE_UNKNOWN or STATE_OK: a reader in trouble, or back
COMMAND = const(6)  # code = OP_..., zone = seat, button or deck, arg
CLOCK = const(7)  # the tick in `Table.alarm` has been reached
TWICE = const(8)  # zone, tag code, arg = the zone that holds it: one UID steadily in two zones
# Chips lie still in a zone again; code << 16 | arg is what they are worth, in the smallest coin.
WORTH = const(9)  # exactly: every chip there was read
AT_LEAST = const(10)  # those that were read; more may lie there
PIECES = const(11)  # zone, code = kind of chip as registered, arg = how many of it are read there now
# Power is back: zone = street of the hand in progress, NO_ZONE without one; code = cards dealt in it, arg = inputs that
# the journal gave back.
BOOT = const(12)
TIME = const(13)  # zone << 24 | code << 16 | arg is the host's clock, in seconds since 1970

REFUSED = const(15)  # code = why, zone = the op of a command or NO_ZONE for a frame, arg = how many of them

STATE_UNKNOWN = const(0)
STATE_OK = const(1)

# Commands: operation, with what the zone byte and arg carry.
OP_HAND = const(1)  # zone = button seat or 0, arg = game << 11 | bitmap of the seats in, bit 0 = seat 1
OP_FOLD = const(2)  # zone = seat
OP_STREET = const(3)  # the betting round is closed: the next street may be dealt
OP_END = const(4)  # the hand is over
OP_MISDEAL = const(5)  # the hand is void, p(1); the button stays
OP_RESUME = const(6)  # the floor accepts what lies there
OP_COUNT_BEGIN = const(7)
OP_COUNT_END = const(8)
OP_DECK = const(9)  # zone = 0 or 1: the deck in play from the next hand on
OP_DRAW = const(10)  # zone = seat, arg = how many cards it gives up in the open street
OP_SHUFFLE = const(11)  # discards, in stud the burns, are shuffled back into the deck

OP_WAGERED = const(12)  # arg = how many players have put wagers in voluntarily, p(1)
OP_BOXED = const(13)  # arg = tag code or 255: a card lay face up in the deck
OP_EXPOSED = const(14)  # zone = seat, arg the same: a down card of the seat was dealt face up
OP_OFF_TABLE = const(15)  # zone = seat, arg the same: a card on its way to the seat fell off the table
OP_REPLACE = const(16)  # the floor: the round is dead and the other deck comes into play, p(3)
OP_CORRECT = const(17)  # zone, arg = tag code: that card lies there, as entered by hand
OP_OPTIONS = const(18)  # arg = sum of the OPTION_... in force from now on
OP_CUT = const(19)  # the deck in play is shuffled, stacked and cut, (e)
OP_BUTTON = const(20)  # zone = BY_..., arg = bitmap of seats: where the button starts, i(3)
OP_CLEAR = const(21)  # arg = sum of 1 << FAULT_...: somebody has seen to these faults

# Play mode alone.
OP_SHOWDOWN = const(
    24
)  # arg = 0: the last betting round is over; 1: it will not come, all who could bet are all in
OP_SHOW = const(25)  # zone = seat: its player has tabled his hand

OVERRIDE = const(1)  # arg of OP_END in play mode: the floor says so, though the cards have not been gathered

# Commands to the machine, not to the table.
OP_CONFIRM = const(240)  # the firmware on trial stays
OP_MAINTENANCE = const(241)  # between hands: the table ends, and the prompt is open until the next reset

OPTION_DEAD_BUTTON = const(1)  # the button may stand at a seat that is not dealt in (D02)
OPTION_SHUFFLER = const(2)  # an automated shuffler: the decks alternate, a(5)(iii)
OPTION_CUT = const(4)  # every cut is reported: a hand without one is a misdeal, p(1)(i)
OPTIONS = const(7)

BY_RIGHT = const(0)  # the first player to the dealer's right, i(3)(i)
BY_CARD = const(1)  # the highest of one card dealt to each, i(3)(ii)

# Fact kinds beside the input kinds.
DEALT = const(20)  # zone, code = tag code, arg = street << 8 | n-th card of that place, from 1
EXPECT = const(21)  # zone = next place, the muck for discards, the stub for a shuffle, NO_ZONE; arg = street
HAND = const(22)  # as the OP_HAND that began it
STREET = const(23)  # arg = street now being dealt, from 1: in hold'em 1 flop, 2 turn, 3 river
FOLDED = const(24)  # zone = seat
END = const(25)
MISDEAL = const(26)
COUNTED = const(27)  # arg = distinct cards of the deck seen, code = 1 good, 0 bad
VERDICT = const(28)  # code = V_..., zone = where, ref = tag code or NO_CARD, arg as in VERDICTS
BUTTON = const(29)  # zone = seat the button moves to; code = BY_... when it starts there
RESUMED = const(30)
HELD = const(31)  # arg = 1 the deal is held, 0 it goes on
SHUFFLED = const(32)  # arg = cards in the stub after it
DEAD = const(33)  # the round is dead; code = the deck in play from now on
CONFLICT = const(34)  # zone, code as a reader has it, arg = the zone as entered by hand; the reader's stands
FAULT = const(35)  # code = FAULT_..., arg = inputs lost, an errno or 0; of no input (0), told at every start

# Faults stay until OP_CLEAR, over any loss of power.
FAULT_TORN = const(0)  # a record of the journal was not whole: it and what followed in its file are lost
FAULT_CORRUPT = const(1)  # a file of the journal could not be read, or inputs were missing
FAULT_FULL = const(2)  # the flash takes nothing: no input is taken until it does
FAULT_WATCHDOG = const(3)  # the loop hung, and the watchdog reset the table

# Play mode alone; each travels with 16 bytes (`railbird.link.seal`).
COMMIT = const(40)  # ref = half 0 or 1 of the commitment, arg = number of the hand
BLOCK = const(41)  # ref = n: the block of the hand's n-th card
OPENED = const(42)  # zone, code = tag code, ref = n: the key of that card, which the rules open
LOG = const(44)  # an input under the log's key (`railbird.storage.chain`)
AUDIT = const(43)  # ref = half 0 or 1 of the hand's key under the house's audit key
# code = OP_CONFIRM or OP_MAINTENANCE, arg = 0: it is being done, 1: it was since the last start
SERVICE = const(60)

V_WRONG_SEAT = const(1)
V_OUT_OF_ORDER = const(2)
V_TOO_MANY = const(3)
V_UNKNOWN_TAG = const(4)
V_OTHER_DECK = const(5)
V_TWO_ZONES = const(6)
V_MISSING_AT_COUNT = const(7)
V_COUNT_DUE = const(8)
V_COUNT_OVERDUE = const(9)
V_SKIPPED = const(10)
V_FACE_UP = const(11)
V_TWO_FACE_UP = const(12)
V_EXPOSED = const(13)
V_OFF_TABLE = const(14)
V_BURN_MOVED = const(15)
V_SAME_DECK = const(16)
V_SORTED = const(17)
V_REPEATED = const(18)
V_NOT_CUT = const(19)
V_HAND_SHORT = const(20)

# Why a command was refused; 0 is accepted. A refused command changes nothing.
R_OK = const(0)
R_UNKNOWN_OP = const(1)
R_IN_HAND = const(2)
R_NO_HAND = const(3)
R_COUNTING = const(4)
R_NOT_COUNTING = const(5)
R_BAD_SEAT = const(6)
R_TOO_FEW = const(7)
R_BAD_BUTTON = const(8)
R_NOT_IN_HAND = const(9)
R_LAST_PLAYER = const(10)
R_STILL_DEALING = const(11)
R_LAST_STREET = const(12)
R_HELD = const(13)
R_BAD_DECK = const(14)
R_BAD_GAME = const(15)
R_TOO_MANY = const(16)
R_NO_BUTTON = const(17)
R_BAD_DRAW = const(18)
R_NOT_SHORT = const(19)
R_BAD_ZONE = const(20)
R_BAD_CARD = const(21)
R_NO_RULE = const(22)
R_BAD_OPTION = const(23)
R_ONE_CARD_EACH = const(24)
R_ONE_DECK = const(25)
R_SEALED = const(40)
R_MID_HAND = const(41)
R_NOT_GATHERED = const(42)
R_SHUFFLED = const(43)
R_UP_CARDS = const(44)
R_SHOWN = const(45)
R_NO_KEY = const(46)


def zone_id(name: str) -> int:
    """The id of a zone name: 'seat_3' -> 3. Raises ValueError for a name without a zone."""
    if name == "stub":
        return Z_STUB
    if name == "none":
        return NO_ZONE
    if name in SINGLE:
        return Z_BURN + SINGLE.index(name)
    for row, base, count in ROWS:
        if isinstance(name, str) and name.startswith(row + "_"):
            number = name[len(row) + 1 :]
            if number.isdigit() and number[0] != "0" and int(number) <= count:
                return base + int(number)
    raise ValueError("no zone is called %r" % (name,))
