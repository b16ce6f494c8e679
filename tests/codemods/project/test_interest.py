"""Files that name nothing of Paddle and work with what other files of their program make of fluid."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.interest import works_with_fluid
from paddle_migrate.project.project import Project

NET = """\
import numpy as np
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(4, 1, param_attr=fluid.initializer.Constant(0.1))
    def forward(self, x):
        x = fluid.dygraph.to_variable(x)
        return fluid.layers.reduce_mean(fluid.layers.square(self.fc(x)))
"""
STEPS = """\
import numpy as np
def train(net, optimizer):
    for i in range(3):
        loss = net(np.ones((2, 4), "float32") * i)
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print(loss.numpy()[0])
"""
MAIN = """\
import paddle.fluid as fluid
from net import Net
from steps import train
with fluid.dygraph.guard():
    net = Net()
    train(net, fluid.optimizer.SGD(0.1, parameter_list=net.parameters()))
"""
MODEL = """\
import paddle.fluid as fluid
class Model(object):
    def build(self):
        x = fluid.layers.data("x", [4])
        y = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.1))
        self.variables = [fluid.layers.reduce_mean(fluid.layers.square(y)), y]
        fluid.optimizer.SGD(0.1).minimize(self.variables[0])
"""
RUNS = """\
import numpy as np
def train(exe, model):
    for i in range(3):
        feed = {"x": np.ones((2, 4), "float32") * i}
        outs = exe.run(feed=feed, fetch_list=[v for v in model.variables])
        print(outs[0][0], outs[1][0][0])
        loss, _ = exe.run(feed=feed, fetch_list=[v.name for v in model.variables])
        print(loss[0])
"""
STARTS = """\
import paddle.fluid as fluid
import model, runs
made = model.Model()
made.build()
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
runs.train(exe, made)
"""


def test_they_are_rewritten_with_the_others(run_both_ways):
    programs = {
        "dynamic": {"main.py": MAIN, "net.py": NET, "steps.py": STEPS},
        "static": {"main.py": STARTS, "model.py": MODEL, "runs.py": RUNS},
    }
    for name, files in programs.items():
        old, new = run_both_ways({name: files}, Options(programs=True))
        assert [float(n) for line in old[name] for n in line.split()] == pytest.approx(
            [float(n) for line in new[name] for n in line.split()], rel=1e-5
        )


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("from net import Net\ndef f(exe):\n    return exe.run(fetch_list=[])\n", True),
        ("import net\ndef f(net):\n    net.clear_gradients()\n", True),
        ("import paddle\nimport net\ndef f(exe):\n    return exe.run(fetch_list=[])\n", False),
        ("import net\ndef f(exe):\n    return exe.run([])\n", False),
        ("import today\ndef f(exe):\n    return exe.run(fetch_list=[])\n", False),
        ("def f(exe):\n    return exe.run(fetch_list=[])\n", False),
    ],
)
def test_which_do(tmp_path, text, does):
    texts = {"net.py": NET, "today.py": "import paddle\nlog = logging.getLogger('fluid')\n", "it.py": text}
    for name, each in texts.items():
        (tmp_path / name).write_text(each)
    project = Project([tmp_path / name for name in texts], [tmp_path])
    assert works_with_fluid(tmp_path / "it.py", text.encode(), project) == does
