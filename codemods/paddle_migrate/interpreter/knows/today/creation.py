"""Today's functions that make tensors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from paddle_migrate.interpreter.dtypes import dtype_in, dtype_of
from paddle_migrate.interpreter.knows.arguments import nested_shape, shape_of, sizes
from paddle_migrate.interpreter.values import UNKNOWN, Array, Dim, Shape, Symbol, tensor


def _filled(shape: Any, dtype: Any = None, name: Any = None) -> Any:
    return tensor(_positive(shape), dtype_of(dtype, "float32"))


def _positive(shape: Any) -> Shape | None:
    wanted = sizes(shape)
    return None if wanted is None else tuple(Symbol() if d == -1 else d for d in wanted)


def _full(shape: Any, fill_value: Any, dtype: Any = None, name: Any = None) -> Any:
    return tensor(_positive(shape), dtype_of(dtype, "float32" if isinstance(fill_value, float) else ""))


def _like(x: Any, dtype: Any = None, name: Any = None) -> Any:
    return tensor(shape_of(x), dtype_of(dtype, dtype_in(x)))


def _full_like(x: Any, fill_value: Any, dtype: Any = None, name: Any = None) -> Any:
    return _like(x, dtype)


def _parameter(shape: Any, dtype: Any, name: Any = None, attr: Any = None, is_bias: Any = False,
               default_initializer: Any = None) -> Any:
    return tensor(_positive(shape), dtype_of(dtype))


def _data(name: Any, shape: Any, dtype: Any = "float32", lod_level: Any = 0) -> Any:
    declared = sizes(shape) if lod_level == 0 else None
    given = None if declared is None else tuple(map(_fed, declared))
    return tensor(given, dtype_of(dtype, "float32"))


def _fed(size: Dim) -> Symbol:
    """What is fed may have other sizes than are declared."""
    return Symbol(size if isinstance(size, int) and size > 0 else None)


def _arange(start: Any = 0, end: Any = None, step: Any = 1, dtype: Any = None, **keywords: Any) -> Any:
    start, end = (0, start) if end is None else (start, end)
    bounds = (start, end, step)
    whole = "int64" if all(isinstance(b, int) for b in bounds) else ""
    known = all(isinstance(b, (int, float)) for b in bounds) and step
    return tensor((max(0, math.ceil((end - start) / step)) if known else Symbol(),), dtype_of(dtype, whole))


def _linspace(start: Any, stop: Any, num: Any, dtype: Any = None, name: Any = None) -> Any:
    return tensor((num if isinstance(num, int) else Symbol(),), dtype_of(dtype, "float32"))


def _eye(num_rows: Any, num_columns: Any = None, dtype: Any = None, name: Any = None) -> Any:
    dims = (num_rows, num_rows if num_columns is None else num_columns)
    return tensor(tuple(d if isinstance(d, (int, Symbol)) else Symbol() for d in dims), dtype_of(dtype, "float32"))


def _to_tensor(data: Any, dtype: Any = None, place: Any = None, stop_gradient: Any = True) -> Any:
    return tensor(nested_shape(data), dtype_of(dtype, dtype_in(data) or _dtype_of_numbers(data)))


def _dtype_of_numbers(data: Any) -> str:
    while isinstance(data, (list, tuple)) and data:
        data = data[0]
    if isinstance(data, Array):
        return data.dtype
    kinds = {bool: "bool", int: "int64", Symbol: "int64", float: "float32"}
    return kinds.get(type(data), "")


def _shape(input: Any) -> Any:
    shape = shape_of(input)
    return tensor(None if shape is None else (len(shape),))


def _one_hot(x: Any, num_classes: Any = -1, name: Any = None) -> Any:
    shape = shape_of(x)
    size: Dim = num_classes if isinstance(num_classes, int) and num_classes > 0 else Symbol()
    return tensor(None if shape is None else (*shape, size), "float32")


def _drawn(
    shape: Any = None, dtype: Any = None, min: Any = -1.0, max: Any = 1.0, seed: Any = 0, name: Any = None
) -> Any:
    return tensor(_positive(shape), dtype_of(dtype, "float32"))


def _normal(mean: Any = 0.0, std: Any = 1.0, shape: Any = None, name: Any = None) -> Any:
    return tensor(_positive(shape)) if shape is not None else UNKNOWN


def _integers(low: Any = 0, high: Any = None, shape: Any = (1,), dtype: Any = None, name: Any = None) -> Any:
    return tensor(_positive(shape), dtype_of(dtype, "int64"))


def _permutation(n: Any, dtype: Any = "int64", name: Any = None) -> Any:
    return tensor((n if isinstance(n, int) else Symbol(),), dtype_of(dtype))


def _mask(x: Any, maxlen: Any = None, dtype: Any = "int64", name: Any = None) -> Any:
    shape = shape_of(x)
    size = maxlen if isinstance(maxlen, int) and maxlen > 0 else Symbol()
    return tensor(None if shape is None else (*shape, size), dtype_of(dtype))


def _is_tensor(x: Any) -> Any:
    known = x is None or isinstance(x, (Array, Symbol, bool, float, int, str, list, tuple))
    return isinstance(x, Array) and x.kind == "tensor" if known else UNKNOWN


CREATION: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("empty", "ones", "zeros", "rand", "randn", "standard_normal"), _filled),
    **dict.fromkeys(("empty_like", "ones_like", "zeros_like"), _like),
    "arange": _arange,
    "create_parameter": _parameter,
    "eye": _eye,
    "full": _full,
    "full_like": _full_like,
    "is_tensor": _is_tensor,
    "linspace": _linspace,
    "nn.functional.one_hot": _one_hot,
    "nn.functional.sequence_mask": _mask,
    "normal": _normal,
    "randint": _integers,
    "randperm": _permutation,
    "shape": _shape,
    "static.data": _data,
    "to_tensor": _to_tensor,
    "uniform": _drawn,
}
