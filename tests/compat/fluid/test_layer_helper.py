"""LayerHelper's activations, as models call them."""

import pytest

pytestmark = pytest.mark.oracle

MAKE = "H = __import__('paddle.fluid.layer_helper', fromlist=['x']).LayerHelper; "
X = "x = fluid.dygraph.to_variable(np.linspace(-3, 9, 24).reshape([2, 3, 4]).astype('float32')); "
NAMES = ["relu", "sigmoid", "swish", "tanh", "relu6", "hard_swish", "leaky_relu", "softmax"]
CASES = {
    **{name: f"{MAKE}{X}out += [H('net', act='{name}').append_activation(x)]" for name in NAMES},
    "none": f"{MAKE}{X}out += [H('net').append_activation(x), H(layer_type='n', act=None).append_activation(x)]",
    "number": f"{MAKE}{X}H('net', act=1).append_activation(x)",
}


@pytest.fixture(scope="module")
def answers(fluid, harness, doings):
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {CASES!r}))\n"
    return harness.ask("layer_helper", question), doings.run_doings(fluid, CASES)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, assert_close, name):
    theirs, ours = ({k: v for k, v in some.items() if k.split("|")[0] == name} for some in answers)
    assert ours.keys() == theirs.keys()
    for key, wanted in theirs.items():
        if key.endswith("|error"):
            assert ours[key] == wanted
        else:
            assert_close(ours[key], wanted, 1e-6, key)


def test_the_rest_is_not_there(fluid):
    with pytest.raises(NotImplementedError, match="append_op"):
        fluid.layer_helper.LayerHelper("net").append_op(type="relu")
