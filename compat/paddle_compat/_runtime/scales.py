"""The scales of layer norms, whose gradients are asked for as well: on the CPU today's Paddle takes a scale for ones
where its own gradient is not."""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])

_SCALES: dict[int, weakref.ref[Any]] = {}
_UNUSED = ("The {}-th input does not appear in the backward graph. Please check the input tensor or set "
           "allow_unused=True to get None result.")


def note_scale(scale: Any) -> bool:
    """Remember a scale, or None; whether it has no gradient."""
    if scale is not None:
        number = id(scale)
        _SCALES[number] = weakref.ref(scale, lambda _: _SCALES.pop(number, None))
    return scale is not None and bool(scale.stop_gradient)


def scales_beside(inputs: Sequence[Any]) -> list[Any]:
    """The scales that have a gradient and are none of the inputs."""
    known = (each() for each in list(_SCALES.values()))
    return [each for each in known if each is not None and not each.stop_gradient and not any(
        each is other for other in inputs)]


def scales_asked_for(grad: T) -> T:
    """Have ``grad`` ask for these gradients as well, which it does not give."""

    @functools.wraps(grad)
    def asked(outputs: Any, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        beside = scales_beside(given)
        if not beside:
            return grad(outputs, inputs, *args, **kwargs)
        named = inspect.signature(grad).bind(outputs, [*given, *beside], *args, **kwargs).arguments
        is_allowed = named.get("allow_unused", False)
        found = grad(**{**named, "allow_unused": True})[: len(given)]
        for number, each in enumerate(found if not is_allowed else ()):
            if each is None:
                raise ValueError(_UNUSED.format(number))
        return found

    return asked  # type: ignore[return-value]
