"""By which calls a line is come to, one frame for each way, where all are seen: how often it runs, and with what."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.definitions import method_of
from paddle_migrate.facts.frames import Frame
from paddle_migrate.project.importers import may_use

_DEEPEST = 8  # calls within calls
_MOST = 200
_REPEATED = (cst.For, cst.While, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp, cst.Lambda)


class Ways:
    """Answers for one file; ``importers`` are the texts of those that import it."""

    def __init__(self, code: Code, importers: list[bytes]) -> None:
        self.code, self.importers = code, importers
        self._callers: dict[int, list[cst.Call] | None] = {}

    def to(self, node: cst.CSTNode, depth: int = 0) -> list[Frame] | None:
        """A frame for each time that the node runs; None where it is not seen how often."""
        around = self.code.source.parent(node, *_REPEATED, cst.FunctionDef)
        if around is None:
            return [Frame()]
        calls = self.calls(around) if isinstance(around, cst.FunctionDef) and depth < _DEEPEST else None
        found: list[Frame] = []
        for call in calls or []:
            outer = self.to(call, depth + 1)
            if outer is None or len(found) + len(outer) > _MOST:
                return None
            found += [Frame(around, call, each) for each in outer]  # type: ignore[arg-type]
        return found or None

    def calls(self, function: cst.FunctionDef) -> list[cst.Call] | None:
        """All calls of the function; None where it may be run by something else."""
        if id(function) not in self._callers:
            self._callers[id(function)] = self._find(function)
        return self._callers[id(function)]

    def _find(self, function: cst.FunctionDef) -> list[cst.Call] | None:
        owner = self.code.source.parent(function, cst.FunctionDef, cst.ClassDef)
        named: cst.FunctionDef | cst.ClassDef = function
        if function.name.value == "__init__" and isinstance(owner, cst.ClassDef):
            named = owner
        name = named.name.value
        if function.decorators or name.startswith("__") or any(may_use(raw, name) for raw in self.importers):
            return None
        if named is function and isinstance(owner, cst.ClassDef):
            uses: list[cst.CSTNode] = list(self.code.source.attributes.get(name, ()))
            others = [each for each in self.code.source.all(cst.ClassDef) if each is not owner]
            if any(method_of(each, name) is not None for each in others):
                return None
        else:
            bindings = [b for b in self.code.scopes.of(named).find(name) if b.node is named]
            uses = [use for binding in bindings for use in binding.uses]
        calls = [self.code.source.parents.get(use) for use in uses]
        direct = [c for c, use in zip(calls, uses, strict=True) if isinstance(c, cst.Call) and c.func is use]
        return direct if len(direct) == len(uses) else None
