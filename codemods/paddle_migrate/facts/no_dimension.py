"""Whether a tensor may have no dimension today that had one in 1.8.5: where the script does not tell, it may."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import libcst as cst

from paddle_migrate.facts.floats import KEEPS
from paddle_migrate.rules.library import Rule

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_SAME_METHODS = ("astype", "clone", "detach", "to")
_PARAMETERS = ("bias", "weight")
_ELEMENTWISE = (KEEPS | {"assign", "cast", "exp", "log", "sigmoid", "sqrt", "sums", "tanh"}) - {
    "concat", "expand", "flatten", "gather", "matmul", "reshape", "slice", "split", "stack", "transpose", "unsqueeze",
    "reduce_max", "reduce_min", "reduce_prod", "reduce_sum",
}
_DEEPEST = 12


@lru_cache(maxsize=2)  # the script, and the one that its commented-out code is read as
def _answers(script: Script) -> dict[int, bool]:
    return {}


def may_have_none(script: Script, node: cst.CSTNode | None, depth: int = 0) -> bool:
    known = _answers(script)
    if depth > _DEEPEST or id(node) in known:
        return known.get(id(node), True)
    known[id(node)] = True  # while it is asked about, and where it leads back to itself
    known[id(node)] = _find_out(script, node, depth)
    return known[id(node)]


def _find_out(script: Script, node: cst.CSTNode | None, depth: int) -> bool:
    if script.kinds.what(node) == "part":
        return False  # of complex numbers, which have a rewrite of their own
    if isinstance(node, cst.Name):
        return _name(script, node, depth)
    if isinstance(node, cst.Call):
        return _call(script, node, depth)
    if isinstance(node, cst.BinaryOperation):
        return may_have_none(script, node.left, depth + 1) and may_have_none(script, node.right, depth + 1)
    if isinstance(node, cst.UnaryOperation):
        return may_have_none(script, node.expression, depth + 1)
    if isinstance(node, cst.IfExp):
        return may_have_none(script, node.body, depth + 1) or may_have_none(script, node.orelse, depth + 1)
    if isinstance(node, cst.Attribute):
        return node.attr.value not in _PARAMETERS and _attribute(script, node, depth)
    return isinstance(node, (cst.Subscript, cst.BaseNumber))


def _name(script: Script, name: cst.Name, depth: int) -> bool:
    bindings = script.scopes.find(name)
    last = script.kinds.flow.reaching(name, bindings) if len(bindings) > 1 else None
    for binding in [last] if last is not None else bindings:
        if binding.kind in ("class", "def", "import"):
            continue  # no tensor
        if isinstance(binding.node, cst.Assign) and binding.value is None:
            owner = binding.node.value
            if not isinstance(owner, cst.Call) or not _is_given_shape(script, owner):
                return True
        elif binding.value is None or may_have_none(script, binding.value, depth + 1):
            return True
    return False  # nothing binds it: a fragment, that is shown


def _attribute(script: Script, node: cst.Attribute, depth: int) -> bool:
    owner = script.definitions.own_class(node.value)
    values = script.definitions.attribute_values(owner, node.attr.value) if owner is not None else []
    return not values or any(may_have_none(script, value, depth + 1) for value in values)


def _call(script: Script, call: cst.Call, depth: int) -> bool:
    reference = script.by_call.get(call)
    rule = reference.rule if reference is not None else None
    if isinstance(rule, Rule):
        if rule.short in _ELEMENTWISE and call.args:
            return may_have_none(script, call.args[0].value, depth + 1)
        return rule.vector_result and script.kinds.what(call) == "scalar"
    if reference is None and script.names.resolve(call.func).startswith("paddle."):
        return False  # today's code, whose author knows
    if _is_given_shape(script, call) or script.definitions.class_of(call) is not None:
        return False
    if isinstance(call.func, cst.Name) and not script.scopes.find(call.func):
        return call.func.value in ("max", "min", "next", "sum")
    function = script.kinds.called(call)
    if function is not None:
        written, _ = script.names.library.legacy(f"paddle.fluid.layers.{function.name.value}")
        if (isinstance(written, Rule) and written.kind == "helper") or function.name.value == "as_tensor":
            return False  # an earlier run has written it
        values = script.definitions.returned(function)
        return not values or any(may_have_none(script, value, depth + 1) for value in values)
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _SAME_METHODS:
        return may_have_none(script, call.func.value, depth + 1)
    return True


def _is_given_shape(script: Script, call: cst.Call) -> bool:
    """A layer of Paddle's own, whose results have dimensions."""
    kind = script.kinds.of(call.func)
    made = kind.made if kind is not None and kind.what == "layer" else None
    return isinstance(made, cst.Call) and script.names.resolve(made.func).startswith("paddle.")


def is_element(node: cst.BaseExpression) -> bool:
    """`x[0]`, which is the business of elements.py; `d["loss"]` is not."""
    if not isinstance(node, cst.Subscript):
        return False
    return not any(isinstance(e.slice, cst.Index) and isinstance(e.slice.value, cst.BaseString) for e in node.slice)
