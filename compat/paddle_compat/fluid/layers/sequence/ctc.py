"""What ``warpctc`` and its like do with inputs that have a LoD."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ...._language import helper
from ...._lod import lengths, offsets, with_lod
from ...._runtime.from_arrays import tensor_of
from ...._runtime.rows import numbers, offsets_of, padded

__all__: list[str] = []


def _warpctc(input: Any, label: Any, blank: int = 0, norm_by_times: bool = False, input_length: Any = None,
             label_length: Any = None) -> Any:
    """The CTC loss [N, 1] of sequences of logits [T, C] with sequences of labels int32 [L, 1]."""
    steps, letters = offsets_of(input, "warpctc"), offsets_of(label, "warpctc")
    logits = padded(input, steps, 0.0).transpose([1, 0, 2])
    loss = F.ctc_loss(logits, padded(label.reshape([-1]), letters, blank), numbers(lengths(steps)),
                      numbers(lengths(letters)), blank=blank, reduction="none", norm_by_times=norm_by_times)
    return with_lod(loss.unsqueeze(-1), [])


def _warpctc_tried(input: Any, label: Any, input_length: Any, **others: Any) -> Any:
    """The same shape: lengths that the logits do not have would be read beyond them."""
    count = len(offsets_of(input, "warpctc")) - 1 if input_length is None else input.shape[1]
    return with_lod(paddle.zeros([count, 1], input.dtype), [])


def _ctc_greedy_decoder(input: Any, blank: int, input_length: Any = None, padding_value: int = 0,
                        name: str | None = None) -> Any:
    """The likeliest tokens of sequences of probabilities [T, C], without repetitions and blanks: int64 [L, 1].

    Where no sequence has any: one row, -1.
    """
    begins = offsets_of(input, "ctc_greedy_decoder")
    tokens = np.split(paddle.argmax(input, axis=1).numpy(), begins[1:-1])
    kept = [without_repetitions(part, blank) for part in tokens]
    found = np.concatenate(kept).astype("int64").reshape(-1, 1)
    return with_lod(tensor_of(found if found.size else np.full((1, 1), -1)), [offsets([len(k) for k in kept])])


def _edit_distance(input: Any, label: Any, normalized: bool = True, ignored_tokens: Any = None,
                   input_length: Any = None, label_length: Any = None) -> Any:
    """How many tokens sequences are off from those of ``label``, float32 [N, 1], and how many there are, int64 [1]."""
    found, wanted = (_kept(of, ignored_tokens or ()) for of in (input, label))
    if len(found) > len(wanted):
        raise ValueError(f"fluid.layers.edit_distance: {len(found)} sequences for {len(wanted)} of label")
    if normalized and not all(len(each) for each in wanted[: len(found)]):
        raise ValueError("fluid.layers.edit_distance: an empty label has no length to divide by")
    distances = [steps_apart(a, b) / (len(b) if normalized else 1) for a, b in zip(found, wanted)]
    distance = tensor_of(np.asarray(distances, "float32").reshape(-1, 1))
    return with_lod(distance, []), with_lod(numbers([len(distances)]), [])


def _edit_distance_tried(input: Any, label: Any, *others: Any, **named: Any) -> Any:
    """The same shapes where all tokens of a trial are ignored ones."""
    return _edit_distance(input, label, normalized=False)


def _kept(tokens: Any, ignored: Any) -> list[np.ndarray[Any, Any]]:
    offsets = offsets_of(tokens, "edit_distance", more=True)  # a decoder that finds nothing gives a row of -1
    parts = np.split(tokens.numpy().reshape(-1)[: offsets[-1]], offsets[1:-1])
    return [part[~np.isin(part, list(ignored))] for part in parts]


@helper
def steps_apart(found: Any, wanted: Any) -> int:
    """How many tokens one sequence is off from another: Levenshtein's distance, a row of his table after the other."""
    row = list(range(len(wanted) + 1))
    for number, token in enumerate(found, 1):
        corner, row[0] = row[0], number
        for place, other in enumerate(wanted, 1):
            corner, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, corner + (token != other))
    return row[-1]


@helper
def without_repetitions(tokens: Any, blank: int) -> Any:
    """The tokens of a sequence that are no blanks, of equal ones next to each other the first."""
    return tokens[(tokens != blank) & (tokens != np.concatenate([[-1], tokens[:-1]]))]
