"""``paddle.fluid.layers``: metrics."""

from typing import Any

import paddle

from ..._rule import vector_result
from .._not_yet import not_yet

__all__ = ["accuracy"]


@vector_result
def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """The share of rows of ``input`` [N, C] whose ``label`` int64 [N, 1] is among the ``k`` greatest; shape [1]."""
    return paddle.metric.accuracy(input=input, label=label, k=k, correct=correct, total=total)

__getattr__ = not_yet(__name__)
