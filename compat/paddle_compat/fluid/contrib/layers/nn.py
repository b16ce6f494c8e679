"""``paddle.fluid.contrib.layers.nn``."""

from __future__ import annotations

from typing import Any

import paddle

from ...._language import dropped, dynamic_only, gone, helper, of_sequences
from ...._runtime.layer_arguments import activate
from ...._runtime.offsets import offsets_by
from ...._runtime.random import operations
from ...._runtime.random.replay import replayed
from ...._static.making import Made
from ...._static.recording import recorded
from ...layers import elementwise_add, elementwise_mul, reshape
from ...layers import slice as sliced
from ...layers.detection.nms import best_of_images
from . import _samples, _trees

__all__ = [
    "fused_elemwise_activation", "fused_embedding_seq_pool", "match_matrix_tensor", "multiclass_nms2",
    "partial_concat", "partial_sum", "rank_attention", "search_pyramid_hash", "sequence_topk_avg_pooling",
    "shuffle_batch", "tdm_child", "tdm_sampler", "tree_conv", "var_conv_2d",
]

_LOD = "it takes LoD tensors, which Paddle 3 has no longer"

match_matrix_tensor = gone("fluid.contrib.layers.match_matrix_tensor", why=_LOD, do=(
    "Pad the sequences to one length and multiply them: paddle.einsum."))
search_pyramid_hash = gone("fluid.contrib.layers.search_pyramid_hash", why=_LOD, do=(
    "Hash the n-grams in the reader and look them up with a paddle.nn.Embedding."))
sequence_topk_avg_pooling = gone("fluid.contrib.layers.sequence_topk_avg_pooling", why=_LOD, do=(
    "Pad the sequences to one length, and take the means of what paddle.topk gives."))
var_conv_2d = gone("fluid.contrib.layers.var_conv_2d", why=_LOD, do=(
    "Pad the matrices to one size and use paddle.nn.Conv2D."))
rank_attention = gone("fluid.contrib.layers.rank_attention", why="1.8.5 had its operator for GPUs alone", do=(
    "Gather the rows of the ranks and their blocks of the weight, and multiply them: paddle.gather, paddle.bmm."))


@replayed(operations.shuffle_batch)
@helper
@dropped(seed="random numbers come from paddle.seed since 2.0, others than 1.8.5's")
def shuffle_batch(x: Any, seed: Any = None) -> Any:
    """The rows of ``x`` [..., D] in random order; 1.8.5's order, except in migrated code."""
    rows = x.reshape([-1, x.shape[-1]])
    return paddle.index_select(rows, paddle.randperm(rows.shape[0])).reshape(x.shape)


@helper
def partial_concat(input: Any, start_index: int = 0, length: int = -1) -> Any:
    """``length`` columns (-1: all the rest) from ``start_index`` on of each [N, D] in ``input``, side by side."""
    parts = input if isinstance(input, (list, tuple)) else [input]
    start = start_index % parts[0].shape[1]
    stop = parts[0].shape[1] if length < 0 else start + length
    return paddle.concat([x[:, start:stop] for x in parts], axis=1)


@helper
def partial_sum(input: Any, start_index: int = 0, length: int = -1) -> Any:
    """The sum of ``length`` columns (-1: all the rest) from ``start_index`` on of each [N, D] in ``input``."""
    stop = input[0].shape[1] if length < 0 else start_index + length
    return paddle.add_n([x[:, start_index:stop] for x in input])


@dynamic_only("it reads values, which a program has only when it runs: call it on what a run has fetched")
@recorded
@offsets_by(best_of_images)
@helper
@dropped(name="results are named by Paddle since 2.0")
def multiclass_nms2(bboxes: Any, scores: Any, score_threshold: float, nms_top_k: int, keep_top_k: int,
                    nms_threshold: float = 0.3, normalized: bool = True, nms_eta: float = 1.0,
                    background_label: int = 0, return_index: bool = False, name: str | None = None) -> Any:
    """The boxes that are left of ``bboxes`` [N, M, 4] with ``scores`` [N, C, M]: [K, 6], label, score and box.

    With ``return_index`` their numbers int32 [K, 1] among all boxes as well.
    """
    found, index, _ = paddle._C_ops.multiclass_nms3(bboxes, scores, None, score_threshold, nms_top_k, keep_top_k,
                                                    nms_threshold, normalized, nms_eta, background_label)
    return (found.detach(), index.reshape([-1, 1])) if return_index else found.detach()


@of_sequences
@dropped(save_intermediate_out="Paddle keeps what the gradient needs")
def fused_elemwise_activation(x: Any, y: Any, functor_list: Any, axis: int = -1, scale: float = 0.0,
                              save_intermediate_out: bool = True) -> Any:
    """``f(g(x, y))`` of the two names "f,g" in ``functor_list``, or ``f(x, g(y))`` where f is the one that takes two.

    The names are elementwise_add and elementwise_mul, and relu, tanh, sigmoid and scale.
    """
    names = functor_list.split(",") if isinstance(functor_list, str) else functor_list
    if not isinstance(names, list) or len(names) != 2:
        raise ValueError("fused_elemwise_activation: functor_list names two functions")
    two = {"elementwise_add": elementwise_add, "elementwise_mul": elementwise_mul}
    one = {"relu": paddle.nn.functional.relu, "tanh": paddle.tanh, "sigmoid": paddle.nn.functional.sigmoid,
           "scale": lambda value: paddle.scale(value, scale)}
    outer, inner = (name.strip() for name in names)
    if outer in two and inner in one:
        return two[outer](x, one[inner](y), axis)
    if outer in one and inner in two:
        return one[outer](two[inner](x, y, axis))
    raise ValueError(f"fused_elemwise_activation: one of {sorted(two)} with one of {sorted(one)}, not {names}")


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


@of_sequences
def tdm_sampler(x: Any, neg_samples_num_list: list[int], layer_node_num_list: list[int], leaf_node_num: int,
                tree_travel_attr: Any = None, tree_layer_attr: Any = None, output_positive: bool = True,
                output_list: bool = True, seed: int = 0, tree_dtype: Any = "int32", dtype: Any = "int32") -> Any:
    """For each leaf of ``x`` [N, 1], each layer of a tree: the node on its way and other nodes drawn; which of them are
    on the way; and which are not padding. Each a list of [N, 1 + drawn, 1]; without ``output_list`` one [N, all].

    The tree is two parameters: the ways of the leaves [leaves, layers] and the nodes layer by layer [nodes, 1]. With
    a ``seed`` the draws are 1.8.5's.

    Raises ``ValueError`` for as many draws as a layer has nodes, or a leaf that is none.
    """
    for each in (tree_dtype, dtype):
        _samples.check_dtype(each)
    offsets = _samples.offsets(neg_samples_num_list, layer_node_num_list, leaf_node_num)
    made = Made("tdm_sampler", x, None, tree_dtype)
    ways = made.parameter(_trees.zeros_unless_given(tree_travel_attr), [leaf_node_num, len(layer_node_num_list)])
    nodes = made.parameter(_trees.zeros_unless_given(tree_layer_attr), [offsets[-1], 1])
    results = made.result(_samples.drawn, x, ways, nodes, list(neg_samples_num_list), offsets, output_positive, seed,
                          dtype)
    for each in results:
        each.stop_gradient = True
    return tuple(_by_layer(each, neg_samples_num_list, output_positive) for each in results) if output_list else results


def _by_layer(x: Any, counts: list[int], positives: bool) -> list[Any]:
    parts, start = [], 0
    for count in (each + positives for each in counts):
        part = reshape(sliced(x, axes=[1], starts=[start], ends=[start + count]), [-1, count, 1])
        part.stop_gradient = True
        parts.append(part)
        start += count
    return parts
