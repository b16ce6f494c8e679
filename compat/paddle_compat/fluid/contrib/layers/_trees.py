"""Trees of ``fluid.contrib.layers``, and what is summed along sequences; the parameters are given."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import paddle
import paddle.nn.functional as F

from ...._lod import with_lod
from ...._runtime.rows import offsets_of, sums
from ...dygraph.trees import _Sums, tree_shares

__all__: list[str] = []


def zeros_unless_given(attr: Any) -> Any:
    """``attr`` with zeros to begin with where it says nothing else."""
    made = copy.copy(paddle.ParamAttr._to_attr(attr))
    made.initializer = made.initializer or paddle.nn.initializer.Constant(0.0)
    return made


def pooled_rows(ids: Any, table: Any, padding: int | None) -> Any:
    """The sum of the rows that each sequence names."""
    rows = F.embedding(ids.reshape([-1]), table, padding_idx=padding)
    return with_lod(sums(rows, offsets_of(ids, "fused_embedding_seq_pool", levels=1)), [])


def convolved(features: Any, edges: Any, weight: Any, max_depth: int) -> Any:
    """``dygraph.TreeConv`` without its bias."""
    if features.stop_gradient:
        features = features.detach()
        features.stop_gradient = False
    shares = np.stack([tree_shares(each, features.shape[1], max_depth) for each in edges.numpy()])
    return _Sums.apply(features, weight, paddle.to_tensor(shares.astype("float32")))


def children(x: Any, tree: Any, dtype: str) -> tuple[Any, Any]:
    """The children of each node, and whether they are leaves: those that have an item."""
    nodes, table = x.numpy().reshape(-1), tree.numpy()
    found = table[nodes, 3:]
    found = np.where((nodes != 0)[:, None] & (found[:, :1] != 0), found, 0)
    leaves = (found != 0) & (table[found, 0] != 0)
    shape = [*x.shape, found.shape[1]]
    kids, ends = (paddle.to_tensor(each.astype(dtype).reshape(shape)) for each in (found, leaves))
    return kids, ends
