"""The slope of `leaky_relu` at exactly 0, where 1.8.5 took that of what is below, and today's takes 1."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import paddle

T = TypeVar("T", bound=Callable[..., Any])


def zero_slopes_as_below(rule: T) -> T:
    """Let the gradient at 0 be ``alpha`` times that of the result. The codemod passes over this."""

    @functools.wraps(rule)
    def made(x: Any, alpha: float = 0.02, name: str | None = None) -> Any:
        if getattr(x, "stop_gradient", True):
            return rule(x, alpha, name)
        return paddle.where(x > 0, x, alpha * x)

    return cast(T, made)
