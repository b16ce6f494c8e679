"""``paddle.fluid.parallel_executor``: 1.5's way to run a program on several devices."""

from .._static.compiled import BuildStrategy, ExecutionStrategy, ParallelExecutor

__all__ = ["BuildStrategy", "ExecutionStrategy", "ParallelExecutor"]
