"""Offsets of results beside the numbers of a rule's body: what the rules of ``fluid.layers.detection`` share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar, cast

import numpy as np

from .._lod import lod_of, offsets, with_lod
from .from_arrays import tensor_of
from .rows import guessing, numbers, offsets_of

T = TypeVar("T", bound=Callable[..., Any])


def offsets_by(other: Callable[..., Any]) -> Callable[[T], T]:
    """Call ``other``, which gives the offsets of the results as well. The codemod passes over this decorator."""

    def mark(rule: T) -> T:
        signature = inspect.signature(rule)

        @functools.wraps(rule)
        def chosen(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            return other(**bound.arguments)

        return cast(T, chosen)

    return mark


def offsets_from(name: str) -> Callable[[T], T]:
    """Let the result have the offsets of the argument ``name``. The codemod passes over this decorator."""

    def mark(rule: T) -> T:
        signature = inspect.signature(rule)

        @functools.wraps(rule)
        def shared(*args: Any, **kwargs: Any) -> Any:
            result = rule(*args, **kwargs)
            return with_lod(result, lod_of(signature.bind(*args, **kwargs).arguments[name]))

        return cast(T, shared)

    return mark


def counted(rows: str, into: str) -> Callable[[T], T]:
    """Let the offsets of the argument ``rows`` be the argument ``into`` where that is ``None``; in a trial all rows are
    the last one's of the first argument.

    The codemod passes over this decorator.
    """

    def mark(rule: T) -> T:
        signature = inspect.signature(rule)

        @functools.wraps(rule)
        def called(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            given = bound.arguments[rows]
            if guessing() or (bound.arguments.get(into) is None and lod_of(given)):
                found = [0] * next(iter(bound.arguments.values())).shape[0] + [given.shape[0]] if guessing() \
                    else offsets_of(given, rule.__name__)
                return with_lod(rule(**{**bound.arguments, into: numbers(found)}), [])
            return rule(*args, **kwargs)

        return cast(T, called)

    return mark


def sized_as(other: Callable[..., Any]) -> Callable[[T], T]:
    """Let ``other`` tell the sizes of a call that is tried, from all arguments by name: the numbers decide them.

    The codemod passes over this decorator.
    """

    def mark(rule: T) -> T:
        signature = inspect.signature(rule)

        @functools.wraps(rule)
        def called(*args: Any, **kwargs: Any) -> Any:
            if not guessing():
                return rule(*args, **kwargs)
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            return other(**bound.arguments)

        return cast(T, called)

    return mark


def parts(x: Any, rule: str) -> list[np.ndarray[Any, Any]]:
    """The rows of each sequence of ``x`` as arrays."""
    values, begins = x.numpy(), offsets_of(x, rule, levels=1)
    return [values[low:high] for low, high in pairwise(begins)]


def joined(arrays: list[np.ndarray[Any, Any]], dtype: Any = None) -> Any:
    """The arrays one after the other as a tensor with their offsets."""
    values = np.concatenate(arrays) if dtype is None else np.concatenate(arrays).astype(dtype)
    return with_lod(tensor_of(values), [offsets([len(each) for each in arrays])])
