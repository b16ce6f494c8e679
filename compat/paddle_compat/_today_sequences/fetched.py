"""What runs give: rows of sequences, and their lengths with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle

from .._language import helper
from .lengths import lengths_of

__all__ = ["run_rows"]


@helper
def copied_sequences(program: Any) -> list[tuple[Any, Any]]:
    """The rows of sequences that the program has of the one that it is a copy of, each with its lengths."""
    original = getattr(program, "original", None)
    if original is None:
        return []
    found = []
    for pair in [*copied_sequences(original), *getattr(original, "sequences", [])]:
        if hasattr(pair[0], "is_same"):  # Paddle 3
            mapping = program.mapping
            own = [mapping.look_up(e) if e is not None and mapping.has(e) else None for e in pair]
        else:
            own = [program.global_block().vars.get(e.name) if e is not None else None for e in pair]
        if own[0] is not None:
            found.append((own[0], own[1]))
    return found


@helper
def kept_result(tensor: Any) -> Any:
    """A copy, into which no later run of Paddle 3 writes, with a dimension."""
    if not hasattr(tensor, "_set_dims"):
        return tensor
    copy = tensor._copy(tensor._place())
    copy._set_dims(tensor.shape() or [1])
    return copy


@helper
def run_rows(run: Any, program: Any = None, feed: Any = None, fetch_list: Any = None, **others: Any) -> Any:
    """What the run gives; what are rows of sequences has their lengths, as `lod()`."""
    built = getattr(program, "_program", program) or paddle.static.default_main_program()
    if not hasattr(built, "knows_sequences"):
        built.sequences = [*copied_sequences(built), *getattr(built, "sequences", [])]
        built.knows_sequences = True
    fetched = list(fetch_list) if isinstance(fetch_list, (list, tuple)) else [fetch_list]
    with paddle.static.program_guard(built):
        lengths = [lengths_of(each, needed=False) for each in fetched]
    values = run(program, feed=feed, fetch_list=[*fetched, *(e for e in lengths if e is not None)], **others)
    counts, kept = iter(values[len(fetched) :]), [kept_result(each) for each in values[: len(fetched)]]
    for value, each in zip(kept, lengths):
        ends = np.cumsum(next(counts)).tolist() if each is not None else []
        shape = value.shape() if ends else []
        if ends and ends[-1] in (shape[0], 0):  # where nothing is found there is a row all the same
            value._set_dims([ends[-1], *shape[1:]])
            value.set_lod([[0, *ends]])
            value._set_dims(shape)
    return kept
