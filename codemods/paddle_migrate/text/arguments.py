"""The arguments of a call, and what else commas part."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.text.source import Source


def argument(call: cst.Call, position: int, name: str) -> cst.BaseExpression | None:
    """What the call passes for a parameter; None when it passes nothing, or where a star hides what it passes."""
    for i, arg in enumerate(call.args):
        if arg.star:
            return None
        if (arg.keyword and arg.keyword.value == name) or (not arg.keyword and i == position):
            return arg.value
    return None


def without(source: Source, spans: list[tuple[int, int]], numbers: list[int]) -> list[tuple[int, int]]:
    """What to delete so that these of several things go that commas part; comments between them stay."""
    last_kept = max((n for n in range(len(spans)) if n not in numbers), default=-1)
    gone = []
    for number in numbers:
        start, end = spans[number]
        before = (spans[number - 1][1] if number else start, start)
        gap = (end, spans[number + 1][0]) if number < last_kept else before
        if "#" not in source.text[slice(*gap)]:
            gone.append((min(start, gap[0]), max(end, gap[1])))
            continue
        comma = re.compile(r"\s*,").match(source.text, end)
        gone.append(whole_lines(source, start, comma.end() if comma else end))
    return gone


def whole_lines(source: Source, start: int, end: int) -> tuple[int, int]:
    """[start, end), or the lines it stands on when nothing else stands there."""
    first = source.line_start(source.line_at(start))
    last = source.line_start(source.line_at(end) + 1)
    before, behind = source.text[first:start].strip(), source.text[end:last].lstrip(" \t")
    if not before and not behind.strip():
        return first, last
    return (start, last - len(behind)) if not before and behind.startswith("#") else (start, end)
