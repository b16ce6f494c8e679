"""Curves and bars as SVG, and in a line of a terminal."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import plots

SVG = "{http://www.w3.org/2000/svg}"


def test_a_line_falls_as_its_numbers_do() -> None:
    assert plots.line_of_blocks([8.0, 7, 6, 5, 4, 3, 2, 1], 1, 9, 8) == plots.BLOCKS[::-1]
    assert set(plots.line_of_blocks([1.0, 1], 1, 1, 4)) == {"▁"}
    assert len(plots.line_of_blocks([*map(float, range(1000))], 0, 999)) == 48


def test_equal_curves_lie_on_one_another() -> None:
    panels = {"a <b>": {"old": [4.0, 2, 1], "new": [4.0, 2, 1]}, "c": {"old": [1.0, 0.5], "new": [0.5, 1]}}
    drawn = ElementTree.fromstring(plots.curves("Losses", panels))
    first, second, third, fourth, *_ = [line.get("points") for line in drawn.iter(f"{SVG}polyline")]
    assert first == second
    assert third != fourth
    assert {"a <b>", "old", "new"} <= {text.text for text in drawn.iter(f"{SVG}text")}


def test_bars_begin_at_one() -> None:
    drawn = ElementTree.fromstring(plots.bars("Ratios", [("slower", 2.0), ("faster", 0.25), ("far", 300.0)]))
    (line,) = [float(re.match(r"M([\d.]+)", path.get("d"))[1]) for path in drawn.iter(f"{SVG}path")]
    slower, faster, far = [rect for rect in drawn.iter(f"{SVG}rect") if rect.get("height") == "14"]
    assert float(slower.get("x")) == float(far.get("x")) == line
    assert round(float(faster.get("x")) + float(faster.get("width")), 1) == line
    assert {"2.00", "0.25", "300"} <= {text.text for text in drawn.iter(f"{SVG}text")}
