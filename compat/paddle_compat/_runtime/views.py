"""Memory of its own for what 1.8.5 copied, and today's Paddle shows anew: parts and other shapes of a parameter.

A step of an optimizer writes into the parameter: without a copy, what was taken of it before would follow.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from paddle.base.framework import EagerParamBase

T = TypeVar("T", bound=Callable[..., Any])


def is_parameter(value: Any) -> bool:
    return isinstance(value, EagerParamBase)


def own_memory(rule: T) -> T:
    """Give what a function makes of a parameter, its first argument, memory of its own. The codemod passes it over."""
    name = cast(Any, inspect.unwrap(rule)).__code__.co_varnames[0]

    @functools.wraps(rule)
    def made(*args: Any, **kwargs: Any) -> Any:
        if args and is_parameter(args[0]):
            args = (args[0].clone(), *args[1:])
        elif is_parameter(kwargs.get(name)):
            kwargs[name] = kwargs[name].clone()
        return rule(*args, **kwargs)

    return cast(T, made)
