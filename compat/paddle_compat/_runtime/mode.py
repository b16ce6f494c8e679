"""Whether the program trains: in 1.8.5 ``train()`` and ``eval()`` of any layer said so for all."""

from __future__ import annotations

import paddle


class _Mode:
    train = True


def set_train_mode(train: bool) -> bool:
    """Set what 1.8.5's ``Layer.train()`` and ``Layer.eval()`` set for the whole program; returns what it was."""
    before, _Mode.train = _Mode.train, train
    return before


def trains() -> bool:
    """Whether the last of ``Layer.train()`` and ``Layer.eval()``, of any layer, was ``train()``."""
    return _Mode.train


def in_train_mode(is_test: bool = False) -> bool:
    """Whether functions such as ``layers.dropout`` train: after ``train()``, not ``eval()``, and not in ``no_grad``.

    ``is_test`` decides in programs alone, where it is looked at before this is asked.
    """
    return _Mode.train and bool(paddle.is_grad_enabled())
