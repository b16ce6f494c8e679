"""Sizes that are declared with what is fed, by an expression: `[None, args.width]`."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.text.arguments import argument

_FIXED = ("param", "value")
_READS = ("len", "print", "builtins.len", "builtins.print", "paddle.static.data")


def declared(reading: Reading, node: cst.BaseExpression) -> str:
    """The text of `x.shape[1]`, or of `math.prod(x.shape[1:])`, that means the same whenever the network is made; "" of
    anything else."""
    shape = node.args[0].value if isinstance(node, cst.Call) and len(node.args) == 1 else node
    of = shape.value.value if isinstance(shape, cst.Subscript) and isinstance(shape.value, cst.Attribute) else None
    call = reading.value(of) if isinstance(of, cst.Name) else None
    given = argument(call, 1, "shape") if isinstance(call, cst.Call) and reading.called(call) == (
        "paddle.static.data") else None
    if given is None or not isinstance(shape, cst.Subscript):
        return ""
    index = reading.code(shape.slice[0])
    first, rest = _parts(reading, given)
    if rest is not None and index.isdigit() and int(index) >= len(first):
        return f"{reading.code(rest)}[{int(index) - len(first)}]" if is_steady(reading, rest) else ""
    chosen = _chosen(first, index) if rest is None or index.isdigit() else []
    if not chosen or not all(is_fixed(reading, each) for each in chosen):
        return ""
    texts = [reading.code(each) for each in chosen]
    return texts[0] if len(texts) == 1 else " * ".join(
        f"({text})" if isinstance(each, cst.BinaryOperation) else text
        for text, each in zip(texts, chosen, strict=True))


def _parts(
    reading: Reading, given: cst.BaseExpression
) -> tuple[list[cst.BaseExpression], cst.BaseExpression | None]:
    """The sizes that are written out, and what has those behind them, of `[None] + sizes`."""
    value = reading.value(given)
    if isinstance(value, (cst.List, cst.Tuple)) and all(isinstance(each, cst.Element) for each in value.elements):
        return [each.value for each in value.elements], None
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add):
        first, rest = _parts(reading, value.left)
        return (first, value.right if rest is None else value)  # a sum, of which it is not known what is where
    return [], given


def is_steady(reading: Reading, node: cst.BaseExpression) -> bool:
    """Whether it is a name for a list that nothing in its function changes, or hands on to what may."""
    if not isinstance(node, cst.Name) or not is_fixed(reading, node):
        return False
    parents = reading.source.parents
    for use in reading.uses(reading.scopes.of(reading.bindings(node)[0].node), node.value):
        above = parents.get(use)
        outer = parents.get(above) if above is not None else None
        is_read = isinstance(above, cst.Subscript) and above.value is use and not reading.source.is_set(above)
        is_given = isinstance(above, cst.Arg) and (above.star == "*" or reading.called(outer) in _READS)
        if not is_read and not is_given and not isinstance(above, cst.BinaryOperation):
            return False
    return True


def _chosen(sizes: list[cst.BaseExpression], index: str) -> list[cst.BaseExpression]:
    try:
        if index.endswith(":"):
            return sizes[ast.literal_eval(index[:-1]) :]
        return [sizes[ast.literal_eval(index)]]
    except (ValueError, SyntaxError, IndexError, TypeError):
        return []


def is_fixed(reading: Reading, node: cst.BaseExpression) -> bool:
    """Whether it is one number from where it is declared on."""
    if isinstance(node, cst.Integer):
        return True
    if isinstance(node, cst.Name):
        bindings = reading.bindings(node)
        is_one = len(bindings) == 1 and node.value != "None" and (
            bindings[0].kind in _FIXED or isinstance(bindings[0].node, cst.Assign))  # a part of what is assigned
        return is_one and reading.source.parent(bindings[0].node, cst.For, cst.While) is None
    if isinstance(node, cst.BinaryOperation):
        return is_fixed(reading, node.left) and is_fixed(reading, node.right)
    if isinstance(node, cst.Attribute):
        return isinstance(node.value, (cst.Name, cst.Attribute)) and is_fixed(reading, node.value) and not is_set(
            reading, node.attr.value)
    if isinstance(node, cst.Subscript):
        return reading.code(node.slice[0]).isdigit() and isinstance(node.value, cst.Attribute) and is_fixed(
            reading, node.value)
    return False


def is_set(reading: Reading, name: str) -> bool:
    """Whether an attribute of this name may be set anywhere in the file."""
    set_here = (target.target for assign in reading.source.all(cst.Assign) for target in assign.targets)
    added = (assign.target for assign in reading.source.all(cst.AugAssign))
    return any(isinstance(each, cst.Attribute) and each.attr.value == name for each in (*set_here, *added)) or any(
        isinstance(call.func, cst.Name) and call.func.value in ("setattr", "vars") for call in reading.calls)
