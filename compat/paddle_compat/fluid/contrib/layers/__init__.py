"""``paddle.fluid.contrib.layers``."""

# ruff: noqa: F403

from ...._static.wrapping import record_functions
from . import fused, learned, metric_op, nn, rnn_impl

record_functions([fused, nn], {})

from .fused import *  # noqa: E402
from .learned import *  # noqa: E402
from .metric_op import *  # noqa: E402
from .nn import *  # noqa: E402
from .rnn_impl import *  # noqa: E402

__all__ = [*fused.__all__, *learned.__all__, *metric_op.__all__, *nn.__all__, *rnn_impl.__all__]
