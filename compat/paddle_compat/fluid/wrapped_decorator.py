"""``paddle.fluid.wrapped_decorator``: 1.8.5's own decorators, which scripts borrowed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

from .._language import helper

__all__ = ["signature_safe_contextmanager", "wrap_decorator"]

signature_safe_contextmanager = contextmanager


@helper
def wrap_decorator(decorator_func: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """``decorator_func`` as a decorator that keeps the name and the signature of what it wraps."""

    def wrap(func: Any) -> Any:
        @functools.wraps(func)
        def call(*args: Any, **kwargs: Any) -> Any:
            return decorator_func(func)(*args, **kwargs)

        return call

    return wrap
