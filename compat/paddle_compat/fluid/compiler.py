"""``paddle.fluid.compiler``: programs for several devices."""

from .._static.compiled import BuildStrategy, CompiledProgram, ExecutionStrategy

__all__ = ["BuildStrategy", "CompiledProgram", "ExecutionStrategy"]
