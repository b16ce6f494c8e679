"""``paddle.fluid.layers``: shapes, parts and arrangements."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from ..._language import activate, dropped, dynamic_only, helper, known
from ..._runtime.no_elements import as_with_elements
from ..._runtime.rows_taken_twice import of_the_last, rows_keep_gradients
from ..._runtime.steps import counted_from_the_other_end
from ..._runtime.views import own_memory

__all__ = [
    "concat", "expand", "expand_as", "flatten", "gather", "gather_nd", "multiplex", "pad", "pad2d", "reshape",
    "reverse", "scatter", "slice", "split", "squeeze", "stack", "strided_slice", "transpose", "unsqueeze", "unstack",
]


@helper
def joined(input: Any, axis: int = 0) -> Any:
    """One tensor, joined with none in a program; in dynamic mode its rows are joined."""
    return paddle.concat(list(input) if paddle.in_dynamic_mode() else [input], axis)


@dropped(name="results are named by Paddle since 2.0")
def concat(input: Any, axis: int = 0, name: str | None = None) -> Any:
    """The tensors of the list ``input`` one after the other along ``axis``."""
    if known(not isinstance(input, (list, tuple))):
        return joined(input=input, axis=axis)
    return paddle.concat(x=input, axis=axis)


@dropped(name="results are named by Paddle since 2.0")
def expand(x: Any, expand_times: Any, name: str | None = None) -> Any:
    """``x`` repeated ``expand_times[i]`` times along each dimension i."""
    return paddle.tile(x=x, repeat_times=expand_times)


@helper
@dropped(name="results are named by Paddle since 2.0")
def expand_as(x: Any, target_tensor: Any, name: str | None = None) -> Any:
    """``x`` repeated along each dimension until it has the shape of ``target_tensor``."""
    sizes = [*zip(target_tensor.shape, x.shape)]
    if all(wanted > 0 and size > 0 for wanted, size in sizes):
        return paddle.tile(x, [wanted // size for wanted, size in sizes])
    times = paddle.shape(target_tensor) // paddle.shape(x)  # a program knows some sizes only when it runs
    return paddle.tile(x, [wanted // size if wanted > 0 and size > 0 else times[dimension]
                           for dimension, (wanted, size) in enumerate(sizes)])


@own_memory
@dropped(name="results are named by Paddle since 2.0")
def flatten(x: Any, axis: int = 1, name: str | None = None) -> Any:
    """A matrix: the dimensions before ``axis`` become its rows, the others, at least one, its columns."""
    if axis == 0:
        return paddle.reshape(x=x, shape=[1, -1])
    if axis == 1:
        return paddle.flatten(x=x, start_axis=1)
    return paddle.flatten(x=paddle.flatten(x=x, start_axis=axis), stop_axis=axis - 1)


@of_the_last
@dropped(overwrite="it only chose whether 1.8.5 kept one of the gradients of a row taken twice; they add up now")
def gather(input: Any, index: Any, overwrite: bool = True) -> Any:
    """The rows ``index`` [N] or [N, 1] of ``input``; a row taken twice has the last gradient unless ``overwrite``."""
    return paddle.gather(x=input, index=index)


@dropped(name="results are named by Paddle since 2.0")
def gather_nd(input: Any, index: Any, name: str | None = None) -> Any:
    """The slices of ``input`` that the last dimension of ``index`` names."""
    return paddle.gather_nd(x=input, index=index)


def multiplex(inputs: Any, index: Any) -> Any:
    """Row i of the result is row i of ``inputs[index[i]]``; ``inputs`` are alike, ``index`` int32 [N, 1]."""
    return paddle.multiplex(inputs=inputs, index=index)


@dropped(name="results are named by Paddle since 2.0")
def pad(x: Any, paddings: Any, pad_value: float = 0.0, name: str | None = None) -> Any:
    """``paddings`` is two numbers for each dimension: how much to add before and after it."""
    return F.pad(x=x, pad=paddings, value=pad_value)


@dropped(name="results are named by Paddle since 2.0")
def pad2d(input: Any, paddings: Any = [0, 0, 0, 0], mode: str = "constant",  # noqa: B006  (1.8.5's signature)
          pad_value: float = 0.0, data_format: str = "NCHW", name: str | None = None) -> Any:
    """``paddings`` is top, bottom, left, right, less than 0 to cut off; ``mode`` "constant", "reflect" or "edge"."""
    adds = paddings[0] >= 0 and paddings[1] >= 0 and paddings[2] >= 0 and paddings[3] >= 0
    if known(mode == "constant" and data_format == "NCHW" and adds):  # a number for every dimension takes a tenth
        return F.pad(x=input, pad=[0, 0, 0, 0, *paddings], value=pad_value)
    return F.pad(x=input, pad=[paddings[2], paddings[3], paddings[0], paddings[1]],
                 mode="replicate" if mode == "edge" else mode, value=pad_value, data_format=data_format)


@own_memory
@as_with_elements
@dynamic_only("actual_shape= counts in a program; write paddle.reshape() with it", "actual_shape")
@dropped(actual_shape="it had no effect in dygraph mode", inplace="it had no effect in dygraph mode",
         name="results are named by Paddle since 2.0")
def reshape(x: Any, shape: Any, actual_shape: Any = None, act: str | None = None, inplace: bool = False,
            name: str | None = None) -> Any:
    """The elements of ``x`` in ``shape``: -1 is worked out, 0 copies the dimension of ``x``."""
    return activate(paddle.reshape(x=x, shape=shape), act)


def reverse(x: Any, axis: Any) -> Any:
    """``x`` turned round along the dimension or dimensions ``axis``."""
    return paddle.flip(x=x, axis=axis)


@rows_keep_gradients
@dropped(name="results are named by Paddle since 2.0")
def scatter(input: Any, index: Any, updates: Any, name: str | None = None, overwrite: bool = True) -> Any:
    """``input`` with the rows ``index`` replaced by ``updates``, or with their sum if not ``overwrite``.

    In 1.8.5 the rows that are replaced have a gradient, that of what replaced them.
    """
    return paddle.scatter(x=input, index=index, updates=updates, overwrite=overwrite)


@own_memory
def slice(input: Any, axes: Any, starts: Any, ends: Any) -> Any:
    """``input`` from ``starts[i]`` to ``ends[i]`` along each dimension ``axes[i]``."""
    return paddle.slice(input=input, axes=axes, starts=starts, ends=ends)


@own_memory
@dropped(name="results are named by Paddle since 2.0")
def split(input: Any, num_or_sections: Any, dim: int = -1, name: str | None = None) -> Any:
    """A list of parts along ``dim``: equal ones, or as long as the list ``num_or_sections`` says."""
    return paddle.split(x=input, num_or_sections=num_or_sections, axis=dim)


@own_memory
@dropped(name="results are named by Paddle since 2.0")
def squeeze(input: Any, axes: Any, name: str | None = None) -> Any:
    """``input`` without those of the dimensions ``axes`` that have size 1; 1.8.5 refused the others."""
    return paddle.squeeze(x=input, axis=axes)


def stack(x: Any, axis: int = 0) -> Any:
    """The tensors of the list ``x`` along a new dimension ``axis``; one tensor is a list of itself."""
    if known(not isinstance(x, (list, tuple))):
        return paddle.stack(x=[x], axis=axis)
    return paddle.stack(x=x, axis=axis)


@own_memory
@counted_from_the_other_end
def strided_slice(input: Any, axes: Any, starts: Any, ends: Any, strides: Any) -> Any:
    """Like :func:`slice`, taking every ``strides[i]``-th."""
    return paddle.strided_slice(x=input, axes=axes, starts=starts, ends=ends, strides=strides)


@own_memory
@dropped(name="results are named by Paddle since 2.0")
def transpose(x: Any, perm: Any, name: str | None = None) -> Any:
    """The dimensions of ``x`` in the order ``perm``."""
    return paddle.transpose(x=x, perm=perm)


@own_memory
@dropped(name="results are named by Paddle since 2.0")
def unsqueeze(input: Any, axes: Any, name: str | None = None) -> Any:
    """``input`` with new dimensions of size 1 at ``axes``."""
    return paddle.unsqueeze(x=input, axis=axes)


@own_memory
@dropped(num="it is the size of that dimension")
def unstack(x: Any, axis: int = 0, num: int | None = None) -> Any:
    """A list of what lies along ``axis``, without that dimension.

    The backward of Paddle's own ``unstack`` crashes the process when a part of the list is not used.
    """
    return paddle.unbind(input=x, axis=axis)
