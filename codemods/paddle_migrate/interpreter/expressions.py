"""How the interpreter evaluates each kind of expression."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.interpreter.comprehensions import comprehend, comprehend_dict
from paddle_migrate.interpreter.dtypes import floating
from paddle_migrate.interpreter.iteration import elements, one_of
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.operators import PLAIN, compare, operate, truth
from paddle_migrate.interpreter.shapes import is_lengthened
from paddle_migrate.interpreter.subscripts import subscript
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Array,
    Closure,
    Items,
    Table,
)

_ELEMENTWISE = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _constant(machine: Machine, node: Any) -> Any:
    return node.value if isinstance(node.value, PLAIN) else UNKNOWN


def _name(machine: Machine, node: Any) -> Any:
    return machine.read(node.id)


def _attribute(machine: Machine, node: Any) -> Any:
    return machine.attribute(machine.value(node.value), node.attr)


def _call(machine: Machine, node: Any) -> Any:
    function = machine.value(node.func)
    args: list[Any] = []
    for arg in node.args:
        if isinstance(arg, ast.Starred):
            found = elements(machine.value(arg.value))
            args += found if found is not None else [UNKNOWN]
        else:
            args.append(machine.value(arg))
    keywords: dict[str, Any] = {}
    for keyword in node.keywords:
        value = machine.value(keyword.value)
        if keyword.arg:
            keywords[keyword.arg] = value
        elif isinstance(value, Table):
            keywords.update({k: v for k, v in value.values.items() if isinstance(k, str)})
    if len(pair := [*args, *(keywords[name] for name in ("x", "y") if name in keywords)]) > 1:
        machine.note_division(node, ast.Div(), *pair[:2])  # where it is a function that divides
        machine.note_lengthened(node, *pair[:2])  # where it is one that compares
    result = machine.call(function, args, keywords, node)
    machine.note_result(node, result)
    return result


def _binary(machine: Machine, node: Any) -> Any:
    left, right = machine.value(node.left), machine.value(node.right)
    machine.note_division(node, node.op, left, right)
    machine.note_mixed(node, left, right)
    machine.note_met(node, node.op, left, right)
    found = operate(node.op, left, right)
    if machine.frame.home is not None and isinstance(found, Array) and float in (type(left), type(right)):
        found.dtype = floating(found.dtype)  # today's sums and products with a float are of floats
    return found


def _unary(machine: Machine, node: Any) -> Any:
    value = machine.value(node.operand)
    if isinstance(node.op, ast.Not):
        known = truth(value)
        return UNKNOWN if known is None else not known
    if isinstance(value, (int, float)):
        return -value if isinstance(node.op, ast.USub) else value if isinstance(node.op, ast.UAdd) else ~int(value)
    return Array(value.shape, value.dtype, value.kind) if isinstance(value, Array) else UNKNOWN


def _boolean(machine: Machine, node: Any) -> Any:
    stops_at = isinstance(node.op, ast.Or)
    result: Any = UNKNOWN
    sure = True
    for operand in node.values:
        value = machine.value(operand)
        known = truth(value)
        result = value if sure else join(result, value)
        if known is stops_at:
            return result
        sure = sure and known is not None
    return result


def _compare(machine: Machine, node: Any) -> Any:
    values = [machine.value(v) for v in (node.left, *node.comparators)]
    if len(values) == 2 and any(isinstance(v, Array) for v in values) and isinstance(node.ops[0], _ELEMENTWISE):
        machine.note_mixed(node, *values)
        machine.note_met(node, node.ops[0], *values)
        machine.note_lengthened(node, *values)
        compared = operate(ast.Add(), *values)
        first, second = (each.shape if isinstance(each, Array) else None for each in values)
        cut = not machine.today and machine.frame.home is None and is_lengthened(first, second)
        return Array(first if cut else compared.shape, "bool", compared.kind)
    known: list[bool | None] = [
        compare(op, a, b) for op, a, b in zip(node.ops, values, values[1:], strict=False)
    ]
    if False in known:
        return False
    return UNKNOWN if None in known else True


def _either(machine: Machine, node: Any) -> Any:
    known = truth(machine.value(node.test))
    if known is not None:
        return machine.value(node.body if known else node.orelse)
    machine.uncertain += 1
    try:
        return join(machine.value(node.body), machine.value(node.orelse))
    finally:
        machine.uncertain -= 1


def _tuple(machine: Machine, node: Any) -> Any:
    items = _items(machine, node)
    return tuple(items.values) if items.exact else items


def _items(machine: Machine, node: Any) -> Items:
    values: list[Any] = []
    exact = True
    for element in node.elts:
        if isinstance(element, ast.Starred):
            whole = machine.value(element.value)
            found = elements(whole)
            values += [one_of(whole)] if found is None else found
            exact = exact and found is not None
        else:
            values.append(machine.value(element))
    return Items(values, exact)


def _dict(machine: Machine, node: Any) -> Any:
    table = Table({})
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        value = machine.value(value_node)
        key = machine.value(key_node) if key_node is not None else UNKNOWN
        if isinstance(key, PLAIN):
            table.values[key] = value
        elif key_node is None and isinstance(value, Table):
            table.values.update(value.values)
        else:
            table.exact = False
    return table


def _lambda(machine: Machine, node: Any) -> Any:
    function = Closure(node, machine.frame.scope)
    function.defaults = [machine.value(d) for d in node.args.defaults]
    return function


def _text(machine: Machine, node: Any) -> Any:
    parts: list[str] = []
    for part in node.values:
        value = machine.value(part.value) if isinstance(part, ast.FormattedValue) else part.value
        if isinstance(part, ast.FormattedValue) and (part.format_spec or part.conversion != -1):
            return TEXT
        if not isinstance(value, (str, int)):
            return TEXT
        parts.append(str(value))
    return "".join(parts)


def _subscript(machine: Machine, node: Any) -> Any:
    whole = machine.value(node.value)
    value = subscript(machine, whole, node.slice)
    shape = value.shape if isinstance(value, Array) else None
    dimensions = -1 if shape is None else max(len(shape), not isinstance(whole, Array))
    machine.note_index(node, dimensions, value.kind if isinstance(value, Array) else "")
    return value


def _yield(machine: Machine, node: Any) -> Any:
    machine.frame.yielded.append(machine.value(node.value) if node.value is not None else None)
    return UNKNOWN


def _yield_from(machine: Machine, node: Any) -> Any:
    machine.frame.yielded.append(one_of(machine.value(node.value)))
    return UNKNOWN


def _named(machine: Machine, node: Any) -> Any:
    value = machine.value(node.value)
    machine.bind(node.target.id, value)
    return value


EXPRESSIONS: dict[type[ast.expr], Any] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _either,
    ast.Tuple: _tuple,
    ast.List: _items,
    ast.Set: _items,
    ast.Dict: _dict,
    ast.ListComp: comprehend,
    ast.SetComp: comprehend,
    ast.GeneratorExp: comprehend,
    ast.DictComp: comprehend_dict,
    ast.Lambda: _lambda,
    ast.JoinedStr: _text,
    ast.Subscript: _subscript,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
    ast.NamedExpr: _named,
}

