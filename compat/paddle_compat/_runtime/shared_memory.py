"""Tensors that share an array's memory, as ``to_variable(array)`` made them on the CPU, unless it was told not to."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import paddle

from . import era
from .views import of_arrays

T = TypeVar("T", bound=Callable[..., Any])


def memory_shared(rule: T) -> T:
    """Let a function's tensor be its array unless ``zero_copy`` is false; since 2.0 only where it is true. The codemod
    passes over this."""

    @functools.wraps(rule)
    def made(value: Any, name: str | None = None, zero_copy: bool | None = None) -> Any:
        asked = not era.is_of_2() if zero_copy is None else zero_copy
        if not (asked and isinstance(value, np.ndarray) and paddle.get_device() == "cpu"):
            return rule(value, name, zero_copy)
        return over(value)

    return cast(T, made)


def over(array: Any) -> Any:
    """A tensor whose memory is the array's; whoever listens to `paddle.to_tensor` hears of it."""
    listener = getattr(paddle.to_tensor, "listener", None)
    if listener is not None:
        listener(array)
    whole: Any = paddle.Tensor
    tensor = whole(value=array, place=paddle.CPUPlace(), persistable=False, zero_copy=True, name=None,
                   stop_gradient=True)
    of_arrays[id(tensor)] = tensor
    return tensor
