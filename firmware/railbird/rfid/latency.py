"""What a chip takes for each kind of answer, learnt from when its answers were there and when not yet.

An answer fetched too early costs a whole transaction, so the estimate comes down from above, a little with
every answer that was there when expected, and stays above a floor: the latest moment at which one was not
there yet. Starting values are the mid column of the timing table. Times are microseconds after the ACK.
"""

from micropython import const

CONFIG = const(0)
HALT = const(1)
FIRST = const(2)  # a tag listed, field off before
FURTHER = const(3)  # a tag listed, field on
EMPTY = const(4)  # one try that finds nothing
EXCHANGE = const(5)

_MARGIN_US = const(200)
_TIMELY_US = const(500)


class Latencies:
    """The estimates of one chip; `us[kind]` is when to fetch an answer."""

    def __init__(self):
        self.us = [2000, 4000, 21000, 10000, 24000, 5000]
        self._floor = [0, 0, 0, 0, 0, 0]

    def learn(self, kind, elapsed, early):
        """An answer was there after `elapsed`; `early` is the last time it was not there yet, 0 if never."""
        us = self.us
        floor = self._floor
        if early:
            if early + _MARGIN_US > floor[kind]:
                floor[kind] = early + _MARGIN_US
            if us[kind] < floor[kind]:
                us[kind] = floor[kind]
        elif elapsed - us[kind] < _TIMELY_US:
            if floor[kind]:
                floor[kind] -= 1  # a chip may have become faster
            us[kind] = max(floor[kind], us[kind] - (us[kind] >> 4))

    def until_list(self, elapsed, found, least):
        """How long to wait for a list command's answer that was not there at `elapsed`.

        Until a tag would be there (`found` is FIRST or FURTHER) or one try be over, whichever comes next but
        not before `least`; just after either it may be a little late, so then `least` itself.
        """
        tag = self.us[found] - elapsed
        empty = self.us[EMPTY] - elapsed
        wait = min(tag, empty)
        if wait <= -least:
            wait = max(tag, empty)
        return max(wait, least)
