"""``paddle.fluid.layers``: what static programs are fed."""

from __future__ import annotations

from typing import Any

from ..._language import dropped
from ..._static import inputs
from ..._static.mode import turn_on

__all__ = ["data"]


@dropped(type="a variable that is fed holds a tensor")
def data(name: str, shape: Any, append_batch_size: bool = True, dtype: Any = "float32", lod_level: int = 0,
         type: Any = None, stop_gradient: bool = True) -> Any:
    """The variable ``name``, which each run is fed; ``shape`` is that of one sample unless ``append_batch_size`` is
    false or it has a -1 itself."""
    turn_on()
    known = all(size is not None and size >= 0 for size in shape)
    shape = [-1, *shape] if append_batch_size and known else list(shape)
    return inputs.data(name, shape, dtype, lod_level, False, stop_gradient)
