"""``paddle.fluid.contrib.layers``."""

# ruff: noqa: F403

from ...._static.wrapping import record_functions
from . import metric_op, nn, rnn_impl

# These record what they do themselves.
for _own in (nn.fused_embedding_seq_pool, nn.tdm_child, nn.tdm_sampler, nn.tree_conv):
    vars(_own)["__recorded__"] = True
record_functions([nn], {})

from .metric_op import *  # noqa: E402
from .nn import *  # noqa: E402
from .rnn_impl import *  # noqa: E402

__all__ = [*metric_op.__all__, *nn.__all__, *rnn_impl.__all__]
