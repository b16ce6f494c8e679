"""What comes back through a normalization whose scale is not trained."""

import pytest

pytestmark = pytest.mark.oracle

FROZEN = """
import numpy as np
import paddle.fluid as fluid

array = fluid.initializer.NumpyArrayInitializer


def given(values, **more):
    return fluid.ParamAttr(initializer=array(np.asarray(values, "float32")), **more)


def lost(made, set_later, bias):
    with fluid.dygraph.guard():
        start = fluid.dygraph.Linear(4, 5, param_attr=given(np.sin(np.arange(20)).reshape(4, 5)), bias_attr=False)
        norm = made(None if set_later else False, bias)
        if set_later:
            for each in norm.parameters():
                each.stop_gradient = True
        end = fluid.dygraph.Linear(5, 2, param_attr=given(np.cos(np.arange(10)).reshape(5, 2)), bias_attr=False)
        opt = fluid.optimizer.SGD(0.1, parameter_list=start.parameters() + end.parameters())
        x = np.linspace(-1, 1, 12).reshape(3, 4).astype("float32")
        for _ in range(3):
            loss = fluid.layers.mean(fluid.layers.square(end(norm(start(fluid.dygraph.to_variable(x))))))
            loss.backward()
            opt.minimize(loss)
            start.clear_gradients()
            end.clear_gradients()
            yield loss.numpy()


def made(trainable, bias):
    more = {} if trainable is None else {"trainable": trainable}
    return fluid.dygraph.LayerNorm(5, param_attr=given([1, 2, 0.5, 1.5, 0.7], **more), shift=bias,
                                   bias_attr=given([0.1, 0.2, 0, 0, 0.3], **more))


for name, set_later, bias in (("told", False, True), ("set_later", True, True), ("bare", False, False)):
    answer[name] = np.concatenate(list(lost(made, set_later, bias)))
"""


def test_a_layer_norm_that_is_frozen(fluid, harness, assert_close):
    theirs = harness.ask("frozen_layer_norm", FROZEN)
    ours: dict = {}
    exec(compile(FROZEN, "frozen_layer_norm", "exec"), {"answer": ours})
    assert list(ours) == list(theirs)
    for key, wanted in theirs.items():
        assert_close(ours[key], wanted, 2e-6, key)
