"""``paddle.fluid.contrib``."""

# ruff: noqa: F403

from . import layers, reader
from .layers import *
from .reader import *

__all__ = [*layers.__all__, *reader.__all__]
