"""``paddle.fluid.data``: what a static program is fed, with its checks."""

from __future__ import annotations

from typing import Any

from .._static import inputs

__all__ = ["data"]


def data(name: str, shape: Any, dtype: Any = "float32", lod_level: int = 0) -> Any:
    """The variable ``name``, which each run is fed with this shape and dtype; a size of None or -1 may be any."""
    sizes = list(shape)
    return inputs.data(name, sizes, dtype, lod_level, True)
