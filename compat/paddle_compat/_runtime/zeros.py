"""Gradients where numbers are zero."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import paddle

from .version import PADDLE_3

T = TypeVar("T", bound=Callable[..., Any])


def right_at_zero(rule: T) -> T:
    """Give ``rule`` the smallest number in the place of each 0 of its first tensor, for the sake of the gradient there:
    Paddle 3's cross entropy of logits has one that is smaller by 1. The codemod passes over this."""
    if not PADDLE_3:
        return rule

    @functools.wraps(rule)
    def call(x: Any, *args: Any, **kwargs: Any) -> Any:
        return rule(x + (x == 0).cast(x.dtype) * paddle.finfo(x.dtype).tiny, *args, **kwargs)

    return cast(T, call)
