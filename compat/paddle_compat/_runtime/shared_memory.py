"""Tensors that share an array's memory, as ``to_variable(array, zero_copy=True)`` made them on the CPU."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import paddle

T = TypeVar("T", bound=Callable[..., Any])


def memory_shared(rule: T) -> T:
    """Let a function's tensor be its array where ``zero_copy`` asks for it. The codemod passes over this."""

    @functools.wraps(rule)
    def made(value: Any, name: str | None = None, zero_copy: bool | None = None) -> Any:
        if not (zero_copy and isinstance(value, np.ndarray) and paddle.get_device() == "cpu"):
            return rule(value, name, zero_copy)
        whole: Any = paddle.Tensor
        return whole(value=value, place=paddle.CPUPlace(), persistable=False, zero_copy=True, name="",
                     stop_gradient=True)

    return cast(T, made)
