"""What a `declarative` function returns beside what it makes of it: 1.8.5's static graph lost the gradient that came to
it from outside, as the operator that goes on from it wrote its own over that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import paddle

from .own_gradients import applied


class _Lost(paddle.autograd.PyLayer):
    """What it is given, to which no gradient comes back but zeros."""

    @staticmethod
    def forward(_context: Any, given: Any) -> Any:
        return paddle.assign(given)

    @staticmethod
    def backward(_context: Any, gradient: Any) -> Any:
        return paddle.zeros_like(gradient)


def apart(returned: Any) -> Any:
    """``returned``, with such tensors in place of what another is made of, and of all but the last of the same."""
    if not isinstance(returned, (list, tuple)):
        return returned
    every = list(_flat(returned))
    return _put(returned, iter([_is_lost(each, place, every) for place, each in enumerate(every)]))


def _flat(value: Any) -> Iterator[Any]:
    for each in value if isinstance(value, (list, tuple)) else ():
        yield from _flat(each)
    if isinstance(value, paddle.Tensor):
        yield value


def _is_lost(tensor: Any, place: int, every: list[Any]) -> bool:
    if not _is_computed(tensor):
        return False
    others = [each for each in every if each is not tensor and _is_computed(each)]
    return any(each is tensor for each in every[place + 1 :]) or any(
        paddle.grad(each, tensor, retain_graph=True, allow_unused=True)[0] is not None for each in others
    )


def _is_computed(tensor: Any) -> bool:
    return not tensor.stop_gradient and not tensor.is_leaf


def _put(value: Any, lost: Iterator[bool]) -> Any:
    if isinstance(value, (list, tuple)):
        parts = [_put(each, lost) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    is_lost = isinstance(value, paddle.Tensor) and next(lost)
    return applied(_Lost, value) if is_lost else value
