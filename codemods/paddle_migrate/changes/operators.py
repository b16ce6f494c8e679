"""`paddle.add(x, y)` of an expansion → `x + y`: what 1.8 added were tensors, of which both give the same."""

from __future__ import annotations

import ast
from dataclasses import replace

import libcst as cst

from paddle_migrate.changes.expressions import copied
from paddle_migrate.rules.expansion import Expansion
from paddle_migrate.text.pytree import dotted

_OPERATORS: dict[str, type[ast.operator]] = {
    "paddle.add": ast.Add, "paddle.subtract": ast.Sub, "paddle.multiply": ast.Mult,
}
_WIDTH = 100


def with_operators(expansion: Expansion) -> Expansion:
    """The same with operators; the very same where it calls none of these functions."""
    value = expansion.value
    if expansion.called is not None:
        return expansion
    if "with_operators" not in vars(value):  # found once, since calls share expansions
        some = any(map(_operands, ast.walk(value)))
        vars(value)["with_operators"] = _Operators().visit(copied(value)) if some else None
    found: ast.expr | None = vars(value)["with_operators"]
    return expansion if found is None else replace(expansion, value=found)


def reads_well(call: cst.Call, text: str) -> bool:
    """Whether the call, which the script has so, can be written on one line; what it holds may go on as it is."""
    return "\n" not in text or ("#" not in text and len(" ".join(text.split())) <= _WIDTH and not _is_broken(call))


def _is_broken(call: cst.Call) -> bool:
    """Whether an argument goes on in another line by the call's brackets alone."""
    return any(isinstance(arg.value, (cst.Attribute, cst.ConcatenatedString)) for arg in call.args)


def _operands(node: ast.AST) -> list[ast.expr]:
    """What an operator would stand between; empty of anything else."""
    if not isinstance(node, ast.Call) or dotted(node.func) not in _OPERATORS:
        return []
    if [keyword.arg for keyword in node.keywords] != ["x", "y"][len(node.args) :]:
        return []
    return [*node.args, *(keyword.value for keyword in node.keywords)]


class _Operators(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        operands = _operands(node)
        if not operands:
            return node
        return ast.BinOp(left=operands[0], op=_OPERATORS[dotted(node.func)](), right=operands[1])
