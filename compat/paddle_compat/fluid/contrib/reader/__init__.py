"""``paddle.fluid.contrib.reader``."""

# ruff: noqa: F403

from . import distributed_reader
from .distributed_reader import *

__all__ = [*distributed_reader.__all__]
