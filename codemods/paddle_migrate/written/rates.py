"""Rates that are variables of the program, which today's optimizers take from no argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import paddle


def with_rate(optimizer: Any, rate: Any) -> Any:
    """The optimizer with that rate: a number, a schedule, or a variable of the program."""
    if isinstance(rate, (int, float, paddle.optimizer.lr.LRScheduler)):
        optimizer._learning_rate = float(rate) if isinstance(rate, int) else rate
    else:
        optimizer._learning_rate_map[paddle.static.default_main_program()] = rate
    return optimizer


def of_any_rate(make: Callable[..., Any]) -> Callable[..., Any]:
    """What makes the optimizer with a rate that may be a variable of the program, too; Adam's is 0.001 if not given."""
    return lambda learning_rate=0.001, *args, **kwargs: with_rate(make(0.0, *args, **kwargs), learning_rate)


def with_any_rate(kind: Any) -> Any:
    """The class of optimizers, to make others of: their rate may be a variable of the program, too."""

    class Optimizer(kind):
        def __init__(self, learning_rate: Any = 0.001, *args: Any, **kwargs: Any) -> None:
            super().__init__(0.0, *args, **kwargs)
            with_rate(self, learning_rate)

    return Optimizer


def last_rate(optimizer: Any) -> Any:
    """The rate of the optimizer's last step, which it keeps; before any, that of the first."""
    return vars(optimizer).get("last_rate", optimizer.get_lr())


def of_first_rate(optimizer: Any) -> Any:
    """The optimizer, whose rate is that of the first one where a start-up program has several of its name, as in
    Paddle 1: rates made under `unique_name.guard()` do."""
    create = optimizer._create_global_learning_rate

    def create_once() -> None:
        block = paddle.static.default_startup_program().global_block()
        count = len(block.ops)
        create()
        is_pir = isinstance(block, paddle.pir.Block)  # of Paddle 3
        names = [op.attrs().get("output_name") if is_pir else op.output_arg_names[0] for op in block.ops]
        if len(names) > count and isinstance(optimizer._learning_rate, float) and names[-1] in names[:-1]:
            block.remove_op(block.ops[-1]) if is_pir else block._remove_op(len(names) - 1)

    optimizer._create_global_learning_rate = create_once
    return optimizer
