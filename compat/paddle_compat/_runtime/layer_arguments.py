"""What a legacy function or layer did with its ``act=`` and ``dtype=``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._lod import shared


class _Activations:
    """Finds a function of ``fluid.layers`` by its name, or gives ``None``; that package says how."""

    find: Callable[[str], Any] = staticmethod(lambda name: None)


def find_activations(find: Callable[[str], Any]) -> None:
    """Let ``find`` give the functions that ``act=`` names."""
    _Activations.find = staticmethod(find)


def activation(act: str) -> Callable[[Any], Any]:
    """The function of that name in ``fluid.layers``, with its 1.8.5 defaults.

    Raises ``ValueError`` for a name that is no such function (1.8.5: ``AttributeError`` at the first call).
    """
    function = _Activations.find(act)
    if not callable(function):
        raise ValueError(f"unknown activation act={act!r}")
    return function


def activate(out: Any, act: str | None) -> Any:
    """Apply the activation that a legacy function's ``act=`` names; ``None`` is the identity."""
    return out if act is None else activation(act)(out)


def with_activation(layer: Any, act: str | None) -> None:
    """Follow a layer's call by an activation, as ``act=`` did; the layer's parameters keep their names."""
    layer._act = getattr(layer, "_act", None) if act is None else act  # today's own layer may have been given one
    if act is not None:
        activation(act)
        follow(layer)


def follow(layer: Any) -> None:
    """Let the activation that the layer has by then follow its calls."""
    if not hasattr(layer, "_is_followed"):
        layer._is_followed = True
        layer.register_forward_post_hook(
            lambda layer, inputs, out: activate(shared(out, inputs[0]) if inputs else out, layer._act))


def with_dtype(layer: Any, dtype: str) -> None:
    """Give a layer's parameters the ``dtype`` that its legacy constructor took; today's float32 stays as it is."""
    if dtype == "float32" or {str(each.dtype) for each in layer.parameters()} == {f"paddle.{dtype}"}:
        return  # a program's parameters have it before they have memory
    of_program = [(slots, key, each) for layer in layer.sublayers(include_self=True) for slots in [layer._parameters]
                  for key, each in slots.items() if hasattr(each, "retyped")]
    for slots, key, each in of_program:
        slots[key] = each.retyped(dtype)
    if not of_program:
        layer.to(dtype=dtype)
        _draw_anew(layer)


def _draw_anew(layer: Any) -> None:
    """1.8.5 drew seeded parameters in their own dtype: other numbers than those of float32."""
    for each in layer.parameters():
        draw = getattr(each, "_drawn_anew", None)
        if draw is not None:
            draw(each)
