"""`pairs = optimizer.backward(loss)` and `optimizer.apply_gradients(pairs)`, which are `optimizer.minimize(loss)`."""

from __future__ import annotations

import ast
from typing import Any

from paddle_migrate.text.edits import Edits
from paddle_migrate.text.pytree import nodes, python_tree
from paddle_migrate.unfolded.said import Said


def with_minimize(text: str) -> str:
    """Where nothing else has the pairs, and nothing stands between."""
    tree = python_tree(text) if ".apply_gradients(" in text else None
    if tree is None:
        return text
    said, edits = Said(text), Edits(text)
    for node in nodes(tree):
        for name in ("body", "orelse"):
            inside = getattr(node, name, None)
            body: list[Any] = inside if isinstance(inside, list) else []
            for number, line in enumerate(body):
                first = _pairs(tree, body, number, line)
                if first is not None:
                    call = body[first].value
                    receiver = said.of(call.func.value)
                    given = text[said.span(call.func)[1] : said.span(call)[1]]
                    edits.replace(said.span(body[first])[0], said.span(line)[1], f"{receiver}.minimize{given}")
    return edits.result()


def _pairs(tree: ast.Module, body: list[ast.stmt], number: int, line: ast.stmt) -> int | None:
    """The place of the statement that makes the pairs which a statement applies."""
    call = line.value if isinstance(line, ast.Expr) else None
    given = call.args[0] if isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords else None
    if not _is_method(call, "apply_gradients") or not isinstance(given, ast.Name):
        return None
    at, uses = number - 1, 1
    while at >= 0 and _is_same(body[at], given.id):
        at, uses = at - 1, uses + 1
    made = body[at] if at >= 0 else None
    value = made.value if isinstance(made, ast.Assign) and len(made.targets) == 1 and isinstance(
        made.targets[0], ast.Name) and made.targets[0].id == given.id else None
    loads = [each for each in nodes(tree) if isinstance(each, ast.Name) and each.id == given.id and isinstance(
        each.ctx, ast.Load)]
    is_one = _is_method(value, "backward") and isinstance(value, ast.Call) and isinstance(call, ast.Call)
    if not is_one or len(loads) != uses or ast.dump(value.func.value) != ast.dump(call.func.value):  # type: ignore
        return None
    return at


def _is_method(node: ast.expr | None, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name


def _is_same(line: ast.stmt, name: str) -> bool:
    """`pairs = [(p, g) for p, g in pairs]`."""
    value = line.value if isinstance(line, ast.Assign) and len(line.targets) == 1 else None
    return isinstance(value, ast.ListComp) and len(value.generators) == 1 and not value.generators[0].ifs and (
        ast.unparse(value.elt) == ast.unparse(value.generators[0].target)) and ast.unparse(
        value.generators[0].iter) == name == ast.unparse(line.targets[0])  # type: ignore[attr-defined]
