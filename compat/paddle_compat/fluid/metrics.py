"""``paddle.fluid.metrics``: counted up over batches of ndarrays."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from .._language import gone, helper
from .layers.detection import average_precision

__all__ = [
    "Accuracy", "Auc", "ChunkEvaluator", "CompositeMetric", "DetectionMAP", "EditDistance", "MetricBase", "Precision",
    "Recall",
]

DetectionMAP = gone("fluid.metrics.DetectionMAP", why="Paddle dropped its operator in 2.0",
                    here=average_precision.DetectionMAP,
                    do="Count the matches in NumPy, or take pycocotools or PaddleDetection's DetectionMAP.")


@helper
class MetricBase:
    """A metric: ``update`` with each batch, then ``eval``. Attributes without an underscore are its state."""

    def __init__(self, name: str | None) -> None:
        self._name = type(self).__name__ if name is None else str(name)

    def __str__(self) -> str:
        return self._name

    def _states(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if not key.startswith("_")}

    def reset(self) -> None:
        """Set the state to zeros of the same types; what is no number becomes ``None``."""
        for key, value in self._states().items():
            if isinstance(value, (int, float)):
                setattr(self, key, type(value)(0))
            else:
                setattr(self, key, np.zeros_like(value) if isinstance(value, (np.ndarray, np.generic)) else None)

    def get_config(self) -> dict[str, Any]:
        """The name, and a copy of the state."""
        return {"name": self._name, "states": copy.deepcopy(self._states())}

    def update(self, preds: Any, labels: Any) -> None:
        """Take in a batch; subclasses define it."""
        raise NotImplementedError("MetricBase is to be extended")

    def eval(self) -> Any:
        """The metric of the batches so far; subclasses define it."""
        raise NotImplementedError("MetricBase is to be extended")


@helper
def _check(which: Any, allowed: Any, **values: Any) -> None:
    """Raises ``ValueError`` for a value of another type."""
    for name, value in values.items():
        if not isinstance(value, allowed):
            raise ValueError(f"{type(which).__name__}.update: {name} cannot be a {type(value).__name__}")


_ARRAY = (np.ndarray, np.generic)
_NUMBER = (int, float, np.int64, np.ndarray)


@helper
class CompositeMetric(MetricBase):
    """Several metrics that take the same batches."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
        self._metrics: list[MetricBase] = []

    def add_metric(self, metric: MetricBase) -> None:
        """Add a metric; raises ``ValueError`` for anything else."""
        if not isinstance(metric, MetricBase):
            raise ValueError(f"CompositeMetric.add_metric takes a MetricBase, not {type(metric).__name__}")
        self._metrics.append(metric)

    def update(self, preds: Any, labels: Any) -> None:
        """Give the batch to each metric."""
        for metric in self._metrics:
            metric.update(preds, labels)

    def eval(self) -> list[Any]:
        """Each metric's result."""
        return [metric.eval() for metric in self._metrics]


@helper
class Precision(MetricBase):
    """The share of those rounded to 1 that are 1."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
        self.tp = self.fp = 0

    def update(self, preds: Any, labels: Any) -> None:
        """ndarrays [N] or [N, 1]; raises ``ValueError`` for anything else."""
        _check(self, _ARRAY, preds=preds, labels=labels)
        found = np.rint(preds).astype("int32").reshape(-1)[: labels.size] == 1
        hits = int(np.sum(found & (labels.reshape(-1) == 1)))
        self.tp, self.fp = self.tp + hits, self.fp + int(np.sum(found)) - hits

    def eval(self) -> float:
        """0.0 when nothing was rounded to 1."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else 0.0


@helper
class Recall(MetricBase):
    """The share of what is 1 that is rounded to 1."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
        self.tp = self.fn = 0

    def update(self, preds: Any, labels: Any) -> None:
        """ndarrays [N] or [N, 1]; raises ``ValueError`` for anything else."""
        _check(self, _ARRAY, preds=preds, labels=labels)
        wanted = labels.reshape(-1) == 1
        hits = int(np.sum(wanted & (np.rint(preds).astype("int32").reshape(-1)[: labels.size] == 1)))
        self.tp, self.fn = self.tp + hits, self.fn + int(np.sum(wanted)) - hits

    def eval(self) -> float:
        """0.0 when nothing was 1."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else 0.0


@helper
class Accuracy(MetricBase):
    """The mean of the batches' accuracies, weighted by their sizes."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
        self.value: Any = 0.0
        self.weight: Any = 0.0

    def update(self, value: Any, weight: Any) -> None:
        """A batch's accuracy, a number or ndarray, and its size; raises ``ValueError`` for anything else."""
        _check(self, _NUMBER, value=value, weight=weight)
        if isinstance(weight, np.ndarray) and weight.shape != (1,):
            raise ValueError("Accuracy.update: weight is one number")
        if weight < 0:
            raise ValueError("Accuracy.update: weight cannot be negative")
        self.value += value * weight
        self.weight += weight

    def eval(self) -> Any:
        """The mean; raises ``ValueError`` before the first batch."""
        if self.weight == 0:
            raise ValueError("Accuracy.eval: there is no data yet")
        return self.value / self.weight


@helper
class ChunkEvaluator(MetricBase):
    """Precision, recall and F1 of chunks, from what ``chunk_eval`` counted."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
        self.num_infer_chunks: Any = 0
        self.num_label_chunks: Any = 0
        self.num_correct_chunks: Any = 0

    def update(self, num_infer_chunks: Any, num_label_chunks: Any,  # type: ignore[override]
               num_correct_chunks: Any) -> None:
        """The chunks found, there, and found rightly; numbers or ndarrays, else ``ValueError``."""
        _check(self, _NUMBER, num_infer_chunks=num_infer_chunks, num_label_chunks=num_label_chunks,
               num_correct_chunks=num_correct_chunks)
        self.num_infer_chunks += num_infer_chunks
        self.num_label_chunks += num_label_chunks
        self.num_correct_chunks += num_correct_chunks

    def eval(self) -> tuple[Any, Any, Any]:
        """Precision, recall and F1; 0 where there was nothing."""
        right = np.asarray(self.num_correct_chunks).item()
        precision = right / self.num_infer_chunks if self.num_infer_chunks else 0
        recall = right / self.num_label_chunks if self.num_label_chunks else 0
        twice = np.asarray(2 * precision * recall).item()
        return precision, recall, twice / (precision + recall) if right else 0


@helper
class EditDistance(MetricBase):
    """The mean edit distance, and the share of sequences that have any."""

    def __init__(self, name: str | None) -> None:
        super().__init__(name)
        self.total_distance: Any = 0.0
        self.seq_num: Any = 0
        self.instance_error: Any = 0

    def update(self, distances: Any, seq_num: Any) -> None:
        """The distances [N, 1] of a batch and how many sequences it had; ``ValueError`` for anything else."""
        _check(self, _ARRAY, distances=distances)
        _check(self, _NUMBER, seq_num=seq_num)
        self.seq_num += seq_num
        self.instance_error += seq_num - np.sum(distances == 0)
        self.total_distance += np.sum(distances)

    def eval(self) -> tuple[Any, Any]:
        """Both; raises ``ValueError`` before the first batch."""
        if self.seq_num == 0:
            raise ValueError("EditDistance.eval: there is no data yet")
        return self.total_distance / self.seq_num, self.instance_error / float(self.seq_num)


@helper
class Auc(MetricBase):
    """The area under the ROC curve, from ``num_thresholds`` buckets; ``curve`` had no effect in 1.8.5."""

    def __init__(self, name: str | None, curve: str = "ROC", num_thresholds: int = 4095) -> None:
        super().__init__(name)
        self._curve, self._num_thresholds = curve, num_thresholds
        self._stat_pos, self._stat_neg = np.zeros(num_thresholds + 1), np.zeros(num_thresholds + 1)

    def update(self, preds: Any, labels: Any) -> None:
        """Probabilities [N, 2] and labels [N] or [N, 1], ndarrays; ``ValueError`` for anything else."""
        _check(self, _ARRAY, preds=preds, labels=labels)
        yes = labels.reshape(-1).astype(bool)
        buckets = (preds[: len(yes), 1] * self._num_thresholds).astype("int64")
        np.add.at(self._stat_pos, buckets[yes], 1.0)
        np.add.at(self._stat_neg, buckets[~yes], 1.0)

    def eval(self) -> float:
        """0.0 when there were no positives or no negatives."""
        above = np.concatenate([[0.0], np.cumsum(self._stat_pos[::-1])])
        below = np.concatenate([[0.0], np.cumsum(self._stat_neg[::-1])])
        area = np.sum(np.diff(below) * (above[1:] + above[:-1]) / 2.0)
        return float(area / above[-1] / below[-1]) if above[-1] and below[-1] else 0.0
