"""The variables that a run is fed."""

from __future__ import annotations

from typing import Any

from .mode import turn_on
from .programs import default_main_program
from .variables import Variable


def data(name: str, shape: Any, dtype: Any, lod_level: int, checked: bool, stop_gradient: bool = True) -> Variable:
    """The variable of that name, which a run is to be fed; ``checked``: with this shape and dtype only."""
    turn_on()
    block = default_main_program().global_block()
    if name in block.vars:
        return block.vars[name]
    return block.create_var(name=name, shape=shape, dtype=dtype, lod_level=lod_level, stop_gradient=stop_gradient,
                            is_data=True, need_check_feed=checked)


def checked_data(name: str, shape: Any, dtype: Any = "float32", lod_level: int = 0) -> Variable:
    """``fluid.data``."""
    return data(name, shape, dtype, lod_level, True)


def unchecked_data(name: str, shape: Any, append_batch_size: bool = True, dtype: Any = "float32", lod_level: int = 0,
                   type: Any = None, stop_gradient: bool = True) -> Variable:
    """``fluid.layers.data``."""
    known = all(size is not None and size >= 0 for size in shape)
    shape = [-1, *shape] if append_batch_size and known else list(shape)
    return data(name, shape, dtype, lod_level, False, stop_gradient)
