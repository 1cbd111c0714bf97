"""The full rules: ranking, betting, pots, showdown, reading of hand histories.

    state = start("holdem", seats=(1, 4, 6, 9), button=9, stacks=(200,) * 4, blinds=(2, 4))
    while not state.finished:
        state = apply(state, the_event_that_fits(state.next))

It imports `railbird.rules` and nothing else of the project.
"""

from host_tools.engine.beginning import start
from host_tools.engine.events import Event, IllegalEvent, describe
from host_tools.engine.judge import apply, legal
from host_tools.engine.limits import Limits, fixed_limit, no_limit, pot_limit, spread_limit
from host_tools.engine.options import Options, profile
from host_tools.engine.pots import Pot
from host_tools.engine.state import Award, State

__all__ = [
    "Award",
    "Event",
    "IllegalEvent",
    "Limits",
    "Options",
    "Pot",
    "State",
    "apply",
    "describe",
    "fixed_limit",
    "legal",
    "no_limit",
    "pot_limit",
    "profile",
    "spread_limit",
    "start",
]
