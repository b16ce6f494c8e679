"""A class that held nothing but builders goes with them, and its data are declared where they are fed: a network of
methods trains as a loop, with 1.8.5's numbers, also where its parameters have names of their own."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


class Model(object):
    def input_data(self, size):
        x = fluid.data("x", [None, size])
        y = fluid.data("y", [None, 1])
        inputs = [x] + [y]
        return inputs

    def fc(self, tag, data, size, act=None):
        value = 0.4 / np.sqrt(data.shape[1])
        attr = fluid.ParamAttr(name="%s_w" % tag, initializer=fluid.initializer.Constant(value))
        return fluid.layers.fc(data, size, act=act, param_attr=attr)

    # of all inputs
    def net(self, inputs, size, sizes=[3, 2]):
        hidden = self.fc("first", inputs[0], sizes[0], "tanh")
        hidden = self.fc("second", hidden, sizes[1], "relu")
        out = self.fc("third", hidden, size)
        loss = fluid.layers.mean(fluid.layers.square_error_cost(out, inputs[-1]))
        return loss, out


def train():
    model = Model()
    inputs = model.input_data(4)
    loss, out = model.net(inputs, 1)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss.name])
        print("%.6f" % value[0])


train()
"""
SHARED = OLD.replace('"third", hidden, size)', '"second", self.fc("more", hidden, 3), sizes[1])')
PRINTED = ["0.047861", "0.038627", "0.033391"]
ALL = {  # with what 1.8.5 prints of it
    "once": (OLD, PRINTED),
    "formatted": (OLD.replace('"%s_w" % tag', '"{}_w".format(tag)'), PRINTED),
    "shared": (SHARED, ["0.067099", "0.056406", "0.048598"]),
}


def test_same_numbers(run_both_ways):
    scripts = {name: {"main.py": text.replace("first", name)} for name, (text, _) in ALL.items()}
    scripts = {name: {"main.py": files["main.py"].replace("second", f"{name}_2").replace("third", f"{name}_3").replace(
        "more", f"{name}_4")}
               for name, files in scripts.items()}  # all run in one process
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old == {name: printed for name, (_, printed) in ALL.items()}


@pytest.mark.parametrize("name", ["once", "formatted"])
def test_they_become_a_loop(name):
    text = migrate_source(ALL[name][0], options=Options(dygraph=True)).text
    assert "    inputs = [x] + [y]\n" in text
    assert "\n# of all inputs\nclass ModelLayers(nn.Layer):\n" in text
    assert "loss.backward()" in text
    assert not any(word in text for word in ("class Model(", "Model()", "Executor", "static.data"))


@pytest.mark.parametrize(("old", "new"), [
    ('"second", hidden', '"first", hidden'),
    ('"second", hidden', "ARRAY.dtype.name, hidden"),
    ("    inputs = model.input_data(4)\n", "    inputs = model.input_data(4)\n    print(model)\n    model = None\n"),
])
def test_what_may_share_or_is_another_object_stays(old, new):
    text = OLD.replace(old, new)
    assert text != OLD
    assert "enable_static()" in migrate_source(text, options=Options(dygraph=True)).text


def test_an_object_that_something_else_uses_stays():
    text = migrate_source(OLD.replace("    inputs = model", "    print(model)\n    inputs = model"),
                          options=Options(dygraph=True)).text
    assert "class Model(object):\n    pass\n" in text
    assert "    print(model)\n" in text
    assert "loss.backward()" in text


def test_a_comment_of_the_class_keeps_it():
    text = migrate_source(OLD.replace("    def fc(", "    # all\n\n    def fc("), options=Options(dygraph=True)).text
    assert "# all\n" in text


NETS = """\
import paddle.fluid as fluid

class Nets(object):
    def small(self, x):
        return fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.2))
"""
ASKING = """\
import numpy as np
import paddle.fluid as fluid
import nets

with fluid.program_guard(fluid.Program(), fluid.Program()):  # which no loop has
    x = fluid.data("x", [None, 4])
    out = {asked}
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    got, = exe.run(feed={{"x": np.arange(8, dtype="float32").reshape(2, 4)}}, fetch_list=[out])
    print(np.round(got, 5).tolist())
"""
SMALL = NETS.partition(":\n")[2]
PICK = "    def pick(self, name, x):\n        return getattr(self, name)(x)\n"
WAYS = {  # what is put behind the class, how it is called
    "alias": ("    __call__ = small\n", "nets.Nets()(x)"),
    "special": (SMALL.replace("small", "__call__"), "nets.Nets()(x)"),
    "by_name": (PICK, "nets.Nets().pick('small', x)"),
    "by_name_there": ("", "getattr(nets.Nets(), ''.join(['sm', 'all']))(x)"),
    "by_dict": ("", "nets.Nets.__dict__['small'](None, x)"),
    "called": ("", "nets.Nets().small(x)"),
}


def test_methods_that_are_called_in_other_ways_stay(run_both_ways):
    """Beside the classes of layers that they make, where a file that calls them stays a program."""
    scripts = {name: {"main.py": ASKING.format(asked=asked), "nets.py": NETS + more}
               for name, (more, asked) in WAYS.items()}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert len({tuple(lines) for lines in new.values()}) == 1


@pytest.mark.parametrize(("more", "stays"), [
    ("    __call__ = net\n", True),
    ("    def pick(self, name, *given):\n        return getattr(self, name)(*given)\n", True),
    ("    def kind(self, name):\n        return getattr(self, 'kinds', name)\n", False),
    ("    def kind(self, name):\n        return isinstance(name, str)\n", False),
])
def test_a_method_that_nothing_calls_otherwise_goes(more, stays):
    text = migrate_source(OLD.replace("    # of all", f"{more}\n    # of all"), options=Options(dygraph=True)).text
    assert "class ModelLayers(nn.Layer)" in text
    assert ("    def net(" in text) == stays
