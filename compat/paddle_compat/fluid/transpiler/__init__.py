"""``paddle.fluid.transpiler``: programs for several trainers, and memory optimisation, which 1.8.5 did by itself."""

from __future__ import annotations

from typing import Any

from ..._language import dropped
from ..._runtime.warn import warn_once
from .distribute_transpiler import DistributeTranspiler, DistributeTranspilerConfig
from .ps_dispatcher import HashName, RoundRobin

__all__ = [
    "DistributeTranspiler", "DistributeTranspilerConfig", "HashName", "RoundRobin", "memory_optimize", "release_memory",
]


@dropped(input_program="nothing is done with it, as in 1.8.5", skip_opt_set="nothing is skipped, as in 1.8.5",
         print_log="there is nothing to print, as in 1.8.5", level="there are no levels, as in 1.8.5",
         skip_grads="nothing is skipped, as in 1.8.5")
def memory_optimize(input_program: Any, skip_opt_set: Any = None, print_log: bool = False, level: int = 0,
                    skip_grads: bool = True) -> None:
    """Do nothing but say so, as in 1.8.5: memory is optimised without being asked."""
    warn_once("fluid.memory_optimize() does nothing, as in 1.8.5: take the call out.")


@dropped(input_program="nothing is done with it, as in 1.8.5", skip_opt_set="nothing is skipped, as in 1.8.5")
def release_memory(input_program: Any, skip_opt_set: Any = None) -> None:
    """Do nothing but say so, as in 1.8.5: memory is released without being asked."""
    warn_once("fluid.release_memory() does nothing, as in 1.8.5: take the call out.")
