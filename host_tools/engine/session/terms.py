"""What the floor posts at a table between two rounds of play: another game, other limits, another rake. Handlers of
`night`.

The amounts of an input are words as a sign has them, so that a script, a page and the records write them alike.
"""

import re
from collections.abc import Sequence

from host_tools.engine.events import Event, IllegalEvent
from host_tools.engine.house.rake import Rake, check_filed, check_rake, sign
from host_tools.engine.house.time_charge import TimeCharge, part_fee
from host_tools.engine.limits import Limits, limits
from host_tools.engine.session.between import fits
from host_tools.engine.session.settings import Stakes, check_table, seat_limit
from host_tools.engine.session.state import Session

DIGITS = 12  # of an amount
_STEP = re.compile(r"([0-9]+):([0-9]+)")
_FEE = re.compile(r"([0-9]+)-([0-9]+):([0-9]+)")
_LIKE = {_STEP: "8:1", _FEE: "2-4:12"}


def post_stakes(session: Session, event: Event) -> Session:
    """The game that is played, its limits, blinds, antes and buy-in are these from the next round on. Raises
    IllegalEvent for what could not be played, does not seat all who are in, or has no fee where the hour is charged.
    """
    _, game, posted, blinds, ante, bring_in, buy_in, minimum = event
    _between(session, "change of limits")
    structure, *words = posted.split() or [""]
    amounts = _wholes(words, "c(7)(iii)")
    try:
        bets = limits(structure, amounts)
    except ValueError as error:
        raise IllegalEvent(f"limits {posted!r}: {error}", "c(7)(iii)") from None
    forced, chips = _wholes(blinds.split(), "c(7)(iii)"), _wholes(buy_in.split(), "c(3)")
    if len(chips) != 2:
        raise IllegalEvent(f"buy-in {buy_in!r}: expected the least and the most", "c(3)")
    name = f"{game} {'-'.join(map(str, amounts or forced or (ante,)))}"
    if any(other.name == name for index, other in enumerate(session.table.stakes) if index != session.game):
        raise IllegalEvent(f"{name} is posted already: choose it", "g")
    wagers = _wagers(bets, (*forced, bring_in, ante), chips[1])
    stakes = Stakes(name, game, wagers, (chips[0], chips[1]), forced, ante, bets, bring_in, minimum)
    return _with_stakes(session, stakes)


def _with_stakes(session: Session, stakes: Stakes) -> Session:
    posted = list(session.table.stakes)
    posted[session.game] = stakes
    table = session.table._replace(stakes=tuple(posted))
    check_table(table)
    after = session._replace(table=table, played=0)
    if not fits(after, session.game):
        raise IllegalEvent(f"{stakes.name} seats {seat_limit(table, stakes)}", "f(2)")
    if table.house.rake is not None:
        _has_fee(table.house.rake, stakes)
    return after.noted("g", f"the game is {stakes.name}, {stakes.limits.structure} limit")


def post_rake(session: Session, event: Event) -> Session:
    """The rake is taken so from the next round on; how it is rounded and reckoned stays as it was filed. Raises
    IllegalEvent for what the rules or what the house has filed (o)(1) do not allow.
    """
    _, methods, per_mille, steps, fees, cap = event
    _between(session, "change of the rake")
    before, filed = session.table.house.rake, session.table.filed
    assert before is not None
    assert filed is not None
    levels = tuple((level, amount) for level, amount in _rows(steps, _STEP, "o(2)(ii)"))
    hours = tuple((least, most, fee) for least, most, fee in _rows(fees, _FEE, "o(2)(iii)(b)"))
    time = (before.time or TimeCharge(()))._replace(fees=hours) if hours else None
    rake = before._replace(
        methods=tuple(methods.split()), per_mille=per_mille, steps=levels, time=time, cap=cap
    )
    check_rake(rake)
    check_filed(rake, filed)
    _has_fee(rake, session.stakes)
    if session.to_verify:
        raise IllegalEvent("the time charges have not been verified", "o(2)(iii)(e)")
    table = session.table._replace(house=session.table.house._replace(rake=rake))
    return session._replace(table=table).noted("o(3)", f"the sign is changed: {sign(rake)}")


def _between(session: Session, what: str) -> None:
    """Raises IllegalEvent while a round is being played: its limits and its rake stand."""
    if session.round is not None:
        raise IllegalEvent(f"{what}: a round is being played", "f(4)")


def _has_fee(rake: Rake, stakes: Stakes) -> None:
    """Raises IllegalEvent where the hour is charged and no fee is posted for these limits (o)(2)(iii)(b)."""
    if "time" in rake.methods and rake.time is not None:
        part_fee(rake.time, *stakes.wagers)


def _wagers(bets: Limits, forced: tuple[int, ...], most: int) -> tuple[int, int]:
    """The least and the most that may be wagered: without a bound the largest buy-in."""
    return (bets.least[0] or max(forced), max(bets.most) or most)


def _wholes(words: Sequence[str], rule: str) -> tuple[int, ...]:
    if not all(word.isascii() and word.isdecimal() and len(word) <= DIGITS for word in words):
        raise IllegalEvent(f"{' '.join(words)!r}: expected whole numbers", rule)
    return tuple(map(int, words))


def _rows(text: str, shape: re.Pattern[str], rule: str) -> list[tuple[int, ...]]:
    """The numbers of each word, which is of this shape."""
    found = [shape.fullmatch(word) for word in text.split()]
    if None in found:
        raise IllegalEvent(f"{text!r}: expected whole numbers such as {_LIKE[shape]}", rule)
    return [_wholes(one.groups(), rule) for one in found if one is not None]
