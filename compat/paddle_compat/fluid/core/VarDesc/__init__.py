"""``paddle.fluid.core.VarDesc``, of which dygraph scripts use nothing but the dtypes in its ``VarType``."""

from . import VarType

__all__ = ["VarType"]
