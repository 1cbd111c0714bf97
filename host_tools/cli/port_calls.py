"""What people ask of a real table, call by call; everything runs in the table's own thread."""

from typing import TYPE_CHECKING, Any

from host_tools.cli.live_calls import DECLARED
from host_tools.cli.night_calls import REPORTS, Args, Calls, NightCalls, flag, reason
from host_tools.engine import Event, apply, describe, legal
from host_tools.live.desk import Refused
from host_tools.simulation.attended import GOES_ON, MISDEAL, RULINGS
from railbird.rules import cards

if TYPE_CHECKING:
    from host_tools.cli.live_port import PortTable


class PortCalls:
    """`calls` by the names of `roles.CALLS`, those of a simulated table apart."""

    def __init__(self, table: "PortTable") -> None:
        self._table = table
        night = NightCalls(table.night, table.tracker, table.watch, self._decided, table.book).calls
        self.calls: Calls = {
            **night,
            "session": self._session(night),
            "round": self._round(night),
            "declare": self._declare,
            "undo": self._undo,
            "report": self._report,
            "enter": self._enter,
            "begin": self._begin,
            "push": self._push,
            "count": self._count,
            "rule": self._rule,
        }

    def _decided(self, who: str, what: str, why: str) -> None:
        if self._table.book is not None:
            self._table.book.decided(f"{who} (floor)", what, why)
        self._table.watch.decided(who, what, why)

    def _session(self, night: Calls) -> Any:
        def call(args: Args, who: str) -> str:
            done = night["session"](args, who)
            if args["event"][0] in ("deck", "open"):
                session = self._table.night.session
                self._table.tracker.deck(self._table.night.numbers[session.deck])
            return done

        return call

    def _round(self, night: Calls) -> Any:
        def call(args: Args, who: str) -> str:
            done = night["round"](args, who)
            if args["event"][0] == "cut":
                self._table.tracker.cut()
            return done

        return call

    def _declare(self, args: Args, _who: str) -> str:
        event = tuple(args["event"])
        if not event or event[0] not in DECLARED:
            raise Refused(f"expected one of {', '.join(DECLARED)}")
        state = self._table.tracker.waits
        if state is None or not self._table.in_hand:
            raise Refused("no decision is due yet [f(4)]")
        if event[0] == "discard":
            due = legal(state)[0]
            if (
                len(event) != 3
                or type(event[2]) is not int
                or event[:2] != due[:2]
                or not due[2] <= event[2] <= due[3]
            ):
                raise Refused(f"expected {describe(due)}")
        else:
            apply(state, event)
        self._tell(event)
        return f"seat {event[1]} discards {event[2]}" if event[0] == "discard" else describe(event)

    def _tell(self, event: Event) -> None:
        if self._table.book is not None:
            self._table.book.declared(event)
        self._table.tracker.declare(event)

    def _undo(self, _args: Args, who: str) -> str:
        event = self._table.tracker.undo()
        if self._table.book is not None:
            self._table.book.taken_back()
        self._table.watch.line(f"dealer ({who}) takes back: {describe(event)}")
        return f"taken back: {describe(event)}"

    def _report(self, args: Args, _who: str) -> str:
        what = args["what"]
        if what not in REPORTS:
            raise Refused(f"expected one of {', '.join(REPORTS)}")
        tracker, card = self._table.tracker, args.get("card")
        code = cards.tag_code(tracker.view.deck, cards.parse(card)) if card else cards.NO_CARD
        tracker.report(REPORTS[what], int(args.get("seat") or 0), code)
        return f"{what} is reported"

    def _enter(self, args: Args, who: str) -> str:
        tracker = self._table.tracker
        if tracker.sealed is not None:
            raise Refused("in play mode no card is named: lay it down where a reader sees it")
        tracker.enter(cards.tag_code(tracker.view.deck, cards.parse(args["card"])), args["zone"])
        self._table.watch.line(f"{who} enters a card by hand at {args['zone']}")
        return "entered"

    def _begin(self, _args: Args, who: str) -> str:
        table = self._table
        if table.in_hand or not table.session.open:
            raise Refused("a hand is in play" if table.in_hand else "the table is not connected")
        table.tick()
        state = table.night.begin()
        table.tracker.begin(state)
        table.watch.line(f"dealer ({who}) begins a hand")
        return "begun"

    def _push(self, _args: Args, who: str) -> str:
        state = self._table.tracker.state
        if not self._table.in_hand or state is None or not state.finished:
            raise Refused("the hand is not over [f(6)(v)]")
        self._table.tracker.end()
        self._table.watch.line(f"dealer ({who}) pushes the pots")
        return "pushed"

    def _count(self, args: Args, who: str) -> str:
        if flag(args):
            self._table.tracker.count_begin()
        else:
            self._table.tracker.count_end()
        self._table.watch.line(f"{who} {'begins' if args['on'] else 'ends'} a count of the deck")
        return "done"

    def _rule(self, args: Args, who: str) -> str:
        word, table = args["word"], self._table
        if word not in RULINGS:
            raise Refused(f"expected one of {', '.join(RULINGS)}")
        why = reason(args)
        if word == GOES_ON and table.tracker.advice is None:
            raise Refused("nothing holds the deal")
        if word != GOES_ON and not table.in_hand:
            raise Refused("no hand is in progress")
        if table.recorder is not None and table.recorder.waits_for_floor:
            table.recorder.decide(f"{who} (floor)", why)
            table.watch.decided(who, word, why)
        else:
            self._decided(who, word, why)
        done = {GOES_ON: table.tracker.resume, MISDEAL: table.tracker.misdeal}
        done.get(word, table.tracker.replace)()
        return str(word)
