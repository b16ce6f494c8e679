"""What Python 3.8 has not, the oldest that Paddle 2.6 and 3.0 run on."""

from __future__ import annotations

import ast
import builtins

OLDEST = (3, 8)
NEWER = {
    "removeprefix", "removesuffix", "bit_count", "is_relative_to", "with_stem", "readlink", "pairwise", "batched",
    "lcm", "nextafter", "ulp", "cbrt", "exp2", "zoneinfo", "graphlib", "tomllib", "aiter", "anext", "EncodingWarning",
    "BaseExceptionGroup", "ExceptionGroup", "NoneType", "EllipsisType", "UnionType", "randbytes", "sumprod",
}
STRICT = ("zip", "map")


def too_new(tree: ast.AST) -> list[str]:
    """Lines of what Python 3.8 has not; what stands in annotations is never evaluated."""
    annotations = [n.annotation for n in ast.walk(tree) if isinstance(n, (ast.arg, ast.AnnAssign)) and n.annotation]
    annotations += [n.returns for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.returns]
    aside = {id(inner) for outer in annotations for inner in ast.walk(outer)}
    return [f"{n.lineno}: {ast.unparse(n)}" for n in ast.walk(tree) if id(n) not in aside and _is_newer(n)]


def _is_newer(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", "")
        return name in STRICT and any(k.arg == "strict" for k in node.keywords)
    if isinstance(node, ast.ImportFrom):
        return node.module == "functools" and any(alias.name == "cache" for alias in node.names)
    if isinstance(node, (ast.Attribute, ast.Name)):
        return (node.attr if isinstance(node, ast.Attribute) else node.id) in NEWER
    if isinstance(node, ast.alias):
        return node.name in NEWER
    if isinstance(node, ast.Subscript):
        return _is_class(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return any(isinstance(s, (ast.Dict, ast.Constant)) or _is_class(s) for s in (node.left, node.right))
    return False


def _is_class(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and isinstance(getattr(builtins, node.id, None), type)
