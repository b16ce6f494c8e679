"""``paddle.fluid.input``: ``fluid.data``, ``fluid.embedding`` and ``fluid.one_hot``."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from .._language import at_run_time, known, layered, with_arguments
from .._static import inputs
from .._static.mode import of_programs
from .._static.recording import recorded
from .dygraph import nn

__all__ = ["embedding", "one_hot"]


@of_programs(inputs.checked_data)
def data(name: str, shape: Any, dtype: Any = "float32", lod_level: int = 0) -> Any:
    """The variable ``name``, which each run is fed with this shape and dtype; a size of None or -1 may be any."""
    if known(lod_level == 0):
        return paddle.static.data(name=name, shape=shape, dtype=dtype)
    return paddle.static.data(name=name, shape=shape, dtype=dtype, lod_level=lod_level)


@recorded
def one_hot(input: Any, depth: int, allow_out_of_range: bool = False) -> Any:
    """float32 [..., depth] of the whole numbers ``input`` [...]; all zeros for one out of range, if allowed."""
    if allow_out_of_range:
        return paddle.cast(x=paddle.equal(x=paddle.unsqueeze(x=input, axis=-1),
                                          y=paddle.arange(end=depth, dtype="int64")), dtype="float32")
    return F.one_hot(x=input, num_classes=depth)


def embedding(input: Any, size: Any, is_sparse: bool = False, is_distributed: bool = False,
              padding_idx: int | None = None, param_attr: Any = None, dtype: str = "float32") -> Any:
    """The rows of a new table of shape ``size`` that ``input`` int64 [...] names: [..., size[1]]."""
    return layered("embedding",
                   lambda: at_run_time(nn.with_idle_row, with_arguments(nn.Embedding(
                       size, is_sparse, is_distributed, None, param_attr, dtype), padding_idx=padding_idx),
                       padding_idx),
                   (input,), (*input.shape, size[1]), dtype=dtype,
                   of_dtype=lambda x: F.embedding(x=x, weight=paddle.nn.Layer().create_parameter(
                       shape=size, dtype=dtype, attr=param_attr), padding_idx=padding_idx, sparse=is_sparse))
