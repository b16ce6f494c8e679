"""What today's `Layer` gives to every layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from paddle_migrate.interpreter.control import WRONG_CALL
from paddle_migrate.interpreter.dtypes import dtype_of
from paddle_migrate.interpreter.joining import join
from paddle_migrate.interpreter.knows.arguments import plain, sizes
from paddle_migrate.interpreter.machine import Machine
from paddle_migrate.interpreter.values import (
    TEXT,
    UNKNOWN,
    Choice,
    Instance,
    Items,
    Native,
    Parameter,
    Shape,
    Table,
    Unknown,
    Waiting,
)


def method(function: Callable[..., Any]) -> Native:
    """A method that is given the machine, the layer and what the call gives; other calls give nothing known."""

    def call(machine: Machine, args: list[Any], keywords: dict[str, Any], site: Any) -> Any:
        try:
            return function(machine, *map(plain, args), **{k: plain(v) for k, v in keywords.items()})
        except WRONG_CALL:
            return UNKNOWN

    return Native(call)


def parameter(shape: Shape | None, attr: Any = None, dtype: Any = "float32") -> Parameter | None:
    """A new parameter, kind "tensor"; none where the attribute is False."""
    return None if attr is False else Parameter(shape, dtype_of(dtype, "float32"), "tensor", attr is not UNKNOWN)


def _create(machine: Machine, layer: Instance, shape: Any = None, attr: Any = None, dtype: Any = None,
            is_bias: Any = False, default_initializer: Any = None) -> Any:
    if isinstance(attr, (list, tuple)):  # 1.6 had the attribute before the shape
        shape, attr = attr, shape
    return parameter(sizes(shape), attr, dtype)


def _add(machine: Machine, layer: Instance, name: Any = None, value: Any = UNKNOWN, **keywords: Any) -> Any:
    value = next(iter(keywords.values()), value)
    if layer.items is not None:
        layer.items.values.append(value)
        layer.items.exact = layer.items.exact and not machine.uncertain
    elif isinstance(name, str):
        old = layer.attributes.get(name)
        layer.attributes[name] = join(old, value) if machine.uncertain and old is not None else value
    return value


def held(layer: Instance) -> Iterator[tuple[str, Any]]:
    """What a layer holds, by name."""
    if layer.items is not None:
        yield from ((str(number), item) for number, item in enumerate(layer.items.values))
    else:
        yield from layer.attributes.items()


def _state(layer: Instance, prefix: str = "", depth: int = 0) -> tuple[dict[str, Any], bool]:
    """The parameters of the layer and its sublayers by key, and whether there are no others."""
    found: dict[str, Any] = {}
    exact = not isinstance(layer, Waiting) and depth < 20 and (layer.items is None or layer.items.exact)
    inner: dict[str, Any] = {}
    for name, value in held(layer) if depth < 20 else ():
        if isinstance(value, Parameter):
            found[prefix + name] = value
        elif isinstance(value, Instance):
            below, known = _state(value, f"{prefix}{name}.", depth + 1)
            inner.update(below)
            exact = exact and known
        elif isinstance(value, (Unknown, Choice)) and value is not TEXT:
            exact = False
    return {**found, **inner}, exact


def _state_dict(machine: Machine, layer: Instance, *args: Any, **keywords: Any) -> Any:
    return Table(*_state(layer))


def _parameters(machine: Machine, layer: Instance, *args: Any, **keywords: Any) -> Any:
    found, exact = _state(layer)
    return Items(list(found.values()), exact)


def _named_parameters(machine: Machine, layer: Instance, *args: Any, **keywords: Any) -> Any:
    found, exact = _state(layer)
    return Items(list(found.items()), exact)


def _sublayers(machine: Machine, layer: Instance, *args: Any, **keywords: Any) -> Any:
    return Items([value for _, value in held(layer) if isinstance(value, Instance)], exact=False)


def _to(machine: Machine, layer: Instance, device: Any = None, dtype: Any = None, blocking: Any = None) -> Any:
    for value in _state(layer)[0].values():
        value.dtype = "" if machine.uncertain else dtype_of(dtype, value.dtype)
    return layer


def _hook(machine: Machine, layer: Instance, hook: Any) -> Any:
    layer.after.append(hook)
    return UNKNOWN


def _name(machine: Machine, layer: Instance) -> Any:
    return TEXT


def _nothing(machine: Machine, layer: Instance, *args: Any, **keywords: Any) -> None:
    return None


BASE: dict[str, Native] = {
    **dict.fromkeys(("add_parameter", "add_sublayer", "register_buffer"), method(_add)),
    **dict.fromkeys(("children", "sublayers"), method(_sublayers)),
    **dict.fromkeys(("__init__", "clear_gradients", "eval", "load_dict", "set_dict", "train"), method(_nothing)),
    "create_parameter": method(_create),
    "full_name": method(_name),
    "named_parameters": method(_named_parameters),
    "parameters": method(_parameters),
    "register_forward_post_hook": method(_hook),
    "state_dict": method(_state_dict),
    "to": method(_to),
}
