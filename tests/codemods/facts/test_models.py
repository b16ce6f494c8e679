"""The models that are there where an optimizer is made."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.models import owned_models

NET = "class Net(fluid.dygraph.Layer):\n    pass\n"
TRAINER = "class T:\n    def __init__(self, a, b):\n        self.g = a\n        self.d = b\n        {}\n" \
          "        self.opt = SGD()\n    def f(self):\n        self.g.train()\n        self.d.parameters()\n"


def owned(read, text):
    script = read(text)
    (made,) = [c for c in script.facts.source.all(cst.Call) if getattr(c.func, "value", "") == "SGD"]
    return owned_models(script.facts, made)


@pytest.mark.parametrize(
    ("text", "models"),
    [
        ("def f(model):\n    opt = SGD()\n    model.train()\n", ["model"]),
        (f"{NET}def f():\n    net = Net()\n    opt = SGD()\n", ["net"]),
        (TRAINER.format("pass"), ["self.g", "self.d"]),
        (TRAINER.format("self.all = GAN(self.d, self.g)\n        self.all.train()"), ["self.g", "self.d"]),
        (f"{NET.replace('pass', 'def __init__(self):')}        self.fc = fluid.dygraph.Linear(1, 1)\n"
         "        opt = SGD()\n", ["self"]),
    ],
)
def test_there(read, text, models):
    assert owned(read, text) == models


@pytest.mark.parametrize(
    "text",
    [
        "opt = SGD()\n",
        "def f(x):\n    opt = SGD()\n    x.run()\n",
        "def f(opt2):\n    opt = SGD()\n    opt2.clear_gradients()\n    opt2.minimize(x)\n",
        f"{NET}def f():\n    opt = SGD()\n    net = Net()\n",  # made behind it
        TRAINER.format("pass").replace("        self.d = b\n", "").replace("SGD()", "SGD(); self.d = b"),
        "def f(model=3):\n    model = 3\n    opt = SGD()\n",
    ],
)
def test_some_may_be_missing(read, text):
    assert owned(read, text) == []
