"""``paddle.fluid.dygraph``: imperative mode."""

# ruff: noqa: F403

from .._not_yet import not_yet
from . import base, checkpoint, container, layers, learning_rate_scheduler, nn, parallel
from .base import *
from .checkpoint import *
from .container import *
from .layers import *
from .learning_rate_scheduler import *
from .nn import *
from .parallel import *

__all__ = [
    *base.__all__, *checkpoint.__all__, *container.__all__, *layers.__all__, *learning_rate_scheduler.__all__,
    *nn.__all__, *parallel.__all__,
]

__getattr__ = not_yet(__name__)
