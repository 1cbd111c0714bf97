"""What the books of a table say: the money, what is still to be done, signs and announcements."""

from functools import partial
from typing import NamedTuple

from host_tools.engine.house.rake import sign
from host_tools.engine.session.settings import game_name, seat_limit
from host_tools.engine.session.state import Session


class Books(NamedTuple):
    """Every chip that was bought is in one of the other places; the tray is apart. Amounts in the smallest coin."""

    hands: int
    bought: int
    cashed: int
    stacks: int
    pot: int
    rake_area: int
    drop_box: int
    jackpot_box: int
    jackpot_caged: int
    tips: int
    tray: int

    @property
    def balanced(self) -> bool:
        """To the coin."""
        placed = self.cashed + self.stacks + self.pot + self.rake_area + self.drop_box
        return self.bought == placed + self.jackpot_box + self.jackpot_caged + self.tips


def books(session: Session) -> Books:
    """The books as they stand, in the middle of a hand, too."""
    return Books(
        session.hands,
        session.bought,
        session.cashed,
        sum(session.stack(seat) for seat in session.seated),
        session.round.pot if session.round is not None else 0,
        session.rake_area,
        session.boxed,
        session.jackpot_box,
        session.caged,
        session.tips,
        session.tray,
    )


def reminders(session: Session) -> tuple[str, ...]:
    """What has been left undone, one sentence each with its paragraph."""
    result = []
    if session.seated and not session.distributed:
        result.append("no deck distribution is recorded for this table [a(5)(ii)]")
    if session.round is None and session.held:
        result.append(f"rake of {session.held} is still in the rake area [o(2)(i)(c)]")
    if session.to_verify:
        result.append("time charges are to be verified [o(2)(iii)(e)]")
    if session.is_open and not session.deck:
        result.append("the deck is to be replaced [p(3)]")
    result += [f"seat {made.seat} waits for the floor: {made.kind} [r(4)]" for made in session.made]
    if session.period is not None:
        result += [
            f"form of {form.name} is pending: no identification [r(2)(vii)]"
            for form in session.period.forms
            if not form.identified
        ]
    return tuple(result)


def _dollars(session: Session, amount: int) -> str:
    return f"${amount / session.table.dollar:.12g}"


def _period(seconds: tuple[int, int]) -> str:
    """From when to when, in hours and minutes of the day: 20:00-1:00."""
    return "-".join(f"{at // 3600 % 24}:{at // 60 % 60:02}" for at in seconds)


def announcement(session: Session) -> str:
    """What may be announced of the table (q): the game, its wagers, the seats that are open; no names."""
    least, most = session.stakes.wagers
    free = max(seat_limit(session.table, session.stakes) - len(session.seated), 0)
    wagers = f"{_dollars(session, least)}-{_dollars(session, most)}"
    return f"{game_name(session.stakes)} {wagers}, {free} {'seat' if free == 1 else 'seats'} open"


def signs(session: Session) -> tuple[str, ...]:
    """What is posted at the table: its rake (o)(3) and, where there is one, the jackpot (r)(2)."""
    result = []
    house = session.table.house
    if house.rake is not None:
        result.append(f"Rake: {sign(house.rake, partial(_dollars, session))}")
    if house.jackpot is not None:
        rules = house.jackpot
        fund = session.period.fund if session.period is not None else 0
        result.append(
            f"Jackpot: {_dollars(session, fund)}. Collected {_period(rules.collection)}, hands qualify "
            f"{_period(rules.qualifying)}. At most {_dollars(session, rules.max_contribution)} of each pot of "
            f"{_dollars(session, rules.min_pot)} or more; "
            f"{rules.min_dealt} players dealt in; equal hands: {rules.division}. "
            f"To be collected within {rules.claim_days} days; nobody has to be present at the end of the period. "
            f"Valid identification is needed for a hand to qualify. {rules.restrictions}"
        )
    return tuple(result)
