"""Whether an expression needs parentheses where it is put."""

from __future__ import annotations

import ast

from paddle_migrate.text.pytree import python_tree

_CLOSED = (ast.Call, ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.List, ast.Dict)
_SUM, _PRODUCT, _WHOLE = 1, 2, 3


def holds_together(text: str) -> bool:
    """Whether it needs none, whatever stands beside it."""
    return _strength(text) == _WHOLE


def in_parentheses(text: str, before: str, behind: str) -> str:
    """The expression with parentheses if it needs them between what stands before and behind it, up to which it goes:
    `x * y` before ` + 1` needs none."""
    before, behind = before.rstrip(), behind.lstrip()
    needed = 0
    if before:
        needed = {"+": _PRODUCT, "-": _PRODUCT}.get(before[-1], _WHOLE)
    if behind:
        of_product = behind[0] == "*" and behind[1:2] != "*"
        needed = max(needed, _SUM if behind[0] in "+-" else _PRODUCT if of_product else _WHOLE)
    return f"({text})" if _strength(text) < needed else text


def _strength(text: str) -> int:
    tree = python_tree(f"({text})")
    value = getattr(tree.body[0], "value", None) if tree is not None else None
    if isinstance(value, _CLOSED):
        return _WHOLE
    operator = value.op if isinstance(value, ast.BinOp) else None
    if isinstance(operator, (ast.Mult, ast.Div)):
        return _PRODUCT
    return _SUM if isinstance(operator, (ast.Add, ast.Sub)) else 0
