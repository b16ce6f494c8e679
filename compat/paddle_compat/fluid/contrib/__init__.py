"""``paddle.fluid.contrib``."""

# ruff: noqa: F403

from .._not_yet import not_yet
from . import layers, reader
from .layers import *
from .reader import *

__all__ = [*layers.__all__, *reader.__all__]

__getattr__ = not_yet(__name__)
