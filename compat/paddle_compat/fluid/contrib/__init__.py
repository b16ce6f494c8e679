"""``paddle.fluid.contrib``."""

# ruff: noqa: F403

from . import (
    decoder,
    extend_optimizer,
    layers,
    memory_usage_calc,
    mixed_precision,
    op_frequence,
    quantize,
    reader,
    slim,
    utils,
)
from .decoder import *
from .extend_optimizer import *
from .layers import *
from .memory_usage_calc import *
from .op_frequence import *
from .quantize import *
from .reader import *
from .slim import *
from .utils import *

__all__ = [
    *decoder.__all__, *extend_optimizer.__all__, *layers.__all__, *memory_usage_calc.__all__, *op_frequence.__all__,
    *quantize.__all__, *reader.__all__, *slim.__all__, *utils.__all__, "mixed_precision",
]
