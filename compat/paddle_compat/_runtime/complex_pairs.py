"""1.8.5's complex numbers, pairs of real tensors, in and out of functions of today's complex tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import paddle

from ..fluid.framework import ComplexVariable

T = TypeVar("T", bound=Callable[..., Any])


def of_pairs(rule: T) -> T:
    """Let a function of complex tensors take and give ``ComplexVariable``; other arguments go through as they are.

    A tensor that comes back changed in place stands for the ``ComplexVariable`` that was given. Raises ``ValueError``
    when none is given. The codemod passes over this decorator.
    """

    @functools.wraps(rule)
    def joined(*args: Any, **kwargs: Any) -> Any:
        pairs = {id(value): value for value in (*args, *kwargs.values()) if isinstance(value, ComplexVariable)}
        if not pairs:
            raise ValueError(f"paddle.complex.{rule.__name__} takes at least one ComplexVariable; "
                             f"for real numbers call the function of that name in fluid.layers")
        tensors = {key: paddle.complex(pair.real, pair.imag) for key, pair in pairs.items()}
        result = rule(*(tensors.get(id(value), value) for value in args),
                      **{name: tensors.get(id(value), value) for name, value in kwargs.items()})
        parts = paddle.real(result), paddle.imag(result)
        for key, tensor in tensors.items():
            if tensor is result:
                pairs[key].real, pairs[key].imag = parts
                return pairs[key]
        return ComplexVariable(*parts)

    return cast(T, joined)


def pairs_of_arrays(rule: T) -> T:
    """Let a function that makes a tensor of an array make a ``ComplexVariable`` of a complex one.

    The codemod passes over this decorator: a complex array becomes a complex tensor by itself.
    """

    @functools.wraps(rule)
    def made(value: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(value, ComplexVariable):
            return value
        if isinstance(value, np.ndarray) and np.iscomplexobj(value):
            return ComplexVariable(rule(value.real, *args, **kwargs), rule(value.imag, *args, **kwargs))
        return rule(value, *args, **kwargs)

    return cast(T, made)
