"""Chunks in tagged sequences, and how many of them were found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...._language import helper, of_sequences
from ...._lod import with_lod
from ...._runtime.from_arrays import tensor_of
from ...._runtime.rows import offsets_of

__all__ = ["chunk_eval"]

# how many tags a type of chunk has, and which of them begins, goes on, ends and is a whole one; -1 for none
SCHEMES = {"IOB": (2, 0, 1, -1, -1), "IOE": (2, -1, 0, 1, -1), "IOBES": (4, 0, 1, 2, 3), "plain": (1, -1, -1, -1, -1)}


@of_sequences
def chunk_eval(input: Any, label: Any, chunk_scheme: str, num_chunk_types: int,
               excluded_chunk_types: list[int] | None = None, seq_length: Any = None) -> tuple[Any, ...]:
    """Precision, recall and F1 float32 [1] of the chunks in ``input`` against those in ``label``, and their numbers.

    The numbers, int64 [1], are of the chunks found, of those to be found, and of those in both. Tags are int64 with
    LoD, or [N, T] with lengths ``seq_length``.
    """
    if chunk_scheme not in SCHEMES:
        raise ValueError(f"fluid.layers.chunk_eval: chunk_scheme is one of {', '.join(SCHEMES)}; not {chunk_scheme!r}")
    found = rates_of_chunks(zip(_sequences(input, seq_length), _sequences(label, seq_length)), chunk_scheme,
                            num_chunk_types, excluded_chunk_types)
    return tuple(with_lod(tensor_of(each), []) for each in found)


def _sequences(tags: Any, length: Any) -> Iterator[np.ndarray[Any, Any]]:
    if length is not None:
        flat = tags.numpy().reshape([tags.shape[0], -1])
        yield from (row[: int(count)] for row, count in zip(flat, length.numpy().reshape(-1)))
    else:
        offsets = offsets_of(tags, "chunk_eval")
        yield from np.split(tags.numpy().reshape(-1), offsets[1:-1])


@helper
def rates_of_chunks(pairs: Any, chunk_scheme: str, types: int, excluded: Any) -> list[Any]:
    """Precision, recall and F1 of the chunks in sequences of tags against those in others, and how many there are."""
    inferred = labelled = both = 0
    for pair in pairs:
        found, right = (set(chunks_of(each.tolist(), chunk_scheme, types, excluded or ())) for each in pair)
        inferred, labelled, both = inferred + len(found), labelled + len(right), both + len(found & right)
    precision, recall = both / inferred if inferred else 0.0, both / labelled if labelled else 0.0
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    rates = [np.array([rate], "float32") for rate in (precision, recall, f1)]
    return rates + [np.array([count], "int64") for count in (inferred, labelled, both)]


@helper
def chunks_of(tags: list[int], chunk_scheme: str, types: int, excluded: Any) -> Iterator[tuple[int, int, int]]:
    """The first and last place and the type of every chunk."""
    count, begin, inside, end, single = SCHEMES[chunk_scheme]
    start: int | None = None
    before, kind_before = -1, types
    for place, number in enumerate([*tags, types * count]):
        kind, tag = divmod(number, count)
        is_new = kind != kind_before or tag in (begin, single)
        is_over = is_new if before in (begin, inside) or kind != kind_before else before in (end, single)
        if start is not None and kind_before != types and is_over:
            if kind_before not in excluded:
                yield start, place - 1, kind_before
            start = None
        if kind != types and (kind_before == types or is_new or (tag in (inside, end) and before in (end, single))):
            start = place
        before, kind_before = tag, kind
