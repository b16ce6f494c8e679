"""``paddle.fluid.layers``: the gradients of sparse embeddings, which have some of a table's rows."""

from __future__ import annotations

from typing import Any

import paddle

from ..._language import dropped, of_sequences

__all__ = ["get_tensor_from_selected_rows", "merge_selected_rows"]


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def merge_selected_rows(x: Any, name: str | None = None) -> Any:
    """Each row that is there several times added up."""
    return paddle._C_ops.merge_selected_rows(x) if x.is_selected_rows() else x


@of_sequences
@dropped(name="results are named by Paddle since 2.0")
def get_tensor_from_selected_rows(x: Any, name: str | None = None) -> Any:
    """The rows that are there, one below the other."""
    if not x.is_selected_rows():
        return x
    return paddle.to_tensor(x.numpy())
