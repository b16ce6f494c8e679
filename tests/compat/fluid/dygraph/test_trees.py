"""Convolution over trees. 1.8.5 left numbers of earlier calls in the gradients of nodes outside the tree: none here."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(5)
GIVEN = {
    "nodes": random.uniform(-1, 1, [2, 6, 4]).astype("float32"),
    "edges": np.array([[[1, 2], [1, 3], [1, 4], [2, 5], [3, 6]], [[1, 2], [2, 3], [3, 4], [4, 5], [4, 6]]], "int32"),
}
SET = (
    "(lambda layer: ([p.set_value(np.cos(np.arange(p.numpy().size) + 0.5).reshape(p.numpy().shape).astype('float32'))"
    " for p in layer.parameters()], layer(nodes, edges))[1])(fluid.dygraph.TreeConv({}))"
)
LAYERS = {
    "plain": "4, 3",
    "deep": "feature_size=4, output_size=3, num_filters=2, max_depth=4, act='relu'",
    "bias": "4, 2, max_depth=3, act=None, bias_attr=fluid.ParamAttr()",
    "bias_along_the_nodes": "4, 2, num_filters=6, bias_attr=fluid.ParamAttr()",
    "bias_elsewhere": "4, 2, num_filters=5, bias_attr=fluid.ParamAttr()",
}
CASES = {name: SET.format(given) for name, given in LAYERS.items()}


@pytest.fixture(scope="module")
def answers(both):
    return both("dygraph.trees", CASES, GIVEN, left=dict.fromkeys(CASES, "has no rewrite yet"))


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)


def test_nodes_outside_the_tree_have_no_share(fluid):
    from paddle_compat.fluid.dygraph.trees import tree_shares

    shares = tree_shares(np.array([[1, 2], [2, 3], [0, 0]]), 5, 2)
    left, right, top = np.moveaxis(shares, 1, 0)
    np.testing.assert_array_equal(top, np.diag([1, 1, 1, 0, 0]) + np.diag([0.5, 0.5, 0, 0], 1))
    np.testing.assert_array_equal(left, np.diag([0.25, 0.25, 0, 0], 1))
    np.testing.assert_array_equal(right, np.diag([0.375, 0.375, 0, 0], 1))
