"""An evening as charts: four drawings in one SVG, made here, without a library. Every bar says its figure in words."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.sax.saxutils import escape

from host_tools.records.evening_figures import HOUR_MS, Figures
from railbird import words

WIDTH, HEIGHT = 760, 520
_W, _H, _GAP = 340, 170, 40  # of a drawing, and between two
_LEFT, _TOP = 30, 40
_INK, _SOFT = "#f1efe8", "#aebbc0"
_COLOURS = {words.DEALER: "#6ea8d8", words.FLOOR: "#f2b544", words.STOP: "#ff7d6b"}
_TIERS = {words.DEALER: "dealer", words.FLOOR: "floor", words.STOP: "stop"}
_FONT = 'font-family="system-ui, sans-serif"'


def charts(name: str, told: Figures | None) -> str:
    """The SVG of an evening at the table called `name`."""
    if told is None:
        return _svg(f"{name}: nothing is recorded yet", "", [])
    hours = [_hour(told.begin + n * HOUR_MS) for n in range(len(told.hands))]
    alerts = [(_TIERS[tier], _COLOURS[tier], values) for tier, values in told.alerts.items()]
    trouble = told.trouble or {"none": 0.0}
    drawings = [
        _bars("Hands an hour", hours, [("hands", "#58c08c", told.hands)]),
        _bars("Rake an hour", hours, [("rake", "#f2c14e", told.rake)]),
        _bars("Verdicts an hour, by who has to hear of them", hours, alerts),
        _bars("Readers: minutes UNKNOWN", list(trouble), [("minutes", "#ff7d6b", tuple(trouble.values()))]),
    ]
    summary = (
        f"{sum(told.hands)} hands, rake {sum(told.rake)}, "
        f"{sum(map(sum, told.alerts.values()))} verdicts, readers UNKNOWN for {sum(told.trouble.values()):.1f} minutes"
    )
    return _svg(f"{name}: the evening from {_day(told.begin)} UTC", summary, drawings)


def _svg(title: str, summary: str, drawings: Sequence[str]) -> str:
    placed = [
        f'<g transform="translate({_LEFT + n % 2 * (_W + _GAP)},{_TOP + n // 2 * (_H + 60)})">{drawing}</g>'
        for n, drawing in enumerate(drawings)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="evening-title evening-told"><title id="evening-title">{escape(title)}</title>'
        f'<desc id="evening-told">{escape(summary)}</desc>'
        f'<text x="{_LEFT}" y="22" fill="{_INK}" font-size="15" {_FONT}>{escape(title)}</text>'
        f"{''.join(placed)}</svg>"
    )


def _bars(title: str, labels: Sequence[str], series: Sequence[tuple[str, str, Sequence[float]]]) -> str:
    """Bars side by side, one group a label, and the names of the series where there are several."""
    most = max([1.0, *(value for _, _, values in series for value in values)])
    slot = _W / max(len(labels), 1)
    width = slot * 0.8 / max(len(series), 1)
    parts = [
        f'<text y="-6" fill="{_INK}" font-size="13" {_FONT}>{escape(title)}</text>',
        f'<line x1="0" y1="{_H}" x2="{_W}" y2="{_H}" stroke="{_SOFT}"/>',
        f'<text x="{_W}" y="-6" text-anchor="end" fill="{_SOFT}" font-size="11" {_FONT}>at most {most:g}</text>',
    ]
    for place, (name, colour, values) in enumerate(series):
        if len(series) > 1:
            parts.append(
                f'<text x="{place * 70}" y="{_H + 32}" fill="{colour}" font-size="11" {_FONT}>{escape(name)}</text>'
            )
        for n, value in enumerate(values):
            height = round(value / most * (_H - 12), 1)
            x = round(n * slot + slot * 0.1 + place * width, 1)
            parts.append(
                f'<rect x="{x}" y="{round(_H - height, 1)}" width="{round(width, 1)}" height="{height}" '
                f'fill="{colour}"><title>{escape(labels[n])}: {value:g} {escape(name)}</title></rect>'
            )
    step = max(1, -(-len(labels) // 8))
    for n in range(0, len(labels), step):
        parts.append(
            f'<text x="{round((n + 0.5) * slot, 1)}" y="{_H + 15}" text-anchor="middle" fill="{_SOFT}" '
            f'font-size="11" {_FONT}>{escape(labels[n])}</text>'
        )
    return "".join(parts)


def _hour(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%H:00")


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:00")
