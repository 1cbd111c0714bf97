"""The self-test of a table: everything is measured first, and then judged by what was measured alone."""

from collections.abc import Callable, Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple

from host_tools.bringup.bench import Bench, Row
from host_tools.bringup.symptoms import FAIL, NOTE, PASS, SKIP, SYMPTOMS
from host_tools.bringup.wiring import leads
from railbird.rfid.chip import BUS, CHIP, FRAME, OK, SILENT

LATE_US = 60_000  # after which a table gives up an answer (pn532._ANSWER_LIMIT_US)
_STRETCH_US = 300  # a poll that takes so much longer than the others'
_REFUSALS = 3  # of a sound chip in one set-up, at most
_POLLS = 8
_SDA, _SCL = 1, 2
_TIMEOUT = 110
_PN532 = 0x32

Board = Mapping[str, Any]


class Measured(NamedTuple):
    """Rows of `railbird.bringup`, by the number of bus, multiplexer or reader; `again` is the probe after the reset.
    `outputs` are what a person saw: True, False, None where nobody looked.
    """

    lines: dict[int, Row]
    muxes: dict[int, Row]
    shut: dict[int, Row]
    segments: dict[int, Row]
    probes: dict[int, Row]
    holds: dict[int, Row]
    again: dict[int, Row]
    outputs: dict[str, bool | None]


class Probed(NamedTuple):
    """A row of `probe`, by its names (`railbird.bringup.Probe`)."""

    outcome: int
    last: int
    refused: int
    errno: int
    acks: int
    repeats: int
    quickest: int
    ic: int
    version: int
    revision: int
    supports: int
    antenna: int
    field: int


class Finding(NamedTuple):
    """What one part has, in words; `leads` are those to look at, `says` has the detail of this case."""

    part: str
    level: str
    symptom: str
    says: str
    look: str
    leads: tuple[str, ...]


# -- measuring ----------------------------------------------------------------------------------------------------


def measure(bench: Bench, saw: Callable[[str], bool | None], say: Callable[[str], None]) -> Measured:
    """Ask the board everything. `saw(kind)` tells whether the output that was just switched on does what it should;
    `say` hears which part is on.
    """
    board = bench.board
    found = Measured({}, {}, {}, {}, {}, {}, {}, {})
    buses = [row[0] for row in board["buses"]]
    for k, bus in enumerate(buses):
        say(f"bus {bus}")
        found.lines[k] = bench.row("lines", k)
    for m, row in enumerate(board["muxes"]):
        say(f"mux {m}")
        if found.lines[buses.index(row[0])][0] == _SDA | _SCL:
            found.muxes[m] = bench.row("mux", m, _spare_channel(board, m))
    for i, row in enumerate(board["readers"]):
        say(row[0])
        if _hindered(board, found, i):
            continue
        if row[1] in buses:
            found.segments[i] = bench.row("open", i)
        found.probes[i] = bench.row("probe", i)
    for i, row in found.probes.items():
        if Probed(*row).field:  # perhaps of one that came later, and had been left on by a table
            found.probes[i] = bench.row("probe", i)
    for i in _resettable(board, found):
        say(f"reset of {bench.zones[i]}")
        found.holds[i] = bench.row("hold", i)
        bus = buses.index(board["readers"][i][1])
        if found.lines[bus][2] == 0 and board["readers"][i][2] >= 0:
            found.shut[i] = bench.row("shut", i)
        if _troubled(found, i):
            found.again[i] = bench.row("probe", i)
    for kind, _, _ in board.get("outputs", ()):
        say(kind)
        bench.row("light", kind, 48 if kind == "strip" else 1)
        found.outputs[kind] = saw(kind)
        bench.row("light", kind, 0)
    return found


def _hindered(board: Board, found: Measured, i: int) -> str:
    """What stands between the microcontroller and a reader and does not work; "" where nothing does."""
    bus = board["readers"][i][1]
    for k, row in enumerate(board["buses"]):
        if row[0] == bus and found.lines[k][0] != _SDA | _SCL:
            return f"bus {bus} is held"
    if _deaf(board, found, bus):
        return f"nobody answers on bus {bus}"
    for m, row in enumerate(board["muxes"]):
        if row[0] == bus and found.muxes[m][0]:  # a bus is used only while every multiplexer can be shut
            return f"mux {m} does not answer"
    return ""


def _deaf(board: Board, found: Measured, bus: Any) -> bool:
    """Whether all of several parts that hang on a bus itself are silent, though its lines are high."""
    k = next((k for k, row in enumerate(board["buses"]) if row[0] == bus), None)
    if k is None:
        return False  # SPI, UART
    asked = [found.muxes[m][0] for m, row in enumerate(board["muxes"]) if row[0] == bus and m in found.muxes]
    if any(row[1] == bus and row[2] < 0 for row in board["readers"]):
        asked.append(found.lines[k][2])
    return found.lines[k][0] == _SDA | _SCL and len(asked) > 1 and all(asked)


def _spare_channel(board: Board, mux: int) -> int:
    """A channel without a reader, which cannot hang the bus; the last one where all have one."""
    used = {row[3] for row in board["readers"] if row[2] == mux}
    return max(set(range(8)) - used, default=7)


def _resettable(board: Board, found: Measured) -> list[int]:
    """Readers whose reset shows on the bus: on I2C, with a line, their status not told by a pin."""
    told = {row[0] for row in board.get("irqs", ())}
    return [
        i
        for i, row in enumerate(board["readers"])
        if i in found.segments and row[6] is not None and row[0] not in told
    ]


def _troubled(found: Measured, i: int) -> bool:
    return Probed(*found.probes[i]).outcome != OK or int(found.segments[i][2]) < _POLLS


# -- judging ------------------------------------------------------------------------------------------------------


def judge(board: Board, found: Measured) -> list[Finding]:
    """What each part has, in the order of the wiring; one that has nothing passes."""
    named: list[tuple[str, str, str, str]] = []  # part, symptom, its level here, detail
    for part, symptom, detail in _symptoms(board, found):
        level = SYMPTOMS[symptom].level
        i = next((i for i, row in enumerate(board["readers"]) if row[0] == part), -1)
        if level == FAIL and _healed(symptom, i, found):
            level, detail = NOTE, "gone after what the driver does then: nine clocks, its reset"
        named.append((part, symptom, level, detail))
    wiring = leads(board)
    findings = []
    for part in parts(board):
        own = [row for row in named if row[0] == part]
        for _, symptom, level, detail in own:
            row = SYMPTOMS[symptom]
            says = f"{row.says}: {detail}" if detail else row.says
            which = tuple(
                f"{lead.part} {lead.pin} to {lead.to} {lead.to_pin}"
                for lead in wiring
                if lead.to == _lead_name(part) and lead.to_pin in row.pins
            )
            findings.append(Finding(part, level, symptom, says, row.look, which))
        if not own:
            seen = part not in found.outputs or found.outputs[part] is not None
            findings.append(
                Finding(part, PASS if seen else SKIP, "", "" if seen else "nobody looked", "", ())
            )
    return findings


def parts(board: Board) -> list[str]:
    """Everything that is judged: buses, multiplexers, readers, outputs."""
    return [
        *(f"bus {row[0]}" for row in board["buses"]),
        *(f"mux {m}" for m in range(len(board["muxes"]))),
        *(row[0] for row in board["readers"]),
        *(row[0] for row in board.get("outputs", ())),
    ]


def _lead_name(part: str) -> str:
    return {"strip": "light strip"}.get(part, part)


def _healed(symptom: str, i: int, found: Measured) -> bool:
    """Whether a reader that was in trouble was none after its reset."""
    worked = i in found.probes and not _worst(Probed(*found.probes[i]), found.segments.get(i))
    if worked or i not in found.again or symptom.startswith(("reset", "never", "foreign", "field")):
        return False
    return not _worst(Probed(*found.again[i]), None)


def _symptoms(board: Board, found: Measured) -> Iterator[tuple[str, str, str]]:
    """(part, symptom, detail)."""
    buses = [row[0] for row in board["buses"]]
    for k, bus in enumerate(buses):
        levels = found.lines[k][0]
        if not levels:
            yield f"bus {bus}", "lines_low", ""
        elif not levels & _SCL:
            yield f"bus {bus}", "scl_low", ""
        elif not levels & _SDA:
            yield f"bus {bus}", "sda_low", ""
        elif _deaf(board, found, bus):
            yield f"bus {bus}", "bus_deaf", ""
    for m, mux in enumerate(board["muxes"]):
        if m in found.muxes and _deaf(board, found, mux[0]):
            yield f"mux {m}", "not_reached", f"nobody answers on bus {mux[0]}"
        elif m in found.muxes:
            yield from _mux(board, found, m)
        else:
            yield f"mux {m}", "not_reached", f"bus {mux[0]} is held"
    uninvited = {i for i, row in found.shut.items() if row == [0]}
    for i, row in enumerate(board["readers"]):
        zone, bus = row[:2]
        if hindrance := _hindered(board, found, i):
            yield zone, "not_reached", hindrance
        elif i in uninvited:
            yield zone, "never_shut", ""
        elif any(board["readers"][other][1] == bus for other in uninvited):
            yield zone, "not_reached", "another reader of its bus answers beside it"
        else:
            yield from _reader(board, found, i)
    yield from _fields(board, found)
    yield from _resets(board, found)
    for kind, seen in found.outputs.items():
        if seen is False:
            yield kind, "dark", ""


def _mux(board: Board, found: Measured, m: int) -> Iterator[tuple[str, str, str]]:
    name = f"mux {m}"
    error, opened, *after = found.muxes[m]
    beside = [k for k, row in enumerate(board["muxes"]) if row[0] == board["muxes"][m][0]]
    own = after[beside.index(m)]
    wanted = 1 << _spare_channel(board, m)
    if error:
        yield name, "mux_silent", f"{board['muxes'][m][1]:#x}"
        return
    if opened not in (wanted, -1):
        yield name, "mux_forgets", ""
    if own:
        closed = [k for k, value in zip(beside, after, strict=True) if value == 0 and k != m]
        if closed:
            yield name, "mux_reset_swapped", f"mux {closed[0]}"
        else:
            yield name, "mux_reset_unwired", ""
    mine = [i for i, row in enumerate(board["readers"]) if row[2] == m and i in found.probes]
    if len(mine) > 1 and all(_absent(found, i) for i in mine):
        yield name, "mux_empty", ""


def _absent(found: Measured, i: int) -> bool:
    """Nobody acknowledges there, and both lines are high."""
    segment = found.segments.get(i, [0, _SDA | _SCL, 0, 0, 0])
    probe = Probed(*found.probes[i])
    return probe.outcome == BUS and segment[2] == 0 and segment[1] == _SDA | _SCL


def _reader(board: Board, found: Measured, i: int) -> Iterator[tuple[str, str, str]]:
    zone = board["readers"][i][0]
    probe = Probed(*found.probes[i])
    segment = found.segments.get(i)
    worst = _worst(probe, segment)
    if worst:
        yield zone, worst, ""
        return
    if segment and _is_slow(found, segment):
        yield zone, "stretches", ""
    if probe.refused > _REFUSALS or (segment and segment[2] < _POLLS):
        yield zone, "pauses", ""
    if probe.repeats:
        yield zone, "repeats", f"{probe.repeats} times"
    if probe.antenna:
        yield zone, "no_field", ""


def _worst(probe: Probed, segment: Row | None) -> str:
    """What keeps a reader from working at all, "" where nothing does."""
    if segment and not segment[1]:
        return "lines_low_there"
    if segment and not segment[1] & _SCL:
        return "scl_low_there"
    if segment and not segment[1] & _SDA:
        return "sda_low_there"
    if probe.outcome == BUS:
        if segment and segment[2]:
            return "hangs_bus"
        return "stretches_too_long" if _TIMEOUT in (probe.errno, segment and segment[3]) else "absent"
    if probe.outcome == SILENT:
        return "unanswering" if probe.acks else "silent"
    if probe.outcome in (CHIP, FRAME):
        return "error_frames" if probe.outcome == CHIP else "damaged"
    if probe.quickest > LATE_US:
        return "late"
    return "" if probe.ic == _PN532 else "not_pn532"


def _is_slow(found: Measured, segment: Row) -> bool:
    usual = median(row[4] for row in found.segments.values() if row[2])
    return bool(segment[2]) and segment[4] > usual + _STRETCH_US


def _fields(board: Board, found: Measured) -> Iterator[tuple[str, str, str]]:
    """Readers that see a field which should be off. One that stays on sees itself, and those it couples with see it."""
    seeing = {
        board["readers"][i][0] for i, row in found.probes.items() if row[0] == OK and Probed(*row).field
    }
    near = {
        zone: {zone} | {b if a == zone else a for a, b in board["couplings"] if zone in (a, b)}
        for zone in seeing
    }
    culprits = [zone for zone in sorted(seeing) if near[zone] == seeing]
    for zone in culprits[:1]:
        yield zone, "field_stays", ""
    for zone in sorted(seeing - set(culprits[:1])):
        if culprits:
            yield zone, "field_beside", culprits[0]
        else:
            yield zone, "foreign_field", ""


def _resets(board: Board, found: Measured) -> Iterator[tuple[str, str, str]]:
    """Whose reset line does what, where one can tell: of a reader that was sound before."""
    zones = [row[0] for row in board["readers"]]
    sound = {i for i in found.holds if found.segments[i][2] and found.probes[i][0] == OK}
    for i, row in found.holds.items():
        if any(
            other in found.shut
            for other in found.holds
            if board["readers"][other][1] == board["readers"][i][1]
        ):
            continue  # somebody answers for all
        others = ", ".join(zones[j] for j in sorted(sound - {i}) if not row[j])
        if row[i]:
            yield zones[i], "reset_swapped" if others else "reset_unwired", others
        elif others and i in sound:
            yield zones[i], "reset_bridged", others
