"""The kinds of messages between table and host, by number; what is in them says `formats`."""

from micropython import const

HELLO = const(1)
WELCOME = const(2)
FACT = const(3)
COMMAND = const(4)
RESULT = const(5)
BEAT = const(6)
ACK = const(7)
SECRET = const(8)
CHALLENGE = const(9)
PROVE = const(10)
REFUSED = const(11)
HEAD = const(12)

MODE_DEVELOPMENT = const(0)  # cards travel in clear
MODE_PLAY = const(1)  # every frame under a MAC, down cards sealed
