"""Writes what is put into a table's session: players and floor, decks, hands, money (`engine.session`)."""

from host_tools.engine.events import SHAPES, Event
from host_tools.engine.rounds.play import apply_round
from host_tools.engine.session.settings import game_name
from host_tools.engine.session.state import Session
from host_tools.engine.state import State
from host_tools.records import controls, decks, departures, models
from host_tools.records.desk import Desk
from host_tools.records.hand_row import ended
from host_tools.records.rounds import House, log_round
from host_tools.records.store import Store


class Evening:
    """Records the session of the table `name`: `step` after every input that the session took, then `keep`.

    `epoch_ms` is when the clock of the session stood at 0, in milliseconds since 1970. `holding` says how the dealer
    holds the deck in this shift (f)(6)(i); a change of dealer forgets it.
    """

    def __init__(self, store: Store, name: str, epoch_ms: int) -> None:
        self._store = store
        self._seconds = 0
        self.desk = Desk(store, name, lambda: epoch_ms + 1000 * self._seconds)
        self.holding = ""
        self._taken: list[Event] = []  # the inputs so far, without those undone
        self._row = 0  # of the hand in play
        self._start: State | None = None
        store.keep()

    def keep(self) -> None:
        """What was put in is on disk when this returns."""
        self._store.keep()

    def step(self, before: Session, event: Event, after: Session) -> None:
        """An input that made `after` of `before`."""
        self._seconds = after.now
        if after.round is not None and before.round is None:
            self._begin(after)
        self.desk.add(models.inputs, hand=self.desk.hand, source="session", event=list(event))
        if event[0] == "undo":
            del self._taken[len(self._taken) - event[1] :]
        else:
            self._taken.append(event)
        if after.round is None and before.round is not None:
            self._end(before, event, after)
        book(self.desk, before, event, after)
        if event[0] == "dealer":
            self.holding = ""

    def _begin(self, after: Session) -> None:
        """A hand begins."""
        assert after.round is not None
        self._start = after.round.hand
        self.desk.hand += 1
        self._row = self.desk.add(
            models.hands,
            number=self.desk.hand,
            game=after.stakes.game,
            button=self._start.button,
            seats=sorted(self._start.seats),
        )

    def _end(self, before: Session, event: Event, after: Session) -> None:
        """The round is over, or its beginning was undone."""
        assert before.round is not None
        if event[0] == "undo":
            self.desk.fill_in(models.hands, self._row, outcome="undone", ended=self.desk.now())
            return
        current = apply_round(before.round, event)
        begin = max(index for index, one in enumerate(self._taken) if one[0] == "begin")
        events = [one for one in self._taken[begin:] if one[0] in SHAPES]
        outcome = current.outcome or "complete"
        filled = ended(self._start, events, current.hand, outcome, current.rake, current.contribution)
        self.desk.fill_in(models.hands, self._row, ended=self.desk.now(), **filled)
        if outcome == "complete":
            rules = after.table.house
            house = House(
                self.holding,
                rake=current.rake if rules.rake is not None else None,
                contribution=current.contribution if rules.jackpot is not None else None,
            )
            log_round(self.desk, current.hand, events, house)
        if current.contribution:
            _entry(self.desk, "jackpot", "contribution", current.contribution)


def book(desk: Desk, before: Session, event: Event, after: Session) -> None:
    """What an input of a session means for the books of its table."""
    if event[0] == "undo":
        gone = "; ".join(" ".join(map(str, one)) for one in after.undone[-1])
        desk.note("f(6)", f"undone: {gone}")
    else:
        for record in after.records[len(before.records) :]:
            desk.note(record.rule, record.text)
    _rake(desk, before, event, after)
    _jackpot(desk, before, event, after)
    _floor(desk, before, event, after)


def _entry(desk: Desk, book: str, entry: str, amount: int, who: str = "", note: str = "") -> None:
    desk.add(models.money, hand=desk.hand, book=book, entry=entry, amount=amount, who=who, note=note)


def _rake(desk: Desk, before: Session, event: Event, after: Session) -> None:
    """What came to the rake area, and what went from it to the drop box (o)(2)."""
    kind, held = event[0], after.held - before.held
    if kind == "rake_to_box":
        _entry(desk, "rake", "to drop box", after.boxed - before.boxed)
    elif kind == "end_day":
        _entry(desk, "rake", "drop counted", event[2], event[1])
    elif held:
        names = {"time_charge": "time charge", "undo": "undone"}
        _entry(desk, "rake", names.get(kind, "taken"), held)


def _jackpot(desk: Desk, before: Session, event: Event, after: Session) -> None:
    """The tracking forms (r)(4), and the end of a period (r)(5)-(7)."""
    period = after.period
    if event[0] == "qualify" and period is not None:
        form = period.forms[-1]._asdict()
        made_at, table = form.pop("at"), form.pop("table")
        form.pop("key")
        desk.add(models.forms, hand=desk.hand, made_at=made_at, table_number=table, **form)
    elif event[0] == "identify":
        pending = desk.rows(models.forms, name=event[1], identified=False)
        desk.fill_in(models.forms, pending[0].id, identified=True)
    elif event[0] == "end_period" and period is not None:
        _entry(desk, "jackpot", "to cage", after.caged - before.caged, event[1])
        for paid in after.payouts[len(before.payouts) :]:
            _entry(desk, "jackpot", "payout", paid.amount, paid.cage, f"{paid.form.name}: {paid.form.rank}")
        _entry(desk, "jackpot", "carried over", period.carried)


def _floor(desk: Desk, before: Session, event: Event, after: Session) -> None:
    """Decks, called by the colour of their backs (a)(5), (d); players who leave for a while (c)(3)(v); what is filed on
    the rake (o)(1).
    """
    kind = event[0]
    if kind == "distribute":
        least, most = after.stakes.wagers
        weighed = f"limits {least}-{most}, table {after.table.number}, {game_name(after.stakes)}"
        for deck in event[2:]:
            decks.record(desk, "distributed", deck, back=deck, who=event[1], considered=weighed)
    elif kind == "inspect":
        player = after.seats[event[2]]
        decks.record(
            desk, "inspected", event[1], back=event[1], who=player.name if player else "", seat=event[2]
        )
    elif kind == "away":
        departures.leave(desk, event[1], after.stack(event[1]))
    elif kind == "back":
        departures.back(desk, event[1], after.stack(event[1]))
    elif kind == "open" or (after.is_open and after.table.house.rake != before.table.house.rake):
        controls.file(desk, after.table.house.rake)
    if after.deck != before.deck and after.deck:
        decks.record(desk, "in play", after.deck, back=after.deck)
    if kind != "end_day":
        for gone in {deck.name for deck in before.decks} - {deck.name for deck in after.decks}:
            decks.record(desk, "removed", gone, back=gone)
