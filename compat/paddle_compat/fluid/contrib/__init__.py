"""``paddle.fluid.contrib``."""

# ruff: noqa: F403

from . import reader
from .reader import *

__all__ = [*reader.__all__]
