"""A script's own dictionary of settings, of which functions that train read entries alone, is known all the time."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import numpy as np
import paddle.fluid as fluid

SETTINGS = {"shape": [4], "size": 3, "rate": {"lr": 0.1}, "steps": 4}
X = np.random.RandomState(3).rand(6, 4).astype("float32")


def at(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


class Net:
    def shortcut(self, x, size):
        return x if x.shape[1] == size else fluid.layers.fc(x, size, param_attr=at(0.2))

    def net(self, x, size):
        for wanted in (4, size):
            x = fluid.layers.elementwise_add(fluid.layers.fc(x, wanted, act="tanh", param_attr=at(0.1)),
                                             self.shortcut(x, wanted))
        return x


def train():
    x = fluid.layers.data("x", SETTINGS["shape"])
    loss = fluid.layers.mean(Net().net(x, SETTINGS["size"]))
    fluid.optimizer.SGD(SETTINGS["rate"]["lr"]).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(SETTINGS["steps"]):
        value, = exe.run(feed={"x": X}, fetch_list=[loss])
        print("%.5f" % value[0])


if __name__ == "__main__":
    train()
"""
STAYS = {  # what a run may change
    "set": ("    exe = ", "    SETTINGS['size'] = 2\n    exe = "),
    "handed_on": ("    exe = ", "    at(SETTINGS)\n    exe = "),
    "an_entry_with_a_name": ("    exe = ", "    shape = SETTINGS['shape']\n    shape.append(2)\n    exe = "),
    "an_entry_of_an_own_function": ("    exe = ", "    at(SETTINGS['shape'])\n    exe = "),
    "a_method_of_an_entry": ("    exe = ", "    SETTINGS['rate'].update(lr=0.2)\n    exe = "),
    "an_entry_that_is_shuffled": ("    exe = ", "    np.random.shuffle(SETTINGS['shape'])\n    exe = "),
    "by_its_text": ("    exe = ", "    globals()['SETTINGS']['shape'].append(2)\n    exe = "),
}


def test_the_same_numbers(run_both_ways):
    old, new = run_both_ways({"main": {"main.py": OLD}}, Options(dygraph=True))
    assert new == old
    assert len(new["main"]) == 4


def test_it_is_a_loop():
    text = migrate_source(OLD, options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "nn.Linear(4, 4, " in text
    assert text.count("nn.Linear(") == 3


@pytest.mark.parametrize("name", STAYS)
def test_what_a_run_may_change_is_not_known(name):
    old, new = STAYS[name]
    assert old in OLD
    assert "enable_static" in migrate_source(OLD.replace(old, new), options=Options(dygraph=True)).text
