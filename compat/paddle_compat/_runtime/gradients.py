"""``backward()`` as 1.8.5's: it left the gradients of every tensor, and of this run alone.

Since 2.0 it adds to the gradients that are there. They are set aside here, those of parameters and of tensors that
fluid made, so that what comes is new; what this run did not reach gets its old gradient back.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

import numpy as np
import paddle
from paddle.base.framework import EagerParamBase
from paddle.nn.clip import get_tensor_from_selected_rows, merge_selected_rows

from .._lod import lod_of, with_lod
from . import arrays, era, inner_gradients, parameters
from .mode import evaluates
from .warn import warn_once

T = TypeVar("T", bound=Callable[..., Any])

_inputs: WeakValueDictionary[int, Any] = WeakValueDictionary()
_zero: set[int] = set()  # ids of parameters whose gradients were set to zero after the last run: nothing to set aside


def patch_tensors() -> None:
    """Give ``paddle.Tensor`` these ways of ``backward`` and ``gradient``."""
    tensor = paddle.Tensor
    if getattr(tensor.backward, "__as_in_1_8__", False):
        return
    tensor.backward, tensor.gradient = _replacing(tensor.backward), _saying(tensor.gradient)


def without_gradient(*names: str) -> Callable[[T], T]:
    """Let no gradient reach what is given for these parameters, as in 1.8.5."""

    def mark(function: T) -> T:
        places = {place: name for place, name in enumerate(inspect.signature(function).parameters) if name in names}

        @functools.wraps(function)
        def stopped(*args: Any, **kwargs: Any) -> Any:
            args = tuple(_detached(each) if place in places else each for place, each in enumerate(args))
            return function(*args, **{key: _detached(each) if key in names else each for key, each in kwargs.items()})

        stopped.__without_gradient__ = places  # type: ignore[attr-defined]
        return cast(T, stopped)

    return mark


def _detached(value: Any) -> Any:
    return with_lod(value.detach(), lod_of(value)) if isinstance(value, paddle.Tensor) else value


def stops_at_target(always: bool = False) -> Callable[[T], T]:
    """Let no gradient come back through the tensor that a function writes into, where none did before; of some
    functions ``always``. The codemod passes over this decorator."""

    def mark(rule: T) -> T:
        @functools.wraps(rule)
        def written(*args: Any, **kwargs: Any) -> Any:
            tensors = [each for each in (*args, *kwargs.values()) if isinstance(each, paddle.Tensor)]
            # What create_tensor makes, which has no elements, lets gradients through.
            stopped = [each for each in tensors if always or (each.stop_gradient and each.size)]
            result = rule(*args, **kwargs)
            if any(each is result for each in stopped):
                result.stop_gradient = True
            return result

        return cast(T, written)

    return mark


def gradients_replaced(rule: T) -> T:
    """Let a run replace the gradients of the tensors that a function makes. The codemod passes over this decorator."""

    @functools.wraps(rule)
    def made(*args: Any, **kwargs: Any) -> Any:
        tensor = rule(*args, **kwargs)
        if isinstance(tensor, paddle.Tensor):
            _inputs[id(tensor)] = tensor
        return tensor

    return cast(T, made)


def set_to_zero(parameters: Iterable[Any]) -> None:
    """Clear the gradients of these parameters, as far as they are trainable."""
    for parameter in parameters:
        if parameter is not None and parameter.trainable:
            parameter.clear_gradient()
            _zero.add(id(parameter))


class _Runs:
    any = False


def _replacing(backward: Any) -> Any:
    @functools.wraps(backward)
    def replacing(self: Any, *args: Any, **kwargs: Any) -> Any:
        _Runs.any = True
        of_2 = era.is_of_2()
        if not of_2 and evaluates():
            warn_once("backward(): after eval() 1.8 recorded no gradients, and nothing is trained here, as there. Call "
                      "train() after evaluating.")
        kwargs.pop("backward_strategy", None)  # it changes nothing, and has said so
        if args and hasattr(args[0], "sort_sum_gradient"):
            args = (None, *args[1:])  # as the gradient of the loss it would need the loss's shape
        inner_gradients.retain(self, sys._getframe(1))
        stale = _stale()
        if of_2 and stale:
            era.say("backward() adds to the gradients that are there")
        aside = [] if of_2 else [(tensor, _set_aside(tensor, gradient)) for tensor, gradient in stale]
        try:
            return backward(self, *args, **kwargs)
        finally:
            _zero.clear()
            for tensor, gradient in aside:
                if tensor._grad_ivar() is None:
                    _put_back(tensor, gradient, backward)

    replacing.__as_in_1_8__ = True  # type: ignore[attr-defined]
    return replacing


def _stale() -> list[tuple[Any, Any]]:
    """What has a gradient already, and that gradient."""
    tensors = [tensor for key, tensor in list(parameters.every.items()) if key not in _zero]
    tensors += [tensor for tensor in list(_inputs.values()) if not tensor.stop_gradient]
    return [(tensor, gradient) for tensor in tensors if (gradient := tensor._grad_ivar()) is not None]


def _set_aside(tensor: Any, gradient: Any) -> Any:
    """A copy of the tensor's gradient, which it has no longer; of a sparse one the rows and their values."""
    sparse = gradient.is_selected_rows()
    kept = (list(gradient.rows()), np.array(gradient)) if sparse else gradient.clone()
    tensor.clear_gradient(False)
    return kept


def _put_back(tensor: Any, gradient: Any, backward: Any) -> None:
    if not isinstance(gradient, tuple):
        tensor.grad = gradient
        return
    rows, values = map(paddle.to_tensor, gradient)
    looked_up = paddle.nn.functional.embedding(rows, tensor, sparse=True)  # Paddle makes sparse gradients here only
    backward((looked_up * values).sum())


def dense(gradient: Any, parameter: Any) -> Any:
    """A sparse gradient of ``parameter`` with all of its rows."""
    merged = merge_selected_rows(gradient)
    rows = paddle.to_tensor(merged.rows())
    return paddle.scatter(paddle.zeros(parameter.shape, parameter.dtype), rows, get_tensor_from_selected_rows(merged))


def _saying(gradient: Any) -> Any:
    undecorated = inspect.unwrap(gradient)  # Paddle 3 would say at every call that grad is its name now

    @functools.wraps(gradient)
    def saying(self: Any) -> Any:
        found = undecorated(self)
        if found is None and _Runs.any and not self.is_leaf and not self.stop_gradient:
            warn_once("gradient(): None, where 1.8 may have had one: Paddle keeps the gradient of a tensor inside the "
                      "graph only if its retain_grads() is called before backward().")
        is_stopped = self.stop_gradient and not getattr(self, "had_no_gradient", False)  # in 1.8 neither
        if found is None and _Runs.any and is_stopped and isinstance(self, EagerParamBase):
            warn_once("gradient(): None of a parameter that is not trained. Unless its stop_gradient was set, 1.8 had "
                      "its gradient, which the optimizer passed over: leave it trainable, and give the optimizer the "
                      "other parameters.")
        return arrays.ours(found)

    return saying
