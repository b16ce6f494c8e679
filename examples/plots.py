"""Curves and bars, as SVG that needs nothing, and as one line of a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import log10

COLOURS = ("#1b6ca8", "#d1495b", "#66a182", "#8d6a9f")
BLOCKS = "▁▂▃▄▅▆▇█"
_STYLE = "font-family:system-ui,sans-serif;font-size:12px;fill:#333"
_WIDTH = 760


def line_of_blocks(values: Sequence[float], low: float, high: float, width: int = 48) -> str:
    """Each mean of a part of the values as a block between the lowest and the highest."""
    parts = [values[len(values) * n // width : max(len(values) * (n + 1) // width, 1)] for n in range(width)]
    means = [sum(part) / len(part) for part in parts if len(part)]
    step = (high - low) / len(BLOCKS) or 1.0
    return "".join(BLOCKS[max(0, min(int((mean - low) / step), len(BLOCKS) - 1))] for mean in means)


def curves(title: str, panels: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """A panel for each name, and in it a curve for each; the first is drawn broadest, for the others to lie on it."""
    wide, high, left = _WIDTH // 2, 170, 46
    parts = [_text(10, 20, title, "bold")]
    for number, (name, series) in enumerate(panels.items()):
        x, y = (number % 2) * wide + left, 60 + (number // 2) * (high + 50)
        top = max(max(values) for values in series.values())
        parts += [
            _text(x, y - 8, name),
            f'<path d="M{x} {y}v{high}h{wide - left - 20}" fill="none" stroke="#999"/>',
            _text(x - 6, y + 8, f"{top:.2g}", anchor="end"),
            _text(x - 6, y + high, "0", anchor="end"),
        ]
        for index, values in enumerate(series.values()):
            step = (wide - left - 20) / max(len(values) - 1, 1)
            points = ((x + n * step, y + high - value / top * high) for n, value in enumerate(values))
            parts.append(_line(" ".join(f"{a:.1f},{b:.1f}" for a, b in points), index))
    bottom = 60 + -(-len(panels) // 2) * (high + 50)
    for index, name in enumerate(next(iter(panels.values()))):
        x = 10 + index * 230
        parts += [_line(f"{x},{bottom - 14} {x + 30},{bottom - 14}", index), _text(x + 38, bottom - 10, name)]
    return _svg(_WIDTH, bottom + 6, parts)


def bars(title: str, rows: Sequence[tuple[str, float]]) -> str:
    """Ratios from a tenth to a thousand times: 1 is a line that no bar hides."""
    left, right, high = 380, _WIDTH - 60, 22
    low, top = min(-0.5, *(log10(value) for _, value in rows)), max(0.5, *(log10(value) for _, value in rows))

    def at(value: float) -> float:
        return left + (log10(value) - low) / (top - low) * (right - left)

    parts = [_text(10, 20, title, "bold")]
    for number, (name, value) in enumerate(rows):
        y = 40 + number * high
        first, last = sorted((at(1), at(value)))
        colour = COLOURS[1] if value > 1 else COLOURS[2]
        parts += [
            _text(left - 10, y + 11, name, anchor="end"),
            f'<rect x="{first:.1f}" y="{y}" width="{max(last - first, 1):.1f}" height="14" fill="{colour}"/>',
            _text(last + 6 if value > 1 else at(1) + 6, y + 11, f"{value:.2f}" if value < 10 else f"{value:.0f}"),
        ]
    bottom = 40 + len(rows) * high
    parts.append(f'<path d="M{at(1):.1f} 34V{bottom}" stroke="#333"/>')
    return _svg(_WIDTH, bottom + 10, parts)


def _line(points: str, index: int) -> str:
    look = f'stroke="{COLOURS[index % len(COLOURS)]}" stroke-width="{max(5 - 2 * index, 1)}"'
    return f'<polyline points="{points}" fill="none" {look}/>'


def _text(x: float, y: float, text: str, weight: str = "normal", anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" style="{_STYLE}">'
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="white"/>', *parts, "</svg>\n"])
