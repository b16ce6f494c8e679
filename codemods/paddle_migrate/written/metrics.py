"""Metrics that a program kept in variables of its own."""

from __future__ import annotations

from typing import Any

import paddle
from paddle import nn


class RunningAuc(nn.Layer):
    """The area under the ROC curve of all calls, that of the last ``slide_steps``, 0: of all, and the counts."""

    def __init__(self, num_thresholds: int = 4095, slide_steps: int = 1) -> None:
        super().__init__()
        self.num_thresholds, self.slide_steps = num_thresholds, slide_steps
        attr = paddle.ParamAttr(initializer=nn.initializer.Constant(0), trainable=False)
        sizes = [[steps or 1, num_thresholds + 1] for steps in (slide_steps, slide_steps, 0, 0)]
        for number, size in enumerate(sizes):
            setattr(self, f"counts{number}", self.create_parameter(size, attr, dtype="int64"))

    def reset(self) -> None:
        for counts in self.parameters():
            paddle.assign(paddle.zeros_like(counts), counts)

    def forward(self, input: Any, label: Any) -> tuple[Any, Any, list[Any]]:
        places = [paddle.reshape(label, [-1, 1]) == 0, input[:, -1:] * self.num_thresholds]
        places = paddle.concat([paddle.cast(each, "int64") for each in places], axis=1)
        ones = paddle.ones_like(places[:, 0])
        counts = paddle.scatter_nd_add(paddle.zeros([2, self.num_thresholds + 1], "int64"), places, ones)
        areas, states = [], [self.counts0, self.counts1, self.counts2, self.counts3]
        for steps, both in ((self.slide_steps, states[:2]), (0, states[2:])):
            for state, new in zip(both, (counts[:1], counts[1:])):
                paddle.assign(paddle.concat([state, new])[1:] if steps else state + new, state)
            trues, falses = (paddle.cast(paddle.sum(each, 0), "float64") for each in both)
            area = paddle.sum((paddle.sum(trues) - paddle.cumsum(trues) + trues / 2) * falses)
            areas.append(area / paddle.clip(paddle.sum(trues) * paddle.sum(falses), min=1.0))
        return areas[1], areas[0], states
