"""The loops of a script: around which calls they go, and where a statement before or behind can stand."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.interpreter.places import Places
from paddle_migrate.interpreter.records import Place
from paddle_migrate.text.source import Source

_CLOSED = (cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)


class Loops:
    def __init__(self, source: Source, places: Places) -> None:
        self.source, self.places = source, places

    def is_statement_in_loop(self, site: Place) -> bool:
        """Whether the call stands in a loop of its own function, in a statement on lines of its own."""
        return self.outermost(site) is not None and self.line(site) is not None

    def outermost(self, site: Place) -> cst.For | cst.While | None:
        """The outermost loop around the call that its function still holds."""
        call = self.places.calls.get(site)
        found: cst.For | cst.While | None = None
        at = self.source.parents.get(call)
        while at is not None and not isinstance(at, (cst.FunctionDef, cst.ClassDef)):
            if isinstance(at, _CLOSED):
                return None
            found = at if isinstance(at, (cst.For, cst.While)) else found
            at = self.source.parents.get(at)
        return found

    def line(self, site: Place) -> cst.SimpleStatementLine | None:
        """The statement that holds the call, when it is the only one on its lines."""
        call = self.places.calls.get(site)
        line = self.source.parent(call, cst.SimpleStatementLine) if call is not None else None
        return line if line is not None and len(line.body) == 1 else None

    def same_block(self, one: Place, other: Place) -> bool:
        """Whether two calls stand in statements of one block."""
        lines = self.line(one), self.line(other)
        return all(lines) and self.source.parents.get(lines[0]) is self.source.parents.get(lines[1])
