"""Sequences of different lengths: a tensor of all their rows, and beside it the offsets at which sequences begin.

The offsets are 1.8.5's LoD: a list for each level of nesting, outermost first, ``[[0, 2, 5]]`` for sequences of 2 and 3
rows. They are kept in a table beside the eager tensors, whose class takes no attributes on Paddle 2.6, and go when
their tensor goes. A rule reads them with :func:`lod_of` and gives them to its result with :func:`with_lod`. A rule that
says nothing shares them, as 1.8.5's ``ShareLoD`` did: see :func:`shared`.
"""

from __future__ import annotations

import weakref
from itertools import pairwise
from typing import Any, TypeAlias

Lod: TypeAlias = list[list[int]]

_known: dict[int, tuple[weakref.ref[Any], Lod]] = {}  # by id


def lod_of(tensor: Any) -> Lod:
    """The offsets of ``tensor``, a list for each level; ``[]`` for a tensor without sequences. Not to be changed."""
    found = _known.get(id(tensor))
    return [] if found is None else found[1]


def with_lod(tensor: Any, lod: Lod) -> Any:
    """``tensor`` itself, from now on with these offsets; with ``[]`` without any, and :func:`shared` gives it none."""
    key = id(tensor)
    _known[key] = weakref.ref(tensor, lambda gone: _known.pop(key, None)), lod
    return tensor


def shared(result: Any, first: Any) -> Any:
    """``result`` with the offsets of ``first`` where it has none of its own and as many rows.

    What is done with every result of a rule that says nothing: ``first`` is the rule's first tensor.
    """
    lod = lod_of(first)
    if lod and id(result) not in _known and result.ndim and result.shape[0] == first.shape[0]:
        with_lod(result, lod)
    return result


def lengths(offsets: list[int]) -> list[int]:
    """The lengths of the sequences of one level: 2 and 3 of offsets 0, 2, 5."""
    return [end - start for start, end in pairwise(offsets)]


def offsets(lengths: list[int]) -> list[int]:
    """The offsets of sequences of these lengths, from 0 on."""
    sums = [0]
    for length in lengths:
        sums.append(sums[-1] + length)
    return sums
