"""What is done against trouble with a reader, in the order in which it is tried; a scanner counts each."""

from micropython import const

RESENT = const(0)  # a command that brought no ACK is sent once more
# the host's ACK makes the chip drop what it does; what waits there is read and thrown away
ABORTED = const(1)
REPLAYED = const(2)  # the chip is configured anew
CHANNEL_WRONG = const(3)  # a multiplexer had something else open than it should
CLOCKED = const(4)  # a line was low: nine clocks
MUX_RESET = const(5)
CHIP_RESET = const(6)
OFFLINE = const(7)  # that did not help either: from now on the reader is tried again only now and then
STEPS = const(8)
