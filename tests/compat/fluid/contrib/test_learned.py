"""Functions of ``contrib.layers`` with parameters, and two in one: results and gradients, in programs."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

r = np.random.RandomState(6)
GIVEN = {
    "x": r.randn(4, 3).astype("float32"), "y": r.randn(4, 3).astype("float32"), "z": r.randn(3).astype("float32"),
    "ids": r.randint(0, 7, (6, 1)), "table": r.randn(7, 3).astype("float32"),
    "nodes": r.randn(2, 5, 3).astype("float32"),
    "edges": np.array([[[1, 2], [1, 3], [2, 4], [2, 5]], [[1, 2], [2, 3], [3, 4], [3, 5]]], "int32"),
    "w": r.randn(3, 3, 2, 4).astype("float32"), "b": r.randn(5, 2, 4).astype("float32"),
    # item, layer, parent, children of nodes 0 … 6
    "tree": np.array([[0, 0, 0, 0, 0], [0, 0, 0, 2, 3], [0, 1, 1, 4, 5], [0, 1, 1, 6, 0], [11, 2, 2, 0, 0],
                      [12, 2, 2, 0, 0], [13, 2, 3, 0, 0]], "int32"),
    "leaf": np.array([[1], [2], [3], [6], [0]], "int32"),
    # the ways of four leaves through three layers below the root, the last leaf's shorter; and the nodes of the layers
    "ways": np.array([[1, 3, 7], [1, 4, 8], [2, 5, 9], [2, 6, 0]], "int32"),
    "nodes_of": np.arange(1, 10, dtype="int32").reshape(9, 1),
    "leaves": np.array([[0], [3], [2], [0], [1], [3]], "int32"),
}
LODS = {"ids": [[0, 2, 3, 6]], "leaves": [[0, 2, 6]]}
TREE = "tree_travel_attr=P('ways'), tree_layer_attr=P('nodes_of')"
CASES = {
    **{f"fused {a} {b}": f"C.fused_elemwise_activation(x, y, ['{a}', '{b}'])"
       for a, b in (("elementwise_add", "relu"), ("relu", "elementwise_add"), ("elementwise_mul", "scale"))},
    "fused_scale": "C.fused_elemwise_activation(x=x, y=z, functor_list='elementwise_add,scale', axis=1, scale=0.3)",
    "fused_text": "C.fused_elemwise_activation(x, y, 'scale,elementwise_add', scale=2.0, save_intermediate_out=False)",
    "fused_wrong": "C.fused_elemwise_activation(x, y, ['relu'])",
    "pooled": "C.fused_embedding_seq_pool(ids, [7, 3], param_attr=P('table'))",
    "pooled_padding": "C.fused_embedding_seq_pool(input=ids, size=[7, 3], padding_idx=-2, combiner='sum',"
    " param_attr=P('table'), dtype='float32')",
    "pooled_sparse": "fixed(C.fused_embedding_seq_pool(ids, [7, 3], True, param_attr=P('table')))",
    "tree": "C.tree_conv(nodes, edges, 2, 4, param_attr=P('w'), bias_attr=P('b'))",
    "tree_more": "C.tree_conv(nodes_vector=nodes, edge_set=edges, output_size=2, num_filters=4, max_depth=3,"
    " act='sigmoid', param_attr=P('w'), bias_attr=False, name='t')",
    "child": "C.tdm_child(leaf, 7, 2, P('tree'))",
    "child_named": "C.tdm_child(x=L.cast(leaf, 'int64'), node_nums=7, child_nums=2, param_attr=P('tree'),"
    " dtype='int32')",
    "sampled": f"C.tdm_sampler(leaves, [1, 2, 2], [2, 4, 3], 4, {TREE}, seed=7)",
    "sampled_one": f"C.tdm_sampler(leaves, [1, 2, 1], [2, 4, 3], 4, {TREE}, output_list=False, seed=90)",
    "sampled_others": "C.tdm_sampler(x=leaves, neg_samples_num_list=[1, 3, 2], layer_node_num_list=[2, 4, 3],"
    f" leaf_node_num=4, {TREE}, output_positive=False, output_list=False, seed=-3, dtype='int64')",
    "sampled_all": f"C.tdm_sampler(L.cast(leaves, 'int64'), [0, 0, 0], [2, 4, 3], 4, {TREE})",
    "sampled_untold": "C.tdm_sampler(leaves, [1, 1], [2, 4], 4, output_list=False)",
    "sampled_wide": "C.tdm_sampler(leaves, [0, 0], [2, 4], 4, output_list=False, tree_dtype='int64', dtype='int64')",
    "sampled_too_many": f"C.tdm_sampler(leaves, [2, 2, 2], [2, 4, 3], 4, {TREE})",
    "sampled_counts": f"C.tdm_sampler(leaves, [1, 2], [2, 4, 3], 4, {TREE})",
    "sampled_leaves": f"C.tdm_sampler(leaves, [1, 2, 2], [2, 4, 3], 9, {TREE})",
    "sampled_float": f"C.tdm_sampler(leaves, [1, 2, 2], [2, 4, 3], 4, {TREE}, dtype='float32')",
}
CASES = {name: text.replace("C.", "fluid.contrib.layers.") for name, text in CASES.items()}


@pytest.fixture(scope="module")
def answers(in_programs):
    return in_programs("contrib.learned", CASES, GIVEN, LODS)


@pytest.mark.parametrize("case", CASES)
def test_same_as_185(answers, case):
    answers.check(case, 1e-6)
