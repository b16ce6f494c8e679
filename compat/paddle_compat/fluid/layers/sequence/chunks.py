"""Chunks in tagged sequences, and how many of them were found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...._language import of_sequences
from ...._lod import with_lod
from ...._runtime.from_arrays import tensor_of
from ...._runtime.rows import offsets_of

__all__ = ["chunk_eval"]


class Scheme(NamedTuple):
    """How many tags a type of chunk has, and which of them begins, goes on, ends and is a whole one; -1 for none."""

    tags: int
    begin: int
    inside: int
    end: int
    single: int


SCHEMES = {
    "IOB": Scheme(2, 0, 1, -1, -1), "IOE": Scheme(2, -1, 0, 1, -1), "IOBES": Scheme(4, 0, 1, 2, 3),
    "plain": Scheme(1, -1, -1, -1, -1),
}


@of_sequences
def chunk_eval(input: Any, label: Any, chunk_scheme: str, num_chunk_types: int,
               excluded_chunk_types: list[int] | None = None, seq_length: Any = None) -> tuple[Any, ...]:
    """Precision, recall and F1 float32 [1] of the chunks in ``input`` against those in ``label``, and their numbers.

    The numbers, int64 [1], are of the chunks found, of those to be found, and of those in both. Tags are int64 with
    LoD, or [N, T] with lengths ``seq_length``.
    """
    if chunk_scheme not in SCHEMES:
        raise ValueError(f"fluid.layers.chunk_eval: chunk_scheme is one of {', '.join(SCHEMES)}; not {chunk_scheme!r}")
    scheme, excluded = SCHEMES[chunk_scheme], set(excluded_chunk_types or ())
    inferred = labelled = both = 0
    for tags, wanted in zip(_sequences(input, seq_length), _sequences(label, seq_length)):
        found, right = (set(_chunks(each.tolist(), scheme, num_chunk_types, excluded)) for each in (tags, wanted))
        inferred, labelled, both = inferred + len(found), labelled + len(right), both + len(found & right)
    precision, recall = both / inferred if inferred else 0.0, both / labelled if labelled else 0.0
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    rates = [np.array([rate], "float32") for rate in (precision, recall, f1)]
    counts = [np.array([count], "int64") for count in (inferred, labelled, both)]
    return tuple(with_lod(tensor_of(each), []) for each in [*rates, *counts])


def _sequences(tags: Any, length: Any) -> Iterator[np.ndarray[Any, Any]]:
    if length is not None:
        flat = tags.numpy().reshape([tags.shape[0], -1])
        yield from (row[: int(count)] for row, count in zip(flat, length.numpy().reshape(-1)))
    else:
        offsets = offsets_of(tags, "chunk_eval")
        yield from np.split(tags.numpy().reshape(-1), offsets[1:-1])


def _chunks(tags: list[int], scheme: Scheme, types: int, excluded: set[int]) -> Iterator[tuple[int, int, int]]:
    """The first and last place and the type of every chunk."""
    start: int | None = None
    before, kind_before = -1, types
    for place, number in enumerate([*tags, types * scheme.tags]):
        kind, tag = divmod(number, scheme.tags)
        if start is not None and _ends(scheme, types, before, kind_before, tag, kind):
            if kind_before not in excluded:
                yield start, place - 1, kind_before
            start = None
        if _begins(scheme, types, before, kind_before, tag, kind):
            start = place
        before, kind_before = tag, kind


def _ends(scheme: Scheme, other: int, before: int, kind_before: int, tag: int, kind: int) -> bool:
    if kind_before == other:
        return False
    if kind != kind_before:
        return True
    if before in (scheme.begin, scheme.inside):
        return tag in (scheme.begin, scheme.single)
    return before in (scheme.end, scheme.single)


def _begins(scheme: Scheme, other: int, before: int, kind_before: int, tag: int, kind: int) -> bool:
    if kind_before == other or kind == other:
        return kind != other
    if kind != kind_before or tag in (scheme.begin, scheme.single):
        return True
    return tag in (scheme.inside, scheme.end) and before in (scheme.end, scheme.single)
