"""Imports in functions that come too late: they make a name the function's own, and what is written above them, or in a
branch without them, would have it from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from paddle_migrate.changes.changes import Changes
from paddle_migrate.facts.scopes import Binding, Scope


def late_imports(changes: Changes, at_top: Mapping[str, str]) -> Iterator[Binding]:
    """Those that import what the top of the file does: by name, the modules there."""
    for scope in changes.facts.scopes.everywhere():
        if isinstance(scope.node, cst.FunctionDef):
            for name in scope.bindings.keys() & at_top.keys():
                bindings = scope.bindings[name]
                if all(_brings(b, at_top[name]) for b in bindings) and not _is_in_time(changes, scope, bindings):
                    yield from bindings


def _brings(binding: Binding, module: str) -> bool:
    """Whether the statement binds the name to the module and does nothing else for it (`import a.b` loads `a.b`)."""
    names = getattr(binding.node, "names", ())
    if binding.kind != "import" or binding.target != module or isinstance(names, cst.ImportStar):
        return False
    return isinstance(binding.node, cst.ImportFrom) or not any(
        alias.asname is None and isinstance(alias.name, cst.Attribute) and alias.evaluated_name.startswith(f"{module}.")
        for alias in names
    )


def _is_in_time(changes: Changes, scope: Scope, bindings: list[Binding]) -> bool:
    """Whether one of them runs, for sure, before all that may be rewritten in the function."""
    source = changes.source
    inside = [each.node for each in changes.facts.references if source.lies_in(each.node, scope.node)]
    first = min((source.order(node) for node in inside), default=source.order(scope.node))
    plain = [b for b in bindings if source.parents.get(source.parents.get(b.node)) is scope.node.body]  # type: ignore[attr-defined]
    return not inside or any(source.order(b.node) < first for b in plain)
