"""A running AUC is a layer, which keeps its counts: in the loop, in its tests, in what is saved. So are groups of
convolutions."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.helper_layers import with_helper_layers

OLD = """\
import numpy as np
import paddle.fluid as fluid


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1], "int64")
    score = fluid.layers.fc(x, 2, act="softmax", param_attr=fluid.initializer.Constant(0.3))
    loss = fluid.layers.mean(fluid.layers.cross_entropy(score, y))
    area, recent, states = fluid.layers.auc(score, y)
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.5).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    rng = np.random.RandomState(0)
    for step in range(4):
        feed = {"x": rng.rand(8, 4).astype("float32"), "y": rng.randint(0, 2, (8, 1))}
        value, every, last = exe.run(fluid.default_main_program(), feed=feed, fetch_list=[loss, area, recent])
        print("%.5f %.5f %.5f" % (value[0], every[0], last[0]))
        if step == 2:
            every, = exe.run(test, feed=feed, fetch_list=[area])
            print("%.5f" % every[0])


main()
"""
PRINTED = """\
0.69315 0.50000 0.50000
0.62901 0.58182 0.54167
0.57052 0.60504 0.83333
0.60870
0.68326 0.55357 0.53333
"""
CALL = "fluid.layers.auc(score, y)"
WRITTEN = {  # how it is made, in other words
    "fluid.layers.auc(score, y)": "RunningAuc()",
    "fluid.layers.auc(input=score, label=y, num_thresholds=4095)": "RunningAuc(num_thresholds=4095)",
    "fluid.layers.auc(score, y, 'ROC', 4095, 1, 1)": "RunningAuc(num_thresholds=4095, slide_steps=1)",
    "fluid.layers.auc(score, y, num_thresholds=300, slide_steps=2)": "RunningAuc(num_thresholds=300, slide_steps=2)",
}


def test_same_numbers(run_both_ways):
    scripts = {name: {"main.py": OLD.replace(CALL, name)} for name in WRITTEN}
    scripts = {str(place): files for place, files in enumerate(scripts.values())}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert new["0"] == PRINTED.splitlines()  # as 1.8.5


@pytest.mark.parametrize("call", WRITTEN)
def test_it_is_a_layer_of_the_network(call):
    text = migrate_source(OLD.replace(CALL, call), options=Options(dygraph=True)).text
    assert f"        self.running_auc = {WRITTEN[call]}\n" in text
    assert "area, recent, states = self.running_auc(score, y)\n" in text
    assert "global_variable" not in text
    assert "loss.backward()" in text


def test_a_program_keeps_its_function():
    text = migrate_source(OLD, options=Options(dygraph=False)).text
    assert "running_auc(" in text
    assert "RunningAuc" not in text


@pytest.mark.parametrize(("old", "new"), [
    ("def main", "RunningAuc = 3\n\n\ndef main"),
    ("main()\n", "print(running_auc)\nmain()\n"),
    ("running_auc(score, y)", "running_auc(*[score, y])"),
])
def test_what_stays(old, new):
    text = migrate_source(OLD).text
    changed = new.join(text.rsplit(old, 1))
    assert changed != text
    assert with_helper_layers(changed) == changed


GROUPS = """\
import numpy as np
import paddle.fluid as fluid


{network}
def main():
    x = fluid.data("x", [None, 3, 8, 8])
    y = fluid.data("y", [None, 1], "int64")
    score = net(x)
    loss = fluid.layers.mean(fluid.layers.cross_entropy(score, y))
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    rng = np.random.RandomState(0)
    for step in range(3):
        feed = {{"x": rng.rand(4, 3, 8, 8).astype("float32"), "y": rng.randint(0, 3, (4, 1))}}
        value, = exe.run(fluid.default_main_program(), feed=feed, fetch_list=[loss])
        print("%.4f" % value[0])
        value, = exe.run(test, feed=feed, fetch_list=[loss])
        print("%.4f" % value[0])


main()
"""
ATTR = "fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(np.linspace(-1, 1, {}).reshape({})" \
       ".astype('float32')))"
HEAD = f"    return fluid.layers.fc(out, 3, act='softmax', param_attr={ATTR.format(96, [32, 3])})\n\n\n"
SAME = "fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1))"
GIVEN = {
    "inside": ("def net(x):\n    def block(data, filters, count):\n"
               "        return fluid.nets.img_conv_group(input=data, pool_size=2, pool_stride=2,\n"
               "                                         conv_num_filter=[filters] * count, conv_act='relu',\n"
               f"                                         conv_with_batchnorm=True, param_attr={SAME})\n\n"
               "    out = block(x, 4, 1)\n    out = block(out, 8, 2)\n" + HEAD),
    "beside": ("def block(filters, data):\n"
               f"    return fluid.nets.img_conv_group(data, filters, 2, 1, 3, 'relu', {SAME}, pool_stride=2)\n\n\n"
               "def net(x):\n    out = block([4], x)\n    out = block([8, 8], out)\n" + HEAD),
    "plain": ("def net(x):\n"
              f"    out = fluid.nets.img_conv_group(x, [4], 2, conv_act='sigmoid', param_attr={SAME}, pool_stride=2)\n"
              "    out = fluid.nets.img_conv_group(\n"
              f"        out, (8, 8), 2, conv_with_batchnorm=[True, False], param_attr=[{SAME}, {SAME}],\n"
              "        pool_type='avg', pool_stride=2)\n" + HEAD),
}


def test_groups_are_layers_with_the_same_numbers(run_both_ways):
    scripts = {name: {"main.py": GROUPS.format(network=text)} for name, text in GIVEN.items()}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert all(len(lines) == 6 for lines in new.values())


@pytest.mark.parametrize("name", GIVEN)
def test_groups_are_layers(name):
    text = migrate_source(GROUPS.format(network=GIVEN[name]), options=Options(dygraph=True)).text
    assert "class ConvGroup(nn.Layer):" in text
    assert "def conv_group" not in text
    assert "loss.backward()" in text


def test_a_group_of_what_has_no_name_stays():
    text = GROUPS.format(network=GIVEN["plain"].replace("img_conv_group(x, ", "img_conv_group(x * 2, "))
    assert "conv_group(" in (new := migrate_source(text, options=Options(dygraph=True)).text)
    assert "ConvGroup" not in new
