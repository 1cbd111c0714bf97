"""The parts of a table, put together as its board says. Loaded at the start, and let go."""

from railbird import facts
from railbird.lamps import Lamps
from railbird.rfid.registry import Registry
from railbird.rfid.scanner import Scanner, counted_at
from railbird.rules import cards
from railbird.table import Table


def assemble(emit, take, port, board, image, chips):
    """The table, its scanner and its lamps: facts go to `emit`, inputs to `take`."""
    ups = spots = 0
    for row in board["readers"]:
        zone = facts.zone_id(row[0])
        if facts.Z_UP < zone <= facts.Z_UP + facts.SEATS:
            ups |= 1 << (zone - facts.Z_UP - 1)
        elif facts.Z_BOARD < zone <= facts.Z_BOARD + facts.BOARD_PLACES:
            spots |= 1 << (zone - facts.Z_BOARD - 1)
    table = Table(emit, ups, spots)
    buses = {row[0]: port.bus(row) for row in board["buses"]}
    registry = Registry(image)
    if chips:
        registry.longest = max(registry.longest, chips.longest)
    table.two_decks = registry.count > 2 * cards.DECK_SIZE  # each whole, with its cover card
    if "spis" in board or "uarts" in board or "irqs" in board:
        from railbird.rfid.lines import connect  # few boards have them

        connect(board, port, buses)
    scanner = Scanner(board, buses, registry, table, take, port.line)
    if chips:
        chips.attach(registry, board, scanner, take)
    zones = scanner.zones
    if facts.Z_BURN not in zones:  # burns are inferred, and never waited for
        table.deal.reader(facts.Z_BURN, False)
    table.count_zone = counted_at(zones)
    outputs = {row[0]: port.output(row) for row in board.get("outputs", ())}
    return table, scanner, Lamps(table, board["seats"], outputs.get("strip"), outputs.get("buzzer"))
