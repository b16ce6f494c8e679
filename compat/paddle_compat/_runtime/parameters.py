"""Every parameter that fluid has made: 1.6's optimizers updated all of them where they were given none."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

T = TypeVar("T", bound=Callable[..., Any])

_count = itertools.count()
_made: WeakValueDictionary[int, Any] = WeakValueDictionary()
every: WeakValueDictionary[int, Any] = WeakValueDictionary()  # by id; of other guards, too


def remember(parameter: Any) -> Any:
    """``parameter``, from now on among :func:`trained`."""
    if parameter is not None:
        _made[next(_count)] = every[id(parameter)] = parameter
    return parameter


def remembered(rule: T) -> T:
    """Let :func:`remember` know of the parameters that a function makes. The codemod passes over this decorator."""

    @functools.wraps(rule)
    def made(*args: Any, **kwargs: Any) -> Any:
        return remember(rule(*args, **kwargs))

    return cast(T, made)


def trained() -> list[Any]:
    """The trainable parameters that have a gradient, in the order of their making."""
    return [parameter for parameter in list(_made.values()) if parameter.trainable and parameter.grad is not None]


@contextlib.contextmanager
def afresh() -> Iterator[None]:
    """Know only the parameters made in the block, as each guard of 1.6 did; then those from before again."""
    global _made
    before, _made = _made, WeakValueDictionary()
    try:
        yield
    finally:
        _made = before
