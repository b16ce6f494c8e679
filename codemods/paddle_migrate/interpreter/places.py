"""The same nodes in the two trees: where `ast` puts a call or a function, and LibCST's node there."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from paddle_migrate.interpreter.records import Made, Place
from paddle_migrate.text.source import Source


class Places:
    def __init__(self, source: Source) -> None:
        self.source = source

    def of(self, node: cst.CSTNode) -> Place:
        start, end = self.source.core(node)
        return (*self._point(start), *self._point(end))

    def _point(self, offset: int) -> tuple[int, int]:
        line = self.source.line_at(offset)
        return line, len(self.source.text[self.source.line_start(line) : offset].encode())

    @cached_property
    def calls(self) -> dict[Place, cst.Call]:
        return {self.of(node): node for node in self.source.all(cst.Call)}

    @cached_property
    def _functions(self) -> dict[int, cst.FunctionDef]:
        return {self.source.line(node.name): node for node in self.source.all(cst.FunctionDef)}

    def on_line(self, line: int, name: str | None) -> Place | None:
        """The only call that begins on the line, or the only one of that name."""
        found = {p: c for p, c in self.calls.items() if p[0] == line}
        if name is not None:
            found = {p: c for p, c in found.items() if self.source.code(c.func).rpartition(".")[2] == name}
        return next(iter(found)) if len(found) == 1 else None

    def function(self, place: Place) -> cst.FunctionDef | None:
        """The function whose `def` stands there; None for a lambda."""
        return self._functions.get(place[0])


def placed(made: Made, places: Places) -> Made:
    """The record with whole places: a Python that knows no columns gives only lines."""
    for view, name in zip(made.views, [made.short, *(None for _ in made.views[1:])], strict=True):
        if view.site is not None and view.site[1] < 0:
            view.site = places.on_line(view.site[0], name)
        if view.function is not None and (node := places.function(view.function)) is not None:
            view.function = (places.source.line(node.name), 0, 0, 0)
    return made
