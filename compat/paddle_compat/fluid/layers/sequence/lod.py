"""The same rows under other offsets."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import of_sequences
from ...._lod import lengths, lod_of, with_lod
from ...._runtime.rows import guessed, tried_as

__all__ = ["lod_append", "lod_reset"]


def _supposed(x: Any, y: Any = None, target_lod: Any = None) -> Any:
    return with_lod(paddle.assign(x), lod_of(y) if isinstance(y, paddle.Tensor) and lod_of(y) else [guessed(x)])


@tried_as(_supposed)
@of_sequences
def lod_reset(x: Any, y: Any = None, target_lod: list[int] | None = None) -> Any:
    """``x`` with the LoD of ``y``, with the offsets that ``y`` int32 holds, or with ``target_lod``."""
    if y is None and target_lod is None:
        raise ValueError("fluid.layers.lod_reset: give y or target_lod")
    return with_lod(paddle.assign(x), _asked("lod_reset", x, y, target_lod))


@tried_as(lambda x, level: with_lod(_supposed(x, level), [*lod_of(x), guessed(x)]))
@of_sequences
def lod_append(x: Any, level: Any) -> Any:
    """``x`` with one level more, innermost: a list of offsets, or those that a tensor holds.

    A tensor that has a LoD itself gives that one, as in 1.8.5: nothing is left of what ``x`` had.
    """
    if x is None:
        raise ValueError("fluid.layers.lod_append: x can't be None")
    y = level if isinstance(level, paddle.Tensor) else None
    asked = _asked("lod_append", x, y, None if y is not None else level)
    return with_lod(paddle.assign(x), asked if y is not None and lod_of(y) else [*lod_of(x), *asked])


def _asked(rule: str, x: Any, y: Any, target_lod: Any) -> list[list[int]]:
    if y is not None and lod_of(y):
        return lod_of(y)
    level = [int(offset) for offset in (target_lod if y is None else y.numpy().reshape(-1))]
    if len(level) < 2 or level[0] != 0 or level[-1] != x.shape[0] or min(lengths(level)) < 0:
        raise ValueError(f"fluid.layers.{rule}: offsets go up from 0 to the number of rows, {x.shape[0]}; not {level}")
    return [level]
