"""The arguments of a call edited where they stand: renamed, taken out, split, others put behind them."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.script import Script
from paddle_migrate.text.arguments import whole_lines, without


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
            edits.delete(*whole_lines(source, source.span(arg)[0], end))

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
