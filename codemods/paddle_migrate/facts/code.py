"""One file's code as it stands: its text, its scopes, its legacy names, its own classes and functions.

The lowest of the facts: all others are found from these.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from paddle_migrate.facts.definitions import Definitions
from paddle_migrate.facts.names import Names, Reference
from paddle_migrate.facts.scopes import Scopes, dotted
from paddle_migrate.rules.kinds import is_function
from paddle_migrate.rules.legacy import is_legacy
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.skipping import SKIP
from paddle_migrate.text.source import Source

_STATEMENTS = (cst.Expr, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Return, cst.Del, cst.Assert, cst.Raise)


@dataclass(frozen=True, eq=False)
class Code:
    source: Source
    scopes: Scopes
    names: Names
    definitions: Definitions

    @staticmethod
    def of(source: Source) -> Code:
        scopes = Scopes(source)
        names = Names(source, scopes, library())
        return Code(source, scopes, names, Definitions(source, scopes, names))

    @property
    def references(self) -> list[Reference]:
        return self.names.references

    @cached_property
    def imports_legacy(self) -> bool:
        """Whether the file imports something of Paddle 1, whether or not it is used."""
        scopes = self.scopes
        bound = (b for scope in scopes.everywhere() for found in scope.bindings.values() for b in found)
        named = (dotted(alias.name) for node in self.source.all(cst.Import) for alias in node.names)
        return any(b.kind == "import" and is_legacy(b.target) for b in bound) or any(
            map(is_legacy, (*named, *(module for module, _ in scopes.stars))))

    @cached_property
    def by_call(self) -> dict[cst.CSTNode, Reference]:
        return {r.call: r for r in self.references if r.call is not None}

    @cached_property
    def marked_lines(self) -> frozenset[int]:
        """Lines with a comment that tells the tool to leave them alone."""
        return frozenset(self.source.line_at(c.start) for c in self.source.comments if SKIP.search(c.value))

    @cached_property
    def quote(self) -> str:
        """The quotation mark that the script uses more often."""
        counts = Counter(s.value.lstrip("rbuRBU")[0] for s in self.source.all(cst.SimpleString))
        return "'" if counts["'"] > counts['"'] else '"'

    def string(self, value: str) -> str:
        """A string literal in the script's own quotation marks."""
        text = repr(value)
        return text if self.quote == "'" or '"' in value else f'"{text[1:-1]}"'

    # -- what an expression stands in -------------------------------------------------------------------------

    def taker(self, value: cst.CSTNode) -> cst.CSTNode | None:
        """What the expression is an argument of: a call, or a class of which it is a base."""
        arg = self.source.parents.get(value)
        return self.source.parents.get(arg) if type(arg) is cst.Arg else None

    def taken_by(self, value: cst.CSTNode) -> Reference | None:
        """The legacy API whose call the expression is an argument of."""
        call = self.taker(value)
        return self.by_call.get(call) if call is not None else None

    def layer_function(self, call: cst.CSTNode | None) -> str:
        """The function of fluid.layers that is called, by its short name; empty for anything else."""
        reference = self.by_call.get(call) if call is not None else None
        if reference is None or reference.beyond or not isinstance(reference.rule, Rule):
            return ""
        return reference.name.rpartition(".")[2] if is_function(reference.name) else ""

    def statement(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The small statement (`x = 1`, `f()`) that is or holds this expression at its top."""
        return node if isinstance(node, _STATEMENTS) else self.source.parent(node, *_STATEMENTS)

    def is_whole_statement(self, node: cst.CSTNode) -> bool:
        return isinstance(self.source.parents.get(node), cst.Expr)

    def assigned_name(self, call: cst.CSTNode) -> cst.Name | None:
        """`x` when the node is the value of `x = node`."""
        parent = self.source.parents.get(call)
        if isinstance(parent, cst.Assign) and parent.value is call and len(parent.targets) == 1:
            target = parent.targets[0].target
            return target if isinstance(target, cst.Name) else None
        return None
