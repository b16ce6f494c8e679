"""Today's functions that take dimensions away: a full reduction has none left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.dtypes import dtype_in, dtype_of, floating
from paddle_migrate.interpreter.knows.arguments import shape_of
from paddle_migrate.interpreter.values import Array, Symbol, tensor

_WIDENED = {"int32": "int64", "bool": "int64"}


def _reduced(x: Any, axis: Any, keep: Any, dtype: str) -> Array:
    if isinstance(axis, (list, tuple)) and not axis:
        axis = None
    known = isinstance(keep, bool) and not isinstance(x, (list, tuple))
    return tensor(shapes.reduce(shape_of(x), axis, keep) if known else None, dtype)


def _sum(x: Any, axis: Any = None, dtype: Any = None, keepdim: Any = False, name: Any = None) -> Any:
    own = dtype_in(x)
    return _reduced(x, axis, keepdim, dtype_of(dtype, _WIDENED.get(own, own)))


def _prod(x: Any, axis: Any = None, keepdim: Any = False, dtype: Any = None, **keywords: Any) -> Any:
    own = dtype_in(x)
    return _reduced(x, axis, keepdim, dtype_of(dtype, "int64" if own == "bool" else own))


def _kept(x: Any, axis: Any = None, keepdim: Any = False, name: Any = None) -> Any:
    return _reduced(x, axis, keepdim, dtype_in(x))


def _float(x: Any, axis: Any = None, keepdim: Any = False, name: Any = None) -> Any:
    return _reduced(x, axis, keepdim, floating(dtype_in(x)))


def _spread(x: Any, axis: Any = None, unbiased: Any = True, keepdim: Any = False, name: Any = None) -> Any:
    return _reduced(x, axis, keepdim, floating(dtype_in(x)))


def _test(x: Any, axis: Any = None, keepdim: Any = False, name: Any = None) -> Any:
    return _reduced(x, axis, keepdim, "bool")


def _place(x: Any, axis: Any = None, keepdim: Any = False, dtype: Any = "int64", name: Any = None) -> Any:
    return _reduced(x, axis, keepdim, dtype_of(dtype))


def _norm(x: Any, p: Any = None, axis: Any = None, keepdim: Any = False, **keywords: Any) -> Any:
    return _reduced(x, axis, keepdim, floating(dtype_in(x)))


def _distance(x: Any, y: Any, p: Any = 2, name: Any = None) -> Any:
    return tensor((), floating(dtype_in(x)))


def _all_close(x: Any, y: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False, name: Any = None) -> Any:
    return tensor((), "bool")


def _is_empty(x: Any, name: Any = None) -> Any:
    return tensor((), "bool")


def _sort(x: Any, axis: Any = -1, descending: Any = False, stable: Any = False, name: Any = None) -> Any:
    return tensor(shape_of(x), dtype_in(x))


def _order(x: Any, axis: Any = -1, descending: Any = False, stable: Any = False, name: Any = None) -> Any:
    return tensor(shape_of(x), "int64")


def _topk(x: Any, k: Any, axis: Any = None, largest: Any = True, sorted: Any = True, name: Any = None) -> Any:
    shape, axis = shape_of(x), -1 if axis is None else axis
    if shape is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return (tensor(None, dtype_in(x)), tensor(None, "int64"))
    axis %= len(shape)
    part = (*shape[:axis], k if isinstance(k, int) else Symbol(), *shape[axis + 1 :])
    return (tensor(part, dtype_in(x)), tensor(part, "int64"))


def _trace(x: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, name: Any = None) -> Any:
    shape, axes = shape_of(x), (axis1, axis2)
    if shape is None or not all(isinstance(a, int) and -len(shape) <= a < len(shape) for a in axes):
        return tensor(None, dtype_in(x))
    gone = {a % len(shape) for a in axes}
    return tensor(tuple(d for i, d in enumerate(shape) if i not in gone), dtype_in(x))


def _accuracy(input: Any, label: Any, k: Any = 1, correct: Any = None, total: Any = None, name: Any = None) -> Any:
    return tensor((), "float32")


REDUCTIONS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("max", "min", "amax", "amin"), _kept),
    **dict.fromkeys(("mean", "logsumexp"), _float),
    **dict.fromkeys(("std", "var"), _spread),
    **dict.fromkeys(("all", "any"), _test),
    **dict.fromkeys(("argmax", "argmin"), _place),
    "metric.accuracy": _accuracy,
    "allclose": _all_close,
    "argsort": _order,
    "dist": _distance,
    "is_empty": _is_empty,
    "norm": _norm,
    "prod": _prod,
    "sort": _sort,
    "sum": _sum,
    "topk": _topk,
    "trace": _trace,
}
