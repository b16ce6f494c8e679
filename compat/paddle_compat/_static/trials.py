"""What shape and dtype a call's result will have: the call is tried on zeros of two sizes, of which whole
numbers are ones: as lengths, divisors and classes these are less often refused.

A dimension that differs between the trials is one that is known at run time only, -1. Sequences are tried as two of two
rows and as three of three, so that rows, sequences, steps and batches grow together; beside what has no sequences they
may be of one row each.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._lod import Lod, lod_of, shared, with_lod
from .._runtime.rows import guesses, open_places, tried
from .mode import eagerly
from .variables import Variable

SIZES = ((2, 3), (12, 24), (64, 128), (256, 512))  # that -1 is tried as; the next where one does not fit or has no rows
Size = int | tuple[int, int]  # of all open dimensions, or of the first one and of all others
_LARGE = 1 << 24  # elements of what is tried with a size of something else, such as of a table of words
_SMALL = 64  # elements of whole-number results that are kept: they may be shapes


def trial(rule: Callable[..., Any], args: Any, kwargs: Any, given: list[Variable]) -> tuple[Any, Any]:
    """The results of two trials of a call, nested as the rule returns them, of ``given``'s stand-ins."""
    open_sizes = any(variable.trials or any(size < 0 for size in variable.shape) for variable in given)
    first: Exception | None = None
    empty: tuple[Any, Any] | None = None  # of slices that begin behind so few rows
    has_sequences = any(variable.lod_level and variable.is_data for variable in given)
    meeting = _known([*args, kwargs], not has_sequences)
    tried_sizes: Iterable[tuple[Size, ...]] = itertools.chain(SIZES, meeting) if open_sizes else SIZES[:1]
    ways: list[tuple[tuple[Size, ...], int, bool, bool]] = [
        (sizes, whole, number == 0, False) for number, sizes in enumerate(tried_sizes) for whole in (1, 0)]
    ways += [(SIZES[0], whole, True, True) for whole in (1, 0) if has_sequences]
    ways += [(sizes, whole, True, has_sequences) for sizes in _tried_sizes(given) for whole in (1, 0)]
    for sizes, whole, recorded, alone in ways:
        try:
            results = tuple(_try(rule, args, kwargs, size, which if recorded else None, whole, alone)
                            for which, size in enumerate(sizes[: 1 + open_sizes]))
            if has_sequences and len(sizes) == 1:  # of as many sequences there may be other rows
                results += _of_other_rows(rule, args, kwargs, sizes[0], whole)
        except Exception as error:
            first = first or error
            continue
        if not open_sizes or not any(map(_has_none, results)):
            _open_where_none(results[0], empty[0] if empty is not None else None)
            return results[0], results[-1]
        empty = empty or (results[0], results[-1])
    if empty is not None:
        return empty
    assert first is not None
    raise first


def _of_other_rows(rule: Callable[..., Any], args: Any, kwargs: Any, size: Size, whole: int) -> tuple[Any, ...]:
    """The results of the trial with a row in each sequence, unless it fails."""
    with contextlib.suppress(Exception):
        return (_try(rule, args, kwargs, size, None, whole, True),)
    return ()


def _has_none(result: Any) -> bool:
    if isinstance(result, (list, tuple)):
        return any(map(_has_none, result))
    return isinstance(result, Found) and 0 in result.shape


def _open_where_none(result: Any, earlier: Any) -> None:
    """What had none of fewer rows is of a size that the rows decide."""
    if isinstance(result, Found) and isinstance(earlier, Found):
        result.open = tuple(place for place, size in enumerate(earlier.shape) if size == 0)
    elif isinstance(result, (list, tuple)) and isinstance(earlier, (list, tuple)):
        for one, other in zip(result, earlier, strict=False):
            _open_where_none(one, other)


def _known(value: Any, batches: bool) -> Iterator[tuple[Size, ...]]:
    """The sizes of the variables and arrays of a call, which an open size may have to meet: behind ``batches`` of two
    sizes, where labels have 1, or each of them."""
    known = [size for size in sorted(set(_sizes(value))) if size > 1]
    if batches:
        yield from (tuple((first, size) for first in SIZES[0]) for size in (*known, 1))
    yield from ((size,) for size in known)


def _tried_sizes(given: list[Variable]) -> list[tuple[int, int]]:
    """The open sizes of what was tried before, which others of the call may have to meet: rows of words, in one."""
    pairs = {pair for each in given if each.trials for pair in zip(*each.trials, strict=False)}
    return sorted((first, second) for first, second in pairs if first != second)


def _sizes(value: Any) -> Iterator[int]:
    if isinstance(value, (Variable, np.ndarray)):
        yield from value.shape
    elif isinstance(value, (list, tuple, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _sizes(part)


def _try(
    rule: Callable[..., Any], args: Any, kwargs: Any, size: Size, which: int | None, whole: int, alone: bool
) -> Any:
    made: dict[str, Any] = {}

    def stand_in(variable: Variable) -> Any:
        if variable.name not in made:
            made[variable.name] = (_stand_in(variable, size, which, whole, alone) if variable.stand_in is None
                                   else variable.stand_in(stand_in))
        return made[variable.name]

    with eagerly(), paddle.no_grad(), unique_name.guard(), guesses():
        result = tried(rule)(*replaced(args, stand_in), **replaced(kwargs, stand_in))
        for tensor in made.values():
            shared_all(result, tensor)
            break
        return described(result, {id(tensor): name for name, tensor in made.items()})


def _stand_in(variable: Variable, size: Size, which: int | None, whole: int, alone: bool) -> Any:
    if which is not None and variable.values:
        return paddle.to_tensor(variable.values[which])
    lod: Lod = []
    if which is not None and variable.trials:
        shape, lod = variable.trials[which], (variable.lods[which] if variable.lods else [])
    else:
        shape, lod = fed(variable, size, alone)
    if which is None and math.prod(shape) > _LARGE:
        raise ValueError(f"{variable.name} is too large to be tried with {size}")
    dtype = str(variable.dtype).rpartition(".")[2]
    same = _filled(tuple(shape), dtype, whole if "int" in dtype else 0)
    return with_lod(same.clone() if lod else same, lod)


def fed(variable: Variable, size: Size, alone: bool = False) -> tuple[tuple[int, ...], Lod]:
    """The shape and the offsets of what may be fed to a variable: ``size`` sequences of as many, at every level;
    ``alone``: of one row each, as beside a batch that has no sequences."""
    first, size = size if isinstance(size, tuple) else (size, size)
    none = variable.is_data and 0 in variable.shape  # what is assigned to it before it is read says how many it has
    shape = tuple((size if place else first) if each < 0 or (none and not each) else each  # -1 * heads is open, too
                  for place, each in enumerate(variable.shape))
    if not (variable.lod_level and variable.is_data and shape):
        return shape, []
    if variable.shape[0] >= 0 or alone:  # which says how many rows there are
        return shape, [list(range(shape[0] + 1))] * variable.lod_level
    lod = [list(range(0, size ** (level + 2) + 1, size)) for level in range(variable.lod_level)]
    return (lod[-1][-1], *shape[1:]), lod


@functools.lru_cache(maxsize=64)
def _filled(shape: tuple[int, ...], dtype: str, value: int) -> Any:
    return paddle.full(shape, value, dtype)


def replaced(value: Any, by: Callable[[Variable], Any]) -> Any:
    """``value`` with something else for every variable in its lists, tuples and dictionaries."""
    if isinstance(value, Variable):
        return by(value)
    if isinstance(value, (list, tuple)) and any(isinstance(part, (Variable, list, tuple, dict)) for part in value):
        return type(value)([replaced(part, by) for part in value])
    if isinstance(value, dict):
        return {key: replaced(part, by) for key, part in value.items()}
    return value


def shared_all(result: Any, first: Any) -> None:
    """Let results without offsets share those of ``first``."""
    if isinstance(result, paddle.Tensor):
        shared(result, first)
    elif isinstance(result, (list, tuple)):
        for part in result:
            shared_all(part, first)


class Found:
    """What a trial found of one result; ``same`` names the variable that it is, unchanged."""

    def __init__(self, tensor: Any, same: str | None) -> None:
        self.shape, self.dtype, self.lod, self.same = tuple(tensor.shape), tensor.dtype, lod_of(tensor), same
        self.stop_gradient = tensor.stop_gradient
        self.open = open_places(tensor)  # dimensions that are known at run time only, though two trials agree
        whole = "int" in str(tensor.dtype) and tensor.size <= _SMALL
        self.value = tensor.numpy() if whole else None


def described(result: Any, back: dict[int, str]) -> Any:
    """``result`` with a :class:`Found` for every tensor."""
    if isinstance(result, paddle.Tensor):
        return Found(result, back.get(id(result)))
    if isinstance(result, (list, tuple)):
        parts = [described(part, back) for part in result]
        return parts if isinstance(result, list) else tuple(parts)
    return result


def merged(first: Found, second: Found) -> dict[str, Any]:
    """What a variable is made with, from the two trials."""
    sizes = enumerate(zip(first.shape, second.shape, strict=True))
    return {"shape": [a if a == b and place not in first.open else -1 for place, (a, b) in sizes],
            "dtype": first.dtype, "lod_level": len(first.lod)}
