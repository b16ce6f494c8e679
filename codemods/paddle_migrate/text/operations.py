"""Operators between two expressions, and what stands on their sides."""

from __future__ import annotations

import libcst as cst

ARITHMETIC = (
    cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.FloorDivide, cst.Modulo, cst.Power, cst.AddAssign,
    cst.SubtractAssign, cst.MultiplyAssign, cst.DivideAssign, cst.FloorDivideAssign, cst.ModuloAssign, cst.PowerAssign,
)
Operation = cst.BinaryOperation | cst.AugAssign | cst.Comparison


def sides(node: Operation) -> tuple[cst.BaseExpression, cst.BaseExpression]:
    """Of a comparison, those of its first operator."""
    if isinstance(node, cst.Comparison):
        return node.left, node.comparisons[0].comparator
    return (node.left, node.right) if isinstance(node, cst.BinaryOperation) else (node.target, node.value)
