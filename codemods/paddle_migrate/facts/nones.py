"""Which expressions are not None, and which are lists, as far as the script tells."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.origins import Value

_NEVER = (
    cst.Integer, cst.Float, cst.SimpleString, cst.FormattedString, cst.List, cst.Tuple, cst.Dict,
    cst.BinaryOperation, cst.UnaryOperation, cst.Comparison,
)
_LISTS = (cst.List, cst.Tuple, cst.ListComp)
_DEEPEST = 3  # sums of sums; a circle comes back to itself
_COUNTS = ("num_channels", "num_filters")  # without which there is no layer
_GIVING = ("abs", "bool", "dict", "float", "int", "len", "list", "range", "round", "str", "tuple")


def is_never_none(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is something else in whatever way the script comes to it. A parameter whose default is something else
    is not meant to be None, so calls that are not seen do not count."""
    waiting: list[Value] = [node]
    seen: set[int] = set()
    while waiting:
        at = waiting.pop()
        if at is None:
            return False
        if id(at) in seen or isinstance(at, _NEVER) or _is_constant(facts, at) or _is_tensor(facts, at):
            continue
        seen.add(id(at))
        before = _before(facts, at)
        if not before:
            return False
        waiting += before
    return True


def is_a_count(node: cst.BaseExpression, args: Sequence[cst.Arg], params: Sequence[str]) -> bool:
    """Whether the call also has the variable as its number of channels or filters, which None would not do for."""
    places = zip(args, params, strict=False)
    given = [arg.value for arg, param in places if (arg.keyword.value if arg.keyword else param) in _COUNTS]
    return isinstance(node, cst.Name) and any(node.deep_equals(other) for other in given)


def is_list(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a list or a tuple wherever the script has it from."""
    ends = facts.origins.ends(node)
    return bool(ends) and all(end is not None and _is_made_list(facts, end) for end in ends)


def may_be_list(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """Whether it is one somewhere."""
    return any(end is not None and _is_made_list(facts, end, depth) for end in facts.origins.ends(node))


def _is_made_list(facts: Facts, node: cst.BaseExpression, depth: int = 0) -> bool:
    """`[a, b]`, `list(a)`, and `[a] + more`, to which nothing but a list can be added."""
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right) if isinstance(node.operator, cst.Add) and depth < _DEEPEST else ()
        return any(may_be_list(facts, side, depth + 1) for side in sides)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in ("list", "sorted", "tuple") and not facts.scopes.find(node.func)
    return isinstance(node, _LISTS)


def _is_constant(facts: Facts, node: cst.BaseExpression) -> bool:
    """True, False, or what a builtin function gives that never gives None."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name):
        return node.func.value in _GIVING and not facts.scopes.find(node.func)
    return isinstance(node, cst.Name) and node.value in ("True", "False")


def _is_tensor(facts: Facts, node: cst.BaseExpression) -> bool:
    """What a function of layers gives, for whose sake it is called."""
    return isinstance(node, cst.Call) and bool(facts.layer_function(node)) and not facts.is_whole_statement(node)


def _before(facts: Facts, node: cst.BaseExpression) -> list[Value]:
    """What it may be, one step before."""
    if not isinstance(node, cst.Name):
        return facts.origins.back(node) or []
    found: list[Value] = []
    for binding in facts.origins.bindings(node):
        param = binding.node
        if isinstance(param, cst.Param) and param.default is not None:
            found += [param.default, *(value for value in facts.origins.given(param) if value is not None)]
        else:
            found += [origin.whole for origin in facts.origins.of_binding(binding)] or [None]
    return found
