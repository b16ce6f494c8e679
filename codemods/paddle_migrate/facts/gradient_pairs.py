"""Which expressions are gradients of a program: of the pairs that `minimize` and its like give, or of `gradients()`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding, dotted

_DEEPEST = 8  # names for names
_KEEP = ("list", "tuple", "sorted", "reversed", "filter")  # what they are given, in another order or less of it
_LISTS = ("gradients", "calc_gradient")


def is_gradient(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """Whether a value may be one, as far as the script shows where it is from."""
    if depth > _DEEPEST:
        return False
    if isinstance(node, cst.Subscript):
        pair = _index(facts, node) in ("1", "-1") and _is_pair(facts, node.value, depth + 1)
        return pair or _are_gradients(facts, node.value, depth + 1)
    return isinstance(node, cst.Name) and any(_binds_gradient(facts, b, depth) for b in facts.origins.bindings(node))


def _binds_gradient(facts: Facts, binding: Binding, depth: int) -> bool:
    if binding.value is not None:
        return is_gradient(facts, binding.value, depth + 1)
    given = _given(facts, binding)
    if given:
        return any(is_gradient(facts, each, depth + 1) for each in given)
    target, value = _part(binding)
    if target is None or value is None:
        return False
    loops = not isinstance(binding.node, cst.Assign)
    if isinstance(target, cst.Name):
        return loops and _are_gradients(facts, value, depth + 1)
    second = isinstance(target, cst.Tuple) and len(target.elements) == 2 and _is_named(target.elements[1], binding)
    pairs = _are_pairs(facts, value, depth + 1) if loops else _is_pair(facts, value, depth + 1)
    return (second and pairs) or (not loops and _are_gradients(facts, value, depth + 1))


def _is_pair(facts: Facts, node: cst.BaseExpression, depth: int) -> bool:
    """Whether it is one pair: `pairs[0]`, `for pair in pairs`."""
    if depth > _DEEPEST:
        return False
    if isinstance(node, cst.Subscript):
        return _are_pairs(facts, node.value, depth + 1)
    for binding in facts.origins.bindings(node) if isinstance(node, cst.Name) else []:
        target, value = _part(binding)
        if isinstance(target, cst.Name) and value is not None and _are_pairs(facts, value, depth + 1):
            return True
        values = [binding.value] if binding.value is not None else _given(facts, binding)
        if any(_is_pair(facts, each, depth + 1) for each in values):
            return True
    return False


def _are_pairs(facts: Facts, node: cst.BaseExpression, depth: int) -> bool:
    if depth > _DEEPEST:
        return False
    if isinstance(node, cst.Call):
        return _call_gives(facts, node, depth)
    if isinstance(node, cst.Subscript):
        return _index(facts, node) in ("1", "-1") and _minimizes(facts, node.value)
    if isinstance(node, cst.ListComp) and isinstance(node.elt, cst.Tuple) and len(node.elt.elements) == 2:
        return is_gradient(facts, node.elt.elements[1].value, depth + 1)
    if isinstance(node, cst.ListComp):
        return _is_pair(facts, node.elt, depth + 1)
    if isinstance(node, cst.Attribute):
        return any(_are_pairs(facts, each, depth + 1) for each in facts.origins.of_attribute(node))
    return isinstance(node, cst.Name) and any(_binds_pairs(facts, b, depth) for b in facts.origins.bindings(node))


def _binds_pairs(facts: Facts, binding: Binding, depth: int) -> bool:
    values = [binding.value] if binding.value is not None else _given(facts, binding)
    if values:
        return any(_are_pairs(facts, each, depth + 1) for each in values)
    target, value = _part(binding)
    elements = target.elements if isinstance(target, (cst.Tuple, cst.List)) else []
    return len(elements) == 2 and _is_named(elements[1], binding) and _minimizes(facts, value)


def _call_gives(facts: Facts, call: cst.Call, depth: int) -> bool:
    """Whether a call gives pairs: `optimizer.backward(loss)`, `append_backward`, a function that returns some."""
    own = facts.definitions.function(call)
    if own is not None:
        return any(_are_pairs(facts, each, depth + 1) for each in facts.definitions.returned(own))
    reference = facts.by_call.get(call)
    name = reference.name if reference is not None else dotted(call.func)
    if name.endswith(".append_backward"):
        return reference is not None
    if name in _KEEP and call.args:
        return _are_pairs(facts, call.args[-1 if name == "filter" else 0].value, depth + 1)
    is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value == "backward"
    return is_method and reference is None and bool(call.args)


def _are_gradients(facts: Facts, node: cst.BaseExpression, depth: int) -> bool:
    """Whether it is a list of them: of `gradients()`, or `[g for _, g in pairs]`."""
    if depth > _DEEPEST:
        return False
    if isinstance(node, cst.Call):
        reference, own = facts.by_call.get(node), facts.definitions.function(node)
        if own is not None:
            return any(_are_gradients(facts, each, depth + 1) for each in facts.definitions.returned(own))
        return reference is not None and reference.name.rpartition(".")[2] in _LISTS
    if isinstance(node, cst.ListComp):
        return is_gradient(facts, node.elt, depth + 1)
    if not isinstance(node, cst.Name):
        return False
    values = [value for b in facts.origins.bindings(node) for value in ([b.value] if b.value else _given(facts, b))]
    return any(_are_gradients(facts, each, depth + 1) for each in values)


def _minimizes(facts: Facts, node: cst.BaseExpression | None) -> bool:
    made = facts.origins.only(node)
    return isinstance(made, cst.Call) and isinstance(made.func, cst.Attribute) and made.func.attr.value == "minimize"


def _given(facts: Facts, binding: Binding) -> list[cst.BaseExpression]:
    """What calls of the function give for a parameter."""
    given = facts.origins.given(binding.node) if isinstance(binding.node, cst.Param) else []
    return [each for each in given if each is not None]


def _part(binding: Binding) -> tuple[cst.BaseExpression | None, cst.BaseExpression | None]:
    """What a loop or `a, b = value` sets, and of what."""
    node = binding.node
    if isinstance(node, (cst.For, cst.CompFor)):
        return node.target, node.iter
    return (node.targets[0].target, node.value) if isinstance(node, cst.Assign) else (None, None)


def _is_named(element: cst.BaseElement, binding: Binding) -> bool:
    return isinstance(element.value, cst.Name) and element.value.value == binding.name


def _index(facts: Facts, node: cst.Subscript) -> str:
    index = node.slice[0].slice if len(node.slice) == 1 else None
    return facts.source.code(index.value) if isinstance(index, cst.Index) else ""
