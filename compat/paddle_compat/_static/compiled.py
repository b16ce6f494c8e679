"""Programs for several devices, which run here as for one."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._runtime.warn import warn_once
from .executors import Executor
from .programs import Program, default_main_program


class Strategy:
    """How 1.8.5 was to build or run a program; any attribute may be set, and none changes a number here."""

    def __init__(self) -> None:
        self.num_threads = self.num_iteration_per_drop_scope = 1

    class ReduceStrategy:
        """Where gradients were added up."""

        AllReduce, Reduce = 0, 1

    class GradientScaleStrategy:
        """How gradients of several devices were put together."""

        CoeffNumDevice, One, Customized = 0, 1, 2

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return None

    class ExecutorType:
        """Which executor ran."""

        Default, Experimental = 0, 1


class BuildStrategy(Strategy):
    """How a program was to be built."""


class ExecutionStrategy(Strategy):
    """How a program was to be run."""


class CompiledProgram:
    """A program that several devices may share: here it runs on the executor's alone."""

    def __init__(self, program_or_graph: Any, build_strategy: Any = None) -> None:
        if not isinstance(program_or_graph, Program):
            raise TypeError(f"CompiledProgram takes a fluid.Program, not {type(program_or_graph)}")
        self.program, self._build_strategy = program_or_graph, build_strategy

    def with_data_parallel(self, loss_name: str | None = None, build_strategy: Any = None, exec_strategy: Any = None,
                           share_vars_from: Any = None, places: Any = None) -> CompiledProgram:
        """Itself; several ``places`` are said to be one, once."""
        if isinstance(places, (list, tuple)) and len(places) > 1:
            warn_once(f"with_data_parallel: {len(places)} places are taken for one: the batch is not split, so batch "
                      "normalisation sees it whole. Start a process for each device to use several.")
        return self

    def with_inference_optimize(self, config: Any) -> CompiledProgram:
        """Itself."""
        return self

    def run_with(self, executor: Executor, feed: Any, fetch_list: Any, scope: Any, return_numpy: bool,
                 return_merged: bool) -> Any:
        """What ``Executor.run`` does with it; a list of feeds, one for each place, is joined."""
        if isinstance(feed, (list, tuple)):
            feed = feed[0] if len(feed) == 1 else {
                name: np.concatenate([np.asarray(each[name]) for each in feed]) for name in feed[0]}
        fetched = executor.run(self.program, feed, fetch_list, scope=scope, return_numpy=return_numpy)
        return fetched if return_merged else [[each] for each in fetched]


class ParallelExecutor:
    """1.5's way to run a program on several devices."""

    def __init__(self, use_cuda: bool, loss_name: str | None = None, main_program: Any = None,
                 share_vars_from: Any = None, exec_strategy: Any = None, build_strategy: Any = None,
                 num_trainers: int = 1, trainer_id: int = 0, scope: Any = None) -> None:
        if num_trainers > 1:
            raise NotImplementedError("ParallelExecutor: several trainers are not there; start one process with "
                                      "num_trainers=1")
        self._program = CompiledProgram(default_main_program() if main_program is None else main_program)
        self._executor, self._scope = Executor(), scope

    @property
    def device_count(self) -> int:
        """How many devices run it."""
        return 1

    def run(self, fetch_list: Any, feed: Any = None, feed_dict: Any = None, return_numpy: bool = True) -> Any:
        """Run the program; the values of ``fetch_list``."""
        given = feed_dict if feed is None else feed
        return self._program.run_with(self._executor, given, fetch_list, self._scope, return_numpy, True)

    def drop_local_exe_scopes(self) -> None:
        """There are none."""
