"""``fluid.nets``."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(5)
GIVEN = {
    "x": random.uniform(-2, 2, [2, 4, 6]).astype("float32"),
    "d": random.uniform(-2, 2, [4, 3]),
    "q": random.uniform(-2, 2, [2, 3, 4]).astype("float32"),
    "k": random.uniform(-2, 2, [2, 5, 4]).astype("float32"),
    "v": random.uniform(-2, 2, [2, 5, 6]).astype("float32"),
}
CASES = {
    "glu": "fluid.nets.glu(x)",
    "glu_dim": "fluid.nets.glu(input=x, dim=1)",
    "glu_float64": "fluid.nets.glu(d, 0)",
    "glu_odd": "fluid.nets.glu(d)",
    "attention": "fluid.nets.scaled_dot_product_attention(q, k, v)",
    "attention_named": "fluid.nets.scaled_dot_product_attention(queries=q, keys=k, values=v, num_heads=1)",
    "attention_sizes": "fluid.nets.scaled_dot_product_attention(q, k, q)",
}


@pytest.fixture(scope="module")
def answers(both):
    return both("nets", CASES, GIVEN)


@pytest.mark.parametrize("given", [{"num_heads": 2}, {"dropout_rate": 0.1}])
def test_attention_that_is_more_than_a_formula_says_what_to_do(fluid, given):
    with pytest.raises(NotImplementedError, match=next(iter(given))):
        fluid.nets.scaled_dot_product_attention(None, None, None, **given)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)
