"""The tables of the records, as data. A change of any of them is a new SCHEMA.

Every `at` is milliseconds since 1970, UTC, by the host's clock; amounts are in the smallest coin; `desk` is the poker
table that a row belongs to and `hand` the number of the hand there, 0 before the first. Rows are added and never
taken away; what is filled in later says so.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA = 1

METADATA = MetaData()


def _table(name: str, *columns: Column[object]) -> Table:
    """A table whose rows are numbered, belong to a desk and have a time."""
    return Table(
        name,
        METADATA,
        Column("id", Integer, primary_key=True),
        Column("desk", ForeignKey("desks.id"), nullable=False, index=True),
        Column("at", BigInteger, nullable=False),
        *columns,
    )


def _text(name: str) -> Column[object]:
    return Column(name, Text, nullable=False, default="")


def _whole(name: str) -> Column[object]:
    return Column(name, BigInteger, nullable=False, default=0)


def _flag(name: str) -> Column[object]:
    return Column(name, Boolean, nullable=False, default=False)


def _json(name: str) -> Column[object]:
    return Column(name, JSON, nullable=False)


schema = Table("railbird_schema", METADATA, Column("version", Integer, primary_key=True))

desks = Table(
    "desks",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
)

# One start of a table's firmware as far as the host was in session with it. `journal` names the table's journal of
# inputs, 0 where it has none that outlives power.
boots = _table("boots", _whole("boot_id"), _whole("journal"), _text("board"), _text("version"))

# `number` counts the facts of a boot without wrapping; (`input_seq`, `place`) is the input that a fact follows from and
# how many of that input's facts came before it. The other columns are those of railbird.facts.
facts = Table(
    "facts",
    METADATA,
    Column("boot", ForeignKey("boots.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    *[_whole(name) for name in ("input_seq", "place", "t_ms", "kind", "zone", "code", "ref", "arg")],
    Column("secret", LargeBinary),  # 16 bytes, of facts of play mode that have some
)

# Where the chain of a table's log stood after an input: once a minute, and at the end of a hand.
heads = _table("heads", _whole("journal"), _whole("input_seq"), Column("link", LargeBinary, nullable=False))

# A heartbeat a minute, and each at which the number of zones that are not known has changed.
beats = _table("beats", _json("figures"))
readers = _table("readers", _text("zone"), _text("state"))

# A hand is written when it begins; when it ends, `outcome` and what follows are filled in together.
hands = Table(
    "hands",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("desk", ForeignKey("desks.id"), nullable=False),
    _whole("number"),
    Column("at", BigInteger, nullable=False),
    _text("game"),
    _whole("button"),
    _json("seats"),
    Column("ended", BigInteger),
    _text("outcome"),  # '' = not ended, complete, misdeal, dead, undone, unfinished
    _whole("pot"),
    _whole("rake"),
    Column("winners", JSON),  # [[seat, amount], ...]
    Column("inputs", JSON),  # the events of the engine, in order
    Column("phh", Text),  # where the hand is one that PHH can tell
    UniqueConstraint("desk", "number"),
)

# Everything that was entered or applied, as it came, corrected and undone ones too. `source`: hand or
# session; of a night run from the page also house, declared.
inputs = _table("inputs", _whole("hand"), _text("source"), _json("event"))

# `decision`: filled in once the floor has spoken.
decisions = _table("decisions", _whole("hand"), _text("what"), _text("who"), _text("why"))
verdicts = _table(
    "verdicts",
    _whole("hand"),
    _text("name"),
    _text("rule"),
    _whole("tier"),
    _text("zone"),
    _text("card"),
    _text("text"),
    _text("advice"),
    Column("decision", ForeignKey("decisions.id")),
)

# f(6)(iv). `missing`: names of the cards that were not seen, filled in as the table names them.
counts = _table("counts", _whole("hand"), _whole("seen"), _flag("good"), _text("missing"))

# What becomes of a deck: distributed a(5)(ii), inspected (d), in play, removed, bagged. `bag` is the number on the bag
# of an unsuitable deck, 5322.15(c)(2); `considered` what the supervisor weighed.
decks = _table(
    "decks",
    _text("what"),
    _text("deck"),
    _text("back"),
    _text("who"),
    _whole("seat"),
    _text("bag"),
    _text("considered"),
)

# The rake and the jackpot book. `entry`: due (worked out, not counted), taken, time charge, to drop box, drop counted;
# contribution, to cage, payout, carried over; undone.
money = _table(
    "money", _whole("hand"), _text("book"), _text("entry"), _whole("amount"), _text("who"), _text("note")
)

# The qualifying-hand tracking form r(4)(i)-(v). `identified`: filled in when identification is shown r(2)(vii).
forms = _table(
    "forms",
    _whole("hand"),
    _text("name"),
    _text("phone"),
    _whole("seat"),
    _whole("table_number"),
    _text("rank"),
    _text("dealer"),
    _text("dealer_licence"),
    _text("verifier"),
    _text("verifier_licence"),
    _text("kind"),
    _whole("made_at"),
    _flag("identified"),
)

# What the floor has to know, each with its paragraph.
floor = _table("floor", _whole("hand"), _text("rule"), _text("text"), _text("who"))

# The layout of a table as somebody looked at it a(2), a(4), f(1); the latest row counts.
layouts = _table(
    "layouts",
    _text("who"),
    _text("facility_name"),
    _text("logo"),
    _flag("rake_area"),
    _flag("tip_box"),
    _text("tip_side"),
    _text("area"),
)

# Who leaves for a while and keeps the seat c(3)(v). `returned`: filled in, the chips that came back.
departures = _table(
    "departures",
    _whole("seat"),
    _whole("stack"),
    _text("method"),
    _text("supervisor"),
    Column("back_at", BigInteger),
    Column("returned", BigInteger),
)

# The dealer's log of a round f(6): a record or a waiver for each of the nine items.
dealer_log = _table("dealer_log", _whole("hand"), _text("item"), _flag("waiver"), _text("text"), _text("who"))

# What was filed on the rake o(1)(i)-(iii); the latest row counts.
controls = _table("controls", _text("system"), _text("method"), _json("parameters"), _whole("cap"))
