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
    """Give what a function makes of its first argument memory of its own, if the argument keeps its memory or is given
    back itself. The codemod passes it over."""
    name = cast(Any, inspect.unwrap(rule)).__code__.co_varnames[0]

    @functools.wraps(rule)
    def made(*args: Any, **kwargs: Any) -> Any:
        given: Any = args[0] if args else kwargs.get(name)
        if keeps_memory(given):
            args, kwargs = (given.clone(), *args[1:]), {key: each for key, each in kwargs.items() if key != name}
        found = rule(*args, **kwargs)
        return another(found, given)

    return cast(T, made)


def another(found: Any, given: Any) -> Any:
    """What is found, or a copy of what was given, if it is that."""
    return found.clone() if found is given and isinstance(given, paddle.Tensor) else found


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
    if isinstance(value, paddle.Tensor) and not keeps_memory(value) and value.size and value._is_initialized():
        value.detach().clone()._share_buffer_to(value)
