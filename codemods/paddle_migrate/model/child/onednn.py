"""Forms of which oneDNN makes what they are: 3.3.1's `paddle.inference` uses it on CPUs unless told otherwise.

There four things go wrong, also in networks that were never 1.x's. Without oneDNN these forms give the same numbers.
It takes no float64.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import paddle
from paddle.base import core

# of these kinds it makes results whose memory others share
ONEDNN = """
abs add add_n batch_norm batch_norm_ bilinear_interp cast clip concat conv2d conv2d_transpose conv3d depthwise_conv2d
divide elu exp expand flatten fused_softplus fused_transpose gelu hardswish layer_norm leaky_relu log_softmax lrn
matmul max mean min mish multiply nearest_interp pad pad3d pool2d prelu relu relu6 reshape round scale shape sigmoid
slice softmax softplus split split_with_num sqrt squeeze stack subtract sum swish tanh transpose
"""
CONVOLUTIONS = ("conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose", "depthwise_conv2d")
BEHIND_ONE = ("add", "batch_norm", "batch_norm_")


def rewrite(program: Any) -> None:
    """Write `program` in such forms."""
    with paddle.static.program_guard(program):
        for form in (_product, _leaky_relu, _resized):
            for op in _ops(program.global_block()):
                form(op)
        copies: dict[int, Any] = {}
        for op in _ops(program.global_block()):
            _written_over(op, copies)


def _ops(block: Any) -> Iterator[Any]:
    for op in list(block.ops):
        yield op
        for inner in op.blocks():
            yield from _ops(inner)


def _kind(op: Any) -> str:
    return str(op.name()).removeprefix("pd_op.")


def _put(value: Any, before: Any) -> Any:
    """`value`, which was made last, made before this operator, behind the constants that it is made of."""
    maker = value.get_defining_op()
    for source in maker.operands_source():
        if source.initialized() and source.has_one_use() and source.get_defining_op().name() == "pd_op.full":
            source.get_defining_op().move_before(before)
    maker.move_before(before)
    return value


def _instead(op: Any, value: Any) -> None:
    op.result(0).replace_all_uses_with(value)
    op.get_parent_block().remove_op(op)


def _product(op: Any) -> None:
    """Of one column, turned: it reads beyond the memory."""
    if _kind(op) != "matmul" or not op.attrs()["transpose_y"]:
        return
    y = op.operand_source(1)
    if len(y.shape) < 2 or y.shape[-1] != 1:
        return
    axes = [*range(len(y.shape))]
    axes[-2:] = axes[:-3:-1]
    op.operand(1).set_source(_put(paddle._C_ops.transpose(y, axes), op))
    op.set_bool_attr("transpose_y", False)


def _leaky_relu(op: Any) -> None:
    """Joined with a convolution it ends the process: its slope is a double, and is read as a float."""
    if _kind(op) != "leaky_relu":
        return
    x = op.operand_source(0)
    before = _kind(x.get_defining_op())
    if x.dtype != core.DataType.FLOAT32 or before not in (*CONVOLUTIONS, *BEHIND_ONE):
        return
    slope = op.attrs()["negative_slope"]
    if 0 <= slope <= 1:  # quicker than prelu
        less = _put(paddle._C_ops.scale(x, slope, 0.0, True), op)
        _instead(op, _put(paddle._C_ops.maximum(x, less), op))
        return
    slopes = paddle._C_ops.full([1], slope, core.DataType.FLOAT32, core.CPUPlace())
    _instead(op, _put(paddle._C_ops.prelu(x, slopes, "NCHW", "all"), op))


def _resized(op: Any) -> None:
    """It has no place for a list of doubles, which `scale` is."""
    x = op.operand_source(0) if _kind(op) in ("bilinear_interp", "nearest_interp") else None
    if x is None or x.dtype != core.DataType.FLOAT32:
        return
    attrs = op.attrs()
    rest = [attrs[name] for name in ("data_format", "out_d", "out_h", "out_w", "scale", "interp_method",
                                     "align_corners", "align_mode")]
    sizes = [each if each.initialized() else None for each in op.operands_source()[1:]]
    wide = _put(paddle._C_ops.cast(x, core.DataType.FLOAT64), op)
    resized = _put(getattr(paddle._C_ops, _kind(op))(wide, *sizes, *rest), op)
    _instead(op, _put(paddle._C_ops.cast(resized, core.DataType.FLOAT32), op))


def _written_over(op: Any, copies: dict[int, Any]) -> None:
    """An operator that oneDNN has not may write over its input, which shares its memory with what others read."""
    place = 1 if _kind(op) == "where" else 0
    if not op.num_operands() or not hasattr(paddle._C_ops, f"{_kind(op)}_"):
        return
    x = op.operand_source(place)
    if not x.initialized() or not x.is_dense_tensor_type() or x.dtype == core.DataType.BOOL or x.has_one_use():
        return
    if x.dtype == core.DataType.FLOAT32 and _kind(op) in ONEDNN.split():
        return
    maker = x.get_defining_op()
    if maker is None or _kind(maker) not in ONEDNN.split() or maker.get_parent_block() != op.get_parent_block():
        return
    if x.id not in copies:
        copies[x.id] = _put(paddle._C_ops.maximum(x, x), op)
    op.operand(place).set_source(copies[x.id])
