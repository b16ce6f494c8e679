"""Tensors of arrays, as ``paddle.to_tensor`` makes them, in a third of its time.

On Paddle 3.3 each tensor that ``paddle.to_tensor`` makes leaves a hundred bytes behind for good, its name among them,
and a training of many steps grows by them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.base import core
from paddle.base.framework import _current_expected_place

_empty = core.eager.ops.empty


def of_array(x: Any) -> Any:
    """``x``, which of an array is a tensor."""
    return tensor_of(x) if isinstance(x, np.ndarray) else x


def first_of(k: Any) -> Any:
    """A number, or the first of a tensor's: 1.8.5 read that one of a number for each row."""
    return k.reshape([-1])[0] if isinstance(k, paddle.Tensor) else k


def tensor_of(array: np.ndarray[Any, Any]) -> Any:
    """A tensor with a copy of ``array``, on the device in use."""
    place = _current_expected_place()
    made = _empty([0], paddle.float32, place)
    made.get_tensor().set(array, place)
    return made
