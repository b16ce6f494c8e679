"""Names of dtypes, and what operations make of them."""

from __future__ import annotations

from typing import Any

from paddle_migrate.interpreter.joining import is_floating
from paddle_migrate.interpreter.values import FLOATS, Array, External, Symbol

_NAMES = {
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64",
    "complex128",
}  # fmt: skip


class _Open(str):
    """No dtype that is known, though one is named."""

    __slots__ = ()


_OPEN = _Open()


def may_be_whole(value: Any) -> bool:
    """Whether it is a tensor of whole numbers, or one of which the script shows that it leaves its dtype open."""
    if not isinstance(value, Array) or value.kind == "numpy":
        return False
    return value.dtype.startswith(("int", "uint")) or isinstance(value.dtype, _Open)


def whole_dtype(value: Any) -> str:
    """The dtype of what may be a tensor of whole numbers, "open" where it is left open; else an empty text."""
    return value.dtype or "open" if may_be_whole(value) else ""


def is_open(value: Any) -> bool:
    """Whether it is a tensor whose dtype the script leaves open."""
    return isinstance(value, Array) and isinstance(value.dtype, _Open)


def are_known(*values: Array) -> bool:
    """Whether all are tensors of dtypes that are known."""
    return all(value.kind == "tensor" and value.dtype in _NAMES for value in values)


def dtype_of(value: Any, default: str = "") -> str:
    """The dtype that an argument names; `default` where there is none, an empty one that is not known."""
    if value is None:
        return default
    if value is FLOATS:
        return "float"
    name = value.name.rpartition(".")[2] if isinstance(value, External) else value
    return name if isinstance(name, str) and name in _NAMES else _OPEN


def dtype_in(value: Any) -> str:
    """The dtype of a tensor."""
    return value.dtype if isinstance(value, Array) else ""


def floating(dtype: str) -> str:
    """What a function of floats gives for this dtype."""
    return dtype if is_floating(dtype) else "float"


def floating_in(value: Any) -> str:
    """The dtype of a tensor that can only be of floats."""
    return floating(dtype_in(value))


def common(left: Any, right: Any) -> str:
    """The dtype of a sum or a product."""
    if isinstance(left, Array) and isinstance(right, Array):
        if left.dtype == right.dtype or are_known(left, right):  # programs of 1.8.5 took the second one to the first
            return left.dtype
        return "float" if is_floating(left.dtype) or is_floating(right.dtype) else ""
    array, number = (left, right) if isinstance(left, Array) else (right, left)
    if not isinstance(array, Array):
        return ""
    if is_floating(array.dtype):
        return array.dtype if isinstance(number, (int, float, Symbol)) else "float"
    return array.dtype if isinstance(number, (int, Symbol)) and not isinstance(number, bool) else ""
