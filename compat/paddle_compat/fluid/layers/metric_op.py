"""``paddle.fluid.layers``: metrics."""

from typing import Any

import paddle

from ..._language import dropped, dynamic_only, helper, left_out, of_sequences, vector_result
from ..._runtime.ties import parts_equal
from ..._static import metrics
from .._spread import of_package

__all__ = ["accuracy", "auc"]


@parts_equal
@dynamic_only("the counts are written in dynamic mode alone; use paddle.static.accuracy()", "correct", "total")
@vector_result
def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows of ``input`` [N, C] whose ``label`` int64 [N, 1] is among the ``k`` greatest; shape [1].

    How many rows these are, and how many there are, is written into ``correct`` and ``total``, both int32 [1].
    """
    if left_out(correct, total):
        return paddle.metric.accuracy(input=input, label=label, k=k)
    return counted_accuracy(input=input, label=label, k=k, correct=correct, total=total)


@helper
def counted_accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows whose label is among the ``k`` greatest; its two counts are written into int32 [1] tensors."""
    counts = [paddle.zeros([1], "int32"), paddle.zeros([1], "int32")]
    share = paddle.metric.accuracy(input, label, k, correct=counts[0], total=counts[1])
    for given, count in zip([correct, total], counts):
        if given is not None:
            paddle.assign(paddle.reshape(count, [1]), given)  # Paddle leaves a 0-D count
    return share


@of_sequences
@dropped(curve="1.8.5 took ROC, whatever it was given", topk="1.8.5 did not use it")
def auc(input: Any, label: Any, curve: str = "ROC", num_thresholds: int = 4095, topk: int = 1,
        slide_steps: int = 1) -> Any:
    """The area under the ROC curve float64 [1] of probabilities ``input`` [N, C], the last of them for label 1.

    A program has, beside that of all its runs, that of the last ``slide_steps``, and the counts of both: int64
    variables, of positives and negatives in ``num_thresholds`` buckets. Dygraph mode begins anew at each call.
    """
    wide = num_thresholds + 1
    shapes = [[(1 + slide_steps) * wide + 1] if slide_steps else [1, wide], [1, wide]]
    batch, whole = (paddle.zeros(shape, "int64") for shape in shapes)
    of_batch, *of_steps = metrics.area(input, label, batch, batch, num_thresholds, slide_steps)
    of_all, *of_runs = metrics.area(input, label, whole, whole, num_thresholds, 0)
    return of_all, of_batch, [*of_steps, *of_runs]


__getattr__ = of_package(__name__)
