"""`getattr(net, "act")` and `setattr(net, "act", x)` as Python writes an attribute whose name is known."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import accumulate
from keyword import iskeyword

from paddle_migrate.text.pytree import nodes, python_tree

_ARGUMENTS = {"getattr": 2, "setattr": 3}
_NAMED = (ast.Name, ast.Attribute)
# what an attribute may follow; who calls what is looked up on anything but a name is told by that it is looked up
_OWNERS = {"getattr": _NAMED, "setattr": (*_NAMED, ast.Call, ast.Subscript)}


def with_plain_attributes(text: str) -> str:
    """The text with attributes in place of such calls, where these say no more; each line keeps its number."""
    if not any(f"{each}(" in text for each in _ARGUMENTS):
        return text
    plain = text
    while (tree := python_tree(plain)) is not None and (found := next(_calls(tree), None)) is not None:
        plain = _written(plain.encode(), found)
    return text if tree is None else plain


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    every = nodes(tree)
    bound = {each.id for each in every if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
    bound |= {each.name for each in every if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    bound |= {each.arg for each in every if isinstance(each, ast.arg)}
    statements = {id(each.value) for each in every if isinstance(each, ast.Expr)}
    for call in every:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id not in bound:
            reads = call.func.id == "getattr" or id(call) in statements
            if reads and len(call.args) == _ARGUMENTS.get(call.func.id) and _is_plain(call, _OWNERS[call.func.id]):
                yield call


def _is_plain(call: ast.Call, owners: tuple[type[ast.expr], ...]) -> bool:
    owner, name = call.args[:2]
    first = call.args[-1] if len(call.args) > len((owner, name)) else name
    known = isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value.isidentifier()
    near = call.lineno == owner.end_lineno == first.lineno and first.end_lineno == call.end_lineno
    starred = any(isinstance(each, ast.Starred) for each in call.args)
    return known and near and not (iskeyword(name.value) or name.value.startswith("__")) and not (  # type: ignore
        starred or call.keywords or not isinstance(owner, owners))


def _written(text: bytes, call: ast.Call) -> str:
    starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]

    def place(line: int | None, column: int | None) -> int:
        return starts[(line or 0) - 1] + (column or 0)

    def of(node: ast.expr) -> bytes:
        return text[place(node.lineno, node.col_offset) : place(node.end_lineno, node.end_col_offset)]

    owner, name, *value = call.args
    new: bytes = of(owner) + b"." + name.value.encode()  # type: ignore[attr-defined]
    new += b"".join(b" = " + of(each) for each in value)
    start, end = place(call.lineno, call.col_offset), place(call.end_lineno, call.end_col_offset)
    return (text[:start] + new + text[end:]).decode()
