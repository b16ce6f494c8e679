"""``fluid.contrib.layers``."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(6)
GIVEN = {"x": random.uniform(-2, 2, [3, 5]).astype("float32"), "y": random.uniform(-2, 2, [3, 5]).astype("float32")}
CASES = {
    "concat": "fluid.contrib.partial_concat([x, y])",
    "concat_some": "fluid.contrib.partial_concat([x, y], start_index=1, length=2)",
    "concat_behind": "fluid.contrib.layers.partial_concat(input=[x, y, x], start_index=-2)",
    "concat_behind_some": "fluid.contrib.partial_concat([x, y], -3, 2)",
    "sum": "fluid.contrib.partial_sum([x, y])",
    "sum_some": "fluid.contrib.partial_sum([x, y, x], start_index=2, length=3)",
    "sum_rest": "fluid.contrib.layers.partial_sum([x, y], 3)",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("contrib.layers", CASES, GIVEN)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)
