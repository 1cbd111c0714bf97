"""The commands of a set-up and of a look, as whole frames made once (pn532.md 1.7, 2.3 and 2.5)."""

from micropython import const

from railbird.rfid.frame import ACK, command
from railbird.rfid.latency import CONFIG, EMPTY, EXCHANGE, HALT

# Steps. Up to OFF they set the chip up, in this order; OFF ends a look as well.
ABORT = const(0)
SAM = const(1)
VERSION = const(2)
PARAMETERS = const(3)
TIMINGS = const(4)
RETRIES = const(5)
OFF = const(6)
LIST = const(7)
HALT_TAG = const(8)
READ = const(9)
SHORT = const(10)
PING = const(11)
BYTES = const(12)
ASK_UID = const(13)
ANTENNA = const(14)
STATUS = const(15)

FRAMES = (
    ACK,  # from the host it makes the chip drop what it does
    command(b"\x14\x01\x14\x01"),  # SAMConfiguration: normal mode
    command(b"\x02"),  # GetFirmwareVersion
    command(b"\x12\x04"),  # SetParameters: no automatic RATS
    command(b"\x32\x02\x00\x0b\x06"),  # RFConfiguration 02: 3.2 ms for the answer of a tag
    command(b"\x32\x05\xff\x01\x00"),  # RFConfiguration 05: a list command tries once
    command(b"\x32\x01\x00"),  # RFConfiguration 01: field off
    command(b"\x4a\x01\x00"),  # InListPassiveTarget: one tag, 106 kbit/s type A
    command(b"\x44\x00"),  # InDeselect: HLTA to it
    command(b"\x40\x01\x30\x00"),  # InDataExchange: READ of the first pages
    # WriteRegister: no CRC sent or checked (TxMode, RxMode), the last byte has 7 bits (BitFraming)
    command(b"\x08\x63\x02\x00\x63\x03\x00\x63\x3d\x07"),
    command(b"\x42\x26"),  # InCommunicateThru: REQA
    command(b"\x08\x63\x3d\x00"),  # WriteRegister: whole bytes again
    command(b"\x42\x93\x20"),  # InCommunicateThru: anticollision of cascade level 1, no bit known
    command(b"\x00\x07\x22"),  # Diagnose 07: does a current flow in the antenna
    command(b"\x04"),  # GetGeneralStatus: is there a field that is not the chip's own
)

CODES = b"\x00\x15\x03\x13\x33\x33\x33\x4b\x45\x41\x09\x43\x09\x43\x01\x05"
"""The response code of each step."""

KINDS = bytes(
    (CONFIG, CONFIG, CONFIG, CONFIG, CONFIG, CONFIG, CONFIG, EMPTY, HALT)
    + (EXCHANGE, CONFIG, EXCHANGE, CONFIG, EXCHANGE, CONFIG, CONFIG)
)
"""What each step's latency is learnt as."""

PARAMETER_BYTES = bytes((0, 0, 4, 0, 0, 0, 0, 6, 1, 17, 0, 3, 0, 6, 1, 8))
"""Most bytes behind the response code of each step; of a list command without the UID."""
