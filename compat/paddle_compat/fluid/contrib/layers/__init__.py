"""``paddle.fluid.contrib.layers``."""

# ruff: noqa: F403

from . import nn
from .nn import *

__all__ = [*nn.__all__]
