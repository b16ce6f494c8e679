"""Which of its bindings a name has where it is used, as far as the statements before it tell."""

from __future__ import annotations

import bisect

import libcst as cst

from paddle_migrate.facts.scopes import Binding, Scopes
from paddle_migrate.text.source import Source

_REPEATED = frozenset((cst.For, cst.While, cst.Try))  # what stands further down in them may have run before
# what may run otherwise than in the order of the text
_APART = frozenset((cst.ClassDef, cst.FunctionDef, cst.Lambda, cst.Match, cst.TryStar))
_BLOCKS = frozenset((cst.Module, cst.IndentedBlock, cst.SimpleStatementLine, cst.SimpleStatementSuite))


class Flow:
    """Answers for one script."""

    def __init__(self, source: Source, scopes: Scopes) -> None:
        self.source, self.scopes = source, scopes
        self._in_order: dict[int, tuple[list[int], list[Binding]]] = {}

    def possible(self, use: cst.Name, bindings: list[Binding]) -> list[Binding]:
        """Those of a name's ``bindings`` that the use may have: the last one, or all but those that only run later."""
        last = self.reaching(use, bindings) if len(bindings) > 1 else None
        if last is not None:
            return [last]
        if len(bindings) < 2 or any(b.scope is not self.scopes.of(use) for b in bindings):
            return bindings
        found = [b for b in bindings if not self._is_later(b, use)]
        return found or bindings

    def _is_later(self, binding: Binding, use: cst.Name) -> bool:
        """Whether the use has always run when the binding first does."""
        source, node = self.source, binding.node
        if source.order(node) < source.order(use) and not source.lies_in(use, node):
            return self._is_in_other_branch(node, use)
        if not isinstance(node, cst.Assign):
            return False
        loop = source.parent(node, cst.For, cst.While)
        while loop is not None and not source.lies_in(use, loop):
            loop = source.parent(loop, cst.For, cst.While)
        return loop is None

    def _is_in_other_branch(self, node: cst.CSTNode, use: cst.Name) -> bool:
        """Whether the one stands in a branch and the other in what runs instead of it, once."""
        source, at = self.source, self.source.parents.get(use)
        while at is not None and type(at) not in _APART and not (type(at) is cst.If and source.lies_in(node, at)):
            at = source.parents.get(at)
        if type(at) is not cst.If or not source.lies_in(node, at.body) or source.lies_in(use, at.body):
            return False
        loop = source.parent(at, cst.For, cst.While, cst.FunctionDef)
        return not isinstance(loop, (cst.For, cst.While))

    def reaching(self, use: cst.Name, bindings: list[Binding]) -> Binding | None:
        """The one of a name's ``bindings`` that was certainly the last before the use; None where that is not sure."""
        if any(b.scope is not self.scopes.of(use) for b in bindings):
            return None
        places, ordered = self._ordered(bindings)
        number = bisect.bisect_left(places, self.source.order(use)) - 1
        later = ordered[number + 1 : number + 2]
        if number >= 0 and self._is_made_of(ordered[number].node, use):
            later = [ordered[number]]  # the use is in what its own statement assigns
            number -= 1
        if number < 0 or not isinstance(ordered[number].node, (cst.Assign, cst.For)):
            return None
        return ordered[number] if self._is_passed(ordered[number].node, use, later) else None

    def _is_made_of(self, binding: cst.CSTNode, use: cst.Name) -> bool:
        """Whether the use stands in what is bound, and not in the rounds of a loop."""
        inside = self.source.lies_in(use, binding)
        return inside and not (isinstance(binding, cst.For) and self.source.lies_in(use, binding.body))

    def _is_passed(self, binding: cst.CSTNode, use: cst.Name, later: list[Binding]) -> bool:
        """Whether the block of the binding holds the use, and nothing that binds the name ``later`` runs between."""
        source = self.source
        line = source.parents.get(binding)
        blocks = (binding.body,) if isinstance(binding, cst.For) else (line, source.parents.get(line))
        at: cst.CSTNode | None = source.parents.get(use)
        while at is not None and at not in blocks:
            kind = type(at)
            if kind in _APART:
                return False
            if kind in _REPEATED and any(source.lies_in(other.node, at) for other in later):
                return False
            at = source.parents.get(at)
        return type(at) in _BLOCKS

    def _ordered(self, bindings: list[Binding]) -> tuple[list[int], list[Binding]]:
        """The bindings as they stand in the text, and the places of their nodes."""
        if id(bindings) not in self._in_order:
            ordered = sorted(bindings, key=lambda b: self.source.order(b.node))
            self._in_order[id(bindings)] = [self.source.order(b.node) for b in ordered], ordered
        return self._in_order[id(bindings)]
