"""Rows of sequences, by numbers that are made of the offsets: what the rules of ``fluid.layers.sequence`` share."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from math import isqrt
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
import paddle

from .._lod import lengths, lod_of
from .from_arrays import tensor_of

T = TypeVar("T", bound=Callable[..., Any])


def of_sequences(rule: T) -> T:
    """Mark a rule that reads or makes offsets: it is for the runtime alone, nothing of today's can stand for it."""
    rule.__of_sequences__ = True  # type: ignore[attr-defined]
    return rule


def for_sequences(other: Callable[..., Any]) -> Callable[[T], T]:
    """Call ``other`` where the first input has offsets. The codemod passes over this decorator."""

    def mark(rule: T) -> T:
        @functools.wraps(rule)
        def chosen(*args: Any, **kwargs: Any) -> Any:
            first = args[0] if args else kwargs.get("input")
            return (other if lod_of(first) else rule)(*args, **kwargs)

        return cast(T, chosen)

    return mark


class _Trial:
    on = False
    open: ClassVar[list[tuple[Any, tuple[int, ...]]]] = []


@contextlib.contextmanager
def guesses() -> Iterator[None]:
    """Let rules guess offsets that they miss: it is about shapes alone, in the block."""
    before, _Trial.on = _Trial.on, True
    try:
        yield
    finally:
        _Trial.on = before
        if not before:
            _Trial.open.clear()


def guessing() -> bool:
    """Whether it is about shapes alone."""
    return _Trial.on


def guessed(x: Any) -> list[int]:
    """Offsets for a tensor that has none: as many sequences as rows in each, or one for every row."""
    count = x.shape[0]
    return list(range(0, count + 1, isqrt(count) if count and isqrt(count) ** 2 == count else 1))


def tried_as(other: Callable[..., Any], always: bool = False) -> Callable[[T], T]:
    """Try a rule as ``other`` where the trial of a call has numbers that it refuses, or ``always``.

    The codemod passes over this.
    """

    def mark(rule: T) -> T:
        rule.__tried_as__ = other  # type: ignore[attr-defined]
        rule.__tried_always__ = always  # type: ignore[attr-defined]
        return rule

    return mark


def of_open_size(x: Any, *places: int) -> Any:
    """``x`` of a trial, of whose sizes these are known at run time only, whatever the trials say."""
    _Trial.open.append((x, tuple(place % x.ndim for place in places)))
    return x


def open_places(x: Any) -> tuple[int, ...]:
    """The places that :func:`of_open_size` named."""
    return next((places for each, places in _Trial.open if each is x), ())


def tried(rule: Callable[..., Any]) -> Callable[..., Any]:
    """What a trial calls for ``rule``."""
    other = getattr(rule, "__tried_as__", None)

    if getattr(rule, "__tried_always__", False):
        return cast(Callable[..., Any], other)

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return rule(*args, **kwargs)
        except Exception:
            if other is None:
                raise
            return other(*args, **kwargs)

    return call


def offsets_of(x: Any, rule: str, levels: int = 0, more: bool = False) -> list[int]:
    """The innermost offsets of ``x``; ``levels`` says how many there may be, ``more`` allows rows behind the last.

    Raises ``ValueError`` where ``x`` has none or more than that, or other rows than its offsets say.
    """
    lod = lod_of(x)
    if _Trial.on:
        return lod[-1] if lod and lod[-1][-1] == x.shape[0] else guessed(x)
    if not lod:
        raise ValueError(f"fluid.layers.{rule}: the input has no LoD; feed a LoDTensor for a variable of lod_level=1")
    if levels and len(lod) > levels:
        raise ValueError(f"fluid.layers.{rule}: takes {levels} level of LoD, and the input has {len(lod)}")
    if lod[-1][-1] != x.shape[0] and not (more and lod[-1][-1] < x.shape[0]):
        raise ValueError(f"fluid.layers.{rule}: the LoD ends at {lod[-1][-1]}, and the input has {x.shape[0]} rows")
    return lod[-1]


def numbers(values: Any) -> Any:
    """An int64 tensor of these numbers."""
    return tensor_of(np.asarray(values, dtype="int64"))


def rows(x: Any, which: Any) -> Any:
    """The rows of ``x`` with these numbers, in the order and as often as they are given."""
    which = np.asarray(which, dtype="int64").reshape(-1)
    return paddle.gather(x, numbers(which)) if which.size else x[:0]


def sums(x: Any, offsets: list[int]) -> Any:
    """The sum of each sequence's rows; 0 of an empty one."""
    count = len(offsets) - 1
    of = np.repeat(np.arange(count), lengths(offsets))
    empty = paddle.zeros([count, *x.shape[1:]], dtype=x.dtype)
    return paddle.scatter_nd_add(empty, numbers(of).unsqueeze(1), x) if of.size else empty


def steps(offsets: list[int], longest: int, over: int) -> np.ndarray[Any, Any]:
    """The number of each sequence's row at each step, [sequences, longest]; ``over`` where a sequence has ended."""
    begins, ends = np.asarray(offsets[:-1])[:, None], np.asarray(offsets[1:])[:, None]
    number = begins + np.arange(longest)
    return np.where(number < ends, number, over)


def padded(x: Any, offsets: list[int], fill: Any, longest: int | None = None) -> Any:
    """The sequences [sequences, longest, ...], filled up with the number or row ``fill``."""
    wide = max(lengths(offsets), default=0) if longest is None else longest
    row = fill if isinstance(fill, paddle.Tensor) else paddle.full([1, *x.shape[1:]], fill, dtype=x.dtype)
    found = rows(paddle.concat([x, row]), steps(offsets, wide, x.shape[0]))
    return found.reshape([len(offsets) - 1, wide, *x.shape[1:]])


def unpadded(x: Any, lengths: list[int]) -> Any:
    """The first rows of each sequence of ``x`` [sequences, longest, ...], one after the other."""
    wide = x.shape[1]
    which = [number * wide + step for number, length in enumerate(lengths) for step in range(length)]
    return rows(x.reshape([-1, *x.shape[2:]]), which)
