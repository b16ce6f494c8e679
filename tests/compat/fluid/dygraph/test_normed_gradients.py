"""What comes back through a layer norm to inputs, where nobody asks for the scale's own gradient."""

import pytest

pytestmark = pytest.mark.oracle

NORMED = """
import numpy as np
import paddle.fluid as fluid

array = fluid.initializer.NumpyArrayInitializer
X = np.linspace(-1, 1, 12).reshape(3, 4).astype("float32")


def given(values):
    return fluid.ParamAttr(initializer=array(np.asarray(values, "float32")))


START, END = np.sin(np.arange(20) * 0.9).reshape(4, 5), np.cos(np.arange(10)).reshape(5, 2)
SCALE, SHIFT = [1, 2, 0.5, 1.5, 0.7], [0.1, 0.2, 0, 0, 0.3]

with fluid.dygraph.guard():
    start = fluid.dygraph.Linear(4, 5, param_attr=given(START), bias_attr=False)
    norm = fluid.dygraph.LayerNorm(5, param_attr=given(SCALE), bias_attr=given(SHIFT))
    end = fluid.dygraph.Linear(5, 2, param_attr=given(END), bias_attr=False)
    x = fluid.dygraph.to_variable(X)
    x.stop_gradient = False
    for name, inputs in (("x", [x]), ("both", [x, norm.weight])):
        loss = fluid.layers.mean(fluid.layers.square(end(norm(start(x)))))
        answer[name] = fluid.dygraph.grad(loss, inputs)[0].numpy()
    other = fluid.dygraph.LayerNorm(5)
    loss = fluid.layers.mean(fluid.layers.square(end(norm(start(x)))))
    answer["unused"] = np.array([each is None for each in fluid.dygraph.grad(
        loss, [x, other.weight], allow_unused=True)])
    loss = fluid.layers.mean(fluid.layers.square(end(norm(start(x)))))
    try:
        fluid.dygraph.grad(loss, [x, other.weight])
        answer["refused"] = np.array([False])
    except Exception:
        answer["refused"] = np.array([True])

main, startup, scope = fluid.Program(), fluid.Program(), fluid.Scope()
with fluid.program_guard(main, startup), fluid.scope_guard(scope):
    x = fluid.data("x", [None, 4])
    x.stop_gradient = False
    h = fluid.layers.fc(x, 5, act="relu", param_attr=given(START), bias_attr=False)
    h = fluid.layers.layer_norm(h, param_attr=given(SCALE), bias_attr=given(SHIFT))
    loss = fluid.layers.mean(fluid.layers.square(fluid.layers.fc(h, 2, param_attr=given(END), bias_attr=False)))
    wanted = fluid.gradients([loss], [x])[0]
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    answer["program"] = np.concatenate([exe.run(main, feed={"x": X}, fetch_list=[wanted])[0] for _ in range(3)])
"""


def test_gradients_of_inputs(fluid, harness, assert_close):
    theirs = harness.ask("normed_gradients", NORMED)
    ours: dict = {}
    exec(compile(NORMED, "normed_gradients", "exec"), {"answer": ours})
    assert list(ours) == list(theirs)
    for key, wanted in theirs.items():
        assert_close(ours[key], wanted, 2e-6, key)
