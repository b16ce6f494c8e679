"""Imports that may fail: `try: import paddle.fluid as fluid`, `except ImportError: fluid = None`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.scopes import Binding, Scope, Scopes
from paddle_migrate.text.source import Source

_FAILURES = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def stand_ins(source: Source, scopes: Scopes) -> frozenset[Binding]:
    """The bindings of None that only stand for a Paddle that is missing."""
    if not source.all(cst.Try):
        return frozenset()
    found = [b for scope in scopes.everywhere() for bindings in scope.bindings.values() for b in _of(source, bindings)]
    return frozenset(found if not _tells_versions_apart(source, scopes, found) else ())


def _of(source: Source, bindings: list[Binding]) -> list[Binding]:
    """Of one name's bindings, those of None in a handler of the very `try` that imports it; all or none."""
    imports = [b for b in bindings if b.kind == "import"]
    others = [b for b in bindings if b.kind != "import"]
    if not imports or not others or any(b.target.partition(".")[0] != "paddle" for b in imports):
        return []
    tries = {id(block) for b in imports if (block := source.parent(b.node, cst.Try)) is not None}
    return others if all(_is_none(b) and id(handled_by(source, b)) in tries for b in others) else []


def _is_none(binding: Binding) -> bool:
    return binding.kind == "value" and isinstance(binding.value, cst.Name) and binding.value.value == "None"


def handled_by(source: Source, binding: Binding) -> cst.Try | None:
    """The `try` in whose handler of a failed import the binding stands."""
    handler = source.parent(binding.node, cst.ExceptHandler)
    if handler is None or not _handles_imports(handler.type):
        return None
    block = source.parents[handler]
    return block if isinstance(block, cst.Try) else None


def _handles_imports(kind: cst.BaseExpression | None) -> bool:
    if isinstance(kind, cst.Tuple):
        return any(_handles_imports(element.value) for element in kind.elements)
    return kind is None or (isinstance(kind, cst.Name) and kind.value in _FAILURES)


def _tells_versions_apart(source: Source, scopes: Scopes, found: list[Binding]) -> bool:
    """Whether `paddle` itself is imported for sure: then what fails is the import of an old one."""
    guarded = {b.name for b in found}
    plain = [b for b in scopes.module.bindings.get("paddle", []) if source.parent(b.node, cst.Try) is None]
    return bool(guarded - {"paddle"}) and any(b.kind == "import" and b.target == "paddle" for b in plain)


def guarded(scope: Scope, stand_ins: frozenset[Binding]) -> dict[str, list[Binding]]:
    """The names of a scope that are None where Paddle is missing, and their bindings."""
    return {name: bindings for name, bindings in scope.bindings.items() if not stand_ins.isdisjoint(bindings)}
