"""``paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler``: trainers and servers.

The trainers add up their gradients among themselves, as ``fluid.DistributeTranspiler`` has it; servers wait for them.
"""

from __future__ import annotations

import os
from typing import Any

from ..... import io
from .....framework import default_main_program, default_startup_program
from .....transpiler.distribute_transpiler import DistributeTranspiler, DistributeTranspilerConfig
from ...base.fleet_base import DistributedOptimizer, Fleet, Mode
from .distributed_strategy import (
    AsyncStrategy,
    DistributedStrategy,
    GeoStrategy,
    HalfAsyncStrategy,
    StrategyFactory,
    SyncStrategy,
    TrainerRuntimeConfig,
)

__all__ = [
    "AsyncStrategy", "DistributedStrategy", "DistributedTranspiler", "GeoStrategy", "HalfAsyncStrategy",
    "StrategyFactory", "SyncStrategy", "TrainerRuntimeConfig", "TranspilerOptimizer", "fleet",
]


class DistributedTranspiler(Fleet):
    """A fleet of trainers and servers."""

    def __init__(self) -> None:
        super().__init__(Mode.TRANSPILER)

    def init_worker(self) -> None:
        """Do nothing: the trainers meet at their first step."""

    def init_server(self, model_dir: str | None = None) -> None:
        """Run the startup program; ``model_dir`` has what the training goes on from, which the trainers have to load.

        Raises ``ValueError`` before ``minimize``, and for a folder that is not there.
        """
        if self.startup_program is None:
            raise ValueError("startup_program is None, need invoke DistributedOptimizer.minimize first")
        self._executor.run(self.startup_program)
        if model_dir:
            if not os.path.isdir(model_dir):
                raise ValueError(f"There is no directory named '{model_dir}'")
            io.load_persistables(self._executor, model_dir, self._origin_program)

    def run_server(self) -> None:
        """Wait until the trainers are done."""
        if self.main_program is None:
            raise ValueError("main_program is None, need invoke DistributedOptimizer.minimize first")
        self._executor.run(self.main_program)

    def stop_worker(self) -> None:
        """Say that this trainer is done."""
        self._executor.close()

    def distributed_optimizer(self, optimizer: Any, strategy: Any = None) -> TranspilerOptimizer:
        """``optimizer`` for all trainers. Raises ``ValueError`` before :meth:`init`."""
        if not self._is_initialized:
            raise ValueError("distributed_optimizer: call fleet.init(role_maker) first, to say who this process is")
        self._optimizer = TranspilerOptimizer(optimizer, strategy)
        return self._optimizer

    def _transpile(self, strategy: Any) -> None:
        config = strategy
        if isinstance(strategy, DistributedStrategy):
            config = strategy.get_program_config()
            if strategy.asynchronous:
                raise NotImplementedError(
                    f"{type(strategy).__name__}: {strategy.asynchronous} training needs parameter servers, which are "
                    "not there. StrategyFactory.create_sync_strategy() makes one whose trainers add up their gradients "
                    "among themselves.")
        self._origin_program = default_main_program().clone()
        transpiler = DistributeTranspiler(config)
        transpiler.transpile(self.worker_index(), pservers=self.server_endpoints(to_string=True),
                             trainers=self.worker_num())
        if self.is_worker():
            self.main_program, self.startup_program = transpiler.get_trainer_program(), default_startup_program()
        else:
            endpoint = self.server_endpoints()[self.server_index()]
            self.main_program, self.startup_program = transpiler.get_pserver_programs(endpoint)


fleet = DistributedTranspiler()


class TranspilerOptimizer(DistributedOptimizer):
    """Minimizes for the trainers of ``fleet``, whose ``main_program`` is then what each process has to run."""

    def __init__(self, optimizer: Any, strategy: Any = None) -> None:
        super().__init__(optimizer, StrategyFactory.create_sync_strategy() if strategy is None else strategy)
        if not isinstance(self._strategy, (DistributeTranspilerConfig, DistributedStrategy)):
            raise TypeError("the strategy is a DistributeTranspilerConfig or one of StrategyFactory's, not "
                            f"{type(self._strategy)}")

    def minimize(self, loss: Any, scopes: Any = None, startup_program: Any = None, parameter_list: Any = None,
                 no_grad_set: Any = None) -> Any:
        """The optimizer's ``minimize``; then the program is made one for this process."""
        if isinstance(loss, list) or isinstance(startup_program, list):
            raise TypeError("DistributedTranspiler's minimize can not accept loss or program with list")
        found = self._optimizer.minimize(loss, startup_program, parameter_list, no_grad_set)
        fleet._transpile(self._strategy)
        return found
