"""The arguments of a call: found, and edited where they stand: renamed, taken out, split, others put behind them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.text.source import Source

if TYPE_CHECKING:
    from paddle_migrate.script import Script


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
        gone.append(_whole_lines(source, start, comma.end() if comma else end))
    return gone


def _whole_lines(source: Source, start: int, end: int) -> tuple[int, int]:
    """[start, end), or the lines it stands on when nothing else stands there."""
    first = source.line_start(source.line_at(start))
    last = source.line_start(source.line_at(end) + 1)
    before, behind = source.text[first:start].strip(), source.text[end:last].lstrip(" \t")
    if not before and not behind.strip():
        return first, last
    return (start, last - len(behind)) if not before and behind.startswith("#") else (start, end)


def take_out(script: Script, call: cst.Call, arg: cst.Arg) -> None:
    """One argument of a call."""
    Arguments(script, call).drop([list(call.args).index(arg)])


def put_in(script: Script, call: cst.Call, text: str) -> None:
    """One more argument, behind the others."""
    Arguments(script, call).append(list(range(len(call.args))), [text])


class Arguments:
    """Comments between them stay."""

    def __init__(self, script: Script, call: cst.Call) -> None:
        self.source, self.edits, self.call = script.source, script.edits, call
        self.args = list(call.args)

    def split(self, arg: cst.Arg, elements: list[cst.BaseExpression], keywords: list[str]) -> None:
        """`size=[a, b]` → `first=a, second=b`."""
        source, edits = self.source, self.edits
        spans = [source.span(e) for e in elements]
        edits.delete(source.span(arg)[0], spans[0][0])
        edits.delete(spans[-1][1], source.span(arg.value)[1])
        for span, keyword in zip(spans, keywords, strict=False):
            if keyword:
                edits.insert(span[0], f"{keyword}=")

    def rename(self, arg: cst.Arg, keyword: str) -> None:
        """The argument under this keyword, or under none."""
        edits, source = self.edits, self.source
        if arg.keyword is None:
            if keyword:
                edits.insert(source.span(arg.value)[0], f"{keyword}=")
        elif keyword:
            start, end = source.span(arg.keyword)
            if source.text[start:end] != keyword:
                edits.replace(start, end, keyword)
        else:
            edits.delete(source.span(arg.keyword)[0], source.span(arg.value)[0])

    def drop(self, numbers: list[int]) -> None:
        """Take arguments out, each with the comma behind it (the last one with the comma before it)."""
        source, args = self.source, self.args
        if args and len(set(numbers)) == len(args):
            self._drop_all()
            return
        spans = [(source.span(arg)[0], source.span(arg.value)[1]) for arg in args]
        for start, end in without(source, spans, numbers):
            self.edits.delete(start, end)

    def _drop_all(self) -> None:
        """Leave the parentheses empty, but for comments between them."""
        source, edits = self.source, self.edits
        start, end = self._inside_parentheses()
        if "#" not in source.text[start:end]:
            edits.delete(start, end)
            return
        for arg in self.args:
            comma = re.compile(r"[ \t]*,").match(source.text, source.span(arg.value)[1])
            end = comma.end() if comma else source.span(arg.value)[1]
            edits.delete(*_whole_lines(source, source.span(arg)[0], end))

    def _inside_parentheses(self) -> tuple[int, int]:
        """Where the call's arguments stand, with the white space around them."""
        text, first = self.source.text, self.source.span(self.args[0])[0]
        blank = re.compile(r"(?<=\()\s*\Z")
        found = blank.search(text, self.source.span(self.call.func)[1], first)
        return found.start() if found else first, self.source.core(self.call)[1] - 1

    def append(self, kept: list[int], extra: list[str]) -> None:
        """More of them, behind those that are kept."""
        if not extra:
            return
        source, edits = self.source, self.edits
        text = ", ".join(extra)
        if kept:
            edits.insert(source.span(self.args[kept[-1]].value)[1], ", " + text)
        elif self.args:
            edits.insert(self._inside_parentheses()[0], text)
        else:
            edits.insert(source.core(self.call)[1] - 1, text)
