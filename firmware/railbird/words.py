"""What the numbers of `railbird.facts` are called: for people, so that the table itself need not load it."""

from micropython import const

from railbird import facts as f
from railbird.rules import paragraphs as p

KIND_NAMES = {
    f.SIGHT: "sight",
    f.LIFT: "lift",
    f.UNKNOWN: "unknown",
    f.CLEAN: "clean",
    f.STATE: "state",
    f.COMMAND: "command",
    f.CLOCK: "clock",
    f.TWICE: "twice",
    f.WORTH: "worth",
    f.AT_LEAST: "at_least",
    f.PIECES: "pieces",
    f.BOOT: "boot",
    f.TIME: "time",
    f.DEALT: "dealt",
    f.EXPECT: "expect",
    f.HAND: "hand",
    f.STREET: "street",
    f.FOLDED: "folded",
    f.END: "end",
    f.MISDEAL: "misdeal",
    f.COUNTED: "counted",
    f.VERDICT: "verdict",
    f.BUTTON: "button",
    f.RESUMED: "resumed",
    f.HELD: "held",
    f.SHUFFLED: "shuffled",
    f.DEAD: "dead",
    f.CONFLICT: "conflict",
    f.FAULT: "fault",
    f.REFUSED: "refused",
    f.COMMIT: "commit",
    f.BLOCK: "block",
    f.OPENED: "opened",
    f.AUDIT: "audit",
    f.LOG: "log",
    f.SERVICE: "service",
}

FAULTS = {
    f.FAULT_TORN: ("torn", "a record of the journal was not whole"),
    f.FAULT_CORRUPT: ("corrupt", "a file of the journal cannot be read, or inputs are missing"),
    f.FAULT_FULL: ("full", "the flash takes nothing: the table waits"),
    f.FAULT_WATCHDOG: ("watchdog", "the loop hung and was reset"),
}

# What a zone can see: nothing (known by what is missing elsewhere), a card as it goes by, every card in it, chips.
SIGHTS = ("inferred", "passing", "all", "chips")

# Tiers of a verdict: who has to hear of it.
DEALER = const(1)  # the dealer puts it right
FLOOR = const(2)  # the deal is held until the floor has spoken
STOP = const(3)  # the deck may be unsound: nothing is dealt until the floor has spoken

# The paragraphs by number, from 1; rows are only added at the end. Two rows of one paragraph differ in what follows.
RULES = (
    "p(1)(ii)", "p(1)(ii)", "p(1)(iv)", "p(1)(iv)", "p(1)(i)", "p(1)(iii)", "p(2)", "p(3)", "p(4)", "p(6)", "p(7)",
    "p(8)", "p(9)", "c(1)", "a(5)(i)", "a(5)(iii)(c)", "f(6)(iv)", "f(6)(iii)", "p(6)",
    "h(3)", "h(6)", "h(8)", "i(5)", "i(7)", "i(8)", "i(9)", "j(4)", "k(4)", "k(5)(i)", "l(4)", "l(6)", "l(8)", "l(10)",
    "m(3)", "m(6)", "m(7)", "n(5)", "n(7)", "n(8)", "n(9)", "n(11)", "n(12)",
    "f(6)(vii)",
)  # fmt: skip


# code: (name, number of its paragraph, tier, text). Where that is 0 the low byte of arg has the number, and the
# high byte is the zone that was expected, or NO_ZONE. Other args: UNKNOWN_TAG the fold of the UID, TWO_ZONES the
# other zone, MISSING_AT_COUNT the zone where the card was last known, COUNT_DUE and COUNT_OVERDUE the seconds
# since the last good count, REPEATED how many hands ago, HAND_SHORT how many cards.
VERDICTS = {
    f.V_WRONG_SEAT: ("wrong_seat", 0, FLOOR, "card dealt to the wrong seat"),
    f.V_OUT_OF_ORDER: ("out_of_order", 0, FLOOR, "card placed before its turn"),
    f.V_TOO_MANY: ("too_many", 0, FLOOR, "more cards at a place than the deal gives"),
    f.V_UNKNOWN_TAG: ("unknown_tag", p.ONE_DECK, STOP, "a tag of neither deck is on the table"),
    f.V_OTHER_DECK: ("other_deck", 0, STOP, "a card of the deck that is not in play"),
    f.V_TWO_ZONES: ("two_zones", p.UNSOUND_DECK, STOP, "one card in two places"),
    f.V_MISSING_AT_COUNT: ("missing_at_count", p.COUNT, STOP, "a card is missing from the deck"),
    f.V_COUNT_DUE: ("count_due", p.COUNT, DEALER, "the deck count is due before the next deal"),
    f.V_COUNT_OVERDUE: ("count_overdue", p.COUNT, FLOOR, "over 15 minutes since the last good count"),
    f.V_SKIPPED: ("skipped", 0, FLOOR, "a player in the hand was not dealt in"),
    f.V_FACE_UP: ("face_up", p.FACE_UP, DEALER, "a card lay face up in the deck"),
    f.V_TWO_FACE_UP: ("two_face_up", p.TWO_FACE_UP, FLOOR, "more than one card lay face up in the deck"),
    f.V_EXPOSED: ("exposed", 0, DEALER, "a down card was dealt face up"),
    f.V_OFF_TABLE: ("off_table", p.OFF_TABLE, DEALER, "a card was dealt off the table"),
    f.V_BURN_MOVED: ("burn_moved", p.BURNS_APART, DEALER, "a burn lies with the discards"),
    f.V_SAME_DECK: ("same_deck", p.ALTERNATE, DEALER, "the deck of the round before is in play again"),
    f.V_SORTED: ("sorted", p.NOT_SHUFFLED, FLOOR, "the cards come in the order of a new deck"),
    f.V_NOT_CUT: ("not_cut", p.NOT_SHUFFLED, FLOOR, "the deck was dealt without a cut"),
    f.V_HAND_SHORT: ("hand_short", p.HANDS_BACK, DEALER, "a folded hand came back with cards missing"),
    f.V_REPEATED: ("repeated", p.NOT_SHUFFLED, FLOOR, "the cards come as in an earlier hand"),
}

REFUSALS = {
    f.R_OK: "accepted",
    f.R_UNKNOWN_OP: "no such command",
    f.R_IN_HAND: "a hand is in progress",
    f.R_NO_HAND: "no hand is in progress",
    f.R_COUNTING: "a count is in progress",
    f.R_NOT_COUNTING: "no count is in progress",
    f.R_BAD_SEAT: "a seat outside 1..11",
    f.R_TOO_FEW: "fewer than two seats",
    f.R_BAD_BUTTON: "the button is not at a seat of the hand",
    f.R_NOT_IN_HAND: "the seat is not in the hand",
    f.R_LAST_PLAYER: "the last player in the hand cannot fold",
    f.R_STILL_DEALING: "the street is still being dealt",
    f.R_LAST_STREET: "the last street has been dealt",
    f.R_HELD: "the deal is held",
    f.R_BAD_DECK: "a deck other than 0 and 1",
    f.R_BAD_GAME: "no such game",
    f.R_TOO_MANY: "more seats than the game may have",
    f.R_NO_BUTTON: "the game has no button",
    f.R_BAD_DRAW: "the seat may not give up so many cards now",
    f.R_NOT_SHORT: "the deck is not short",
    f.R_BAD_ZONE: "no card is dealt there",
    f.R_BAD_CARD: "not a card of the deck in play",
    f.R_NO_RULE: "the game has no rule for it",
    f.R_BAD_OPTION: "no such option",
    f.R_ONE_CARD_EACH: "not exactly one card is seen at each of the seats",
    f.R_ONE_DECK: "a shuffler needs two decks",
    f.R_SEALED: "cards are not named in play mode: a sealed card is corrected by laying it down again",
    f.R_MID_HAND: "the hand is not at its showdown",
    f.R_NOT_GATHERED: "cards of the hand still lie on the table",
    f.R_SHUFFLED: "the deck is shuffled and cut: a count comes before that",
    f.R_UP_CARDS: "in play mode cards dealt face up need places of their own",
    f.R_SHOWN: "the betting of the hand is over",
    f.R_NO_KEY: "the hand's key is gone: the table has restarted",
}

# Why a frame was refused (railbird.link.auth), and beside it every code of `REFUSALS` that a command got.
FRAME_REFUSALS = {
    1: "a frame in clear, where one under a MAC is due",
    2: "a frame without room for a MAC",
    3: "a frame under another key, or changed on its way",
    4: "a frame that was there before",
    5: "no proof of the table's secret, or one for another challenge",
}


def zone_name(zone: int) -> str:
    """The name of a zone id: 3 -> 'seat_3'. Raises ValueError for an id without a zone."""
    if zone == f.Z_STUB:
        return "stub"
    if zone == f.NO_ZONE:
        return "none"
    for name, base, count in f.ROWS:
        if base < zone <= base + count:
            return "%s_%d" % (name, zone - base)
    if f.Z_BURN <= zone < f.Z_BURN + len(f.SINGLE):
        return f.SINGLE[zone - f.Z_BURN]
    raise ValueError("no zone has the id %r" % (zone,))


def rule_number(verdict: int, arg: int) -> int:
    """The number (`railbird.rules.paragraphs`) of the rule a verdict rests on. Raises KeyError for an unknown one."""
    return VERDICTS[verdict][1] or arg & 255


def rule_of(verdict: int, arg: int) -> str:
    """The rule a verdict rests on: (V_WRONG_SEAT, 1) -> 'p(1)(ii)'. Raises KeyError for an unknown one."""
    return paragraph(rule_number(verdict, arg))


def paragraph(number: int) -> str:
    """The paragraph of a number: 1 -> 'p(1)(ii)'. Raises IndexError for a number without one."""
    if number < 1:
        raise IndexError("no paragraph has the number %d" % number)
    return RULES[number - 1]
