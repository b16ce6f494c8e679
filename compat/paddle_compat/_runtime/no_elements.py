"""Tensors without elements, such as a decoder's cache at its first step."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeVar, cast

import paddle

T = TypeVar("T", bound=Callable[..., Any])


def as_with_elements(rule: T) -> T:
    """``reshape`` of a tensor without elements, whose 0 and -1 mean what they mean elsewhere, as in 1.8.5.

    Paddle 3 takes 0 for a length there, and no Paddle works out -1. The codemod passes over this.
    """

    @functools.wraps(rule)
    def reshaped(x: Any, shape: Any, *rest: Any, **named: Any) -> Any:
        return rule(x, worked_out(x, shape), *rest, **named)

    return cast(T, reshaped)


def worked_out(x: Any, shape: Any) -> Any:
    """``shape``; where ``x`` has no elements, 0 as the size of ``x`` there, and -1 as what is left of the others."""
    if not (isinstance(x, paddle.Tensor) and 0 in x.shape and isinstance(shape, (list, tuple)) and 0 in shape):
        return shape
    given = {place for place, each in enumerate(shape) if each == 0}
    others = math.prod(each for place, each in enumerate(x.shape) if place not in given)
    named = math.prod(each for each in shape if each not in (0, -1))
    if max(given) >= len(x.shape) or not others or others % named:
        return shape
    return [x.shape[place] if place in given else others // named if each == -1 else each
            for place, each in enumerate(shape)]
