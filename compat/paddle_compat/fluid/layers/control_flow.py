"""``paddle.fluid.layers``: loops and branches of programs; comparisons and logic, whose result is bool, written into
``cond`` or ``out`` if given."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, first_alone, left_out
from ..._static.branching import ConditionalBlock as ConditionalBlock
from ..._static.branching import Switch
from ..._static.dynamic_rnn import DynamicRNN
from ..._static.if_else import IfElse
from ..._static.if_else import merge_lod_tensor as merge_lod_tensor
from ..._static.if_else import split_lod_tensor as split_lod_tensor
from ..._static.loops import While
from ..._static.ranks import array_to_lod_tensor as array_to_lod_tensor
from ..._static.ranks import lod_rank_table as lod_rank_table
from ..._static.ranks import lod_tensor_to_array as lod_tensor_to_array
from ..._static.ranks import max_sequence_len as max_sequence_len
from ..._static.ranks import reorder_lod_tensor_by_rank
from ..._static.ranks import shrink_memory as shrink_memory
from ..._static.static_rnn import StaticRNN
from .._spread import of_package
from . import branches
from .branches import *  # noqa: F403
from .creation import is_empty
from .tensor import increment

__all__ = [
    *branches.__all__, "DynamicRNN", "IfElse", "StaticRNN", "Switch", "While", "equal", "greater_equal",
    "greater_than", "increment", "is_empty", "less_equal", "less_than", "logical_and", "logical_not", "logical_or",
    "logical_xor", "not_equal", "reorder_lod_tensor_by_rank",
]


@first_alone
@dropped(force_cpu="the device is chosen by paddle.set_device since 2.0")
def less_than(x: Any, y: Any, force_cpu: bool | None = None, cond: Any = None) -> Any:
    """``x < y``, element by element."""
    if left_out(cond):
        return paddle.less_than(x=x, y=y)
    return paddle.assign(x=paddle.less_than(x=x, y=y), output=cond)


@first_alone
def less_equal(x: Any, y: Any, cond: Any = None) -> Any:
    """``x <= y``, element by element."""
    if left_out(cond):
        return paddle.less_equal(x=x, y=y)
    return paddle.assign(x=paddle.less_equal(x=x, y=y), output=cond)


@first_alone
def greater_than(x: Any, y: Any, cond: Any = None) -> Any:
    """``x > y``, element by element."""
    if left_out(cond):
        return paddle.greater_than(x=x, y=y)
    return paddle.assign(x=paddle.greater_than(x=x, y=y), output=cond)


@first_alone
def greater_equal(x: Any, y: Any, cond: Any = None) -> Any:
    """``x >= y``, element by element."""
    if left_out(cond):
        return paddle.greater_equal(x=x, y=y)
    return paddle.assign(x=paddle.greater_equal(x=x, y=y), output=cond)


@first_alone
def equal(x: Any, y: Any, cond: Any = None) -> Any:
    """``x == y``, element by element."""
    if left_out(cond):
        return paddle.equal(x=x, y=y)
    return paddle.assign(x=paddle.equal(x=x, y=y), output=cond)


@first_alone
def not_equal(x: Any, y: Any, cond: Any = None) -> Any:
    """``x != y``, element by element."""
    if left_out(cond):
        return paddle.not_equal(x=x, y=y)
    return paddle.assign(x=paddle.not_equal(x=x, y=y), output=cond)


@dropped(name="results are named by Paddle since 2.0")
def logical_and(x: Any, y: Any, out: Any = None, name: str | None = None) -> Any:
    """Both are true, element by element."""
    if left_out(out):
        return paddle.logical_and(x=x, y=y)
    return paddle.assign(x=paddle.logical_and(x=x, y=y), output=out)


@dropped(name="results are named by Paddle since 2.0")
def logical_or(x: Any, y: Any, out: Any = None, name: str | None = None) -> Any:
    """Either or both are true, element by element."""
    if left_out(out):
        return paddle.logical_or(x=x, y=y)
    return paddle.assign(x=paddle.logical_or(x=x, y=y), output=out)


@dropped(name="results are named by Paddle since 2.0")
def logical_xor(x: Any, y: Any, out: Any = None, name: str | None = None) -> Any:
    """One is true and the other is not, element by element."""
    if left_out(out):
        return paddle.logical_xor(x=x, y=y)
    return paddle.assign(x=paddle.logical_xor(x=x, y=y), output=out)


@dropped(name="results are named by Paddle since 2.0")
def logical_not(x: Any, out: Any = None, name: str | None = None) -> Any:
    """The contrary, element by element."""
    if left_out(out):
        return paddle.logical_not(x=x)
    return paddle.assign(x=paddle.logical_not(x=x), output=out)

__getattr__ = of_package(__name__)
