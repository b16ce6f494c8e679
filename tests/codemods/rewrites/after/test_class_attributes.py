"""Functions that stand for classes as attributes of the script's own classes: they are given no object."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"
TRAINER = """\
import numpy as np
import paddle.fluid as fluid
class Trainer:
    optimizer = {}
    more = {{"learning_rate": 0.1}}
    def __init__(self, loss, **more):
        self.optimizer(regularization=fluid.regularizer.L2Decay(0.1), **self.more, **more).minimize(loss)
class Other(Trainer):
    optimizer = fluid.optimizer.Adagrad
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start), fluid.unique_name.guard():
    x = fluid.data("x", [2, 2])
    loss = fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.5)))
    {}
exe = fluid.Executor(fluid.CPUPlace())
with fluid.scope_guard(fluid.core.Scope()):
    exe.run(start)
    for _ in range(3):
        print(exe.run(main, feed={{"x": np.float32([[1, 2], [3, 4]])}}, fetch_list=[loss])[0].sum())
"""
RATE = "learning_rate=fluid.layers.exponential_decay(0.1, 1, 0.5)"
FORMS = {
    "alone": ("fluid.optimizer.Momentum", "Trainer(loss, momentum=0.5)"),
    "derived": ("fluid.optimizer.Momentum", "Other(loss)"),
    "chosen": ("fluid.optimizer.SGD if len(HEAD) else fluid.optimizer.Adagrad", "Trainer(loss)"),
    "rate": ("fluid.optimizer.Momentum", f"Trainer.more = {{}}\n    Trainer(loss, momentum=0.5, {RATE})"),
}


def test_what_an_object_has_makes_an_optimizer(run_both_ways):
    scripts = {name: {"main.py": TRAINER.format(*form).replace("len(HEAD)", "len(str(np.pi)) > 99")}
               for name, form in FORMS.items()}
    old, new = run_both_ways(scripts)
    assert old == new
    assert all(len(set(lines)) == 3 for lines in old.values())


@pytest.mark.parametrize("text", [
    "class A:\n    make = fluid.optimizer.SGD\n    def f(self, p):\n        return self.make(0.1, p.parameters())\n",
    "class A:\n    def f(self):\n        make = fluid.optimizer.Momentum\n        return make(**self.given)\n",
    "make = fluid.optimizer.Momentum\nmake(**given)\n",
    "class A:\n    kinds = [fluid.optimizer.Momentum]\n    def f(self):\n        return self.kinds[0](**self.given)\n",
    "class A:\n    act = staticmethod(fluid.layers.relu)\n",
])
def test_what_is_given_no_object_stays(text):
    assert migrate_source(HEAD + text).text.count("staticmethod(") == text.count("staticmethod(")


@pytest.mark.parametrize("text", ["init = fluid.initializer.Xavier", "init: object = fluid.initializer.Xavier"])
def test_initializers(text):
    text = f"class A:\n    {text}\n    def f(self):\n        return self.init(uniform=self.is_uniform)\n"
    result = migrate_source(HEAD + text).text
    assert "= staticmethod(XavierInitializer)\n" in result
    assert migrate_source(result).text == result
