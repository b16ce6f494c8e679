"""``paddle.fluid.layers``: branches, loops and arrays of tensors, which in dygraph mode are Python's own."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, helper

__all__ = [
    "array_length", "array_read", "array_write", "case", "cond", "create_array", "switch_case",
    "tensor_array_to_tensor", "while_loop",
]

case = paddle.static.nn.case
cond = paddle.static.nn.cond
switch_case = paddle.static.nn.switch_case
while_loop = paddle.static.nn.while_loop
create_array = paddle.tensor.create_array
array_length = paddle.tensor.array_length
array_read = paddle.tensor.array_read
array_write = paddle.tensor.array_write


@helper
@dropped(name="results are named by Paddle since 2.0")
def tensor_array_to_tensor(input: Any, axis: int = 1, name: str | None = None, use_stack: bool = False) -> Any:
    """The tensors of the list ``input`` joined along ``axis``, and the size int64 that each has there."""
    joined = paddle.stack(input, axis) if use_stack else paddle.concat(input, axis)
    if min(part.shape[axis] for part in input) < 0:  # a program knows them only when it runs
        return joined, paddle.cast(paddle.stack([paddle.shape(part)[axis] for part in input]), "int64")
    return joined, paddle.to_tensor([int(part.shape[axis]) for part in input], dtype="int64")
