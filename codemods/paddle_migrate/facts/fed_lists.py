"""Lists of what a program is fed, where the elements are data themselves and no names: followed through functions, also
those of other files."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts

_DEEPEST = 6  # names for names
_Test = Callable[[Facts, cst.BaseExpression, int], bool]


def lists_data(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """Whether it is a list of data, wherever it comes from."""
    if isinstance(node, (cst.List, cst.Tuple)):
        return bool(node.elements) and all(
            is_data(facts, each.value, depth) if type(each) is cst.Element else lists_data(facts, each.value, depth)
            for each in node.elements
        )
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return lists_data(facts, node.left, depth) and lists_data(facts, node.right, depth)
    if isinstance(node, cst.ListComp):
        return is_data(facts, node.elt, depth)
    return _before(facts, node, lists_data, depth)


def is_data(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """Whether it surely is data itself, and no name of some: `fluid.data(…)`, `block.var(name)`."""
    if isinstance(node, cst.Call):
        reference = facts.by_call.get(node)
        if reference is not None:
            return reference.name.endswith(".data") and not reference.beyond
        if isinstance(node.func, cst.Attribute) and node.func.attr.value == "var" and len(node.args) == 1:
            return True
    return _before(facts, node, is_data, depth)


def _before(facts: Facts, node: cst.BaseExpression, test: _Test, depth: int) -> bool:
    """The same of what a name was set to, or what the called function gives."""
    if depth == _DEEPEST:
        return False
    found = list(_values(facts, node))
    return bool(found) and all(value is not None and test(of, value, depth + 1) for of, value in found)


def _values(facts: Facts, node: cst.BaseExpression) -> Iterator[tuple[Facts, cst.BaseExpression | None]]:
    if isinstance(node, cst.Call):
        yield from _given(facts, node)
    bindings = facts.origins.bindings(node) if isinstance(node, cst.Name) else []
    for binding in bindings:
        assign = binding.node
        if binding.value is not None:
            yield facts, binding.value
        elif isinstance(assign, cst.Assign) and isinstance(assign.value, cst.Call) and len(assign.targets) == 1:
            yield from _parts(facts, assign.targets[0].target, assign.value, binding.name)
        else:
            yield facts, None


def _parts(
    facts: Facts, target: cst.BaseExpression, call: cst.Call, name: str
) -> Iterator[tuple[Facts, cst.BaseExpression | None]]:
    """`xs` of `ys, xs = made()`."""
    elements = target.elements if isinstance(target, (cst.Tuple, cst.List)) else []
    names = [each.value.value if isinstance(each.value, cst.Name) else "" for each in elements]
    for of, value in _given(facts, call):
        parts = value.elements if isinstance(value, (cst.Tuple, cst.List)) else []
        alike = len(parts) == len(names) and all(type(each) is cst.Element for each in parts)
        yield of, parts[names.index(name)].value if alike and names.count(name) == 1 else None


def _given(facts: Facts, call: cst.Call) -> Iterator[tuple[Facts, cst.BaseExpression | None]]:
    """What the called function returns."""
    of, function = facts, facts.kinds.called(call)
    if function is None and facts.others is not None:
        taker = facts.others.taker(call)
        if taker is not None and taker.function.name.value != "__init__":
            of, function = Facts.of_other(taker.module), taker.function
    for each in of.definitions.returns(function) if function is not None else ():
        yield of, each.value
