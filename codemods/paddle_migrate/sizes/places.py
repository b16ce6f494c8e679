"""The same nodes in the two trees: where `ast` puts a call or a function, and LibCST's node there."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from paddle_migrate.sizes.records import Place
from paddle_migrate.source import Source


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

    def function(self, place: Place) -> cst.FunctionDef | None:
        """The function whose `def` stands there; None for a lambda."""
        return self._functions.get(place[0])
