"""The kill of Omaha high-low eight or better: who gets the lammer, what the next hand is played for ((j)(9), S08)."""

from host_tools.engine.limits import Limits
from host_tools.engine.state import State


def stakes(limits: Limits, mode: str) -> tuple[Limits, int]:
    """The limits of a kill hand and the blind that the killer posts: twice the posted ones, half as much again in a
    half-kill. Raises ValueError for another mode than 'half' or 'full', or where a half would not be whole.
    """
    if mode not in ("half", "full"):
        raise ValueError(f"kill {mode!r}: expected half or full")
    times = 4 if mode == "full" else 3
    amounts = (*limits.least, *limits.most)
    if any(amount * times % 2 for amount in amounts):
        raise ValueError(f"limits {list(amounts)}: a half-kill does not come out whole")
    small, big, most, big_most = [amount * times // 2 for amount in amounts]
    return limits._replace(least=(small, big), most=(most, big_most)), small


def lammer(state: State, holder: int | None, threshold: int) -> int | None:
    """Who has the kill lammer after a finished hand, None = nobody.

    The winner of an entire pot larger than `threshold` gets it, whether shown down or uncontested; the pot is what
    was bet without uncalled bets, before any rake. A pot that does not qualify ends the kill, as does one split
    between high and low; one that is tied for high without a low leaves the lammer where it is. Raises ValueError
    for a hand that is not over.
    """
    if not state.finished:
        raise ValueError("the hand is not over")
    if sum(state.wager.paid) + state.wager.dead <= threshold:
        return None
    winners = {award.seat for award in state.awards}
    if len(winners) == 1:
        return winners.pop()
    return None if any(award.part == "low" for award in state.awards) else holder
