"""What a chip takes for each kind of answer, learnt from when its answers were there and when not yet.

An answer fetched too early costs a whole transaction, so the estimate comes down from above, a little with
every answer that was there when expected, and stays above a floor: the latest moment at which one was not
there yet. Starting values are the mid column of the timing table. Times are microseconds after the ACK.
"""

import array

from micropython import const

CONFIG = const(0)
HALT = const(1)
FIRST = const(2)  # a tag listed, field off before
FURTHER = const(3)  # a tag listed, field on
EMPTY = const(4)  # one try that finds nothing
EXCHANGE = const(5)

_FLOOR = const(6)  # the floors stand behind the estimates
_MOST_US = const(65535)
_MARGIN_US = const(200)
_TIMELY_US = const(500)


def latencies():
    """What one chip is taken to need: by kind, when to fetch an answer."""
    return array.array("H", (2000, 4000, 21000, 10000, 24000, 5000, 0, 0, 0, 0, 0, 0))


def learn(us, kind, elapsed, early):
    """An answer was there after `elapsed`; `early` is the last time it was not there yet, 0 if never."""
    floor = us[_FLOOR + kind]
    if early:
        floor = min(max(early + _MARGIN_US, floor), _MOST_US)
        us[_FLOOR + kind] = floor
        us[kind] = max(us[kind], floor)
    elif elapsed - us[kind] < _TIMELY_US:
        if floor:
            floor -= 1  # a chip may have become faster
            us[_FLOOR + kind] = floor
        us[kind] = max(floor, us[kind] - (us[kind] >> 4))


def until_list(us, elapsed, found, least):
    """How long to wait for a list command's answer that was not there at `elapsed`.

    Until a tag would be there (`found` is FIRST or FURTHER) or one try be over, whichever comes next but
    not before `least`; just after either it may be a little late, so then `least` itself.
    """
    tag = us[found] - elapsed
    empty = us[EMPTY] - elapsed
    wait = min(tag, empty)
    if wait <= -least:
        wait = max(tag, empty)
    return max(wait, least)
