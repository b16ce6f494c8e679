"""Which optimizers hold all of a model."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.holding import holds_all_of
from paddle_migrate.text.source import Source

HEAD = "import paddle.fluid as fluid\nfrom models import Net\nSGD = fluid.optimizer.SGD\n"


def held(text: str) -> bool:
    """Of `ask(optimizer, model)`."""
    facts = Facts.find(Source(HEAD + text + "\n"))
    (call,) = (c for c in facts.source.all(cst.Call) if isinstance(c.func, cst.Name) and c.func.value == "ask")
    return holds_all_of(facts, call.args[0].value, call.args[1].value)


@pytest.mark.parametrize(
    "text",
    [
        "n = Net()\no = fluid.optimizer.SGD(0.1, parameter_list=n.parameters())\nask(o, n)",
        "n = Net()\nn = wrap(n)\no = fluid.optimizer.SGD(0.1, parameter_list=n.parameters())\nask(o, n)",
        "n = Net()\nif a:\n    o = fluid.optimizer.SGD(0.1, parameter_list=n.parameters())\n"
        "else:\n    o = fluid.optimizer.Adam(0.1, parameter_list=n.parameters())\nask(o, n)",
        "def make(rate, held):\n    o = fluid.optimizer.SGD(rate, parameter_list=held)\n    return o\n"
        "n = Net()\no = make(0.1, n.parameters())\nask(o, n)",
        "import paddle\nn = Net()\no = paddle.optimizer.SGD(0.1, parameters=n.parameters())\nask(o, n)",
        "class T:\n    def f(self):\n        self.o = fluid.optimizer.SGD(0.1, parameter_list=self.n.parameters())\n"
        "    def g(self):\n        ask(self.o, self.n)",
    ],
)
def test_held(text):
    assert held(text)


@pytest.mark.parametrize(
    "text",
    [
        "n = Net()\nm = Net()\no = fluid.optimizer.SGD(0.1, parameter_list=m.parameters())\nask(o, n)",
        "n = Net()\no = fluid.optimizer.SGD(0.1, parameter_list=n.parameters()[1:])\nask(o, n)",
        "n = Net()\no = fluid.optimizer.SGD(0.1, parameter_list=n.parameters(include_sublayers=False))\nask(o, n)",
        "n = Net()\no = fluid.optimizer.SGD(0.1)\nask(o, n)",
        "n = Net()\nif a:\n    o = fluid.optimizer.SGD(0.1, parameter_list=n.parameters())\n"
        "else:\n    o = other(n.parameters())\nask(o, n)",
        "def make(held):\n    return fluid.optimizer.SGD(0.1, parameter_list=held)\n"
        "n = Net()\nm = Net()\no = make(n.parameters())\np = make(m.parameters())\nask(o, n)",
        "n = Net()\no = make(parameter_list=n.parameters())\nask(o, n)",
        "ask(o, n)",
    ],
)
def test_not_told(text):
    assert not held(text)
