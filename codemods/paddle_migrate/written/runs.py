"""Runs of a program: its schedule, its executor, its one device."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import paddle

from paddle_migrate.written.copies import in_program


def step_schedule(program: Any = None) -> None:
    """Let the learning rate of the program go on, where it has a schedule."""
    schedule = getattr(program or paddle.static.default_main_program(), "lr_scheduler", None)
    if schedule is not None:
        schedule.step()


def stepped(fetched: Any, program: Any = None) -> Any:
    """What a run has fetched, behind which the learning rate of its program goes on, where it has a schedule."""
    step_schedule(program)
    return fetched


def count_on(program: Any = None) -> None:
    """Let the learning rate of the program go on, where it has a schedule, and what the program counts its runs by."""
    program = program or paddle.static.default_main_program()
    step_schedule(program)
    for name in getattr(program, "counts", []):
        counter = paddle.static.global_scope().find_var(name).get_tensor()
        counter.set(np.array(counter) + 1, paddle.CPUPlace())


class ProgramExecutor:
    """Runs one program."""

    def __init__(self, use_cuda: bool, program: Any = None) -> None:
        self.executor = paddle.static.Executor(paddle.CUDAPlace(0) if use_cuda else paddle.CPUPlace())
        self.program = program if program is not None else paddle.static.default_main_program()

    def run(self, fetch_list: Any, feed: Any = None, feed_dict: Any = None, return_numpy: bool = True) -> Any:
        fetched = in_program(self.program, fetch_list)
        values = self.executor.run(self.program, feed or feed_dict, fetched, return_numpy=return_numpy)
        step_schedule(self.program)
        return values


def step_unless_done(executor: Any) -> None:
    """Let the learning rate of the default program go on, where what ran it does not see to that."""
    if not isinstance(executor, ProgramExecutor):
        step_schedule()


def on_one_device(runs: Any, use_cuda: bool | None = None, places: Any = None) -> Any:
    """What runs on one device; where there are more, over which Paddle 1 split each batch, the script stops here."""
    if places is not None:
        count = len(places) if isinstance(places, (list, tuple)) else 1
    else:
        count = 1 if use_cuda else int(os.environ.get("CPU_NUM", "1"))
        if (use_cuda is None or use_cuda) and paddle.is_compiled_with_cuda():
            count = max(count, len(paddle.static.cuda_places()))
    if count > 1:
        raise RuntimeError(f"Paddle 1 ran this on {count} devices, this runs on one: choose it by CUDA_VISIBLE_DEVICES "
                           "(or CPU_NUM=1), or start a process for each by paddle.distributed.launch and fleet")
    return runs


def compiled(runs: Any) -> Any:
    """What Paddle 1 ran compiled."""
    runs.was_compiled = True
    return runs
