"""Calls in a network that may make layers where this is not seen: in another file, in a method, in what is handed in.

A layer that is made there would be a new one in each step, and none would be trained."""

from __future__ import annotations

import sys

import libcst as cst

from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, Unseen
from paddle_migrate.facts.scopes import BUILTINS, Binding

_MAKE_NONE = frozenset((*sys.stdlib_module_names, "numpy", "paddle", "six")) - {"functools"}
_WHY = "{} may make layers, which would be new ones in each step: write them in a function of this file, and call it"


def check_call(reading: Reading, call: cst.Call, tensors: set[str]) -> None:
    """Raises Unseen."""
    if _may_make(reading, call, tensors, set()):
        raise Unseen(call, _WHY.format(f"{reading.code(call.func)}()"))


def _may_make(reading: Reading, call: cst.Call, tensors: set[str], seen: set[int]) -> bool:
    if is_layer(reading, call):
        return True
    if _is_known(reading, call) or id(call) in seen:
        return False
    seen.add(id(call))
    root: cst.BaseExpression = call.func
    while isinstance(root, (cst.Attribute, cst.Subscript, cst.Call)):
        root = root.func if isinstance(root, cst.Call) else root.value
    if not isinstance(root, cst.Name) or root.value in tensors:
        return False
    bindings = reading.scopes.find(root)
    if not bindings:  # a star brings it
        return bool(reading.scopes.stars) and root.value not in BUILTINS
    return any(_gives(reading, binding, tensors, seen) for binding in bindings)


def _is_known(reading: Reading, call: cst.Call) -> bool:
    return reading.called(call).startswith(("paddle.", "written."))


def _gives(reading: Reading, binding: Binding, tensors: set[str], seen: set[int]) -> bool:
    """Whether a call of what a name is bound to, or of something of it, may make layers."""
    node, value = binding.node, binding.value
    if binding.kind == "import":
        return binding.target.partition(".")[0] not in _MAKE_NONE
    if isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
        return any(_may_make(reading, each, tensors, seen) for each in reading.calls_in(node))
    if isinstance(value, cst.Lambda):
        return any(_may_make(reading, each, tensors, seen) for each in reading.calls_in(value))
    if isinstance(value, cst.Call):  # an object, or a function that was made
        return not _is_known(reading, value) and _may_make(reading, value, tensors, seen)
    return value is None and isinstance(node, cst.Param)
