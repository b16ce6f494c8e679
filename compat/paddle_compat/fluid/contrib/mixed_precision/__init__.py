"""``paddle.fluid.contrib.mixed_precision``: programs in float16, here in float32."""

# ruff: noqa: F403

from . import decorator, fp16_lists
from .decorator import *
from .fp16_lists import *

__all__ = [*decorator.__all__, *fp16_lists.__all__]
