"""What ``Executor.run`` returns."""

from __future__ import annotations

from typing import Any

import paddle

from .._lod import lod_of, with_lod
from .._runtime.arrays import Array
from .scopes import LoDTensor


def as_numpy(tensor: Any) -> Any:
    """The array of a :class:`LoDTensor` without sequences; lists of them likewise."""
    return [as_numpy(each) for each in tensor] if isinstance(tensor, list) else fetched(tensor.tensor, True)


def fetched(value: Any, return_numpy: bool) -> Any:
    """A tensor as an array or as a tensor with its sequences; lists of tensors likewise."""
    if isinstance(value, (list, tuple)):
        return [fetched(part, return_numpy) for part in value]
    if not isinstance(value, paddle.Tensor):
        return value
    if not return_numpy:
        kept = value.detach()
        kept = kept.clone() if kept.size else kept  # later runs change parameters where they are
        return LoDTensor(with_lod(kept, lod_of(value)))
    if lod_of(value):
        raise RuntimeError("a fetched tensor holds sequences, whose lengths (LoD) an array cannot hold: fetch with "
                           "return_numpy=False, which gives LoDTensors")
    return value.numpy().view(Array)
