"""``paddle.fluid.layers``: what models of clicks have."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.autograd import PyLayer

from ..._language import of_sequences
from ..._lod import lengths, lod_of, offsets, with_lod
from ..._runtime.own_gradients import applied
from ..._runtime.rows import numbers, offsets_of

__all__ = ["continuous_value_model", "filter_by_instag"]


@of_sequences
def continuous_value_model(input: Any, cvm: Any, use_cvm: bool = True) -> Any:
    """``input`` [N, D], whose first two columns, shows and clicks, are made logarithms, or left out.

    ``log(shows + 1)`` and ``log(clicks + 1) - log(shows + 1)``. As in 1.8.5 the gradient of the two is ``cvm`` [N, 2],
    of each row or of each sequence.
    """
    lod = lod_of(input)
    if lod:
        cvm = paddle.gather(cvm, numbers(np.repeat(np.arange(len(lod[-1]) - 1), lengths(lod[-1]))))
    return with_lod(applied(_ShowsAndClicks, input, cvm.detach(), use_cvm), lod)


class _ShowsAndClicks(PyLayer):
    @staticmethod
    def forward(ctx: Any, input: Any, cvm: Any, use_cvm: bool) -> Any:
        ctx.save_for_backward(cvm)
        ctx.skipped = 2 if use_cvm else 0
        if not use_cvm:
            return input[:, 2:].clone()
        shows = paddle.log(input[:, :1] + 1.0)
        return paddle.concat([shows, paddle.log(input[:, 1:2] + 1.0) - shows, input[:, 2:]], axis=1)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        (cvm,) = ctx.saved_tensor()
        found = paddle.concat([cvm.astype(gradient.dtype), gradient[:, ctx.skipped :]], axis=1)
        return found, None


@of_sequences
def filter_by_instag(ins: Any, ins_tag: Any, filter_tag: Any, is_lod: bool, out_val_if_empty: int = 0) -> list[Any]:
    """The sequences of ``ins`` (or, without ``is_lod``, its rows) of which a tag is in ``filter_tag``, and weights.

    ``ins_tag`` int64 has their tags, a sequence for each. The weights, float32 [N, 1], are ones. Where there is no such
    tag: one row of ``out_val_if_empty``, with weight 0.
    """
    wanted = set(filter_tag.numpy().reshape(-1).tolist())
    tags, begins = ins_tag.numpy().reshape(-1), offsets_of(ins_tag, "filter_by_instag")
    chosen = [number for number, (a, b) in enumerate(zip(begins, begins[1:]))
              if wanted & set(tags[a:b].tolist())]
    edges = offsets_of(ins, "filter_by_instag") if is_lod else list(range(ins.shape[0] + 1))
    if not chosen:
        empty = paddle.full([1, *ins.shape[1:]], out_val_if_empty, ins.dtype)
        return [with_lod(empty, [[0, 1]]), with_lod(paddle.zeros([1, 1], "float32"), [[0, 1]])]
    rows = np.concatenate([np.arange(edges[number], edges[number + 1]) for number in chosen])
    kept = [edges[number + 1] - edges[number] for number in chosen]
    out = paddle.gather(ins, numbers(rows))
    weights = paddle.ones([len(chosen), 1], "float32")
    return [with_lod(out, [offsets(kept)]), with_lod(weights, [offsets([1] * len(chosen))])]
