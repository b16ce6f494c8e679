"""Optimizers of a fleet, `fluid.incubate.fleet`, over today's programs, whose own fleet takes none of Paddle 3."""

from __future__ import annotations

from typing import Any

import paddle

from paddle_migrate.written.together import begin_together, learn_together, meet


class DistributedOptimizer:
    """An optimizer that has all workers of `paddle.distributed.fleet` learn from the means of their gradients."""

    def __init__(self, optimizer: Any) -> None:
        self.optimizer = optimizer

    def minimize(
        self, loss: Any, startup_program: Any = None, parameters: Any = None, no_grad_set: Any = None
    ) -> Any:
        """The optimizer's own; from then on the workers run that program together."""
        fleet = paddle.distributed.fleet.fleet
        fleet.origin_main_program = program = loss.block.program
        fleet.origin_startup_program = startup = startup_program or paddle.static.default_startup_program()
        found = self.optimizer.minimize(loss, startup, parameters, no_grad_set)
        if fleet.worker_num() > 1 and fleet.is_worker():
            meet(fleet.worker_index(), fleet.worker_num(), (fleet.server_endpoints() or fleet.worker_endpoints())[0])
            begin_together(program, startup)
            learn_together(program, fleet.worker_num())
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.optimizer, name)
