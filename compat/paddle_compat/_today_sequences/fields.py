"""What is fed: rows of sequences, and their lengths under a name of their own."""

from __future__ import annotations

from typing import Any

import paddle

from .._language import dropped, helper, known
from .._today import with_batch
from .lengths import with_lengths

__all__ = ["MultiSlotDataGenerator", "MultiSlotStringDataGenerator", "data", "layers_data"]

MultiSlotDataGenerator = paddle.distributed.fleet.MultiSlotDataGenerator
MultiSlotStringDataGenerator = paddle.distributed.fleet.MultiSlotStringDataGenerator


@helper
def sequence_data(name: str, shape: Any, dtype: Any = "float32", lod_level: int = 1) -> Any:
    """The rows of sequences, fed one below the other; their lengths int64 [N] are fed under name + "_lengths"."""
    rows = paddle.static.data(name, shape, dtype)
    if lod_level == 0:
        return rows
    if lod_level > 1:
        raise ValueError(f"{name}: sequences of sequences have no form here")
    return with_lengths(rows, paddle.static.data(f"{name}_lengths", [-1], "int64"))


def data(name: str, shape: Any, dtype: Any = "float32", lod_level: int = 0) -> Any:
    """The variable that each run is fed with; rows of sequences where ``lod_level`` is 1."""
    if known(lod_level == 0):
        return paddle.static.data(name=name, shape=shape, dtype=dtype)
    if known(lod_level == 1):
        return sequence_data(name=name, shape=shape, dtype=dtype)
    if known(lod_level > 1):
        raise NotImplementedError("sequences of sequences have no form today: feed the inner ones as one level, and "
                                  "count by the outer lengths, which are data of their own")
    return sequence_data(name=name, shape=shape, dtype=dtype, lod_level=lod_level)


@dropped(type="a variable that is fed holds a tensor")
def layers_data(name: str, shape: Any, append_batch_size: bool = True, dtype: Any = "float32", lod_level: int = 0,
                type: Any = None, stop_gradient: bool = True) -> Any:
    """The same as ``fluid.layers.data`` had it: the first size is left out, or given as -1."""
    if not append_batch_size or known(-1 in shape or None in shape):
        return data(name=name, shape=shape, dtype=dtype, lod_level=lod_level)
    return data(name=name, shape=[-1, *shape], dtype=dtype, lod_level=lod_level)


@dropped(type="a variable that is fed holds a tensor")
def data_of_any_shape(name: str, shape: Any, append_batch_size: bool = True, dtype: Any = "float32", lod_level: int = 0,
                      type: Any = None, stop_gradient: bool = True) -> Any:
    """The same whose sizes are known only when it runs: one of them may be open."""
    if not append_batch_size:
        return data(name=name, shape=shape, dtype=dtype, lod_level=lod_level)
    return data(name=name, shape=with_batch(shape), dtype=dtype, lod_level=lod_level)
