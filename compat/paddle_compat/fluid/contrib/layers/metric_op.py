"""``paddle.fluid.contrib.layers.metric_op``."""

from __future__ import annotations

from typing import Any

from ...._static import metrics
from ...._static.mode import only_in_programs

__all__ = ["ctr_metric_bundle"]


def ctr_metric_bundle(input: Any, label: Any) -> Any:
    """Six float32 [1] that add up over the runs of a program, of predictions and labels float32 [N, 1].

    They are the squared and the absolute error, the predictions, their sigmoid, the labels, and how many there were.
    """
    only_in_programs("ctr_metric_bundle")
    return metrics.ctr_metric_bundle(input, label)
