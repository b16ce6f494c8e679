"""``paddle.fluid.core_avx``: the library behind ``paddle.fluid.core``, which scripts named for its tensors."""

from . import core
from .core import *  # noqa: F403

__all__ = core.__all__
