"""What floor and dealer ask of a table's night, be the table real or simulated: players, games, decks, faults."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from host_tools.live.desk import Refused
from host_tools.live.night import OF_THE_DEALER, OF_THE_FLOOR, Night
from host_tools.live.watch import Watch
from host_tools.tracker.tracker import Tracker
from railbird import facts, words

if TYPE_CHECKING:
    from host_tools.records.night_book import NightBook

WHY = 200  # letters of a reason
NAME = 60  # letters of a name, a deck, a licence
AMOUNT = 10**12
REPORTS = {"boxed": facts.OP_BOXED, "exposed": facts.OP_EXPOSED, "off the table": facts.OP_OFF_TABLE}
FAULTS = {name: number for number, (name, _) in words.FAULTS.items()}

Args = Mapping[str, Any]
Calls = dict[str, Callable[[Args, str], str]]


def reason(args: Args) -> str:
    """Why somebody decides so. Raises Refused where that is not said."""
    why = str(args.get("why") or "").strip()[:WHY]
    if not why:
        raise Refused("a decision needs its reason")
    return why


def flag(args: Args, name: str = "on") -> bool:
    """Raises Refused for what is neither true nor false."""
    if not isinstance(args[name], bool):
        raise Refused(f"expected {name} to be true or false")
    return bool(args[name])


class NightCalls:
    """`calls` by the names of `roles.CALLS`. `decided(who, what, why)` keeps a decision; `book` all else, where records
    are kept. A call that raises has changed nothing.
    """

    def __init__(
        self,
        night: Night,
        tracker: Tracker,
        watch: Watch,
        decided: Callable[[str, str, str], None],
        book: "NightBook | None" = None,
    ) -> None:
        self._night = night
        self._tracker = tracker
        self._watch = watch
        self._decided = decided
        self._book = book
        if book is not None:
            night.lacking = book.open_items
            night.look_again()
        calls: Calls = {
            "session": self._session,
            "round": self._round,
            "settle": self._settle,
            "clear": self._clear,
            "layout": self._layout,
            "log": self._log,
        }
        self.calls = {name: self._whole(call) for name, call in calls.items()}

    def _whole(self, call: Callable[[Args, str], str]) -> Callable[[Args, str], str]:
        """What a call keeps in the records is kept as a whole: nothing of it where the call raises."""

        def made(args: Args, who: str) -> str:
            with nullcontext() if self._book is None else self._book.whole():
                return call(args, who)

        return made

    def _session(self, args: Args, who: str) -> str:
        event = _event(args)
        if event[0] not in OF_THE_FLOOR:
            raise Refused(f"expected one of {', '.join(OF_THE_FLOOR)}")
        why = reason(args)
        if event[0] == "undo":
            self._may_undo(event)
        what = " ".join(
            map(str, event[:2] if event[0] == "qualify" else event)
        )  # no telephone number, r(4)(i)
        self._night.put(event, lambda: self._decided(who, what, why))
        return what

    def _may_undo(self, event: tuple[Any, ...]) -> None:
        """The floor takes back its own inputs, between two hands."""
        inputs = self._night.session.inputs
        count = event[1] if len(event) == 2 and type(event[1]) is int else 0
        if self._night.round is not None:
            raise Refused("a hand is in play: what came before it stands")
        if not 0 < count <= len(inputs) or any(one[0] not in OF_THE_FLOOR for one in inputs[-count:]):
            raise Refused("only what the floor has put in since the last hand can be taken back")

    def _round(self, args: Args, who: str) -> str:
        event = _event(args)
        if event[0] not in OF_THE_DEALER:
            raise Refused(f"expected one of {', '.join(OF_THE_DEALER)}")
        self._night.put(event)
        what = " ".join(map(str, event))
        self._watch.line(f"dealer ({who}): {what}")
        return what

    def _settle(self, args: Args, who: str) -> str:
        from host_tools.records.departures import METHODS  # with the database's library, so only here

        seat, method = int(args["seat"]), args["method"]
        player = self._night.session.seats[seat] if 1 <= seat <= 11 else None
        if player is None or player.status != "away":
            raise Refused(f"nobody is away from seat {seat}")
        if method not in METHODS:
            raise Refused(f"expected one of {', '.join(METHODS)}")
        why = reason(args)
        if self._book is not None:
            self._book.settled(seat, method, who)
        what = f"the chips of seat {seat}: {method}"
        self._decided(who, what, why)
        self._night.settled[seat] = method
        self._night.look_again()
        return what

    def _layout(self, args: Args, who: str) -> str:
        from host_tools.records.layout import Layout

        values = {name: args.get(name, default) for name, default in Layout()._asdict().items()}
        for name, default in Layout()._asdict().items():
            if type(values[name]) is not type(default) or (
                isinstance(default, str) and len(values[name]) > NAME
            ):
                raise Refused(
                    f"expected {name} to be {'true or false' if default is False else 'a short text'}"
                )
        self._kept().looked(who, Layout(**values))
        self._night.look_again()
        return "looked at"

    def _log(self, args: Args, who: str) -> str:
        text = str(args.get("text") or "").strip()[:WHY]
        if not text:
            raise Refused("expected what is recorded, or why it is waived")
        self._kept().logged(args["item"], text, who, flag(args, "waiver"))
        self._night.look_again()
        return f"{args['item']} is {'waived' if args['waiver'] else 'recorded'}"

    def _kept(self) -> "NightBook":
        if self._book is None:
            raise Refused("no records are kept: railbird live --record sqlite:///railbird.db")
        return self._book

    def _clear(self, args: Args, who: str) -> str:
        name = args["fault"]
        if name not in FAULTS:
            raise Refused(f"expected one of {', '.join(FAULTS)}")
        why = reason(args)
        self._decided(who, f"clears the fault {name}", why)
        self._tracker.clear(1 << FAULTS[name])
        return f"{name} is cleared"


def _event(args: Args) -> tuple[Any, ...]:
    """An input of the session out of a page's words: short texts and whole numbers, nothing else."""
    event = tuple(args["event"]) if isinstance(args["event"], list) else ()
    if not event or not isinstance(event[0], str) or len(event) > 8:
        raise Refused("expected an input of the session")
    for value in event[1:]:
        is_text = isinstance(value, str) and value.isprintable() and len(value) <= NAME
        if not (is_text or (type(value) is int and abs(value) <= AMOUNT)):
            raise Refused("expected short texts and whole numbers")
    return event
