"""How loudly a verdict is told: a clean night has few that ask for anybody."""

from railbird import facts, words

INFORM, ATTENTION, HELD = TIERS = ("inform", "attention", "held")

# The floor has to speak, and no deal is held for it: these come between two hands.
HOLD_NOTHING = (facts.V_MISSING_AT_COUNT, facts.V_COUNT_OVERDUE)


def tier(code: int) -> str:
    """'inform': the dealer puts it right; 'attention': somebody has to come; 'held': nothing is dealt before the floor
    has spoken.
    """
    if words.VERDICTS[code][2] == words.DEALER:
        return INFORM
    return ATTENTION if code in HOLD_NOTHING else HELD
