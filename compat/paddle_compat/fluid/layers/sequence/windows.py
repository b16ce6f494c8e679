"""Images as sequences of their windows."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle.nn.functional as F

from ...._language import dropped, of_sequences
from ...._lod import offsets, with_lod
from ...._runtime.rows import rows, tried_as

__all__ = ["im2sequence"]


def _of_whole_images(input: Any, filter_size: Any = 1, stride: Any = 1, padding: Any = 0, *others: Any,
                     **named: Any) -> Any:
    return im2sequence(input, filter_size, stride, padding)


@tried_as(_of_whole_images)
@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def im2sequence(input: Any, filter_size: Any = 1, stride: Any = 1, padding: Any = 0, input_image_size: Any = None,
                out_stride: Any = 1, name: str | None = None) -> Any:
    """Each image of ``input`` [N, C, H, W] as a sequence of its windows, row by row: [windows, C * kh * kw].

    ``padding`` is above, left, below and right, or both alike twice. ``input_image_size`` [N, 2] says how high and wide
    each image is, before it was made ``out_stride`` times smaller: windows beyond are left out.
    """
    size, step, out = (_pair(each) for each in (filter_size, stride, out_stride))
    around = (_pair(padding) * 2)[:4]
    real = [] if input_image_size is None else input_image_size.numpy().reshape([-1, 2])
    sides = [input.shape[2:], *([-(-int(side) // out[i]) for i, side in enumerate(each)] for each in real)]
    shapes = [tuple(1 + (image[i] + around[i] + around[2 + i] - size[i]) // step[i] for i in (0, 1)) for image in sides]
    if any(side < 1 for shape in shapes for side in shape):
        raise ValueError("fluid.layers.im2sequence: an image is smaller than the filter")
    high, wide = (max(shape[i] for shape in shapes) for i in (0, 1))
    whole = F.pad(input, [around[1], around[3] + _lacking(input, 1, wide, size, step, around),
                          around[0], around[2] + _lacking(input, 0, high, size, step, around)])
    found = F.unfold(whole, size, step).transpose([0, 2, 1])
    shapes = shapes[1:] or shapes * input.shape[0]
    which = [(np.arange(h)[:, None] * wide + np.arange(w)).reshape(-1) + number * high * wide
             for number, (h, w) in enumerate(shapes)]
    sequences = rows(found.reshape([-1, found.shape[2]]), np.concatenate(which))
    return with_lod(sequences, [offsets([h * w for h, w in shapes])])


def _pair(value: Any) -> list[int]:
    return [value, value] if isinstance(value, int) else list(value)


def _lacking(input: Any, side: int, count: int, size: list[int], step: list[int], around: list[int]) -> int:
    """How much is needed at the end of a side for so many windows."""
    return max(0, (count - 1) * step[side] + size[side] - input.shape[2 + side] - around[side] - around[2 + side])
