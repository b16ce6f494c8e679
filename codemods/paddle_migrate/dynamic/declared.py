"""Sizes that are declared with what is fed, by an expression: `[None, args.width]`."""

from __future__ import annotations

import ast

import libcst as cst

from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.text.arguments import argument

_FIXED = ("param", "value")


def declared(reading: Reading, node: cst.BaseExpression) -> str:
    """The text of `x.shape[1]`, or of `math.prod(x.shape[1:])`, that means the same whenever the network is made; "" of
    anything else."""
    shape = node.args[0].value if isinstance(node, cst.Call) and len(node.args) == 1 else node
    of = shape.value.value if isinstance(shape, cst.Subscript) and isinstance(shape.value, cst.Attribute) else None
    call = reading.value(of) if isinstance(of, cst.Name) else None
    given = argument(call, 1, "shape") if isinstance(call, cst.Call) and reading.called(call) == (
        "paddle.static.data") else None
    if not isinstance(given, (cst.List, cst.Tuple)) or not isinstance(shape, cst.Subscript) or any(
            not isinstance(each, cst.Element) for each in given.elements):
        return ""
    chosen = _chosen([each.value for each in given.elements], reading.code(shape.slice[0]))
    if not chosen or not all(is_fixed(reading, each) for each in chosen):
        return ""
    texts = [reading.code(each) for each in chosen]
    return texts[0] if len(texts) == 1 else " * ".join(
        f"({text})" if isinstance(each, cst.BinaryOperation) else text
        for text, each in zip(texts, chosen, strict=True))


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
