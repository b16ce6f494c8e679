"""Arguments of a library call, by the names that its signature gives them."""

from __future__ import annotations

from typing import Any

from paddle_migrate.interpreter.joining import any_of
from paddle_migrate.interpreter.values import Array, Items, Shape, Symbol


def bind(names: str, args: list[Any], keywords: dict[str, Any]) -> dict[str, Any]:
    """`names` lists the parameters in order, `name=default` where there is a default worth knowing."""
    bound: dict[str, Any] = {}
    order: list[str] = []
    for word in names.split():
        name, _, default = word.partition("=")
        order.append(name)
        bound[name] = int(default) if default else None
    bound.update(dict(zip(order, args, strict=False)))
    bound.update({k: v for k, v in keywords.items() if k in bound})
    return {name: plain(value) for name, value in bound.items()}


def plain(value: Any) -> Any:
    """A list of known length as Python's own."""
    if isinstance(value, tuple):
        return tuple(plain(v) for v in value)
    return [plain(v) for v in value.values] if isinstance(value, Items) and value.exact else value


def sizes(value: Any) -> Shape | None:
    """A shape argument: a number or several."""
    value = plain(value)
    if isinstance(value, (int, Symbol)) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, (tuple, list)):
        return tuple(v if isinstance(v, (int, Symbol)) else Symbol() for v in value)
    return None


def shape_of(value: Any) -> Shape | None:
    """The shape of an array or of a number."""
    if isinstance(value, Array):
        return value.shape
    return () if isinstance(value, (int, float, bool, Symbol)) else None


def nested_shape(value: Any) -> Shape | None:
    """The same, and of what NumPy would make of nested lists."""
    if isinstance(value, (Items, tuple, list)):
        elements = value.values if isinstance(value, Items) else list(value)
        length: int | Symbol = len(elements) if not isinstance(value, Items) or value.exact else Symbol()
        if not elements:
            return None
        element = any_of([Array(nested_shape(each)) for each in elements[:32]])
        return None if element.shape is None else (length, *element.shape)
    return shape_of(value)
