"""Images resized by a factor, whose sizes 1.8.5 cut off, and which it then went through in steps of these."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ..._language import helper

__all__: list[str] = []

WHOLE = (1, 2, 3, 4, 5, 6, 7, 8, 16, 32)  # factors for which nothing is cut off


@helper
def resized(input: Any, mode: str, align_corners: bool, align_mode: int, data_format: str, size: Any = None,
            scale: Any = None) -> Any:
    """``input`` resized to ``size``, or by the factor ``scale``, a number or a tensor: to whole sizes, in steps."""
    first = 2 if data_format[1] == "C" else 1
    old = input.shape[first : first + len(data_format) - 2]
    if size is None and (min(old) < 0 or paddle.is_tensor(scale)):  # a program knows it only when it runs
        shape = paddle.cast(paddle.shape(input)[first : first + len(old)], "float32")
        size = paddle.cast(paddle.clip(shape * scale, min=1.0), "int32")
    elif size is None:
        size = [int(np.float32(each) * np.float32(scale)) for each in old]
    return F.interpolate(input, size=size, mode=mode, align_corners=align_corners, align_mode=align_mode,
                         data_format=data_format)
