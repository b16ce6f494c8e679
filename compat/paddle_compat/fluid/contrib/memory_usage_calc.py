"""``paddle.fluid.contrib.memory_usage_calc``."""

from ..._language import gone

__all__ = ["memory_usage"]

memory_usage = gone("fluid.contrib.memory_usage", why="Paddle dropped the estimate in 2.0", do=(
    "Measure it: paddle.device.cuda.max_memory_allocated after a step on a GPU."))
