"""``paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler.distributed_strategy``: how trainers work."""

from __future__ import annotations

import os
from typing import Any

from .....compiler import BuildStrategy, ExecutionStrategy
from .....transpiler.distribute_transpiler import DistributeTranspilerConfig

__all__ = [
    "AsyncStrategy", "DistributedStrategy", "GeoStrategy", "HalfAsyncStrategy", "StrategyFactory", "SyncStrategy",
    "TrainerRuntimeConfig",
]


class TrainerRuntimeConfig:
    """How trainers of 1.8.5 spoke to their servers; nothing of it changes numbers."""

    def __init__(self) -> None:
        """Nothing is asked for."""
        self.runtime_configs: dict[str, Any] = {}


class DistributedStrategy:
    """How trainers work together: four settings, each with a method that gives it and one that sets it."""

    asynchronous = ""

    def __init__(self) -> None:
        """The defaults; with several places, their parameters are spread."""
        self._program_config = DistributeTranspilerConfig()
        self._trainer_runtime_config = TrainerRuntimeConfig()
        self._execute_strategy: Any = ExecutionStrategy()
        self._build_strategy: Any = BuildStrategy()
        self._execute_strategy.num_threads = int(os.environ.get("CPU_NUM", "1"))
        if self._execute_strategy.num_threads > 1:
            self._build_strategy.reduce_strategy = BuildStrategy.ReduceStrategy.Reduce
        self._server_runtime_config: dict[str, Any] = {}

    def get_program_config(self) -> Any:
        """How the program is taken apart."""
        return self._program_config

    def set_program_config(self, config: Any) -> None:
        """Set it, or what a dictionary has. Raises ``ValueError`` for a name that is not there."""
        self._program_config = _changed(self._program_config, config, "DistributeTranspilerConfig")

    def get_execute_strategy(self) -> Any:
        """How the program is run."""
        return self._execute_strategy

    def set_execute_strategy(self, config: Any) -> None:
        """Set it, or what a dictionary has."""
        self._execute_strategy = _changed(self._execute_strategy, config, "ExecutionStrategy")

    def get_build_strategy(self) -> Any:
        """How the program is built."""
        return self._build_strategy

    def set_build_strategy(self, config: Any) -> None:
        """Set it, or what a dictionary has."""
        self._build_strategy = _changed(self._build_strategy, config, "BuildStrategy")

    def get_trainer_runtime_config(self) -> TrainerRuntimeConfig:
        """How trainers spoke to their servers."""
        return self._trainer_runtime_config

    def set_trainer_runtime_config(self, config: Any) -> None:
        """Take note of it."""
        self._trainer_runtime_config.runtime_configs.update(
            config if isinstance(config, dict) else config.runtime_configs)

    def get_server_runtime_config(self) -> Any:
        """How servers ran."""
        return self._server_runtime_config

    def set_server_runtime_config(self, config: Any) -> None:
        """Take note of it."""
        self._server_runtime_config = config

    def set_debug_opt(self, opt_info: Any) -> None:
        """Raise ``NotImplementedError``: what 1.8.5's trainers wrote of each step is not there."""
        raise NotImplementedError("set_debug_opt is not there; fetch what you want to see")


def _changed(now: Any, config: Any, kind: str) -> Any:
    if not isinstance(config, dict):
        if not isinstance(config, type(now)):
            raise TypeError(f"{kind} or a dictionary is wanted, not {type(config)}")
        return config
    for name, value in config.items():
        if not hasattr(now, name):
            raise ValueError(f"{kind} doesn't have key: {name}")
        setattr(now, name, value)
    return now


class SyncStrategy(DistributedStrategy):
    """All trainers wait for each other after each step."""


class AsyncStrategy(DistributedStrategy):
    """No trainer waits: needs servers."""

    asynchronous = "asynchronous"


class HalfAsyncStrategy(DistributedStrategy):
    """Trainers wait now and then: needs servers."""

    asynchronous = "half asynchronous"


class GeoStrategy(DistributedStrategy):
    """Trainers send what has changed after some steps: needs servers."""

    asynchronous = "geo"

    def __init__(self, update_frequency: int = 100) -> None:
        super().__init__()
        self._program_config.geo_sgd_need_push_nums = update_frequency


class StrategyFactory:
    """Makes strategies."""

    @staticmethod
    def create_sync_strategy() -> SyncStrategy:
        """All trainers wait for each other after each step."""
        return SyncStrategy()

    @staticmethod
    def create_half_async_strategy() -> HalfAsyncStrategy:
        """Trainers wait now and then."""
        return HalfAsyncStrategy()

    @staticmethod
    def create_async_strategy() -> AsyncStrategy:
        """No trainer waits."""
        return AsyncStrategy()

    @staticmethod
    def create_geo_strategy(update_frequency: int = 100) -> GeoStrategy:
        """Trainers send what has changed after ``update_frequency`` steps."""
        return GeoStrategy(update_frequency)
