"""In place of `LinearLrWarmup` around another schedule."""

from __future__ import annotations

from typing import Any

import paddle


class WarmUp(paddle.optimizer.lr.LRScheduler):
    """Rises from 0 to end_lr - start_lr, then has the rate of a schedule that runs on from the first step. In no state
    is how far that schedule is: set anew, it goes on from where it is."""

    def __init__(self, learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float, begin: int = 1) -> None:
        self.schedule, self.warmup_steps, self.rise = learning_rate, warmup_steps, (end_lr - start_lr) / warmup_steps
        self.schedule.last_epoch -= 1  # the first step() is made below
        super().__init__(last_epoch=begin - 1)

    def step(self, epoch: Any = None) -> None:
        """To the next rate, or to step ``epoch``, which is none of the schedule's."""
        if epoch is None:
            self.schedule.step()
        super().step(epoch)

    def get_lr(self) -> float:
        """The rate of step `self.last_epoch`."""
        return self.rise * self.last_epoch if self.last_epoch < self.warmup_steps else self.schedule.last_lr

    def set_state_dict(self, state_dict: Any) -> None:
        """Restore the step; the rate is the schedule's, behind the rise."""
        super().set_state_dict(state_dict)
        self.last_lr = self.get_lr()


class WarmUpFrom(WarmUp):
    """A WarmUp that rises from start_lr to end_lr, as in programs of Paddle 1."""

    def __init__(self, learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float) -> None:
        self.start_lr = start_lr
        super().__init__(learning_rate, warmup_steps, start_lr, end_lr, 0)

    def get_lr(self) -> float:
        """The rate of step `self.last_epoch`."""
        return super().get_lr() + (self.start_lr if self.last_epoch < self.warmup_steps else 0.0)


class RateOf(paddle.optimizer.lr.LRScheduler):
    """What a function makes of the rates of schedules, which go on with it."""

    def __init__(self, compute: Any, *schedules: Any) -> None:
        self.compute, self.schedules = compute, schedules
        super().__init__()

    def step(self, epoch: Any = None) -> None:
        """To the next rates; the first step() is made where it begins."""
        for each in self.schedules if self.last_epoch >= 0 else ():
            each.step()
        super().step(epoch)

    def get_lr(self) -> float:
        """The rate of this step."""
        return float(self.compute(*(each.last_lr for each in self.schedules)))
