"""``paddle.fluid.incubate.fleet.collective``: trainers that add up their gradients among themselves."""

from __future__ import annotations

from typing import Any

from .... import optimizer as optimizers
from ....compiler import BuildStrategy, CompiledProgram, ExecutionStrategy
from ....contrib import mixed_precision
from ....framework import default_startup_program
from ....transpiler.distribute_transpiler import DistributeTranspiler, DistributeTranspilerConfig
from ..base.fleet_base import DistributedOptimizer, Fleet, Mode
from ._checkpoints import Checkpoints, TrainStatus

__all__ = ["Collective", "CollectiveOptimizer", "DistributedStrategy", "TrainStatus", "fleet"]


class DistributedStrategy(BuildStrategy):
    """How the trainers work. What changes numbers here is ``use_amp`` and what a ``BuildStrategy`` has."""

    def __init__(self) -> None:
        """Gradients are averaged, in float32."""
        super().__init__()
        self.mode, self.nccl_comm_num = "nccl2", 1
        self.use_local_sgd = self.use_dist_fc = self.forward_recompute = self.use_amp = False
        self.recompute_checkpoints: list[Any] = []
        self.amp_loss_scaling = 2**15
        self.exec_strategy = ExecutionStrategy()


class Collective(Checkpoints, Fleet):
    """A fleet without servers."""

    def __init__(self) -> None:
        super().__init__(Mode.COLLECTIVE)

    def distributed_optimizer(self, optimizer: Any, strategy: Any = None) -> CollectiveOptimizer:
        """``optimizer`` for all trainers."""
        self._optimizer = CollectiveOptimizer(optimizer, strategy)
        return self._optimizer

    def init_worker(self) -> None:
        """Do nothing: there are no servers to wait for."""

    run_worker = init_server = run_server = stop_worker = init_worker


fleet = Collective()


class CollectiveOptimizer(DistributedOptimizer):
    """Minimizes for the trainers of ``fleet``, whose ``main_program`` is then what each has to run."""

    def __init__(self, optimizer: Any, strategy: Any = None) -> None:
        strategy = DistributedStrategy() if strategy is None else strategy
        for name in ("use_local_sgd", "use_dist_fc"):
            if getattr(strategy, name):
                raise NotImplementedError(f"DistributedStrategy.{name} is not there; without it the trainers add up "
                                          "their gradients after each step")
        if not isinstance(strategy.recompute_checkpoints, list):
            raise ValueError("DistStrategy.recompute_checkpoints should be a List")
        super().__init__(optimizer, strategy)

    def minimize(self, loss: Any, startup_program: Any = None, parameter_list: Any = None,
                 no_grad_set: Any = None) -> Any:
        """The optimizer's ``minimize``; then the program learns from the gradients of all trainers."""
        main = loss.block.program
        fleet.startup_program = default_startup_program() if startup_program is None else startup_program
        self._optimizer = self._wrapped(self._optimizer)
        found = self._optimizer.minimize(loss, fleet.startup_program, parameter_list, no_grad_set)
        fleet._origin_program, fleet._transpiled_program = main.clone(), main
        config, endpoints = DistributeTranspilerConfig(), fleet.worker_endpoints()
        config.mode = "nccl2"
        DistributeTranspiler(config).transpile(
            fleet.worker_index(), main, trainers=",".join(endpoints), startup_program=fleet.startup_program,
            current_endpoint=endpoints[fleet.worker_index()])
        fleet.main_program = main if self._strategy.mode == "collective" else CompiledProgram(main).with_data_parallel(
            loss.name, self._strategy, self._strategy.exec_strategy)
        return found

    def _wrapped(self, optimizer: Any) -> Any:
        strategy, name = self._strategy, type(optimizer).__name__
        if strategy.forward_recompute:
            if not strategy.recompute_checkpoints:
                raise ValueError("please set strategy.recompute_checkpoints when set strategy.forward_recompute as "
                                 "True")
            if name in ("RecomputeOptimizer", "OptimizerWithMixedPrecision"):
                raise ValueError(f"can not use {name} when you set DistStrategy.forward_recompute as True")
            optimizer = optimizers.RecomputeOptimizer(optimizer)
            optimizer._set_checkpoints(strategy.recompute_checkpoints)
        if strategy.use_amp:
            if name in ("OptimizerWithMixedPrecision", "DGCMomentumOptimizer"):
                raise ValueError(f"can not use {name} when you set DistStrategy.mixed_precision as True")
            optimizer = mixed_precision.decorate(
                optimizer, init_loss_scaling=strategy.amp_loss_scaling, use_dynamic_loss_scaling=True)
        return optimizer
