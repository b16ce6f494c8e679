"""Operators that a layer runs by their names, some of which today's Paddle has lost."""

import copy

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

GIVEN = {
    "emission": np.random.RandomState(0).uniform(-1, 1, [3, 5, 4]).astype("float32"),
    "label": np.random.RandomState(1).randint(0, 4, [3, 5]).astype("int64"),
    "length": np.array([5, 3, 4], "int64"),
    "weights": np.random.RandomState(2).uniform(-1, 1, [6, 4]).astype("float32"),
}
LAYERS = """
import numpy as np
import paddle.fluid as fluid


class Crf(fluid.dygraph.Layer):
    def __init__(self):
        super(Crf, self).__init__()
        self.w = self.create_parameter([6, 4])

    def forward(self, emission, label, length):
        made = [self._helper.create_variable_for_type_inference(dtype="float32") for _ in range(4)]
        places = ("Alpha", "EmissionExps", "TransitionExps", "LogLikelihood")
        self._helper.append_op(type="linear_chain_crf", attrs={"is_test": False},
                               inputs={"Emission": [emission], "Transition": self.w, "Label": label, "Length": length},
                               outputs=dict(zip(places, made)))
        return made[-1]

    def path(self, emission, length):
        found = self._helper.create_variable_for_type_inference(dtype="int64")
        self._helper.append_op(type="crf_decoding", outputs={"ViterbiPath": [found]},
                               inputs={"Emission": [emission], "Transition": self.w, "Length": [length]})
        return found


def steps(layer, given):
    emission, label, length = [fluid.dygraph.to_variable(given[name]) for name in ("emission", "label", "length")]
    emission.stop_gradient = False
    layer.w.set_value(given["weights"])
    loss = fluid.layers.mean(layer(emission, label, length))
    loss.backward()
    return {"loss": loss.numpy(), "of the weights": layer.w.gradient(), "of the input": emission.gradient(),
            "path": layer.path(emission, length).numpy()}
"""
QUESTION = """
with fluid.dygraph.guard():
    answer.update(steps(Crf(), given))
"""


@pytest.mark.parametrize("how", ["plain", "copied"])
def test_a_random_field_by_its_operators(fluid, harness, how):
    theirs, scope = harness.ask("dygraph.lost_operators", LAYERS + QUESTION, GIVEN), {}
    exec(compile(LAYERS, "layers.py", "exec"), scope)
    with fluid.dygraph.guard():
        layer = scope["Crf"]()
        ours = scope["steps"](layer if how == "plain" else copy.deepcopy(layer), GIVEN)
    for name, array in ours.items():
        np.testing.assert_allclose(array, theirs[name], rtol=1e-5, atol=1e-6, err_msg=name)


def test_what_1_8_5_had_not_is_refused(fluid):
    with fluid.dygraph.guard(), pytest.raises(ValueError, match="no_such_operator"):
        fluid.dygraph.Layer()._helper.append_op(type="no_such_operator", inputs={}, outputs={})
