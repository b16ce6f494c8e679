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
def lengths_of(x: Any, needed: bool = True) -> Any:
    """The lengths int64 [N] of the sequences whose rows ``x`` is made of."""
    known, is_new = getattr(paddle.static.default_main_program(), "sequences", []), hasattr(x, "is_same")  # Paddle 3
    waiting, seen, fed = [x], set(), []
    while waiting:
        each = waiting.pop()
        found = [lengths for rows, lengths in known if (rows.is_same(each) if is_new else rows.name == each.name)]
        if found and (found[-1] is not None or not needed):
            return found[-1]
        op = each.get_defining_op() if is_new else each.op
        if not found and op is not None and op not in seen:
            seen.add(op)
            slots = () if is_new else sorted(op.input_names, key=("Index", "Label").__contains__)  # the rows come first
            names = [name for slot in slots for name in op.input(slot) if each.block.has_var(name)]
            waiting += reversed(op.operands_source() if is_new else list(map(each.block.var, names)))
        if (op is not None and op.name() == "pd_op.data") if is_new else each.is_data:
            if not needed:
                return None
            fed.append(each)
    if len(fed) == 1:  # made without a level, and yet fed as sequences
        with_lengths(fed[0], paddle.static.data(f"{fed[0].name}_lengths", [-1], "int64"))
        return lengths_of(x)
    if needed:
        raise ValueError("rows of no sequences: make what is fed with sequence_data")


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
