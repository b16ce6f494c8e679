"""``paddle.fluid.layers``: metrics."""

from typing import Any

import paddle

from ..._language import helper, left_out, vector_result
from .._not_yet import not_yet

__all__ = ["accuracy"]


@vector_result
def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows of ``input`` [N, C] whose ``label`` int64 [N, 1] is among the ``k`` greatest; shape [1].

    How many rows these are, and how many there are, is written into ``correct`` and ``total``, both int32 [1].
    """
    if left_out(correct, total):
        return paddle.metric.accuracy(input=input, label=label, k=k)
    return counted_accuracy(input, label, k, correct, total)


@helper
def counted_accuracy(input: Any, label: Any, k: int, correct: Any, total: Any) -> Any:
    """The share of rows whose label is among the ``k`` greatest; its two counts are written into int32 [1] tensors."""
    counts = [paddle.zeros([1], "int32"), paddle.zeros([1], "int32")]
    share = paddle.metric.accuracy(input, label, k, correct=counts[0], total=counts[1])
    for given, count in zip([correct, total], counts):
        if given is not None:
            paddle.assign(paddle.reshape(count, [1]), given)  # Paddle leaves a 0-D count
    return share

__getattr__ = not_yet(__name__)
