"""Metrics that count over the runs of a program: their counts are variables of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.utils import unique_name

from .._lod import with_lod
from .._runtime.from_arrays import tensor_of
from .operators import Operator
from .parameters import filled
from .programs import default_main_program
from .recording import where
from .variables import Variable


def counter(shape: list[int], dtype: str) -> Variable:
    """A lasting variable of zeros, named as 1.8.5 did what has no name."""
    return filled(unique_name.generate("_generated_var"), shape, dtype, 0)


def auc(input: Any, label: Any, curve: str = "ROC", num_thresholds: int = 4095, topk: int = 1,
        slide_steps: int = 1) -> tuple[Variable, Variable, list[Variable]]:
    """The area under the ROC curve of all runs, that of the last ``slide_steps``, and the counts of both."""
    wide = num_thresholds + 1
    batch = [counter([(1 + slide_steps) * wide + 1], "int64") for _ in range(2)]
    whole = [counter([1, wide], "int64") for _ in range(2)]
    block = default_main_program().current_block()
    name = unique_name.generate("auc")
    areas = [block.create_var(name=unique_name.generate(f"{name}.tmp"), shape=[1], dtype="float64",
                              stop_gradient=True) for _ in range(2)]
    for result, counts, steps in ((areas[1], batch, slide_steps), (areas[0], whole, 0)):
        block.add(Operator(block, "auc", area, (input, label, *counts, num_thresholds, steps), {},
                           (result, *counts), where()))
        for each in () if steps else counts:
            each.shape = (1, wide)  # what the operator gives it, if not what it begins with
    return areas[0], areas[1], [*batch, *whole]


def area(input: Any, label: Any, positive: Any, negative: Any, num_thresholds: int, steps: int) -> Any:
    """The area float64 [1], and the counts with this batch: of ``steps``, then of all of these, and how many runs."""
    buckets = (input.numpy()[:, -1] * np.float32(num_thresholds)).astype("int64")
    yes, found, wide = label.numpy().reshape(-1).astype(bool), [], num_thresholds + 1
    for before, chosen in ((positive, yes), (negative, ~yes)):
        counts, new = before.numpy().copy(), np.bincount(buckets[chosen], minlength=wide)
        found.append(_slid(counts, new, steps) if steps else counts.reshape(1, -1)[:, :wide] + new)
    above, below = (each.reshape(-1)[steps * wide : (steps + 1) * wide] for each in found)
    total = curve_area(above, below)
    return tuple(with_lod(tensor_of(each), []) for each in (np.array([total]), *found))


def _slid(counts: np.ndarray[Any, Any], new: np.ndarray[Any, Any], steps: int) -> np.ndarray[Any, Any]:
    """The counts with those of the oldest step replaced by new ones."""
    wide, oldest = len(new), int(counts[-1]) % steps
    parts = counts[:-1].reshape(steps + 1, wide)
    parts[steps] += new - parts[oldest]
    parts[oldest] = new
    counts[-1] += 1
    return counts


def curve_area(positive: np.ndarray[Any, Any], negative: np.ndarray[Any, Any]) -> float:
    """The area under the ROC curve of what is in each bucket; 0.0 without positives or negatives."""
    above, below = (np.concatenate([[0.0], np.cumsum(each[::-1], dtype="float64")]) for each in (positive, negative))
    whole = np.sum(np.abs(np.diff(below)) * (above[1:] + above[:-1]) / 2.0)
    return float(whole / above[-1] / below[-1]) if above[-1] and below[-1] else 0.0


def ctr_metric_bundle(input: Any, label: Any) -> tuple[Variable, ...]:
    """What :func:`bundled` adds up over the runs."""
    assert tuple(input.shape) == tuple(label.shape), "ctr_metric_bundle: input and label have one shape"
    absolute, square, *rest = (counter([1], "float32") for _ in range(6))
    sums = (square, absolute, *rest)
    block = default_main_program().current_block()
    block.add(Operator(block, "ctr_metric_bundle", bundled, (input, label, sums), {}, sums, where()))
    return sums


def bundled(input: Any, label: Any, sums: Any) -> Any:
    """The sums so far and of this batch: squared and absolute error, ``input``, its sigmoid, ``label``, rows."""
    with paddle.no_grad():
        error = input - label
        new = [(error * error).sum(), error.abs().sum(), input.sum(), paddle.nn.functional.sigmoid(input).sum(),
               label.sum(), paddle.full([1], input.shape[0], "float32")]
        return tuple(old + each.reshape([1]) for old, each in zip(sums, new, strict=True))
