"""Rows and their lengths: how both are fed and found, and how rows become a tensor with a dimension for the steps."""

from __future__ import annotations

from typing import Any

import paddle
import paddle.nn.functional as F

from .._language import helper

__all__: list[str] = []


@helper
def with_lengths(rows: Any, lengths: Any) -> Any:
    """``rows`` itself, which are those of sequences of these lengths from now on; None: of no sequences."""
    program = paddle.static.default_main_program()
    program.sequences = [*getattr(program, "sequences", []), (rows, lengths)]
    return rows


@helper
def inputs_of(x: Any) -> list[Any]:
    """What the variable is made of, directly."""
    if hasattr(x, "get_defining_op"):  # Paddle 3
        op = x.get_defining_op()
        return op.operands_source() if op else []
    return [x.block.var(name) for name in x.op.input_arg_names if x.block.has_var(name)] if x.op else []


@helper
def find_lengths(x: Any) -> Any:
    """The lengths int64 [N] of the sequences whose rows ``x`` is made of, row by row; None where there are none."""
    known = getattr(paddle.static.default_main_program(), "sequences", [])
    same = (lambda one, other: one.is_same(other)) if hasattr(x, "is_same") else (lambda one, other: one is other)
    waiting, seen = [x], set()
    while waiting:
        each = waiting.pop()
        found = [lengths for rows, lengths in known if same(rows, each)]
        if found and found[-1] is not None:
            return found[-1]
        if not found and hash(each) not in seen:
            seen.add(hash(each))
            waiting += reversed(inputs_of(each))
    return None


@helper
def lengths_of(x: Any) -> Any:
    """The lengths int64 [N] of the sequences whose rows ``x`` is made of, row by row."""
    lengths = find_lengths(x)
    if lengths is None:
        raise ValueError("rows of no sequences: make what is fed with sequence_data")
    return lengths


@helper
def padded(rows: Any, lengths: Any, value: Any = 0.0) -> Any:
    """The sequences [N, longest, ...], filled up with ``value``."""
    kept = F.sequence_mask(lengths, dtype="int64")
    steps = paddle.cumsum(paddle.ones_like(kept), axis=1) - 1
    places = (paddle.cumsum(lengths) - lengths).unsqueeze(1) + steps
    found = paddle.gather_nd(rows, (places * kept).unsqueeze(-1))
    mask = paddle.cast(kept, "bool").unsqueeze(list(range(2, len(rows.shape) + 1)))
    return paddle.where(mask, found, paddle.full_like(found, value))


@helper
def unpadded(steps: Any, lengths: Any) -> Any:
    """The rows of sequences [N, T, ...] of these lengths, one below the other."""
    return with_lengths(paddle.gather_nd(steps, paddle.nonzero(F.sequence_mask(lengths))), lengths)


@helper
def numbers_of(lengths: Any) -> Any:
    """For each row the number of its sequence, int64."""
    return paddle.nonzero(F.sequence_mask(lengths))[:, 0]
