"""Whether the program trains: in 1.8.5 ``train()`` and ``eval()`` of any layer said so for all, gradients included."""

from __future__ import annotations

import paddle
from paddle.base.framework import _dygraph_tracer

from . import era


class _Mode:
    train = True


def set_train_mode(train: bool) -> bool:
    """Set what 1.8.5's ``Layer.train()`` and ``Layer.eval()`` set for the whole program; returns what it was.

    It was one with what ``no_grad`` sets, and is so in dynamic mode but for code of Paddle 2.0 to 2.4.
    """
    before, tracer = trains(), _dygraph_tracer()
    _Mode.train = train
    if tracer is not None and not era.is_of_2():
        tracer._has_grad = train
    return before


def trains() -> bool:
    """Whether the last of ``Layer.train()`` and ``Layer.eval()``, of any layer, was ``train()``."""
    return _Mode.train if _dygraph_tracer() is None or era.is_of_2() else bool(paddle.is_grad_enabled())


def evaluates() -> bool:
    """Whether the program does not train because of an ``eval()``."""
    return not _Mode.train and not trains()


def in_train_mode(is_test: bool = False) -> bool:
    """Whether functions such as ``layers.dropout`` train: after ``train()``, not ``eval()``, and not in ``no_grad``.

    ``is_test`` decides in programs alone, where it is looked at before this is asked.
    """
    return trains() and bool(paddle.is_grad_enabled())
