"""What a self-test may find, as a table: how bad it is, what it says, where to look, which leads it names."""

from typing import NamedTuple

PASS, NOTE, FAIL, SKIP = "pass", "note", "fail", "not reached"


class Symptom(NamedTuple):
    """One row. A note leaves a table able to deal; `pins` are those of the part whose leads are named, as
    `bringup.wiring` calls them.
    """

    level: str
    says: str
    look: str
    pins: tuple[str, ...] = ()


_I2C = ("SDA", "SCL", "SDA, SCL")

SYMPTOMS = {
    # a bus
    "scl_low": Symptom(
        FAIL,
        "SCL is low with every channel shut",
        "a short to ground, no pull-up on this line, a part that holds it: take them off one by one",
        ("SCL",),
    ),
    "sda_low": Symptom(
        FAIL,
        "SDA is low with every channel shut, and nine clocks do not free it",
        "a short to ground, no pull-up on this line, a part that holds it: take them off one by one",
        ("SDA",),
    ),
    "lines_low": Symptom(
        FAIL,
        "SDA and SCL are both low with every channel shut",
        "the pull-ups to 3.3 V, and that 3.3 V is there; a part without power may clamp both: take the parts off one by"
        " one, what stays low with none on the bus is the pull-ups",
        ("SDA", "SCL"),
    ),
    "bus_deaf": Symptom(
        FAIL,
        "SDA and SCL are high, and nobody on it answers",
        "SDA and SCL swapped at the microcontroller, supply and ground of all its parts: from here both look the same",
        ("SDA", "SCL"),
    ),
    # a multiplexer
    "mux_silent": Symptom(
        FAIL,
        "does not answer at its address",
        "its supply and ground, SDA and SCL (swapped?), A2 A1 A0 (two at one address?), RESET held low",
        ("SDA, SCL", "RESET"),
    ),
    "mux_forgets": Symptom(
        FAIL, "does not keep the channel it was told to open", "its supply, SDA and SCL", ("SDA, SCL",)
    ),
    "mux_reset_unwired": Symptom(
        FAIL, "a pulse on its reset line does nothing", "the lead to RESET", ("RESET",)
    ),
    "mux_reset_swapped": Symptom(FAIL, "its reset line resets another", "the leads to RESET", ("RESET",)),
    "mux_empty": Symptom(
        FAIL,
        "none of its readers answers",
        "the supply of the readers, its own SD and SC side, the readers' switches",
    ),
    # a reader's wires
    "scl_low_there": Symptom(
        FAIL,
        "SCL goes low when its channel opens",
        "a short to ground on this segment, a module that holds it",
        _I2C,
    ),
    "sda_low_there": Symptom(
        FAIL,
        "SDA goes low when its channel opens",
        "a short to ground on this segment, a module that holds it",
        _I2C,
    ),
    "lines_low_there": Symptom(
        FAIL,
        "SDA and SCL both go low when its channel opens",
        "the pull-ups of this segment, a module that clamps both for want of 3.3 V: with its plug off, what stays low"
        " is the pull-ups",
        _I2C,
    ),
    "absent": Symptom(
        FAIL,
        "its address 0x24 is not acknowledged",
        "the cable, 3.3 V and GND at the module, its switches (I2C: 1 on, 2 off), SDA and SCL swapped: from here all "
        "look the same, so measure 3.3 V at the module first",
        _I2C,
    ),
    "hangs_bus": Symptom(
        FAIL, "the bus hangs when it is talked to", "its supply; a clone: another module", _I2C
    ),
    "never_shut": Symptom(
        FAIL,
        "it answers though its channel is shut",
        "a bridge between its lines and those of the bus or of another channel",
        _I2C,
    ),
    "stretches_too_long": Symptom(
        FAIL, "it holds the clock for longer than 5 ms", "its supply; a clone: another module", _I2C
    ),
    "stretches": Symptom(NOTE, "it holds the clock at every address", "a clone; works, and is slower"),
    "pauses": Symptom(
        NOTE,
        "it does not acknowledge until it has had longer pauses",
        "long cables, weak pull-ups, a clone; works, and is slower",
    ),
    # a reader's chip
    "silent": Symptom(
        FAIL, "it acknowledges its address and says nothing", "its supply (sagged?): take its power away once"
    ),
    "unanswering": Symptom(
        FAIL, "it acknowledges commands and never answers", "its supply: take its power away once"
    ),
    "late": Symptom(FAIL, "its answers take more than 60 ms", "its supply; a clone: another module"),
    "error_frames": Symptom(FAIL, "it answers with its error frame", "another module"),
    "damaged": Symptom(
        FAIL,
        "its answers are damaged",
        "cable length and pull-ups, 100 kHz instead of 400, two modules on one channel",
        _I2C,
    ),
    "repeats": Symptom(
        NOTE, "it had to be asked again", "cable length and pull-ups, 100 kHz instead of 400", _I2C
    ),
    "not_pn532": Symptom(FAIL, "it says that it is no PN532", "the module"),
    # a reader's field
    "no_field": Symptom(
        FAIL, "no current flows in its antenna", "the antenna's joints and lead, 5 V or 3.3 V of the module"
    ),
    "field_stays": Symptom(FAIL, "its field stays on when it is told off", "take its power away; the module"),
    "field_beside": Symptom(NOTE, "it sees the field of another that stays on", "that one first"),
    "foreign_field": Symptom(
        FAIL, "there is a field that is not its own", "another reader close by, not of this table"
    ),
    # a reader's reset
    "reset_unwired": Symptom(
        FAIL,
        "it answers while its reset line is low",
        "the lead to RSTPD_N (RSTO is an output and resets nothing)",
        ("RSTPD_N",),
    ),
    "reset_swapped": Symptom(
        FAIL, "its reset line resets another", "the leads to RSTPD_N, swapped", ("RSTPD_N",)
    ),
    "reset_bridged": Symptom(
        FAIL, "its reset line resets another as well", "a bridge between the leads to RSTPD_N", ("RSTPD_N",)
    ),
    # an output
    "dark": Symptom(FAIL, "it does nothing", "its supply, ground in common, the data lead", ("DIN", "+")),
    # what stands behind something else that fails
    "not_reached": Symptom(SKIP, "not reached", "first what stands before it"),
}
