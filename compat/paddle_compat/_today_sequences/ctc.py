"""Images read as sequences of letters: windows, the CTC loss, what it decodes, and how far off that is."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from .._language import helper
from .._today import assigned, global_variable
from .._today_functions import py_func
from ..fluid.layers.sequence.ctc import steps_apart, without_repetitions
from .lengths import lengths_of, padded, with_lengths

__all__ = ["EditDistance", "ctc_greedy_decoder_of_rows", "edit_distance", "im2sequence", "warpctc"]


@helper
def windows(input: Any, filter_size: Any = 1, stride: Any = 1, padding: Any = 0) -> Any:
    """Each image of ``input`` [N, C, H, W] as a sequence of its windows, row by row: [windows, C * kh * kw]."""
    found = paddle.transpose(F.unfold(input, filter_size, stride, padding), [0, 2, 1])
    count = paddle.cast(paddle.shape(found), "int64")
    return with_lengths(paddle.reshape(found, [-1, found.shape[2]]), paddle.expand(count[1:2], count[:1]))


def im2sequence(input: Any, filter_size: Any = 1, stride: Any = 1, padding: Any = 0, input_image_size: Any = None,
                out_stride: Any = 1, name: str | None = None) -> Any:
    """The same of images that are all of one size."""
    if input_image_size is not None:
        raise NotImplementedError("im2sequence: windows beyond an image's own size: write paddle.nn.functional.unfold, "
                                  "and choose its rows")
    return windows(input=input, filter_size=filter_size, stride=stride, padding=padding)


@helper
def warpctc(input: Any, label: Any, blank: int = 0, norm_by_times: bool = False, input_length: Any = None,
            label_length: Any = None) -> Any:
    """The CTC loss [N, 1] of sequences of logits, rows [T, C], and of labels, rows int32 [L, 1]."""
    steps, letters = lengths_of(input), lengths_of(label)
    logits = paddle.transpose(padded(input, steps), [1, 0, 2])
    labels = padded(paddle.reshape(label, [-1]), letters, 0)
    loss = F.ctc_loss(logits, labels, steps, letters, blank, "none", norm_by_times)
    return with_lengths(paddle.unsqueeze(loss, -1), None)


@helper
def ctc_greedy_decoder_of_rows(input: Any, blank: int, input_length: Any = None, padding_value: int = 0,
                               name: str | None = None) -> Any:
    """The likeliest tokens of sequences of chances, rows [T, C], without repetitions and blanks: int64 [L, 1].

    Where no sequence has any: one row, -1.
    """

    def decoded(tokens: Any, lengths: Any) -> Any:
        parts = np.split(np.array(tokens), np.cumsum(np.array(lengths))[:-1])
        kept = [without_repetitions(part, blank) for part in parts]
        found = np.concatenate(kept).astype("int64").reshape(-1, 1)
        return found if len(found) else np.full((1, 1), -1, "int64"), np.array([len(part) for part in kept], "int64")

    specs = [paddle.static.InputSpec(shape, "int64") for shape in ([-1, 1], [-1])]
    return with_lengths(*py_func(decoded, [paddle.argmax(input, axis=1), lengths_of(input)], specs))


@helper
def edit_distance(input: Any, label: Any, normalized: bool = True, ignored_tokens: Any = None,
                  input_length: Any = None, label_length: Any = None) -> Any:
    """How many tokens sequences are off from those of ``label``, float32 [N, 1], and how many there are, int64 [1].

    They are rows, or [N, T] with lengths.
    """
    lengths = (input_length, label_length) if input_length is not None else (lengths_of(input), lengths_of(label))

    def measured(*given: Any) -> Any:
        found: Any = []
        wanted: Any = []
        for tokens, counts, parts in zip(given[:2], given[2:], (found, wanted)):
            tokens, counts = np.array(tokens), np.array(counts).reshape(-1)
            rows = np.split(tokens.reshape(-1)[: counts.sum()], np.cumsum(counts)[:-1]) if input_length is None \
                else [row[:count] for row, count in zip(tokens, counts)]
            parts += [row[~np.isin(row, ignored_tokens or [])] for row in rows]
        steps = [steps_apart(*pair) / (len(pair[1]) if normalized else 1) for pair in zip(found, wanted)]
        distances = np.array(steps, "float32")
        return distances.reshape(-1, 1), np.array([len(found)], "int64")

    specs = [paddle.static.InputSpec([-1, 1], "float32"), paddle.static.InputSpec([1], "int64")]
    distances, count = py_func(measured, [input, label, *lengths], specs)
    return with_lengths(distances, None), with_lengths(count, None)


@helper
class EditDistance:
    """The mean edit distance and the share of sequences that have any, of all runs since ``reset(executor)``."""

    def __init__(self, input: Any, label: Any, ignored_tokens: Any = None, **kwargs: Any) -> None:
        distances, count = edit_distance(input, label, ignored_tokens=ignored_tokens)
        right = paddle.cast(distances == 0.0, "int64").sum().reshape([1])
        self.metrics = [distances.sum().reshape([1]), count - right]
        self.names = []
        for each, dtype in ((self.metrics[0], "float32"), (count, "int64"), (self.metrics[1], "int64")):
            self.names.append(paddle.utils.unique_name.generate("edit_distance"))
            total = global_variable([1], 0, dtype, self.names[-1])
            assigned(total + each, total)

    def tensors(self) -> Any:
        """Those of the sums."""
        return [paddle.static.global_scope().find_var(name).get_tensor() for name in self.names]

    def reset(self, executor: Any, reset_program: Any = None) -> None:
        """Begin again."""
        for tensor in self.tensors():
            tensor.set(np.zeros_like(np.array(tensor)), paddle.CPUPlace())

    def eval(self, executor: Any, eval_program: Any = None) -> Any:
        """Both, float32 [1] each."""
        distance, count, wrong = (np.array(tensor) for tensor in self.tensors())
        return np.array(distance / count, "float32"), np.array(wrong / count, "float32")
