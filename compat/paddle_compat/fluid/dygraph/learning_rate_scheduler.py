"""``paddle.fluid.dygraph``: learning rates that change by themselves, a step at each ``minimize``."""

from __future__ import annotations

import math
import warnings
from typing import Any

import paddle

from ..._language import helper, known, runtime_only
from ..._static.counting import rate_of
from ..._static.mode import MODE

__all__ = [
    "CosineDecay", "ExponentialDecay", "InverseTimeDecay", "LambdaDecay", "LinearLrWarmup", "MultiStepDecay",
    "NaturalExpDecay", "NoamDecay", "PiecewiseDecay", "PolynomialDecay", "ReduceLROnPlateau", "StepDecay",
]


class LearningRateDecay(paddle.optimizer.lr.LRScheduler):
    """The base of every decay: a subclass defines ``step()``, which returns the rate for ``self.step_num``.

    Calling it returns that rate as a tensor [1] and goes on to the next step; an optimizer does so in ``minimize``.
    """

    def __init__(self, begin: int = 0, step: int = 1, dtype: str = "float32") -> None:
        self.step_num, self.step_size, self.dtype = begin, step, dtype

    def __call__(self) -> Any:
        if MODE.recording:
            return rate_of(self)
        lr = self.step()
        if isinstance(lr, float):
            lr = self.create_lr_var(lr)
        self.step_num += self.step_size
        return lr

    def step(self) -> Any:
        """The rate for ``self.step_num``, a float or a tensor [1]; raises ``NotImplementedError`` here."""
        raise NotImplementedError

    def create_lr_var(self, lr: Any) -> Any:
        """A tensor [1] of the decay's dtype."""
        return paddle.to_tensor([float(lr)], dtype=self.dtype)

    def _state_keys(self) -> None:
        self.keys = ["step_num"]

    def state_dict(self) -> dict[str, Any]:
        """What :meth:`set_dict` needs: ``step_num``; tensors [1] become NumPy scalars."""
        self._state_keys()
        state = {key: vars(self)[key] for key in self.keys if key in vars(self)}
        return {key: value.numpy().reshape([1])[0] if isinstance(value, paddle.Tensor) else value
                for key, value in state.items()}

    def set_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from another decay's ``state_dict``; raises ``RuntimeError`` when it lacks an entry."""
        self._state_keys()
        for key in self.keys:
            if key not in state_dict:
                raise RuntimeError(f"[ {key} ] is not in the state_dict: is it that of another decay?")
            setattr(self, key, state_dict[key])
        if len(state_dict) > len(self.keys):
            warnings.warn("The state_dict holds more than this decay needs: is it that of another decay?", stacklevel=2)

    set_state_dict = set_dict


class Inner(LearningRateDecay):
    """A decay that is one of today's schedulers, ``self.inner``, asked for the rate of ``step_num``."""

    inner: Any

    def step(self) -> Any:
        """The rate for ``self.step_num``: a tensor [1] where 1.8.5 worked it out by operators, else a float."""
        self.inner.last_epoch = self.step_num
        rate = float(self.inner.get_lr())
        chosen = isinstance(self, (PiecewiseDecay, LinearLrWarmup, _LearningRateEpochDecay))
        return rate if chosen else self.create_lr_var(rate)


@helper
def piecewise_in_strides(boundaries: Any, values: Any, begin: int, step: int) -> Any:
    """``values[i]`` before ``boundaries[i]``, the last one behind them, of a count from ``begin`` on by ``step``."""

    def rate(count: int) -> Any:
        found = (value for boundary, value in zip(boundaries, values) if begin + count * step < boundary)
        return next(found, values[-1])

    return paddle.optimizer.lr.LambdaDecay(1.0, lr_lambda=rate)


class PiecewiseDecay(Inner):
    """``values[i]`` before step ``boundaries[i]``, the last of ``values`` from the last boundary on."""

    def __init__(self, boundaries: Any, values: Any, begin: int, step: int = 1, dtype: str = "float32") -> None:
        super().__init__(begin, step, dtype)
        runtime_only(dtype=dtype)
        self.begin = begin
        if not known(step == 1):
            self.inner = piecewise_in_strides(boundaries=boundaries, values=values, begin=begin, step=step)
        elif known(isinstance(boundaries, (list, tuple)) and boundaries in ([], ())):  # today's refuses it
            self.inner = paddle.optimizer.lr.LambdaDecay(values[0], lr_lambda=lambda count: 1.0)
        else:
            self.inner = paddle.optimizer.lr.PiecewiseDecay(boundaries=boundaries, values=values,
                                                            last_epoch=-1 if begin == 0 else begin - 1)

    def step(self) -> Any:
        """The rate for ``self.step_num``, a float."""
        if self.step_size == 1:
            return super().step()
        self.inner.last_epoch = (self.step_num - self.begin) / self.step_size
        return float(self.inner.get_lr())


class NaturalExpDecay(Inner):
    """``learning_rate * exp(-decay_rate * n)`` with ``n = step / decay_steps``, whole with ``staircase``."""

    def __init__(self, learning_rate: float, decay_steps: Any, decay_rate: float, staircase: bool = False,
                 begin: int = 0, step: int = 1, dtype: str = "float32") -> None:
        super().__init__(begin, step, dtype)
        runtime_only(step=step, dtype=dtype)
        if staircase:
            self.inner = paddle.optimizer.lr.LambdaDecay(
                learning_rate=learning_rate, lr_lambda=lambda count: math.exp(-decay_rate * (count // decay_steps)),
                last_epoch=-1 if begin == 0 else begin - 1)
        else:
            self.inner = paddle.optimizer.lr.NaturalExpDecay(
                learning_rate=learning_rate, gamma=decay_rate / decay_steps,
                last_epoch=-1 if begin == 0 else begin - 1)


class ExponentialDecay(Inner):
    """``learning_rate * decay_rate ** n`` with ``n = step / decay_steps``, whole with ``staircase``."""

    def __init__(self, learning_rate: float, decay_steps: Any, decay_rate: float, staircase: bool = False,
                 begin: int = 0, step: int = 1, dtype: str = "float32") -> None:
        super().__init__(begin, step, dtype)
        runtime_only(step=step, dtype=dtype)
        if staircase:
            self.inner = paddle.optimizer.lr.LambdaDecay(
                learning_rate=learning_rate, lr_lambda=lambda count: decay_rate ** (count // decay_steps),
                last_epoch=-1 if begin == 0 else begin - 1)
        else:
            self.inner = paddle.optimizer.lr.LambdaDecay(
                learning_rate=learning_rate, lr_lambda=lambda count: decay_rate ** (count / decay_steps),
                last_epoch=-1 if begin == 0 else begin - 1)


class InverseTimeDecay(Inner):
    """``learning_rate / (1 + decay_rate * n)`` with ``n = step / decay_steps``, whole with ``staircase``."""

    def __init__(self, learning_rate: float, decay_steps: Any, decay_rate: float, staircase: bool = False,
                 begin: int = 0, step: int = 1, dtype: str = "float32") -> None:
        super().__init__(begin, step, dtype)
        runtime_only(step=step, dtype=dtype)
        if staircase:
            self.inner = paddle.optimizer.lr.LambdaDecay(
                learning_rate=learning_rate, lr_lambda=lambda count: 1 / (1 + decay_rate * (count // decay_steps)),
                last_epoch=-1 if begin == 0 else begin - 1)
        else:
            self.inner = paddle.optimizer.lr.InverseTimeDecay(
                learning_rate=learning_rate, gamma=decay_rate / decay_steps,
                last_epoch=-1 if begin == 0 else begin - 1)


class PolynomialDecay(Inner):
    """From ``learning_rate`` to ``end_learning_rate`` in ``decay_steps``; with ``cycle`` it then starts again."""

    def __init__(self, learning_rate: float, decay_steps: int, end_learning_rate: float = 0.0001, power: float = 1.0,
                 cycle: bool = False, begin: int = 0, step: int = 1, dtype: str = "float32") -> None:
        super().__init__(begin, step, dtype)
        runtime_only(step=step, dtype=dtype)
        self.inner = paddle.optimizer.lr.PolynomialDecay(
            learning_rate=learning_rate, decay_steps=decay_steps, end_lr=end_learning_rate, power=power, cycle=cycle,
            last_epoch=-1 if begin == 0 else begin - 1)


class CosineDecay(Inner):
    """Half a cosine over ``epochs``, one rate for each epoch of ``step_each_epoch`` steps."""

    def __init__(self, learning_rate: float, step_each_epoch: int, epochs: int, begin: int = 0, step: int = 1,
                 dtype: str = "float32") -> None:
        super().__init__(begin, step, dtype)
        runtime_only(step=step, dtype=dtype)
        self.inner = paddle.optimizer.lr.LambdaDecay(
            learning_rate=learning_rate,
            lr_lambda=lambda count: 0.5 * (math.cos(count // step_each_epoch * math.pi / epochs) + 1),
            last_epoch=-1 if begin == 0 else begin - 1)


class NoamDecay(Inner):
    """``learning_rate * d_model ** -0.5 * min(step ** -0.5, step * warmup_steps ** -1.5)``."""

    def __init__(self, d_model: Any, warmup_steps: int, begin: int = 1, step: int = 1, dtype: str = "float32",
                 learning_rate: float = 1.0) -> None:
        super().__init__(begin, step, dtype)
        runtime_only(step=step, dtype=dtype)
        self.inner = paddle.optimizer.lr.NoamDecay(d_model=d_model, warmup_steps=warmup_steps,
                                                   learning_rate=learning_rate,
                                                   last_epoch=0 if begin == 1 else begin - 1)


class LinearLrWarmup(Inner):
    """Rising for ``warmup_steps``, then ``learning_rate``, a number or a decay, which runs on from the first step.

    As in 1.8.5 it rises from 0 to ``end_lr - start_lr``. Raises ``TypeError`` for another ``learning_rate`` and
    ``AssertionError`` unless ``end_lr > start_lr``.
    """

    def __init__(self, learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float, begin: int = 1,
                 step: int = 1, dtype: str = "float32") -> None:
        super().__init__(begin, step, dtype)
        runtime_only(step=step, dtype=dtype)
        _check_rate(learning_rate)
        self.inner = paddle.optimizer.lr.LinearWarmup(
            learning_rate=learning_rate, warmup_steps=warmup_steps, start_lr=0.0, end_lr=end_lr - start_lr,
            last_epoch=0 if begin == 1 else begin - 1)

    def step(self) -> Any:
        """The rate for ``self.step_num``; a decay as ``learning_rate`` goes on to its next step."""
        after = self.inner.learning_rate
        rate = after() if isinstance(after, LearningRateDecay) else float(after)
        return super().step() if self.step_num < self.inner.warmup_steps else rate


def _check_rate(learning_rate: Any) -> None:
    if not isinstance(learning_rate, (int, float, LearningRateDecay)):
        raise TypeError(f"LinearLrWarmup: learning_rate is a number or a decay, not {learning_rate!r}")


class _LearningRateEpochDecay(Inner):
    """A decay that changes when the script calls :meth:`epoch`, not at each ``minimize``."""

    def __init__(self) -> None:
        super().__init__()
        self.epoch_num = 0

    def _state_keys(self) -> None:
        self.keys = ["epoch_num", "learning_rate"]

    @property
    def learning_rate(self) -> Any:
        """The present rate, a tensor [1]."""
        self.inner.last_epoch = self.epoch_num
        return self.create_lr_var(self.inner.get_lr())

    def state_dict(self) -> dict[str, Any]:
        """``epoch_num`` and the rate, which follows from it."""
        return {"epoch_num": self.epoch_num, "learning_rate": self.learning_rate.numpy()[0]}

    def set_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from another decay's ``state_dict``."""
        self.epoch_num = state_dict["epoch_num"]

    set_state_dict = set_dict

    def __call__(self) -> Any:
        return self.learning_rate

    def epoch(self, epoch: int | None = None) -> None:
        """Go to the next epoch, or to number ``epoch``."""
        self.epoch_num = self.epoch_num + 1 if epoch is None else epoch


class StepDecay(_LearningRateEpochDecay):
    """``learning_rate * decay_rate ** (epoch // step_size)``."""

    def __init__(self, learning_rate: float, step_size: int, decay_rate: float = 0.1) -> None:
        super().__init__()
        self.inner = paddle.optimizer.lr.StepDecay(learning_rate=learning_rate, step_size=step_size, gamma=decay_rate)


class MultiStepDecay(_LearningRateEpochDecay):
    """``learning_rate``, times ``decay_rate`` at each epoch of ``milestones``."""

    def __init__(self, learning_rate: float, milestones: Any, decay_rate: float = 0.1) -> None:
        super().__init__()
        self.inner = paddle.optimizer.lr.MultiStepDecay(learning_rate=learning_rate, milestones=milestones,
                                                        gamma=decay_rate)


class LambdaDecay(_LearningRateEpochDecay):
    """``learning_rate * lr_lambda(epoch)``."""

    def __init__(self, learning_rate: float, lr_lambda: Any) -> None:
        super().__init__()
        self.inner = paddle.optimizer.lr.LambdaDecay(learning_rate=learning_rate, lr_lambda=lr_lambda)


class ReduceLROnPlateau(Inner):
    """``learning_rate``, times ``decay_rate`` when :meth:`step` has seen no better loss ``patience`` times."""

    def __init__(self, learning_rate: float, mode: str = "min", decay_rate: float = 0.1, patience: int = 10,
                 verbose: bool = False, threshold: float = 0.0001, threshold_mode: str = "rel", cooldown: int = 0,
                 min_lr: float = 0, eps: float = 1e-08, dtype: str = "float32") -> None:
        super().__init__(dtype=dtype)
        runtime_only(dtype=dtype)
        self.inner = paddle.optimizer.lr.ReduceOnPlateau(
            learning_rate=learning_rate, mode=mode, factor=decay_rate, patience=patience, threshold=threshold,
            threshold_mode=threshold_mode, cooldown=cooldown, min_lr=min_lr, epsilon=eps, verbose=verbose)

    def __call__(self) -> Any:
        return self.create_lr_var(self.inner.last_lr)

    def step(self, loss: Any) -> None:  # type: ignore[override]
        """Look at an epoch's ``loss`` [1]; :meth:`__call__` gives the rate that follows from it."""
        self.inner.step(loss)

    def state_dict(self) -> dict[str, Any]:
        """The counters, the best loss so far and the rate."""
        inner = self.inner
        best = inner.best.numpy().reshape([1])[0] if isinstance(inner.best, paddle.Tensor) else inner.best
        return {"cooldown_counter": inner.cooldown_counter, "best_loss": best, "num_bad_epochs": inner.num_bad_epochs,
                "epoch_num": inner.last_epoch, "learning_rate": self().numpy()[0]}

    def set_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from another decay's ``state_dict``."""
        inner = self.inner
        inner.cooldown_counter, inner.num_bad_epochs = state_dict["cooldown_counter"], state_dict["num_bad_epochs"]
        inner.last_epoch, inner.last_lr = state_dict["epoch_num"], float(state_dict["learning_rate"])
        best = state_dict["best_loss"]
        inner.best = None if best is None else float(best)

    set_state_dict = set_dict
