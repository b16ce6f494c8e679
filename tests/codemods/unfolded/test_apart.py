"""Names of parameters that are made where layers are: a run of what builds the program tells that no two are the same,
and its functions become classes, where they would share by their names otherwise."""

from __future__ import annotations

from paddle_migrate.api import Options, migrate_source

NAMED = """\
import numpy as np
import paddle.fluid as fluid

X = np.random.RandomState(0).rand(4, 6).astype("float32")


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def net(x):
    def dense(x, size, name):
        return fluid.layers.fc(x, size, act="tanh", param_attr=fluid.ParamAttr(
            name=name + "_w", initializer=fluid.initializer.Constant(0.5)), bias_attr=fluid.ParamAttr(name=name + "_b"))

    def block(x, name):
        out = dense(x, 4, name + "_a")
        return dense(out, 4, name + "_b")

    for i in range(3):
        x = block(x, "block" + str(i))
    return x


def main():
    x = fluid.data("x", [None, 6])
    out = net(x)
    loss = fluid.layers.mean(fluid.layers.square(out))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={"x": X}, fetch_list=[loss])
        print("%.5f" % value[0])


main()
"""


def test_the_same_numbers(run_both_ways):
    old, new = run_both_ways({"named": {"main.py": NAMED}}, Options(dygraph=True))
    assert new == old
    assert len(set(new["named"])) == 3


def test_names_that_are_told_by_running_are_known_to_be_apart():
    text = migrate_source(NAMED, options=Options(dygraph=True)).text
    assert "class Dense(nn.Layer):\n    def __init__(self, in_features, size, name):" in text
    assert "name=name + '_w'" in text.replace('"', "'")
    assert "self.blocks = nn.LayerList()" in text


def test_names_that_come_twice_are_not():
    """The program shares them; it stays one."""
    script = NAMED.replace('"block" + str(i)', '"block" + str(i // 2)')
    text = migrate_source(script, options=Options(dygraph=True)).text
    assert "share_parameters(loss)" in text
