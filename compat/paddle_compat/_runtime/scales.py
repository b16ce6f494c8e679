"""The scales of layer norms, whose gradients are asked for as well: on the CPU today's Paddle takes a scale for ones
where its own gradient is not."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Sequence
from typing import Any

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


def asking_scales(grad: Callable[..., Any]) -> Callable[..., Any]:
    """``paddle.grad``, which asks for these gradients as well, and does not give them."""

    @functools.wraps(grad)
    def asked(inputs: Any, allow_unused: bool = False, **others: Any) -> Any:
        given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        beside = scales_beside(given)
        if not beside:
            return grad(inputs=inputs, allow_unused=allow_unused, **others)
        found = grad(inputs=[*given, *beside], allow_unused=True, **others)[: len(given)]
        for number, each in enumerate(found if not allow_unused else ()):
            if each is None:
                raise ValueError(_UNUSED.format(number))
        return found

    return asked
