"""``paddle.fluid.contrib.op_frequence``."""

from ..._language import gone

__all__ = ["op_freq_statistic"]

op_freq_statistic = gone("fluid.contrib.op_freq_statistic", why="Paddle dropped it in 2.0", do=(
    "Count the operators of a paddle.static.Program with collections.Counter."))
