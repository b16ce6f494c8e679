"""Whether a tensor may have no dimension today that had one in 1.8.5: where the script does not tell, it may."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.answers.effects import keeps_shape
from paddle_migrate.rules.kinds import FUNCTIONS
from paddle_migrate.rules.rule import Rule

_SAME_METHODS = ("astype", "clone", "detach", "to")
_PARAMETERS = ("bias", "weight")
_SUMS = ("sum", "sums")  # of a list of tensors
_DEEPEST = 12


def _answers(facts: Facts) -> dict[int, bool]:
    return {}


def may_have_none(facts: Facts, node: cst.CSTNode | None, depth: int = 0) -> bool:
    known = facts.once(_answers)
    if depth > _DEEPEST or id(node) in known:
        return known.get(id(node), True)
    known[id(node)] = True  # while it is asked about, and where it leads back to itself
    known[id(node)] = _find_out(facts, node, depth)
    return known[id(node)]


def _find_out(facts: Facts, node: cst.CSTNode | None, depth: int) -> bool:
    if facts.kinds.what(node) == "part":
        return False  # of complex numbers, which have a rewrite of their own
    if isinstance(node, cst.Name):
        return _name(facts, node, depth)
    if isinstance(node, cst.Call):
        return _call(facts, node, depth)
    if isinstance(node, cst.BinaryOperation):
        return may_have_none(facts, node.left, depth + 1) and may_have_none(facts, node.right, depth + 1)
    if isinstance(node, cst.UnaryOperation):
        return may_have_none(facts, node.expression, depth + 1)
    if isinstance(node, cst.IfExp):
        return may_have_none(facts, node.body, depth + 1) or may_have_none(facts, node.orelse, depth + 1)
    if isinstance(node, cst.Attribute):
        return node.attr.value not in _PARAMETERS and _attribute(facts, node, depth)
    return isinstance(node, (cst.Subscript, cst.BaseNumber))


def _name(facts: Facts, name: cst.Name, depth: int) -> bool:
    for binding in facts.origins.bindings(name):
        if binding.kind in ("class", "def", "import"):
            continue  # no tensor
        if isinstance(binding.node, cst.Assign) and binding.value is None:
            owner = binding.node.value
            if not isinstance(owner, cst.Call) or not _is_given_shape(facts, owner):
                return True
        elif binding.value is None or may_have_none(facts, binding.value, depth + 1):
            return True
    return False  # nothing binds it: a fragment, that is shown


def _attribute(facts: Facts, node: cst.Attribute, depth: int) -> bool:
    values = facts.origins.of_attribute(node)
    return not values or any(may_have_none(facts, value, depth + 1) for value in values)


def _call(facts: Facts, call: cst.Call, depth: int) -> bool:
    reference = facts.by_call.get(call)
    rule = reference.rule if reference is not None else None
    if isinstance(rule, Rule):
        if (keeps_shape(rule) or rule.short == "squeeze") and call.args:
            return may_have_none(facts, call.args[0].value, depth + 1)
        if rule.short in _SUMS and call.args:
            return _sum(facts, call.args[0].value, depth)
        return rule.vector_result and facts.kinds.what(call) == "scalar"
    if reference is None and facts.names.resolve(call.func).startswith("paddle."):
        return False  # today's code, whose author knows
    if _is_given_shape(facts, call) or facts.definitions.class_of(call) is not None:
        return False
    if isinstance(call.func, cst.Name) and not facts.scopes.find(call.func):
        if call.func.value in ("list", "tuple") and call.args:
            return may_have_none(facts, call.args[0].value, depth + 1)
        return call.func.value in ("max", "min", "next", "sum")
    function = facts.kinds.called(call)
    if function is not None:
        written, _ = facts.names.library.legacy(f"{FUNCTIONS}{function.name.value}")
        if (isinstance(written, Rule) and written.kind == "helper") or function.name.value == "as_tensor":
            return False  # an earlier run has written it
        values = facts.definitions.returned(function)
        return not values or any(may_have_none(facts, value, depth + 1) for value in values)
    if isinstance(call.func, cst.Attribute) and call.func.attr.value in _SAME_METHODS:
        return may_have_none(facts, call.func.value, depth + 1)
    return True


def _sum(facts: Facts, tensors: cst.BaseExpression, depth: int) -> bool:
    """Of tensors without a dimension the sum has none, either."""
    if isinstance(tensors, (cst.List, cst.Tuple)):
        return all(may_have_none(facts, element.value, depth + 1) for element in tensors.elements)
    return may_have_none(facts, tensors, depth + 1)


def _is_given_shape(facts: Facts, call: cst.Call) -> bool:
    """A layer of Paddle's own, whose results have dimensions."""
    kind = facts.kinds.of(call.func)
    made = kind.made if kind is not None and kind.what == "layer" else None
    return isinstance(made, cst.Call) and facts.names.resolve(made.func).startswith("paddle.")


def is_element(node: cst.BaseExpression) -> bool:
    """`x[0]`, which is the business of elements.py; `d["loss"]` is not."""
    if not isinstance(node, cst.Subscript):
        return False
    return not any(isinstance(e.slice, cst.Index) and isinstance(e.slice.value, cst.BaseString) for e in node.slice)
