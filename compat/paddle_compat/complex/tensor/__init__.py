"""``paddle.complex.tensor``: the functions of complex numbers by what they do."""

# ruff: noqa: F403

from . import linalg, manipulation, math
from .linalg import *
from .manipulation import *
from .math import *

__all__ = [*math.__all__, *manipulation.__all__, *linalg.__all__]
