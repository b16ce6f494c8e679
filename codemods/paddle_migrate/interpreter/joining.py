"""What is known of a value that is one of several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from paddle_migrate.interpreter.values import (
    FLOATS,
    UNKNOWN,
    Array,
    Choice,
    Closure,
    Instance,
    Items,
    Method,
    Native,
    OwnClass,
    Scope,
    Shape,
    Stream,
    Symbol,
    Table,
)


def same(left: Any, right: Any) -> bool:
    """Whether two values are known to be alike; unknown dimensions count as alike."""
    if left is right:
        return True
    if isinstance(left, Array) and isinstance(right, Array):
        if left.shape is None or right.shape is None:
            return left.shape is right.shape
        return left.dtype == right.dtype and len(left.shape) == len(right.shape) and all(
            a == b or (isinstance(a, Symbol) and isinstance(b, Symbol))
            for a, b in zip(left.shape, right.shape, strict=True)
        )
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return True
    if isinstance(left, Items) and isinstance(right, Items) and left.exact == right.exact:
        return same(tuple(left.values), tuple(right.values))
    if isinstance(left, (Closure, OwnClass, Instance, Scope, Native, Method, Table)):
        return False
    try:
        return type(left) is type(right) and bool(left == right)
    except (TypeError, ValueError):
        return False


def join(left: Any, right: Any) -> Any:
    """What is known when a value is one of two."""
    if left is right:
        return left
    if isinstance(left, Array) and isinstance(right, Array):
        return Array(
            _join_shapes(left.shape, right.shape),
            join_dtypes(left.dtype, right.dtype),
            left.kind if left.kind == right.kind else "",
        )
    if isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
        return tuple(join(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Items) and isinstance(right, Items):
        return Items([*left.values, *(v for v in right.values if not any(v is w for w in left.values))], False)
    if isinstance(left, (Instance, Choice)) and isinstance(right, (Instance, Choice)):
        return Choice(_options(left) + [o for o in _options(right) if not any(o is p for p in _options(left))])
    if isinstance(left, Stream) and isinstance(right, Stream):
        return Stream(join(left.element, right.element))
    if all(each is FLOATS or (isinstance(each, str) and is_floating(each)) for each in (left, right)):
        return left if left == right else FLOATS
    return left if same(left, right) else UNKNOWN


def any_of(values: Sequence[Any]) -> Any:
    """One of several that stand for the same thing: what some of them do not tell, the others may."""
    told = [v for v in values if not _is_untold(v)]
    if not told:
        return values[-1]
    first = told[0]
    if isinstance(first, tuple) and all(isinstance(v, tuple) and len(v) == len(first) for v in told):
        return tuple(map(any_of, zip(*told, strict=True)))
    return reduce(join, told)


def _is_untold(value: Any) -> bool:
    return value is UNKNOWN or (isinstance(value, Array) and value.shape is None)


def _options(value: Any) -> list[Any]:
    return value.options if isinstance(value, Choice) else [value]


def _join_shapes(left: Shape | None, right: Shape | None) -> Shape | None:
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(a if a == b else Symbol() for a, b in zip(left, right, strict=True))


def join_dtypes(left: str, right: str) -> str:
    """The dtype of what is one of two."""
    if left == right:
        return left
    return "float" if is_floating(left) and is_floating(right) else ""


def is_floating(dtype: str) -> bool:
    return dtype.startswith(("float", "bfloat"))
