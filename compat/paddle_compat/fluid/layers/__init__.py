"""``paddle.fluid.layers``: operations."""

from . import loss, metric_op, nn
from .loss import *
from .metric_op import *
from .nn import *

__all__ = [*loss.__all__, *metric_op.__all__, *nn.__all__]
