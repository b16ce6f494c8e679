"""``fluid.nets``."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(5)
GIVEN = {"x": random.uniform(-2, 2, [2, 4, 6]).astype("float32"), "d": random.uniform(-2, 2, [4, 3])}
CASES = {
    "glu": "fluid.nets.glu(x)",
    "glu_dim": "fluid.nets.glu(input=x, dim=1)",
    "glu_float64": "fluid.nets.glu(d, 0)",
    "glu_odd": "fluid.nets.glu(d)",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("nets", CASES, GIVEN)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)
