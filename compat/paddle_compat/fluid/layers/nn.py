"""``paddle.fluid.layers.nn``: the names that scripts reach through this module."""

# ruff: noqa: F403

from . import elementwise, network, random, reduce
from .control_flow import logical_and, logical_not, logical_or, logical_xor
from .elementwise import *
from .loss import label_smooth, log_loss, smooth_l1
from .manipulation import (
    expand,
    expand_as,
    flatten,
    gather,
    gather_nd,
    pad,
    pad2d,
    reshape,
    scatter,
    slice,
    split,
    squeeze,
    stack,
    strided_slice,
    transpose,
    unsqueeze,
    unstack,
)
from .network import *
from .ops import (
    brelu,
    elu,
    hard_sigmoid,
    hard_swish,
    leaky_relu,
    log,
    pow,
    relu,
    relu6,
    selu,
    sign,
    soft_relu,
    stanh,
    swish,
)
from .random import *
from .reduce import *
from .tensor import shape, sum, topk, where

__all__ = [
    *elementwise.__all__, *network.__all__, *random.__all__, *reduce.__all__, "brelu", "elu", "expand",
    "expand_as", "flatten", "gather", "gather_nd", "hard_sigmoid", "hard_swish", "label_smooth", "leaky_relu", "log", "log_loss",
    "logical_and", "logical_not", "logical_or", "logical_xor", "pad", "pad2d", "pow", "relu", "relu6", "reshape",
    "scatter", "selu", "shape", "sign", "slice", "smooth_l1", "soft_relu", "split", "squeeze", "stack", "stanh",
    "strided_slice", "sum", "swish", "topk", "transpose", "unsqueeze", "unstack", "where",
]
