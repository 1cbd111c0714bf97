"""From a board's definition to its readers: which hang where, and which of their antennas couple."""

from micropython import const

from railbird.rfid.chip import Answer
from railbird.rfid.mux import DIRECT, Trunk
from railbird.rfid.pn532 import Reader

_SPARE = const(6)  # tags a look lists beyond a zone's limit; some are heard across
_CHIPS = const(20)  # tags that a look lists in a zone for chips (`chips.SLOTS`)
_CHANNELS = const(8)


def neighbours(board):
    """For each reader the indices of those whose antennas couple with its own."""
    names = [row[0] for row in board["readers"]]
    found: list[list[int]] = [[] for _ in names]
    for one, other in board["couplings"]:
        a = names.index(one)
        b = names.index(other)
        found[a].append(b)
        found[b].append(a)
    return [bytes(row) for row in found]


def groups(coupled):
    """For each reader the number of the group whose antennas may all be on together: the first that fits.

    `coupled` is what `neighbours` returns.
    """
    group = bytearray(b"\xff" * len(coupled))
    for i in range(len(coupled)):
        taken = [group[k] for k in coupled[i]]
        group[i] = 0
        while group[i] in taken:
            group[i] += 1
    return group


def readers(board, buses, registry, line, steps):
    """The readers of a board, and the trunks of its buses that they are on. `buses` maps bus ids to buses, and
    the zones of readers whose IRQ line is wired to that line; `line` drives reset lines, `steps` counts what is done
    against trouble.
    """
    muxes = board["muxes"]
    trunks = {}
    base = {}
    for row in board["buses"]:
        mine = [k for k in range(len(muxes)) if muxes[k][0] == row[0]]
        addresses = bytes([muxes[k][1] for k in mine])
        trunks[row[0]] = Trunk(buses[row[0]], addresses, [muxes[k][2] for k in mine], line, steps)
        for k in mine:
            base[k] = _CHANNELS * mine.index(k)
    answer = Answer(registry.longest)
    made = []
    for zone, bus, number, channel, sight, limit, reset in board["readers"]:
        place = base[number] + channel if number >= 0 else DIRECT
        trunk = trunks.get(bus)
        if trunk is None or zone in buses:
            from railbird.rfid.lines import other

            trunk = other(trunk, board, buses, bus, channel, zone)
            trunk.line = line
            trunk.steps = steps
        cap = _CHIPS if sight == "chips" else limit + _SPARE
        made.append(Reader(trunk, place, cap, answer, reset))
    return made, list(trunks.values())
