"""Tensors that take any attribute, as 1.6's did: its scripts set ``label._stop_gradient = True``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import paddle

from .version import PADDLE_3
from .views import of_arrays

T = TypeVar("T", bound=Callable[..., Any])


class OpenTensor(paddle.Tensor):
    """A tensor with a dictionary of its own. Those of Paddle 3 have one, those of 2.6 none."""


def open_to_attributes(rule: T) -> T:
    """Let the tensors that a function makes take any attribute. The codemod passes over this decorator."""
    if PADDLE_3:
        return rule

    @functools.wraps(rule)
    def made(value: Any, *args: Any, **kwargs: Any) -> Any:
        tensor = rule(value, *args, **kwargs)
        if tensor is value or not paddle.in_dynamic_mode():
            return tensor
        opened = OpenTensor(tensor)  # the same memory
        opened.stop_gradient = tensor.stop_gradient
        if id(tensor) in of_arrays:
            of_arrays[id(opened)] = opened
        return opened

    return cast(T, made)
