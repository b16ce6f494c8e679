"""``paddle.fluid.contrib``."""

from . import reader
from .reader import *

__all__ = [*reader.__all__]
