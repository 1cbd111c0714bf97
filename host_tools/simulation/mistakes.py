"""The judge of mistakes: what the dealer did wrong, held against the verdicts that came over the link.

A mistake is answered by the first verdict of its kind that comes while its cards lie wrong, at one of its places. It is
caught when that comes in time, and missed when the board saw enough to know and the table said nothing, or too late.
While a player holds the cards of the place that the card was due to, it may be among them: not the table's time.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from host_tools.link.events import Fact
from host_tools.virtual.felt import Stay
from host_tools.virtual.mistakes import MISPLACE, PASS_OVER, Made
from railbird import facts


class Judgement(NamedTuple):
    """`answers`: which verdicts, by index, a mistake explains; `caught` and `missed` count visible ones only."""

    made: tuple[Made, ...]
    answers: frozenset[int]
    caught: int
    missed: tuple[Made, ...]


def judge(made: Sequence[Made], verdicts: Sequence[Fact], stays: Sequence[Stay] = ()) -> Judgement:
    """Each mistake and its answer; a verdict answers one mistake at most. `stays` is the felt's log. A mistake that was
    put right before the table had its time is neither caught nor missed.
    """
    answers: set[int] = set()
    missed = []
    caught = 0
    for mistake in made:
        number = next(
            (n for n, fact in enumerate(verdicts) if n not in answers and _answers(mistake, fact)), None
        )
        until = mistake.end
        if number is not None:
            answers.add(number)
            until = verdicts[number].t_ms * 1000
        took = until - mistake.begin
        if mistake.kind.act in (MISPLACE, PASS_OVER):
            took -= sum(taken_up(stays, zone, mistake.begin, until) for zone in mistake.zones[1:2])
        late = took // 1000 > mistake.kind.within
        if mistake.visible and late:
            missed.append(mistake)
        caught += mistake.visible and not late and number is not None
    return Judgement(tuple(made), frozenset(answers), caught, tuple(missed))


def taken_up(stays: Sequence[Stay], zone: str, begin: int, until: int) -> int:
    """For how long (us), from `begin` to `until`, every card that had landed at a zone was out of all sight: in its
    player's hands, or gone for good. `stays` in the order in which they began.
    """
    since: dict[int, int] = {}
    landed, lying = [], []
    for stay in stays:
        if stay.zone == zone:
            lying.append((stay.begin, until if stay.end is None else stay.end))
            if stay.landing:
                since.setdefault(stay.code, stay.begin)
        elif stay.code in since:
            landed.append((since.pop(stay.code), stay.begin))
    landed += [(first, until) for first in since.values()]
    marks = {min(max(mark, begin), until) for span in landed + lying for mark in span}
    steps = sorted(marks | {begin, until})
    return sum(after - at for at, after in pairwise(steps) if _within(at, landed) and not _within(at, lying))


def _within(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first <= at < last for first, last in spans)


def _answers(mistake: Made, fact: Fact) -> bool:
    places = [facts.zone_id(zone) for zone in mistake.zones] or [facts.NO_ZONE]
    return (
        fact.code in mistake.kind.codes
        and fact.zone in places
        and mistake.begin // 1000 <= fact.t_ms <= mistake.end // 1000
    )
