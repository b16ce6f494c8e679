"""The arguments of a call edited where they stand: renamed, taken out, split, others put behind them."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.commas import arguments_of
from paddle_migrate.script import Script


def take_out(script: Script, call: cst.Call, arg: cst.Arg) -> None:
    """One argument of a call."""
    arguments_of(script, call).take_out(arg)


def put_in(script: Script, call: cst.Call, text: str) -> None:
    """One more argument, behind the others."""
    arguments_of(script, call).put_in(text)


class Arguments:
    """Comments between them stay."""

    def __init__(self, script: Script, call: cst.Call) -> None:
        self.script, self.source, self.edits, self.call = script, script.source, script.edits, call
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

    def keep(self, kept: list[int], extra: list[str]) -> None:
        """Take out all but these, and put more behind them."""
        gone = [arg for number, arg in enumerate(self.args) if number not in kept]
        if not gone and not extra:
            return
        arguments_of(self.script, self.call).change(gone, ", ".join(extra))
