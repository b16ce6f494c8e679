"""Today's products of vectors and matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import common, dtype_in
from paddle_migrate.interpreter.knows.arguments import shape_of
from paddle_migrate.interpreter.values import Dim, Symbol, tensor


def _matmul(x: Any, y: Any, transpose_x: Any = False, transpose_y: Any = False, name: Any = None) -> Any:
    turns = (transpose_x, transpose_y)
    known = all(isinstance(turn, bool) for turn in turns)
    return tensor(shapes.matmul(shape_of(x), shape_of(y), *turns) if known else None, common(x, y))


def _mm(input: Any, mat2: Any, name: Any = None) -> Any:
    return _bmm(input, mat2)


def _bmm(x: Any, y: Any, name: Any = None) -> Any:
    return tensor(shapes.matmul(shape_of(x), shape_of(y)), common(x, y))


def _dot(x: Any, y: Any, name: Any = None) -> Any:
    shape = shape_of(x)
    return tensor(None if shape is None else shape[:-1], common(x, y))


def _cross(x: Any, y: Any, axis: Any = 9, name: Any = None) -> Any:
    return tensor(shapes.broadcast(shape_of(x), shape_of(y)) or None, common(x, y))


def _kron(x: Any, y: Any, name: Any = None) -> Any:
    left, right = shape_of(x), shape_of(y)
    if left is None or right is None:
        return tensor(None, common(x, y))
    width = max(len(left), len(right))
    left, right = (1,) * (width - len(left)) + left, (1,) * (width - len(right)) + right
    return tensor(tuple(shapes.product(pair) for pair in zip(left, right, strict=True)), common(x, y))


def _diag(x: Any, offset: Any = 0, padding_value: Any = 0, name: Any = None) -> Any:
    shape = shape_of(x)
    if shape is None or len(shape) != 1 or not isinstance(offset, int):
        return tensor(None, dtype_in(x))
    size = _moved(shape[0], offset)
    return tensor((size, size), dtype_in(x))


def _diag_embed(input: Any, offset: Any = 0, dim1: Any = -2, dim2: Any = -1) -> Any:
    shape = shape_of(input)
    if not shape or not all(isinstance(v, int) for v in (offset, dim1, dim2)):
        return tensor(None, dtype_in(input))
    size, rest = _moved(shape[-1], offset), list(shape[:-1])
    for place in sorted(d % (len(shape) + 1) for d in (dim1, dim2)):
        rest.insert(place, size)
    return tensor(tuple(rest), dtype_in(input))


def _moved(size: Dim, offset: int) -> Dim:
    return size + abs(offset) if isinstance(size, int) else size if not offset else Symbol()


def _einsum(equation: Any, *operands: Any) -> Any:
    """Of letters alone."""
    if not isinstance(equation, str) or "->" not in equation or "." in equation:
        return tensor()
    taken, _, wanted = equation.replace(" ", "").partition("->")
    sizes: dict[str, Dim] = {}
    for letters, operand in zip(taken.split(","), operands, strict=True):
        shape = shape_of(operand)
        sizes.update(zip(letters, shape, strict=True) if shape is not None else [])
    return tensor(tuple(sizes.get(letter, Symbol()) for letter in wanted), dtype_in(operands[0]))


ALGEBRA: dict[str, Callable[..., Any]] = {
    "bmm": _bmm,
    "cross": _cross,
    "diag": _diag,
    "diag_embed": _diag_embed,
    "dot": _dot,
    "einsum": _einsum,
    "kron": _kron,
    "matmul": _matmul,
    "mm": _mm,
}
