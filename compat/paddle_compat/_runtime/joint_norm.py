"""The joint norm of gradients as 1.8.5 summed it.

1.8.5 added the squares one by one in float32: of two million it was off by 6e-5, and so was every step that was
clipped. Today's sums, and the operator that today's clip calls, are right to the last digits; today's mean still adds
as 1.8.5 did, bit for bit.
"""

from __future__ import annotations

from typing import Any

import paddle
from paddle.nn.clip import get_tensor_from_selected_rows, merge_selected_rows

Pairs = list[tuple[Any, Any]]


def clipped_together(most: float, pairs: Pairs) -> Pairs:
    """The gradients of ``(parameter, gradient)`` pairs scaled down together if their joint norm is above ``most``."""
    given = [pair for pair in pairs if pair[1] is not None]
    taking = [gradient for each, gradient in given if getattr(each, "need_clip", True)]
    if not taking:
        return pairs
    with paddle.no_grad():
        scale = scale_to(most, taking)
        return [(each, paddle.multiply(gradient, scale.astype(gradient.dtype)))
                if getattr(each, "need_clip", True) else (each, gradient) for each, gradient in given]


def scale_to(most: float, gradients: list[Any]) -> Any:
    """What the gradients are multiplied with: 1 where their joint norm is at most ``most``; a tensor ``[]``."""
    squares = [_sum_of_squares(each) for each in gradients]
    wide = "float64" if any(each.dtype == paddle.float64 for each in squares) else "float32"
    norm = paddle.add_n([each.astype(wide) for each in squares]).sqrt()
    return most / paddle.clip(norm, min=most)


def _sum_of_squares(gradient: Any) -> Any:
    if gradient.is_selected_rows():
        gradient = get_tensor_from_selected_rows(merge_selected_rows(gradient))
    if gradient.dtype in (paddle.float16, paddle.bfloat16):
        gradient = gradient.astype("float32")
    return paddle.mean(gradient * gradient) * gradient.size if gradient.size else paddle.sum(gradient)
