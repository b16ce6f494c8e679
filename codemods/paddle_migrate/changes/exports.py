"""Names that `__all__` lists: those that nothing binds any more go from it, or `from this import *` would fail."""

from __future__ import annotations

from collections.abc import Collection

import libcst as cst

from paddle_migrate.changes.changes import Changes


def unlist(changes: Changes, gone: Collection[str]) -> None:
    """Take out the names of imports that went, where no other statement binds them."""
    bindings = changes.facts.scopes.module.bindings
    for assign in changes.source.all(cst.Assign, cst.AugAssign) if "__all__" in bindings else ():
        at_top = changes.facts.scopes.of(assign) is changes.facts.scopes.module
        if at_top and _is_all(assign) and isinstance(assign.value, (cst.List, cst.Tuple)):
            elements = list(assign.value.elements)
            free = [each for each in elements if _text(each) in gone and _is_unbound(changes, _text(each))]
            if free:
                _take_out(changes, elements, free)


def _is_all(assign: cst.Assign | cst.AugAssign) -> bool:
    targets = [assign.target] if isinstance(assign, cst.AugAssign) else [each.target for each in assign.targets]
    return any(isinstance(each, cst.Name) and each.value == "__all__" for each in targets)


def _text(element: cst.BaseElement) -> str:
    value = element.value.evaluated_value if isinstance(element.value, cst.SimpleString) else ""
    return value if isinstance(value, str) else ""


def _is_unbound(changes: Changes, name: str) -> bool:
    return all(binding.kind == "import" for binding in changes.facts.scopes.module.bindings.get(name, ()))


def _take_out(changes: Changes, elements: list[cst.BaseElement], gone: list[cst.BaseElement]) -> None:
    """With the comma behind each, or that before the last ones."""
    spans = [changes.source.span(each.value) for each in elements]
    kept = [number for number, each in enumerate(elements) if each not in gone]
    if not kept:
        changes.edits.delete(spans[0][0], spans[-1][1])
        return
    for number, (start, end) in enumerate(spans):
        if number in kept:
            continue
        if number < kept[-1]:
            end = spans[number + 1][0]
        else:
            start = spans[number - 1][1]
        changes.edits.delete(start, end)
