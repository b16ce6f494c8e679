"""``paddle.fluid.contrib.layers``."""

# ruff: noqa: F403

from . import metric_op, nn
from .metric_op import *
from .nn import *

__all__ = [*metric_op.__all__, *nn.__all__]
