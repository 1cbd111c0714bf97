"""A plain account of the table for a terminal: cards as they are seen, the next place, ledger, verdicts."""

from rich.console import Console
from rich.markup import escape

from host_tools.engine import Event, describe
from host_tools.link.events import Fact
from host_tools.tracker.chips import Remark
from host_tools.tracker.stub_down import RULE as LAMMER_RULE
from host_tools.tracker.stub_down import StubDown
from host_tools.tracker.tracker import Tracker
from host_tools.tracker.view import Verdict
from railbird import facts, words
from railbird.rules import cards

_SUITS = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠"})
_RED = ("d", "h")
_TOLD = ("fold", "check", "call", "bet", "raise", "show", "muck")


def card_text(code: int) -> str:
    """A card for the eye: 'A♠', red suits in red."""
    name = cards.name(cards.card_of(code))
    text = name[0] + name[1].translate(_SUITS)
    return f"[red]{text}[/red]" if name[1] in _RED else f"[bold]{text}[/bold]"


def place_text(zone: int) -> str:
    """A zone for the eye: 'seat 3', 'board 1', 'burn'."""
    return "-" if zone == facts.NO_ZONE else words.zone_name(zone).replace("_", " ")


class Account:
    """Prints one line for what matters, with the table's own time."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._dealt = ""
        self._hands = 0
        self._counting = False
        self.tracker: Tracker | None = None
        self.stub: StubDown | None = None
        self._now = 0

    def line(self, what: str, text: str) -> None:
        minutes, rest = divmod(self._now // 100_000, 600)
        self._console.print(f"{minutes:4d}:{rest // 10:02d}.{rest % 10}  {what:<9} {text}", highlight=False)

    def fact(self, now_us: int, fact: Fact) -> None:
        """One fact, at the host's time in microseconds."""
        self._now = now_us
        if fact.kind == facts.HAND:
            self._hands += 1
            seats = " ".join(str(seat) for seat in range(1, 12) if fact.arg >> (seat - 1) & 1)
            self._console.print(
                f"\n[bold]Hand {self._hands}[/bold]  button seat {fact.zone}  seats {seats}", highlight=False
            )
        elif fact.kind == facts.DEALT:
            self._flush("")
            self._dealt = f"{place_text(fact.zone):<8} {card_text(fact.code)}"
        elif fact.kind == facts.EXPECT:
            if fact.zone == facts.NO_ZONE:
                self._flush("")
            elif self._dealt:
                self._flush(f"   next: {place_text(fact.zone)}")
            else:
                self.line("next", place_text(fact.zone))
        elif fact.kind == facts.STREET or fact.kind == facts.END:
            self._ledger()
        elif fact.kind == facts.BUTTON:
            self.line("button", f"moves to seat {fact.zone}")
        elif fact.kind == facts.SIGHT and fact.zone == facts.Z_COUNT and not self._counting:
            self._counting = True
            self.line("count", "the deck passes the count spot, card by card")
        elif fact.kind == facts.COUNTED:
            self._counting = False
            verdict = "good" if fact.code else "[bold red]not good[/bold red]"
            self.line("count", f"{fact.arg} of 52 by identity: {verdict}")
        elif fact.kind == facts.VERDICT:
            verdict = str(Verdict(fact.code, fact.zone, fact.ref, fact.arg))
            self.line("verdict", f"[bold red]{escape(verdict)}[/bold red]")
        elif fact.kind in (facts.WORTH, facts.AT_LEAST) and fact.code << 16 | fact.arg:
            bound = "" if fact.kind == facts.WORTH else "at least "
            self.line("chips", f"{place_text(fact.zone):<8} {bound}{fact.code << 16 | fact.arg}")
        elif fact.kind == facts.STATE:
            state = "reader in trouble: UNKNOWN" if fact.code == facts.STATE_UNKNOWN else "reader is back"
            self.line("reader", f"{place_text(fact.zone)}: {state}")
        elif fact.kind == facts.BOOT:
            self.line("power", f"is back; {fact.arg} inputs from the journal")
        elif fact.kind == facts.FAULT:
            self.line("fault", words.FAULTS[fact.code][1])
        if self.stub is not None:
            self.stub.fact(fact.t_ms, fact.kind, fact.zone, fact.code, fact.arg)
            for zone in self.stub.due(fact.t_ms):
                self.line(
                    "reminder", f"the stub lies at {place_text(zone)} without a lammer on it [{LAMMER_RULE}]"
                )

    def event(self, now_us: int, event: Event) -> None:
        """An action of the hand, as the tracker applies it."""
        self._now = now_us
        if event[0] in _TOLD:
            self._flush("")
            self.line("action", escape(describe(event)))
        elif event[0] == "award" and self.tracker is not None and self.tracker.state is not None:
            for award in self.tracker.state.awards:
                if award.pot == event[1]:
                    self.line("award", f"seat {award.seat} wins {award.amount}")

    def remark(self, remark: Remark) -> None:
        """What the host makes of the chips that the readers tell of."""
        self._flush("")
        self.line("chips", f"[bold red]{escape(str(remark))}[/bold red]")

    def log(self, text: str) -> None:
        """A line of text from the table that is no packet."""
        self.line("log", escape(text))

    def _flush(self, suffix: str) -> None:
        if self._dealt:
            self.line("card", self._dealt + suffix)
            self._dealt = ""

    def _ledger(self) -> None:
        self._flush("")
        if self.tracker is not None:
            ledger = self.tracker.view.ledger()
            parts = "  ".join(f"{place} {count}" for place, count in ledger.items())
            self.line("ledger", f"{parts}  = {sum(ledger.values())}")
