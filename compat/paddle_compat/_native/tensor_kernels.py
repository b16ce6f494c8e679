"""Kernels of arithmetic: reductions, pieces of tensors, constants, losses, boxes."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from .._static import forms
from ..fluid import layers
from ..fluid.input import one_hot as one_hot_of_numbers
from ..fluid.layers import elementwise
from .kernels import kernel


@kernel("cast", "Out")
def cast(X: Any, out_dtype: str) -> Any:
    return paddle.cast(X, out_dtype)


@kernel("swish", "Out")
def swish(X: Any, beta: float) -> Any:
    """Which heeds ``beta``, as fluid.layers.swish() does not."""
    return F.swish(X) if beta == 1.0 else X * F.sigmoid(beta * X)


def _reduction(name: str) -> None:
    @kernel(f"reduce_{name}", "Out")
    def reduce(X: Any, dim: Any, keep_dim: bool, reduce_all: bool, out_dtype: str | None) -> Any:
        reduced = getattr(layers, f"reduce_{name}")(X, None if reduce_all else dim, keep_dim)
        return reduced.astype(out_dtype) if out_dtype else reduced


for _name in ("sum", "mean", "max", "min", "prod", "all", "any"):
    _reduction(_name)


def _comparison(name: str) -> None:
    @kernel(name, "Out")
    def compare(x: Any, y: Any, axis: int, force_cpu: Any = None) -> Any:
        return getattr(layers, name)(x, elementwise.align(y, x, axis))


for _name in ("less_than", "less_equal", "greater_than", "greater_equal", "equal", "not_equal"):
    _comparison(_name)


def _place(name: str) -> None:
    @kernel(f"arg_{name}", "Out")
    def place(x: Any, axis: int, keepdims: bool, dtype: str | None) -> Any:
        found = getattr(layers, f"arg{name}")(x, axis)
        found = found.unsqueeze(axis) if keepdims else found
        return found.astype(dtype) if dtype else found


for _name in ("max", "min"):
    _place(_name)


@kernel("slice", "Out")
def slice(Input: Any, axes: Any, starts: Any, ends: Any, decrease_axis: Any, StartsTensor: Any = None,
          EndsTensor: Any = None, StartsTensorList: Any = None, EndsTensorList: Any = None) -> Any:
    part = paddle.slice(Input, list(axes), _numbers(starts, StartsTensor, StartsTensorList),
                        _numbers(ends, EndsTensor, EndsTensorList))
    if len(decrease_axis) == part.ndim:
        return part.reshape([1])
    return part.squeeze(list(decrease_axis)) if decrease_axis else part


def _numbers(given: Any, tensor: Any = None, tensors: Any = None) -> list[int]:
    """Whole numbers that an attribute, a tensor or a list of tensors holds."""
    if tensor is not None:
        return [int(number) for number in tensor.numpy().reshape(-1)]
    return [int(each.item()) for each in tensors] if tensors else list(given)


@kernel("reshape2 reshape", "Out")
def reshape(X: Any, shape: Any, Shape: Any = None, ShapeTensor: Any = None) -> Any:
    return paddle.reshape(X, _numbers(shape, Shape, ShapeTensor))


@kernel("c_broadcast c_sync_calc_stream c_sync_comm_stream", "Out")
def broadcast(X: Any) -> Any:
    return X  # a program runs in one process, or fleet has made it that all begin alike


@kernel("split", "Out")
def split(X: Any, num: int, sections: Any, axis: int) -> Any:
    return layers.split(X, num or list(sections), axis)


@kernel("fill_constant", "Out")
def fill_constant(shape: Any, dtype: str, value: float, str_value: str, ShapeTensor: Any = None,
                  ShapeTensorList: Any = None, ValueTensor: Any = None) -> Any:
    exact = value if str_value in ("", "inf", "-inf", "nan") else (float if "float" in dtype else int)(str_value)
    value = exact if ValueTensor is None else ValueTensor.item()
    return paddle.full(_numbers(shape, ShapeTensor, ShapeTensorList), value, dtype)


@kernel("fill_constant_batch_size_like", "Out")
def fill_constant_batch_size_like(Input: Any, shape: Any, dtype: str, value: float, input_dim_idx: int,
                                  output_dim_idx: int) -> Any:
    return forms._filled_like(Input, shape, dtype, value, input_dim_idx, output_dim_idx)


@kernel("fill_any_like", "Out")
def fill_any_like(X: Any, value: float, dtype: str | None) -> Any:
    return paddle.full_like(X, value, dtype)


@kernel("assign_value", "Out")
def assign_value(shape: Any, dtype: str, bool_values: Any, fp32_values: Any, int32_values: Any,
                 int64_values: Any) -> Any:
    values = {"bool": bool_values, "float32": fp32_values, "int32": int32_values, "int64": int64_values}[dtype]
    return paddle.to_tensor(np.array(values, dtype).reshape(shape))


@kernel("increment", "Out")
def increment(X: Any, step: float) -> Any:
    return X + paddle.full([1], step, X.dtype).reshape(X.shape)


@kernel("range", "Out")
def range(Start: Any, End: Any, Step: Any) -> Any:
    return paddle.arange(Start.item(), End.item(), Step.item(), Start.dtype)


@kernel("where", "Out")
def where(Condition: Any, X: Any, Y: Any) -> Any:
    return paddle.where(Condition, X, Y)


@kernel("one_hot", "Out")
def one_hot(X: Any, depth: int, allow_out_of_range: bool) -> Any:
    return layers.one_hot(X, depth, allow_out_of_range)


@kernel("one_hot_v2", "Out")
def one_hot_v2(X: Any, depth: int, allow_out_of_range: bool) -> Any:
    return one_hot_of_numbers(X, depth, allow_out_of_range)


@kernel("cross_entropy2", "Y")
def cross_entropy2(X: Any, Label: Any, ignore_index: int) -> Any:
    return layers.cross_entropy(X, Label, False, ignore_index)


@kernel("softmax_with_cross_entropy", "Loss Softmax")
def softmax_with_cross_entropy(Logits: Any, Label: Any, soft_label: bool, ignore_index: int, axis: int) -> Any:
    return layers.softmax_with_cross_entropy(Logits, Label, soft_label, ignore_index, True, True, axis)


@kernel("accuracy", "Accuracy Correct Total")
def accuracy(Out: Any, Indices: Any, Label: Any) -> Any:
    hits = paddle.any(Indices == Label, axis=1).astype("int32").sum(dtype="int32").reshape([1])
    total = paddle.full([1], Indices.shape[0], "int32")
    return hits.astype("float32") / total.astype("float32"), hits, total


@kernel("prior_box", "Boxes Variances")
def prior_box(Input: Any, Image: Any, min_sizes: Any, max_sizes: Any, aspect_ratios: Any, variances: Any, flip: bool,
              clip: bool, step_w: float, step_h: float, offset: float, min_max_aspect_ratios_order: bool) -> Any:
    return layers.prior_box(Input, Image, list(min_sizes), list(max_sizes) or None, list(aspect_ratios),
                            list(variances), flip, clip, [step_w, step_h], offset, None, min_max_aspect_ratios_order)


@kernel("anchor_generator", "Anchors Variances")
def anchor_generator(Input: Any, anchor_sizes: Any, aspect_ratios: Any, variances: Any, stride: Any,
                     offset: float) -> Any:
    return layers.anchor_generator(Input, list(anchor_sizes), list(aspect_ratios), list(variances), list(stride),
                                   offset)


@kernel("unfold", "Y")
def unfold(X: Any, kernel_sizes: Any, strides: Any, paddings: Any, dilations: Any) -> Any:
    return layers.unfold(X, list(kernel_sizes), list(strides), list(paddings), list(dilations))


@kernel("sequence_mask", "Y")
def sequence_mask(X: Any, maxlen: int, out_dtype: str, MaxLenTensor: Any = None) -> Any:
    longest = int(MaxLenTensor.item()) if MaxLenTensor is not None else maxlen if maxlen > 0 else None
    return layers.sequence_mask(X, longest, out_dtype)


@kernel("box_coder", "OutputBox")
def box_coder(PriorBox: Any, TargetBox: Any, code_type: str, box_normalized: bool, axis: int, variance: Any,
              PriorBoxVar: Any = None) -> Any:
    spread = PriorBoxVar if PriorBoxVar is not None else list(variance) or None
    return layers.box_coder(PriorBox, spread, TargetBox, code_type, box_normalized, None, axis)
