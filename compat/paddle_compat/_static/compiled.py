"""Programs for several places."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, ClassVar

import paddle
from paddle.base.core import EnforceNotMet

from .._runtime.warn import warn_once
from . import places as on_places
from .executors import Executor, fetch_names, placed
from .feeding import places_of
from .mode import eagerly
from .programs import Program, default_main_program
from .replaying import Env
from .scopes import Scope, global_scope
from .trainers import Shared

# what 1.8.5 had before anything is set
BUILDING = {
    "async_mode": False, "cache_runtime_context": False, "debug_graphviz_path": "", "enable_auto_fusion": False,
    "enable_backward_optimizer_op_deps": True, "enable_inplace": True, "enable_sequential_execution": False,
    "fuse_all_optimizer_ops": False, "fuse_all_reduce_ops": True, "fuse_bn_act_ops": False,
    "fuse_broadcast_ops": True, "fuse_elewise_add_act_ops": False, "fuse_relu_depthwise_conv": False,
    "gradient_scale_strategy": 0, "hierarchical_allreduce_inter_nranks": 0, "is_distribution": False,
    "memory_optimize": None, "mkldnn_enabled_op_types": set(), "nccl_comm_num": 1, "num_trainers": 1,
    "reduce_strategy": 0, "remove_unnecessary_lock": True, "sync_batch_norm": False, "trainer_id": 0,
    "trainers_endpoints": [], "use_hierarchical_allreduce": False,
}
RUNNING = {
    "_dry_run": False, "allow_op_delay": False, "num_iteration_per_drop_scope": 100, "num_iteration_per_run": 1,
    "num_threads": 0, "use_cuda": True, "use_experimental_executor": True, "use_thread_barrier": False,
}


class Strategy:
    """How 1.8.5 was to build or run a program: its attributes, as they were until they are set.

    What changes numbers here: ``gradient_scale_strategy``, and ``reduce_strategy`` for what each place has for itself.
    """

    DEFAULTS: ClassVar[Mapping[str, Any]] = {}

    def __init__(self) -> None:
        for name, value in self.DEFAULTS.items():
            setattr(self, name, copy(value))

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.DEFAULTS and "DEFAULTS" in vars(type(self)):  # a script's own class may have more
            self.__getattr__(name)
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"'paddle.fluid.core_avx.{type(self).__name__}' object has no attribute '{name}'")


class BuildStrategy(Strategy):
    """How a program was to be built."""

    class ReduceStrategy:
        """Where gradients were added up."""

        AllReduce, Reduce = 0, 1

    class GradientScaleStrategy:
        """How gradients of several devices were put together."""

        CoeffNumDevice, One, Customized = 0, 1, 2

    DEFAULTS = BUILDING


class ExecutionStrategy(Strategy):
    """How a program was to be run."""

    DEFAULTS = RUNNING


class CompiledProgram:
    """A program that several places may share; on each a part of the batch, as ``places.py`` says."""

    def __init__(self, program_or_graph: Any, build_strategy: Any = None) -> None:
        if not isinstance(program_or_graph, Program):
            raise TypeError(f"CompiledProgram takes a fluid.Program, not {type(program_or_graph)}")
        self.program, self._build_strategy = program_or_graph, build_strategy
        self._parallel, self._shared = False, None
        self._places: Any = [None]
        self.scopes: list[Scope] = []

    @property
    def _program(self) -> Program:
        return self.program

    @property
    def _is_data_parallel(self) -> bool:
        return self._parallel

    def with_data_parallel(self, loss_name: str | None = None, build_strategy: Any = None, exec_strategy: Any = None,
                           share_vars_from: Any = None, places: Any = None) -> CompiledProgram:
        """Itself, on ``places``: by default as many as ``CPU_NUM`` says, or as there are GPUs.

        Raises ``AssertionError`` when it is so already, and without a ``loss_name`` for a program that learns.
        """
        assert not self._parallel, "Already compiled with parallel, cannot be recompiled."
        learns = any(each.role == "backward" for each in self.program.global_block().operators)
        assert loss_name is not None or not learns, (
            "with_data_parallel: the program learns, so loss_name must say which of its variables is the loss")
        self._parallel, self._shared = True, share_vars_from
        self._build_strategy = self._build_strategy if build_strategy is None else build_strategy
        self._places = places if places is None or isinstance(places, (list, tuple)) else [places]
        return self

    def with_inference_optimize(self, config: Any) -> CompiledProgram:
        """Itself."""
        return self

    def run_with(self, executor: Executor, feed: Any, fetch_list: Any, scope: Any, return_numpy: bool,
                 return_merged: bool) -> Any:
        """What ``Executor.run`` does with it.

        Raises ``EnforceNotMet`` without operators, and ``ValueError`` for a feed of a variable that is not there.
        """
        if not self.program.global_block().operators:
            raise EnforceNotMet("CompiledProgram: the program has no operators: build the network inside "
                                "fluid.program_guard(program)")
        for name in (name for part in (feed if isinstance(feed, (list, tuple)) else [feed]) for name in part or ()):
            if not self.program.global_block().has_var(name):
                raise ValueError(f"feed: var {name} not in this block")
        count = places_of(executor.place) if self._places is None else len(self._places)
        if count == 1:
            fetched = executor.replay(self.program, feed, fetch_list, scope, return_numpy, compiled=True)
            return fetched if return_merged else [[each] for each in fetched]
        names = fetch_names(self.program, fetch_list)
        prepared = executor.prepare(self.program, names, compiled=True)
        envs = [Env(each) for each in self._scopes(global_scope() if scope is None else scope, count)]
        is_one = self._asked("gradient_scale_strategy") == BuildStrategy.GradientScaleStrategy.One
        share = 1.0 if is_one else 1.0 / count
        for part, env in enumerate(envs):
            env.part, env.share = part, share
        with eagerly(), placed(executor.place):
            if feed is not None:
                envs = on_places.feed(envs, self.program, feed, prepared.learns)
            return on_places.fetch(on_places.run(prepared, envs), names, return_numpy, return_merged)

    def _scopes(self, scope: Scope, count: int) -> list[Scope]:
        """The scopes of the places, made at the first run. Raises ``ValueError`` for another scope at a later one."""
        if self._shared is not None:
            if not self._shared.scopes:
                raise ValueError("share_vars_from: that program was not run yet, and has no variables to share")
            shared: list[Scope] = self._shared.scopes
            return shared
        if not self.scopes:
            self._check(count)
            together = self._asked("reduce_strategy") == BuildStrategy.ReduceStrategy.Reduce
            self.scopes = on_places.scopes_of(self.program, scope, count, together)
        if self.scopes[0] is not scope:
            raise ValueError("Cannot compile program with different scope.")
        return self.scopes

    def _check(self, count: int) -> None:
        if any(each.role == "optimize" for block in self.program.blocks[1:] for each in block.operators):
            raise NotImplementedError("with_data_parallel: the program minimizes inside a branch, which 1.8.5 could "
                                      "not do on several places either")
        if paddle.get_device() != "cpu":
            warn_once(f"with_data_parallel: {count} places take their parts of a batch in turn, on one device. "
                      "Start a process for each device to use several at once.")
        if self._asked("sync_batch_norm"):
            raise NotImplementedError("BuildStrategy.sync_batch_norm: places have statistics of their own, and 1.8.5 "
                                      "joined them on GPUs alone; run the program on one place for the whole batch's")
        if self._asked("gradient_scale_strategy") == BuildStrategy.GradientScaleStrategy.Customized:
            raise NotImplementedError("GradientScaleStrategy.Customized is not there; use CoeffNumDevice or One")

    def _asked(self, name: str) -> Any:
        return None if self._build_strategy is None else getattr(self._build_strategy, name)


class ParallelExecutor:
    """1.5's way to run a program on several places."""

    def __init__(self, use_cuda: bool, loss_name: str | None = None, main_program: Any = None,
                 share_vars_from: Any = None, exec_strategy: Any = None, build_strategy: Any = None,
                 num_trainers: int = 1, trainer_id: int = 0, scope: Any = None) -> None:
        main = default_main_program() if main_program is None else main_program
        if num_trainers > 1 and not any(isinstance(each, Shared) for each in main.global_block().operators):
            raise ValueError('ParallelExecutor: num_trainers is for a program that a DistributeTranspiler in the mode '
                             '"nccl2" has prepared')
        place = paddle.CUDAPlace(0) if use_cuda and paddle.device.cuda.device_count() else paddle.CPUPlace()
        self._program = CompiledProgram(main)
        self._program.with_data_parallel(
            loss_name, build_strategy, exec_strategy, None if share_vars_from is None else share_vars_from._program)
        self._executor, self._scope = Executor(place), global_scope() if scope is None else scope

    @property
    def device_count(self) -> int:
        """How many places run it."""
        return places_of(self._executor.place)

    def run(self, fetch_list: Any, feed: Any = None, feed_dict: Any = None, return_numpy: bool = True) -> Any:
        """Run the program; the values of ``fetch_list``."""
        given = feed_dict if feed is None else feed
        return self._program.run_with(self._executor, given, fetch_list, self._scope, return_numpy, True)

    def drop_local_exe_scopes(self) -> None:
        """There are none."""

    def _need_create_local_exe_scopes(self) -> bool:
        return False
