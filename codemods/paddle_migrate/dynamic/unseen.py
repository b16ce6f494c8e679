"""Calls in a network that may make layers where this is not seen: in another file, in a method, in what is handed in.

A layer that is made there would be a new one in each step, and none would be trained."""

from __future__ import annotations

import sys

import libcst as cst

from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading, Unseen
from paddle_migrate.facts.scopes import BUILTINS, Binding
from paddle_migrate.facts.values.containers import ADDING

_MAKE_NONE = frozenset((*sys.stdlib_module_names, "numpy", "paddle", "six")) - {"functools", "importlib"}
_BY_NAME = ("__import__", "eval", "exec", "globals", "locals", "vars")  # may give anything, by its name
_GIVEN_BY = ("value", "iter", "item")  # of an assignment, a loop, a with
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
    innermost = call
    while isinstance(root, (cst.Attribute, cst.Subscript, cst.Call)):
        innermost = root if isinstance(root, cst.Call) else innermost
        root = root.func if isinstance(root, cst.Call) else root.value
    if not isinstance(root, cst.Name):
        return _holds(reading, root, tensors, seen)
    if root.value in tensors:
        return False
    bindings = reading.scopes.find(root)
    if not bindings:
        if root.value == "getattr" and innermost.args:
            return _holds(reading, innermost.args[0].value, tensors, seen)
        return root.value in _BY_NAME or (bool(reading.scopes.stars) and root.value not in BUILTINS)  # a star brings it
    return any(_gives(reading, binding, tensors, seen) for binding in bindings)


def _is_known(reading: Reading, call: cst.Call) -> bool:
    return reading.called(call).startswith(("paddle.", "written."))


def _gives(reading: Reading, binding: Binding, tensors: set[str], seen: set[int]) -> bool:
    """Whether a call of what a name is bound to, or of something of it, may make layers."""
    node, value = binding.node, binding.value
    if binding.kind == "import":
        return binding.target.partition(".")[0] not in _MAKE_NONE
    if isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
        defined = [each for each in reading.inside(node) if isinstance(each, (cst.FunctionDef, cst.ClassDef))]
        around = [each for one in defined for each in (*one.decorators, *getattr(one, "bases", ()))]
        if any(_holds(reading, each, tensors, seen) for each in around):
            return True
        return any(_may_make(reading, each, tensors, seen) for each in reading.calls_in(node))
    if isinstance(node, cst.Param):
        return value is None
    if isinstance(value, cst.Call) and _is_known(reading, value):
        return False
    given = value or next(filter(None, (getattr(node, name, None) for name in _GIVEN_BY)), None)
    if given is None or _is_filled(reading, binding):
        return True
    return _holds(reading, given, tensors, seen)


def _holds(reading: Reading, given: cst.CSTNode, tensors: set[str], seen: set[int]) -> bool:
    """Whether something in what is given, an object or a function in a list, may make layers where it is called."""
    if any(_may_make(reading, each, tensors, seen) for each in reading.calls_in(given)):
        return True
    names = [each for each in reading.loads_in(given) if each.value not in tensors and id(each) not in seen]
    seen.update(map(id, names))
    bindings = [each for name in names for each in reading.scopes.find(name)
                if not reading.source.lies_in(each.node, given)]
    return any(_gives(reading, each, tensors, seen) for each in bindings)


def _is_filled(reading: Reading, binding: Binding) -> bool:
    """Whether something is put later into what the name holds."""
    parents = reading.source.parents
    above = [parents.get(use) for use in binding.uses]
    put = [each for each in above if isinstance(each, (cst.Attribute, cst.Subscript))]
    return any(isinstance(parents.get(each), cst.AssignTarget) or (
        isinstance(each, cst.Attribute) and each.attr.value in ADDING) for each in put)
