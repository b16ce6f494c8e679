"""In place of `LinearLrWarmup` around another schedule."""

from __future__ import annotations

from typing import Any

import paddle


class WarmUp(paddle.optimizer.lr.LRScheduler):
    """Rises from 0 to end_lr - start_lr, then has the rate of a schedule that runs on from the first step."""

    def __init__(self, learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float, begin: int = 1) -> None:
        self.schedule, self.behind = learning_rate, begin - learning_rate.last_epoch
        self.warmup_steps, self.rise = warmup_steps, (end_lr - start_lr) / warmup_steps
        super().__init__(last_epoch=begin - 1)

    def get_lr(self) -> float:
        """The rate of step `self.last_epoch`."""
        self.schedule.step(self.last_epoch - self.behind)
        return self.rise * self.last_epoch if self.last_epoch < self.warmup_steps else self.schedule.last_lr
