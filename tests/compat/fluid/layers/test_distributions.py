"""Probability distributions."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(9)
GIVEN = {
    "low": random.uniform(-2, 0, [3]).astype("float32"),
    "high": random.uniform(1, 2, [3]).astype("float32"),
    "wide": random.uniform(0.5, 2, [2, 3]).astype("float32"),
    "other": random.uniform(0.5, 2, [2, 3]).astype("float32"),
    "value": random.uniform(-2.5, 2.5, [3]).astype("float32"),
    "logits": random.uniform(-2, 2, [2, 4]).astype("float32"),
    "flat": random.uniform(-2, 2, [4]).astype("float32"),
    "far": random.uniform(-2, 2, [2, 4]).astype("float32"),
    "point": np.array([1, 2], "float32"),
    "diagonal": np.diag([0.5, 2.0]).astype("float32"),
    "second": np.diag([1.5, 0.7]).astype("float32"),
}
CASES = {
    "uniform_entropy": "L.Uniform(low, high).entropy()",
    "uniform_numbers": "L.Uniform(-1.0, 3.0).entropy()",
    "uniform_log_prob": "L.Uniform(low, high).log_prob(value)",
    "uniform_sample": "L.Uniform(-1.0, 3.0).sample([2, 5], seed=7)",
    "uniform_sample_list": "L.Uniform(low=[0.0, 1.0], high=[2.0, 5.0]).sample(shape=[3], seed=7)",
    "uniform_state": "[L.Uniform(0.0, [2.0, 3.0]).low, L.Uniform(np.zeros([2, 1], 'float32'), [1.0, 2.0]).high]",
    "uniform_mixed": "L.Uniform(low, 1.0)",
    "normal_entropy": "L.Normal(low, high).entropy()",
    "normal_entropy_wide": "L.Normal(low, wide).entropy()",
    "normal_numbers": "L.Normal(0.5, 2.0).entropy()",
    "normal_log_prob": "L.Normal(loc=low, scale=high).log_prob(value)",
    "normal_kl": "L.Normal(low, high).kl_divergence(L.Normal(value, wide))",
    "normal_sample": "L.Normal(0.5, 2.0).sample([2, 5], seed=7)",
    "normal_sample_list": "L.Normal([0.0, 1.0], [2.0, 5.0]).sample([3], seed=7)",
    "categorical_entropy": "L.Categorical(logits).entropy()",
    "categorical_flat": "L.Categorical(logits=flat).entropy()",
    "categorical_list": "L.Categorical([1.0, 2.0]).entropy()",
    "categorical_kl": "L.Categorical(logits).kl_divergence(L.Categorical(far))",
    "multivariate_entropy": "L.MultivariateNormalDiag(point, diagonal).entropy()",
    "multivariate_kl": "L.MultivariateNormalDiag(point, diagonal).kl_divergence("
    "L.MultivariateNormalDiag(loc=point * 0.5, scale=second))",
}
# What a seed gives is the same each time, and is not what it gave in 1.8.5.
DRAWN = {name: ("", ("0",)) for name in CASES if "_sample" in name}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.distributions", CASES, GIVEN, differs=DRAWN)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)


def test_multivariate_takes_tensors(fluid):
    """1.8.5 made a matrix of loc when it was given lists."""
    with pytest.raises(ValueError, match="tensors"):
        fluid.layers.MultivariateNormalDiag([1.0], [[1.0]])


def test_samples_of_tensors(fluid):
    """1.8.5 could not add up the shapes in dygraph mode."""
    with fluid.dygraph.guard():
        low, high = (fluid.dygraph.to_variable(GIVEN[name]) for name in ("low", "high"))
        drawn = fluid.layers.Uniform(low, high).sample([200]).numpy()
        assert drawn.shape == (200, 3)
        assert (drawn >= GIVEN["low"]).all()
        assert (drawn <= GIVEN["high"]).all()
        assert fluid.layers.Normal(low, high).sample([4]).shape == [4, 3]
