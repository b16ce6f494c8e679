"""``paddle.fluid.layers``: operations."""

# ruff: noqa: F403

import sys

from ..._runtime.layer_arguments import find_activations
from .._not_yet import not_yet
from . import (
    control_flow,
    detection,
    distributions,
    learning_rate_scheduler,
    loss,
    manipulation,
    metric_op,
    nn,
    ops,
    sequence_lod,
    tensor,
    utils,  # noqa: F401
)
from .control_flow import *
from .detection import *
from .distributions import *
from .learning_rate_scheduler import *
from .loss import *
from .manipulation import *
from .metric_op import *
from .nn import *
from .ops import *
from .sequence_lod import *
from .tensor import *

__all__ = [
    *control_flow.__all__, *detection.__all__, *distributions.__all__,
    *learning_rate_scheduler.__all__, *loss.__all__, *manipulation.__all__,
    *metric_op.__all__, *nn.__all__, *ops.__all__, *sequence_lod.__all__, *tensor.__all__,
]

__getattr__ = not_yet(__name__)

find_activations(lambda name: getattr(sys.modules[__name__], name, None))
