"""``paddle.fluid.contrib.layers``: functions that make parameters, for static programs."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import dropped, gone, of_sequences
from ...._runtime.layer_arguments import activate
from ...._static.making import Made
from . import _trees

__all__ = ["fused_embedding_seq_pool", "rank_attention", "tdm_child", "tree_conv"]

rank_attention = gone("fluid.contrib.layers.rank_attention", why="1.8.5 had its operator for GPUs alone", do=(
    "Gather the rows of the ranks and their blocks of the weight, and multiply them: paddle.gather, paddle.bmm."))


@of_sequences
@dropped(is_sparse="the gradient has all rows, with the same numbers")
def fused_embedding_seq_pool(input: Any, size: Any, is_sparse: bool = False, padding_idx: int | None = None,
                             combiner: str = "sum", param_attr: Any = None, dtype: str = "float32") -> Any:
    """The sums [N, D] of the rows that each sequence of ``input`` int64 [T, 1] names in a new table of ``size``."""
    if combiner != "sum":
        raise ValueError(f"fused_embedding_seq_pool: combiner is 'sum', as in 1.8.5, not {combiner!r}")
    made = Made("fused_embedding_seq_pool", input, None, dtype)
    table = made.parameter(param_attr, list(size))
    padding = None if padding_idx is None else padding_idx % size[0]
    return made.result(_trees.pooled_rows, input, table, padding)


@of_sequences
def tree_conv(nodes_vector: Any, edge_set: Any, output_size: int, num_filters: int = 1, max_depth: int = 2,
              act: str | None = "tanh", param_attr: Any = None, bias_attr: Any = None, name: str | None = None) -> Any:
    """Features [N, nodes, F] of trees with int32 edges [N, edges, 2]: [N, nodes, output_size, num_filters]."""
    made = Made("tree_conv", nodes_vector, name)
    weight = made.parameter(param_attr, [nodes_vector.shape[2], 3, output_size, num_filters])
    out = made.result(_trees.convolved, nodes_vector, edge_set, weight, max_depth)
    bias = made.parameter(bias_attr, [nodes_vector.shape[1], output_size, num_filters], is_bias=True)
    return activate(out if bias is None else made.result(paddle.add, out, bias), act)


@of_sequences
def tdm_child(x: Any, node_nums: int, child_nums: int, param_attr: Any = None, dtype: str = "int32") -> Any:
    """The children of the nodes ``x`` [N, 1] of a tree, [N, 1, child_nums], 0 for none; and 1 where they are leaves.

    The tree is a parameter [node_nums, 3 + child_nums]: item, layer, parent and children of each node.
    """
    made = Made("tdm_child", x, None, dtype)
    tree = made.parameter(_trees.zeros_unless_given(param_attr), [node_nums, 3 + child_nums])
    return made.result(_trees.children, x, tree, dtype)
