"""Things taken out of, and put into, what commas part: arguments, parameters, the items of a `with`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import libcst as cst

from paddle_migrate.changes.changes import Changes
from paddle_migrate.text.commas import Span, without

_BLANK = re.compile(r"(?:\s|\\(?=[\r\n])|#[^\r\n]*|,)*")  # white space, comments and commas


class Commas:
    """The list of one call, function or `with`; comments between the things stay. `opening`: behind its bracket."""

    def __init__(self, changes: Changes, things: Mapping[cst.CSTNode, Span], opening: int) -> None:
        self.text, self.edits = changes.source.text, changes.edits
        self.things, self.spans = list(things), list(things.values())
        self.opening = opening

    def take_out(self, *things: cst.CSTNode) -> None:
        self.change(things)

    def put_in(self, text: str, before: cst.CSTNode | None = None) -> None:
        """One more, before another one or behind all."""
        self.change((), text, before)

    def put_instead(self, thing: cst.CSTNode, text: str) -> None:
        self.edits.replace(*self.spans[self.things.index(thing)], text)

    def change(self, gone: Collection[cst.CSTNode], new: str = "", before: cst.CSTNode | None = None) -> None:
        """These go, and a new one stands before another one or behind those that stay."""
        numbers = [n for n, thing in enumerate(self.things) if thing in gone]
        kept = [n for n in range(len(self.things)) if n not in numbers]
        if not kept:
            self._change_all(new)
            return
        self._delete(numbers)
        if new and before is not None:
            self.edits.insert(self.spans[self.things.index(before)][0], f"{new}, ")
        elif new:
            self.edits.insert(self.spans[kept[-1]][1], f", {new}")

    def _change_all(self, new: str) -> None:
        first = self.spans[0][0] if self.spans else self.opening
        closing = _behind_blank(self.text, self.spans[-1][1] if self.spans else self.opening)
        opening = first if self.text[self.opening : first].strip() else self.opening
        if not self.spans:
            self.edits.insert(closing, new)
        elif not self._has_comments(closing):
            self.edits.replace(opening, closing, new)
        elif new:
            self.edits.replace(*self.spans[0], new)
            self._delete(range(1, len(self.spans)))
        else:
            self._delete(range(len(self.spans)))

    def _delete(self, numbers: Collection[int]) -> None:
        for start, end in without(self.text, self.spans, sorted(numbers)):
            self.edits.delete(start, end)

    def _has_comments(self, closing: int) -> bool:
        """Whether any stands behind one of the things."""
        starts = [*(start for start, _ in self.spans[1:]), closing]
        return any("#" in self.text[end:start] for (_, end), start in zip(self.spans, starts, strict=True))


def arguments_of(changes: Changes, call: cst.Call) -> Commas:
    source = changes.source
    things: dict[cst.CSTNode, Span] = {a: (source.span(a)[0], source.span(a.value)[1]) for a in call.args}
    return Commas(changes, things, source.text.index("(", source.span(call.func)[1]) + 1)


def parameters_of(changes: Changes, function: cst.FunctionDef) -> Commas:
    """The bare star and slash are things, too."""
    source, params = changes.source, function.params
    every = [*params.posonly_params, params.posonly_ind, *params.params, params.star_arg, *params.kwonly_params]
    things: dict[cst.CSTNode, Span] = {}
    for each in (*every, params.star_kwarg):
        if isinstance(each, cst.Param):
            last = each.default or (each.annotation.annotation if each.annotation else each.name)
            things[each] = (source.span(each)[0], source.span(last)[1])
        elif isinstance(each, (cst.ParamSlash, cst.ParamStar)):
            things[each] = (source.span(each)[0], source.span(each)[0] + 1)
    return Commas(changes, things, source.text.index("(", source.span(function.name)[1]) + 1)


def items_of(changes: Changes, statement: cst.With) -> Commas:
    source = changes.source
    things: dict[cst.CSTNode, Span] = {}
    for item in statement.items:
        last = item.asname.name if item.asname else item.item
        things[item] = (source.core(item)[0], source.span(last)[1])
    return Commas(changes, things, source.core(statement.items[0])[0])


def _behind_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank is not None else at
