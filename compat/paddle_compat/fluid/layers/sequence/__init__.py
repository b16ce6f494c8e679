"""What ``paddle.fluid.layers`` did with sequences: tensors of all their rows, and their offsets beside them."""

# ruff: noqa: F403

from . import convolution, expansion, lod, padding, pooling, reordering
from .convolution import *
from .expansion import *
from .lod import *
from .padding import *
from .pooling import *
from .reordering import *

__all__ = [
    *convolution.__all__, *expansion.__all__, *lod.__all__, *padding.__all__, *pooling.__all__, *reordering.__all__,
]
