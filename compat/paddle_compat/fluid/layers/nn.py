"""``paddle.fluid.layers.nn``: the names that scripts reach through this module."""

# ruff: noqa: F403

from .._not_yet import not_yet
from . import algebra, creation, elementwise, network, random, reduce, vision
from .algebra import *
from .control_flow import logical_and, logical_not, logical_or, logical_xor
from .creation import *
from .elementwise import *
from .loss import dice_loss, label_smooth, log_loss, mean_iou, smooth_l1
from .manipulation import (
    expand,
    expand_as,
    flatten,
    gather,
    gather_nd,
    multiplex,
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
from .sequence_lod import add_position_encoding, ctc_greedy_decoder, gather_tree
from .tensor import shape, sum, topk, where
from .vision import *

__all__ = [
    *algebra.__all__, *creation.__all__, *elementwise.__all__, *network.__all__, *random.__all__, *reduce.__all__,
    *vision.__all__, "add_position_encoding", "brelu", "ctc_greedy_decoder", "dice_loss", "elu", "expand", "expand_as",
    "flatten", "gather", "gather_nd", "gather_tree", "hard_sigmoid", "hard_swish", "label_smooth", "leaky_relu", "log",
    "log_loss", "logical_and", "logical_not", "logical_or", "logical_xor", "mean_iou", "multiplex", "pad", "pad2d",
    "pow", "relu", "relu6", "reshape", "scatter", "selu", "shape", "sign", "slice", "smooth_l1", "soft_relu", "split",
    "squeeze", "stack", "stanh", "strided_slice", "sum", "swish", "topk", "transpose", "unsqueeze", "unstack", "where",
]

__getattr__ = not_yet(__name__)
