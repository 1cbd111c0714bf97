"""The judge of mistakes: what the dealer did wrong, held against the verdicts that came over the link.

A mistake is answered by the first verdict of its kind that comes while its cards lie wrong, at one of its places. It is
caught when that comes in time, and missed when the board saw enough to know and the table said nothing, or too late.
"""

from collections.abc import Sequence
from typing import NamedTuple

from host_tools.link.events import Fact
from host_tools.virtual.mistakes import Made
from railbird import facts


class Judgement(NamedTuple):
    """`answers`: which verdicts, by index, a mistake explains; `caught` and `missed` count visible ones only."""

    made: tuple[Made, ...]
    answers: frozenset[int]
    caught: int
    missed: tuple[Made, ...]


def judge(made: Sequence[Made], verdicts: Sequence[Fact]) -> Judgement:
    """Each mistake and its answer; a verdict answers one mistake at most."""
    answers: set[int] = set()
    missed = []
    caught = 0
    for mistake in made:
        number = next(
            (n for n, fact in enumerate(verdicts) if n not in answers and _answers(mistake, fact)), None
        )
        if number is not None:
            answers.add(number)
        in_time = number is not None and verdicts[number].t_ms <= mistake.begin // 1000 + mistake.kind.within
        if mistake.visible:
            caught += in_time
            if not in_time:
                missed.append(mistake)
    return Judgement(tuple(made), frozenset(answers), caught, tuple(missed))


def _answers(mistake: Made, fact: Fact) -> bool:
    places = [facts.zone_id(zone) for zone in mistake.zones] or [facts.NO_ZONE]
    return (
        fact.code in mistake.kind.codes
        and fact.zone in places
        and mistake.begin // 1000 <= fact.t_ms <= mistake.end // 1000
    )
