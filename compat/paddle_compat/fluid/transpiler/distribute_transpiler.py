"""``paddle.fluid.transpiler.distribute_transpiler``: one program, trained by several processes."""

from __future__ import annotations

import os
from math import prod
from typing import Any

from ..._static.programs import Program, default_main_program, default_startup_program
from ..._static.trainers import Trainers, join, server_operator
from .ps_dispatcher import RoundRobin

__all__ = ["DistributeTranspiler", "DistributeTranspilerConfig"]

_ASYNCHRONOUS = ("half_async", "completely_not_async", "geo_sgd_mode", "enable_dc_asgd", "runtime_split_send_recv")


class DistributeTranspilerConfig:
    """How trainers were to work together: ``mode`` is "pserver", "nccl2" or "collective"."""

    slice_var_up = True
    split_method: Any = None
    min_block_size = 8192
    enable_dc_asgd = False
    mode = "pserver"
    print_log = False
    wait_port = True
    sync_mode = True
    runtime_split_send_recv = False
    half_async = False
    completely_not_async = False
    geo_sgd_mode = False
    geo_sgd_need_push_nums = 100
    nccl_comm_num = 1
    use_hierarchical_allreduce = False
    hierarchical_allreduce_inter_nranks = 0
    collective_mode: Any = None

    def __init__(self) -> None:
        """Everything at its default."""


class ServerRuntimeConfig:
    """How many threads a server of 1.8.5 had: there is none here, and these change nothing."""

    def __init__(self) -> None:
        self._rpc_send_thread_num, self._rpc_get_thread_num, self._rpc_prefetch_thread_num = (
            int(os.getenv(f"FLAGS_rpc_{what}_thread_num", "12")) for what in ("send", "get", "prefetch"))


class DistributeTranspiler:
    """Has trainers add up their gradients after each step, as synchronous servers or rings did in 1.8.5.

    Asynchronous training needs servers, which no Paddle of today has for such programs: ``NotImplementedError``.
    """

    def __init__(self, config: Any = None) -> None:
        self.config = DistributeTranspilerConfig() if config is None else config
        if self.config.split_method is None:
            self.config.split_method = RoundRobin

    def transpile(self, trainer_id: int, program: Any = None, pservers: str = "127.0.0.1:6174", trainers: Any = 1,
                  sync_mode: bool = True, startup_program: Any = None,
                  current_endpoint: str = "127.0.0.1:6174") -> None:
        """Say who this process is: number ``trainer_id`` of ``trainers``, or the server at one of ``pservers``.

        ``trainers`` are a number, or without servers ("nccl2", "collective") all of their endpoints.
        """
        self.program = default_main_program() if program is None else program
        self.startup = default_startup_program() if startup_program is None else startup_program
        if self.config.mode != "pserver":
            self.endpoints = trainers.split(",")
            assert current_endpoint in self.endpoints, f"{current_endpoint} is none of the trainers {trainers}"
            join(self.program, Trainers(trainer_id, len(self.endpoints), self.endpoints[0], trainer_id == 0))
            return
        wrong = [name for name in _ASYNCHRONOUS if getattr(self.config, name)]
        if not sync_mode or not self.config.sync_mode or wrong:
            raise NotImplementedError(
                f"DistributeTranspiler: asynchronous training ({', '.join(wrong) or 'sync_mode=False'}) needs "
                "parameter servers, which are not there. Train with sync_mode=True, whose trainers add up their "
                "gradients among themselves.")
        self.endpoints = pservers.split(",")
        self.trainers = Trainers(trainer_id, int(trainers), self.endpoints[0], hosts=False)

    def get_trainer_program(self, wait_port: bool = True) -> Any:
        """The program, which from now on learns from all trainers; it waits for the servers when it first runs."""
        return join(self.program, self.trainers)

    def get_pserver_program(self, endpoint: str) -> Any:
        """The program of a server, which waits until the trainers are done."""
        if endpoint not in self.endpoints:
            raise ValueError(f"{endpoint} is none of the servers {self.endpoints}")
        made = Program()
        block = made.global_block()
        block.add(server_operator(block, endpoint, self.endpoints, self.trainers.count))
        return made

    def get_startup_program(self, endpoint: str, pserver_program: Any = None, startup_program: Any = None) -> Any:
        """The program that makes the parameters, which a server has no use for."""
        return self.startup if startup_program is None else startup_program

    def get_pserver_programs(self, endpoint: str) -> tuple[Any, Any]:
        """Both programs of a server."""
        return self.get_pserver_program(endpoint), self.get_startup_program(endpoint)


def slice_variable(var_list: Any, slice_count: int, min_block_size: int) -> list[str]:
    """How variables were cut into at most ``slice_count`` blocks of whole rows for servers: "name:number:size" each."""
    blocks = []
    for each in var_list:
        total, row = prod(each.shape), prod(each.shape[1:])
        size = -(-total // min(slice_count, max(total // min_block_size, 1)))
        size = -(-size // row) * row if len(each.shape) > 1 else size
        blocks += [f"{each.name}:{number}:{min(size, total - number * size)}" for number in range(-(-total // size))]
    return blocks
