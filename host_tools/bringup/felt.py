"""Where the zones of a table lie on the felt, seen from above, and a drawing of a board's.

The dealer sits at the lower edge; seat 1 is at his left hand and the numbers go clockwise. Units are those of the
drawing: the felt is WIDTH by HEIGHT, the origin its upper left corner.
"""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 1000, 640
_CX, _CY = WIDTH / 2, HEIGHT / 2 - 10
_FIRST, _LAST = 224.0, -44.0  # degrees of the first and the last seat, counted as on paper
_RADII = {"seat": (414, 262), "up": (326, 200), "bet": (256, 146)}
_SINGLE = {
    "burn": (408, 520), "muck": (340, 520), "count": (592, 520), "park": (660, 520), "rake": (592, 460),
    "pot": (500, 380),
}  # fmt: skip
_BOARD_X, _BOARD_Y, _BOARD_STEP = 380, 280, 60
_COLOURS = ("#2f6f9f", "#9f5f2f", "#4f7f3f", "#7f4f8f", "#8f3f4f", "#3f7f7f", "#6f6f2f", "#5f5f9f")


class Place(NamedTuple):
    """The middle of a zone and its size."""

    x: int
    y: int
    w: int
    h: int


def place(zone: str, seats: int) -> Place:
    """Where a zone lies on a table of so many seats. ValueError for what is no place on the felt."""
    row, _, number = zone.partition("_")
    if row in _RADII and number.isdigit() and 1 <= int(number) <= seats:
        share = (int(number) - 1) / (seats - 1)
        angle = radians(_FIRST + share * (_LAST - _FIRST))
        a, b = _RADII[row]
        w, h = (50, 30) if row == "bet" else (58, 44)
        return Place(round(_CX + a * cos(angle)), round(_CY - b * sin(angle)), w, h)
    if row == "board" and number.isdigit() and 1 <= int(number) <= 5:
        return Place(_BOARD_X + (int(number) - 1) * _BOARD_STEP, _BOARD_Y, 50, 64)
    if zone in _SINGLE:
        return Place(*_SINGLE[zone], 58, 44)
    raise ValueError(f"zone {zone}: no place on a felt of {seats} seats")


def drawing(board: Mapping[str, Any]) -> str:
    """The zones of a checked board as SVG: a colour for each multiplexer or bus, lines between antennas that couple."""
    places = {row[0]: place(row[0], board["seats"]) for row in board["readers"]}
    wires = sorted({(row[1], row[2]) for row in board["readers"]})
    colours = {wire: _COLOURS[number % len(_COLOURS)] for number, wire in enumerate(wires)}
    parts = _felt(f"{board['name']}: {len(places)} readers")
    for one, other in board["couplings"]:
        a, b = places[one], places[other]
        parts.append(
            f'<line x1="{a.x}" y1="{a.y}" x2="{b.x}" y2="{b.y}" stroke="#d8c878" stroke-dasharray="4 4"/>'
        )
    parts += [_zone(places[row[0]], row, colours[row[1], row[2]]) for row in board["readers"]]
    for number, wire in enumerate(wires):
        parts.append(_text(20 + number * 120, HEIGHT - 12, _wire(*wire), "start", colours[wire]))
    parts += [
        _text(WIDTH - 20, HEIGHT - 12, "dashed line: never on together", "end", "#333"),
        _text(round(_CX), HEIGHT - 34, "dealer", "middle", "#333"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def hot_cold(board: Mapping[str, Any], rates: Mapping[str, float]) -> str:
    """How well each place is read, 0 to 1, as SVG: the colder the bluer, and in figures; a place without a rate is
    grey.
    """
    parts = [
        *_felt(f"{board['name']}: how well each place is read"),
        *(_heat(place(row[0], board["seats"]), row[0], rates.get(row[0])) for row in board["readers"]),
        _text(round(_CX), HEIGHT - 34, "dealer", "middle", "#333"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _heat(at: Place, zone: str, rate: float | None) -> str:
    hue = round(220 * (1 - rate)) if rate is not None else 0  # from blue to red
    colour = f"hsl({hue},70%,38%)" if rate is not None else "#777"
    figure = f"{rate:.0%}" if rate is not None else "?"
    return (
        f'<g><title>{zone}: {figure}</title><rect x="{at.x - at.w // 2}" y="{at.y - at.h // 2}" width="{at.w}"'
        f' height="{at.h}" rx="6" fill="{colour}" stroke="#fff"/>'
        f"{_text(at.x, at.y - 2, zone, 'middle', '#fff')}{_text(at.x, at.y + 13, figure, 'middle', '#fff')}</g>"
    )


def _felt(title: str) -> list[str]:
    """The beginning of a drawing: the table without anything on it."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="12" fill="#333">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f4f2ec"/>',
        f'<ellipse cx="{_CX:g}" cy="{_CY:g}" rx="478" ry="300" fill="#2f6b4f" stroke="#5b3a22" stroke-width="14"/>',
    ]


def _zone(at: Place, row: Sequence[Any], colour: str) -> str:
    zone, bus, mux, channel, sight, limit, line = row
    port = f"m{mux}.{channel}" if mux >= 0 else f"b{bus}"
    about = (
        f"{zone}: {_wire(bus, mux)}, channel {channel}, {sight}, up to {limit} tags, reset {line or 'none'}"
    )
    dashes = ' stroke-dasharray="5 3"' if sight == "passing" else ""
    return (
        f'<g><title>{about}</title><rect x="{at.x - at.w // 2}" y="{at.y - at.h // 2}" width="{at.w}"'
        f' height="{at.h}" rx="6" fill="{colour}" stroke="#fff"{dashes}/>'
        f"{_text(at.x, at.y - 2, zone, 'middle', '#fff')}{_text(at.x, at.y + 13, port, 'middle', '#fff')}</g>"
    )


def _wire(bus: int, mux: int) -> str:
    return f"bus {bus}, mux {mux}" if mux >= 0 else f"bus {bus}"


def _text(x: int, y: int, text: str, anchor: str, colour: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{text}</text>'
