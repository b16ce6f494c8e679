"""Memory of its own for what 1.8.5 copied, and today's Paddle shows anew: parts and other shapes of a tensor.

A step of an optimizer writes into a parameter, and what writes into a tensor of an array is seen in the array: what is
taken of these is copied at once. Hardly anybody writes into another tensor: it gets its memory when somebody does, and
whatever shared the old memory keeps that.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

import paddle
from paddle.base.framework import EagerParamBase

T = TypeVar("T", bound=Callable[..., Any])

of_arrays: WeakValueDictionary[int, Any] = WeakValueDictionary()  # tensors that share the memory of an array


def keeps_memory(value: Any) -> bool:
    """Whether it is a parameter, or shares an array's memory."""
    return isinstance(value, EagerParamBase) or id(value) in of_arrays


def own_memory(rule: T) -> T:
    """Give what a function makes of its first argument, if that is such a tensor, memory of its own. The codemod passes
    it over."""
    name = cast(Any, inspect.unwrap(rule)).__code__.co_varnames[0]

    @functools.wraps(rule)
    def made(*args: Any, **kwargs: Any) -> Any:
        if args and keeps_memory(args[0]):
            args = (args[0].clone(), *args[1:])
        elif keeps_memory(kwargs.get(name)):
            kwargs[name] = kwargs[name].clone()
        return rule(*args, **kwargs)

    return cast(T, made)


def written_alone(name: str) -> Callable[[T], T]:
    """Let a function write into the tensor that this parameter is given, and into nothing that shares its memory. The
    codemod passes this over."""

    def mark(rule: T) -> T:
        place = list(inspect.signature(rule).parameters).index(name)

        @functools.wraps(rule)
        def written(*args: Any, **kwargs: Any) -> Any:
            move(args[place] if place < len(args) else kwargs.get(name))
            return rule(*args, **kwargs)

        return cast(T, written)

    return mark


def move(value: Any) -> None:
    """To other memory, unless it keeps what it has, or is no tensor."""
    if isinstance(value, paddle.Tensor) and not keeps_memory(value) and value.size:
        value.detach().clone()._share_buffer_to(value)
