"""Curves as inline SVG: nothing is loaded, everything is escaped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from paddle_migrate.chinese.sentences import said

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 900, 320, 70, 30, 46, 15
IN_A_ROW = 3  # of the legend
TICKS = 5
DASHES = ("", "7 4", "2 4")  # so that curves that lie on each other are both seen


NO_DIFFERENCE, NO_STEPS = "No difference at all: every figure is exactly the same.", "No steps."


@dataclass(frozen=True)
class Curve:
    """One value for each step, from step 1."""

    name: str
    colour: str
    values: Sequence[float]


def draw(curves: Sequence[Curve], marks: Sequence[tuple[int, str]] = (), log: bool = False) -> str:
    """`marks`: steps to be pointed at. On a log scale what is 0 has no place, and is left out."""
    shown = [v for curve in curves for v in curve.values if math.isfinite(v) and (v > 0 or not log)]
    if not shown:
        return f"<p>{escape(said(NO_DIFFERENCE if log else NO_STEPS))}</p>"
    low, high = _range(shown, log)
    steps = max(len(curve.values) for curve in curves)
    parts = [_axis(low, high, log), _steps(steps), *(_mark(step, text, steps) for step, text in marks)]
    for number, curve in enumerate(curves):
        parts.append(_line(curve, number, steps, low, high, log))
        parts.append(_legend(curve, number))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-size="12" fill="currentColor">{"".join(parts)}</svg>'


def _range(values: Sequence[float], log: bool) -> tuple[float, float]:
    scaled = [_scaled(value, log) for value in values]
    low, high = (math.floor(min(scaled)), math.ceil(max(scaled))) if log else (min(scaled), max(scaled))
    return (low, high) if high > low else (low - 1, high + 1)


def _scaled(value: float, log: bool) -> float:
    return math.log10(value) if log else value


def _x(step: float, steps: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (step - 1) / max(1, steps - 1)


def _y(scaled: float, low: float, high: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - scaled) / (high - low)


def _axis(low: float, high: float, log: bool) -> str:
    lines: list[str] = []
    for number in range(TICKS + 1):
        at = low + (high - low) * number / TICKS
        y = _y(at, low, high)
        label = f"{10**at:.0e}" if log else f"{at:.4g}"
        ends = f'x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
        lines.append(f'<line {ends} stroke="currentColor" stroke-opacity=".2"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    return "".join(lines)


def _steps(steps: int) -> str:
    every = max(1, math.ceil(steps / 10))
    return "".join(
        f'<text x="{_x(step, steps):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{step}</text>'
        for step in range(1, steps + 1, every)
    )


def _mark(step: int, text: str, steps: int) -> str:
    x = _x(step, max(steps, step))
    label = f'<text x="{x + 4:.1f}" y="{TOP + 12}" fill="#d33">{escape(text)}</text>'
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#d33"/>{label}'


def _line(curve: Curve, number: int, steps: int, low: float, high: float, log: bool) -> str:
    """Broken where a value is missing; a point that stands alone is a dot."""
    strokes: list[list[str]] = [[]]
    for step, value in enumerate(curve.values, 1):
        if not math.isfinite(value) or (log and value <= 0):
            strokes.append([])
            continue
        strokes[-1].append(f"{_x(step, steps):.1f},{_y(_scaled(value, log), low, high):.1f}")
    colour, dash = escape(curve.colour), DASHES[number % len(DASHES)]
    return "".join(
        f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2" '
        f'stroke-dasharray="{dash}"/>'
        if len(points) > 1
        else f'<circle cx="{points[0].split(",")[0]}" cy="{points[0].split(",")[1]}" r="3" fill="{colour}"/>'
        for points in strokes
        if points
    )


def _legend(curve: Curve, number: int) -> str:
    x, y = LEFT + 10 + number % IN_A_ROW * 270, 18 + number // IN_A_ROW * 16
    return f'<text x="{x}" y="{y}" fill="{escape(curve.colour)}">&#9473; {escape(curve.name)}</text>'
