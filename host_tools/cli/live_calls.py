"""What people ask of a simulated table, call by call. Everything runs in the table's own thread, between two steps."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from host_tools.cli.night_calls import REPORTS, Args, NightCalls, flag, reason
from host_tools.engine import describe
from host_tools.live.desk import Refused
from host_tools.live.night import Night
from host_tools.live.watch import Watch
from host_tools.simulation.attended import GOES_ON, RULINGS, Attended
from host_tools.simulation.table import SimulatedTable
from host_tools.virtual.faults import fault
from railbird.rules import cards

if TYPE_CHECKING:
    from host_tools.records.night_book import NightBook

DECLARED = ("fold", "check", "call", "bet", "raise", "bring_in", "straddle", "discard", "show", "muck")
STRANGERS = 1000  # codes from here on are tags that people bring


class CuttableTable(SimulatedTable):
    """A simulated table whose link can be cut."""

    severed = False  # nothing of what the device sends arrives

    def _receive(self, data: bytes) -> None:
        if self.severed:
            self._poll()
        else:
            super()._receive(data)


class People:
    """`calls` are the names of `roles.CALLS`; each takes its arguments and who asks, and says what was done. Refused,
    IllegalEvent, KeyError, TypeError or ValueError for what cannot be done or read: nothing has changed then.
    """

    def __init__(
        self,
        table: CuttableTable,
        dealer: Attended,
        watch: Watch,
        night: Night,
        seed: int,
        book: "NightBook | None" = None,
    ) -> None:
        self._book = book
        self._table = table
        self._dealer = dealer
        self._watch = watch
        self._luck = random.Random(f"people {seed}")
        self._strangers = STRANGERS
        self.counts = False  # the floor has asked for a count
        self.pauses = False  # and for no further hand
        self.calls: dict[str, Callable[[Args, str], str]] = {
            **NightCalls(night, table.tracker, watch, self._decided, book).calls,
            "undo": self._undo,
            "push": self._push,
            "begin": self._begin,
            "count": self._count,
            "console": self._console,
            "ruling": self._ruling,
            "pause": self._pause,
            "declare": self._declare,
            "report": self._report,
            "enter": self._enter,
            "rule": self._rule,
            "fault": self._fault,
            "link": self._link,
            "move": self._move,
        }

    def _decided(self, who: str, what: str, why: str) -> None:
        if self._book is not None:
            self._book.decided(f"{who} (floor)", what, why)
        self._watch.decided(who, what, why)

    def _console(self, args: Args, who: str) -> str:
        self._dealer.console = flag(args)
        self._watch.line(f"{who} {'takes' if self._dealer.console else 'leaves'} the dealer's console")
        return "done"

    def _ruling(self, args: Args, who: str) -> str:
        self._dealer.floor = flag(args)
        self._watch.line(f"{who} {'is' if self._dealer.floor else 'leaves'} the floor")
        return "done"

    def _pause(self, args: Args, who: str) -> str:
        self.pauses = flag(args)
        self._watch.line(f"{who} {'stops the table after this hand' if self.pauses else 'lets it go on'}")
        return "done"

    def _declare(self, args: Args, _who: str) -> str:
        event = tuple(args["event"])
        if not event or event[0] not in DECLARED:
            raise Refused(f"expected one of {', '.join(DECLARED)}")
        self._dealer.declare(event)
        return describe(event) if event[0] != "discard" else f"seat {event[1]} discards {event[2]}"

    def _undo(self, _args: Args, who: str) -> str:
        if self._table.tracker.money is not None:
            raise Refused("the chips have been moved: they would have to go back as well")
        event = self._dealer.undo()
        self._watch.line(f"dealer ({who}) takes back: {describe(event)}")
        return f"taken back: {describe(event)}"

    def _push(self, _args: Args, who: str) -> str:
        self._dealer.push()
        self._watch.line(f"dealer ({who}) pushes the pots")
        return "pushed"

    def _begin(self, _args: Args, _who: str) -> str:
        raise Refused("the simulated hands begin by themselves")

    def _count(self, args: Args, who: str) -> str:
        if not flag(args):
            raise Refused("the simulated dealer ends a count by himself")
        self.counts = True
        self._watch.line(f"{who} asks for a count of the deck")
        return "counted before the next hand"

    def _report(self, args: Args, _who: str) -> str:
        what = args["what"]
        if what not in REPORTS:
            raise Refused(f"expected one of {', '.join(REPORTS)}")
        seat = int(args.get("seat") or 0)
        card = args.get("card")
        code = cards.tag_code(self._table.tracker.view.deck, cards.parse(card)) if card else cards.NO_CARD
        self._table.tracker.report(REPORTS[what], seat, code)
        return f"{what} is reported"

    def _enter(self, args: Args, who: str) -> str:
        code = cards.tag_code(self._table.tracker.view.deck, cards.parse(args["card"]))
        self._table.tracker.enter(code, args["zone"])
        self._watch.line(f"{who} enters a card by hand at {args['zone']}")
        return "entered"

    def _rule(self, args: Args, who: str) -> str:
        word = args["word"]
        if word not in RULINGS:
            raise Refused(f"expected one of {', '.join(RULINGS)}")
        why = reason(args)
        state = self._table.tracker.state
        if word == GOES_ON and self._table.tracker.advice is None:
            raise Refused("nothing holds the deal")
        if word != GOES_ON and (state is None or state.finished):
            raise Refused("no hand is in progress")
        self._table.decider = f"{who} (floor)", why
        self._dealer.rule(word)
        self._watch.decided(who, word, why)
        return str(word)

    def _fault(self, args: Args, who: str) -> str:
        name, where = fault(args["name"]).name, args["zone"]
        faults = self._table.world.faults
        if where not in faults.places(name):
            raise Refused(f"{name} cannot be set on {where}")
        if flag(args):
            faults.set(name, where)
        else:
            faults.clear(name, where)
        what = f"{'plants' if args['on'] else 'clears'} the fault {name} at {where}"
        self._watch.line(f"{who} {what}")
        return what

    def _link(self, args: Args, who: str) -> str:
        self._table.severed = not flag(args)
        self._watch.line(f"{who} {'cuts the link' if self._table.severed else 'puts the link back'}")
        return "done"

    def _move(self, args: Args, who: str) -> str:
        felt = self._table.felt
        source, goal = args["from"], args["to"]
        if goal not in ("off", *felt.zones):
            raise Refused(f"no antenna at {goal}")
        code = self._taken(source, int(args.get("nth") or 0))
        if goal == "off":
            felt.lift(code)
        else:
            felt.lay(code, goal, fanned=True)
        self._watch.line(f"{who} lays a card from {source} to {goal}")
        return f"{source} to {goal}"

    def _taken(self, source: str, nth: int) -> int:
        """The code of the n-th card at a zone, of one of the stub, or of a tag of neither deck."""
        felt = self._table.felt
        if source == "stranger":
            self._strangers += 1
            felt.add(self._strangers, bytes([4, *self._luck.randbytes(6)]))
            return self._strangers
        if source == "stub":
            view = self._table.tracker.view
            codes = [cards.tag_code(view.deck, card) for card in range(cards.DECK_SIZE)]
            lying = set(felt.lying)
            return self._luck.choice(
                [code for code in codes if code not in view.places and code not in lying]
            )
        there = felt.at(source)
        if not 0 <= nth < len(there):
            raise Refused(f"no such card lies at {source}")
        return there[nth]
