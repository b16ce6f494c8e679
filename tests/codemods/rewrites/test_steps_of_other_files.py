"""Optimizers that another file steps, in clothes: `backward()` replaces what an earlier run left, as in 1.8.5."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

MAIN = """\
import numpy as np
import paddle.fluid as fluid
{imports}
def main():
    net = fluid.dygraph.Linear(2, 1, param_attr=fluid.initializer.Constant(0.5))
    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    for step in range(4):
        loss = fluid.layers.mean(net(fluid.dygraph.to_variable(np.full([3, 2], step + 1.0, 'float32'))))
        loss.backward()
        if step % 2:
            {call}
        print('%.4f' % loss.numpy()[0])
with fluid.dygraph.guard():
    main()
"""
STEP = "def update(opt, loss, net=None):\n    opt.minimize(loss)\n    opt.clear_gradients()\n"
CLOTHES = {
    "function": {"ours.py": STEP, "main.py": MAIN.format(imports="from ours import update", call="update(opt, loss)")},
    "keywords": {"ours.py": STEP,
                 "main.py": MAIN.format(imports="import ours", call="ours.update(loss=loss, opt=opt)")},
    "handed_on": {"ours.py": STEP, "more.py": "import ours\ndef train(given, what):\n    ours.update(what, given)\n",
                  "main.py": MAIN.format(imports="from more import train", call="train(loss, opt)")},
    "model_clears": {"ours.py": "def update(loss, optimizer, model):\n    if loss is None:\n        return\n"
                                "    optimizer.minimize(loss)\n    model.clear_gradients()\n",
                     "main.py": MAIN.format(imports="from ours import update as go", call="go(loss, opt, net)")},
    "method": {"ours.py": "class Trainer:\n    def update(self, o, loss):\n        o.minimize(loss)\n"
                          "        o.clear_gradients()\n",
               "main.py": MAIN.format(imports="from ours import Trainer", call="Trainer().update(opt, loss)")},
    "class_method": {"ours.py": "class Trainer:\n    @classmethod\n    def update(cls, o, loss):\n"
                                "        o.minimize(loss)\n        o.clear_gradients()\n",
                     "main.py": MAIN.format(imports="import ours", call="ours.Trainer.update(opt, loss)")},
    "static_method": {"ours.py": "class Trainer:\n    @staticmethod\n    def update(o, loss):\n"
                                 "        o.minimize(loss)\n        o.clear_gradients()\n",
                      "main.py": MAIN.format(imports="from ours import Trainer", call="Trainer.update(opt, loss)")},
}


def test_the_same_numbers(run_both_ways, tmp_path):
    """1.8.5 prints 1.0000, 2.0000, 1.7000, 2.3000: by what the second run left alone."""
    old, new = run_both_ways(CLOTHES)
    assert old == {name: ["1.0000", "2.0000", "1.7000", "2.3000"] for name in CLOTHES}
    assert new == old


SEARCH = """\
import paddle.fluid as fluid
class Search:
    def __init__(self, net):
        self.net = net
    def turn(self, x):
        found = fluid.layers.mean(self.net(x) * 3)
        found.backward()
        return found
"""
SEARCHED = """\
import numpy as np
import paddle.fluid as fluid
from search import Search
def main():
    net = fluid.dygraph.Linear(2, 1, param_attr=fluid.initializer.Constant(0.5))
    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    search = Search(net)
    for step in range(3):
        x = fluid.dygraph.to_variable(np.full([3, 2], step + 1.0, 'float32'))
        search.turn(x)
        loss = fluid.layers.mean(net(x))
        loss.backward()
        opt.minimize(loss)
        net.clear_gradients()
        print('%.4f' % loss.numpy()[0])
with fluid.dygraph.guard():
    main()
"""


def test_runs_of_other_files(run_both_ways):
    """What such a run leaves is replaced, too."""
    old, new = run_both_ways({"searched": {"search.py": SEARCH, "main.py": SEARCHED}})
    assert "Error" not in "".join(old["searched"])
    assert new == old


def migrated(tmp_path, files):
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    run = Run(Options(), write=True)
    run.all(Walk([tmp_path]))
    return (tmp_path / "main.py").read_text()


@pytest.mark.parametrize("body", ["    print(opt.get_lr())\n", "    opt.clear_gradients()\n", "    return loss, opt\n"])
def test_what_does_not_step_needs_no_clearing(tmp_path, body):
    files = {"ours.py": f"def update(opt, loss):\n{body}",
             "main.py": MAIN.format(imports="from ours import update", call="update(opt, loss)")}
    assert "clear_grad()" not in migrated(tmp_path, files)


def test_other_optimizers_of_that_file_do_not_count(tmp_path):
    files = {"ours.py": "def update(opt, loss):\n    print(loss)\ndef other(own, loss):\n    own.minimize(loss)\n",
             "main.py": MAIN.format(imports="from ours import update", call="update(opt, loss)")}
    assert "clear_grad()" not in migrated(tmp_path, files)
