"""Namesakes: methods of a script's own classes that are called as 1.8.5's are stay as they are, wherever the object
comes from."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main

# of programs, blocks, variables, operators, executors, optimizers, loaders, layers, metrics, scopes, predictors …
# What shows a mode by its name alone, where its function does not show what has it.
SIGNS = (
    "apply_collective_grads", "backward", "clear_gradient", "clear_gradients", "global_block", "gradient", "scale_loss",
    "set_dict", "with_data_parallel",
)
NAMES = (Path(__file__).parent / "methods.txt").read_text().split()

PROGRAM = """\
import numpy as np
import paddle.fluid as fluid
from net import Net, held


def batches():
    yield [np.ones((2, 2), "float32")]


train, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(train, startup):
    x = fluid.data("x", [None, 2])
    h = fluid.layers.batch_norm(fluid.layers.fc(x, 2, param_attr="w"))
    loss = fluid.layers.mean(fluid.layers.fc(h, 2, param_attr="w"))
    test = train.clone(for_test=True)
    opt = fluid.optimizer.Momentum(fluid.layers.exponential_decay(0.1, 1, 0.5), 0.9)
    opt.minimize(loss)
    loader = fluid.io.DataLoader.from_generator(feed_list=[x], capacity=2, iterable=False)
    loader.set_batch_generator(batches)
feeder = fluid.DataFeeder([x], fluid.CPUPlace())
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
for p in train.global_block().all_parameters():
    print(p.name)
print(np.array(fluid.global_scope().find_var("w").get_tensor()))
compiled = fluid.CompiledProgram(train).with_data_parallel(loss_name=loss.name)
loader.start()
try:
    while True:
        print(exe.run(compiled, fetch_list=[loss])[0][0])
except fluid.core.EOFException:
    loader.reset()
print(exe.run(test, feed=feeder.feed([(np.ones(2, "float32"),)]), fetch_list=[loss.name])[0][0])
fluid.io.save_persistables(exe, "saved", train)


"""
DYGRAPH = """\
import numpy as np
import paddle.fluid as fluid
from net import Net, held

fluid.enable_dygraph()
x = fluid.dygraph.to_variable(np.ones((2, 2), "float32"))
fc = fluid.dygraph.Linear(2, 2, param_attr="w")
opt = fluid.optimizer.Adam(fluid.dygraph.NoamDecay(4, 2), parameter_list=fc.parameters())
for i in range(3):
    loss = fluid.layers.mean(fc(x))
    loss.backward()
    opt.minimize(loss)
    fc.clear_gradients()
    print(loss.numpy()[0], x.gradient(), x.shape)
fluid.save_dygraph(fc.state_dict(), "saved")


"""


def of(names):
    return "class Net(object):\n" + "\n".join(
        f"    def {name}(self, x=0):\n        return x + 1\n" for name in names) + "\n\ndef held():\n    return Net()\n"


def held_by(names):
    calls = "".join(f"print(net.{name}(3), net.{name}())\nvalue = net.{name}(x=2)\nprint(value)\n" for name in names)
    in_function = calls.replace("print", "    print").replace("value =", "    value =")
    in_method = in_function.replace("net.", "self.net.").replace("    ", "        ")
    return {
        "a name": f"net = Net()\n{calls}",
        "nothing": calls.replace("net.", "Net()."),
        "a derived class": f"class Derived(Net):\n    pass\n\n\nnet = Derived()\n{calls}",
        "a loop": f"for net in (Net(), held()):\n{in_function}",
        "a list": f"net = [Net()][0]\n{calls}",
        "a function": f"net = held()\n{calls}",
        "a parameter": f"def show(net):\n{in_function}\n\nshow(Net())\n",
        "an attribute": f"class Show(object):\n    def __init__(self):\n        self.net = Net()\n\n"
                        f"    def show(self):\n{in_method}\n\nShow().show()\n",
    }


@pytest.mark.parametrize("is_one_file", [True, False], ids=["one file", "two files"])
@pytest.mark.parametrize("holder", held_by(()))
@pytest.mark.parametrize("program", [PROGRAM, DYGRAPH], ids=["program", "dygraph"])
def test_namesakes_stay(program, holder, is_one_file, tmp_path):
    is_shown = is_one_file and holder not in ("a list", "a loop", "a derived class")
    names = NAMES if is_shown else [name for name in NAMES if name not in SIGNS]
    net, old = of(names), held_by(names)[holder]
    if is_one_file:
        program = program.replace("from net import Net, held\n", f"\n\n{net}")
    (tmp_path / "main.py").write_text(program + old)
    (tmp_path / "net.py").write_text(net)
    result = CliRunner().invoke(main, ["-q", "-w", str(tmp_path)])
    new = (tmp_path / "main.py").read_text().splitlines()
    assert [line for line in old.splitlines() if line not in new] == []
    assert (tmp_path / "net.py").read_text() == net
    assert "person" not in result.output
