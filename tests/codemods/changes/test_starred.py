"""Optimizers of a script's own that hand their arguments on by stars."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.dygraph as D


"""
LOOP = """\
with D.guard():
    net = D.Linear(4, 2, param_attr=fluid.initializer.Constant(0.5))
    optimizer = MADE
    for i in range(5):
        loss = fluid.layers.reduce_mean(fluid.layers.square(net(D.to_variable(np.ones((2, 4), 'float32') * i))))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print('%.5f' % loss.numpy()[0])
"""
BOTH = "class Mine(fluid.optimizer.AdamOptimizer):\n    def __init__(self, *args, **kwargs):\n" \
    "        self.decay = kwargs.pop('weight_decay', 0.1)\n        super(Mine, self).__init__(*args, **kwargs)\n\n\n"
KEYWORDS = "class Mine(fluid.optimizer.AdagradOptimizer):\n    def __init__(self, rate, **kwargs):\n" \
    "        super(Mine, self).__init__(rate, epsilon=1e-3, **kwargs)\n\n\n"
PLACES = "class Mine(fluid.optimizer.MomentumOptimizer):\n    def __init__(self, *given):\n" \
    "        super(Mine, self).__init__(*given)\n\n\n"
L2 = "fluid.regularizer.L2Decay(0.1)"
CASES = {
    "keywords": (BOTH, f"Mine(learning_rate=0.1, parameter_list=net.parameters(), regularization={L2})"),
    "places": (BOTH, f"Mine(0.1, 0.8, 0.9, 1e-6, net.parameters(), {L2}, weight_decay=0.5)"),
    "all places": (BOTH, "Mine(0.1, 0.8, 0.9, 1e-6, net.parameters(), None, None, 'mine', True)"),
    "a dict": (BOTH, "Mine(**dict({'learning_rate': 0.1}, parameter_list=net.parameters()))"),
    "some": (KEYWORDS, f"Mine(0.1, parameter_list=net.parameters(), regularization={L2})"),
    "clipped": (KEYWORDS, "Mine(0.1, parameter_list=net.parameters(), grad_clip=fluid.clip.GradientClipByNorm(0.1))"),
    "only places": (PLACES, f"Mine(0.1, 0.9, net.parameters(), True, {L2})"),
    "of a function": (BOTH + "def make(cls, *args, **kwargs):\n    return cls(*args, **kwargs)\n\n\n",
                      "make(Mine, 0.1, parameter_list=net.parameters())"),
}
FILES = {
    "optim.py": HEAD + BOTH,
    "main.py": HEAD + "from optim import Mine\n\n\n" + LOOP.replace("MADE", CASES["keywords"][1]),
}
LEFT = [  # what is dropped, and what changes on its way
    "class Mine(fluid.optimizer.Ftrl):\n    def __init__(self, **kwargs):\n        super().__init__(**kwargs)\n",
    "class Mine(fluid.dygraph.Linear):\n    def __init__(self, *args, **kwargs):\n"
    "        super().__init__(*args, **kwargs)\n",
]
STAYS = ["class Mine(object):\n    def __init__(self, **kwargs):\n        super().__init__(**kwargs)\n",
         "class Mine(fluid.optimizer.SGD):\n    def __init__(self, rate):\n        super().__init__(rate)\n"]


def test_the_same_numbers(run_both_ways):
    scripts = {name: {"main.py": HEAD + head + LOOP.replace("MADE", made)} for name, (head, made) in CASES.items()}
    old, new = run_both_ways({**scripts, "a file": FILES})
    assert {name: lines for name, lines in old.items() if len(lines) != 5} == {}
    assert new == old


@pytest.mark.parametrize("name", [name for name in CASES if name != "of a function"])
def test_nobody_is_asked(name):
    head, made = CASES[name]
    result = migrate_source(HEAD + head + LOOP.replace("MADE", made))
    assert result.left == []
    assert "def today_arguments(" in result.text
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("text", LEFT)
def test_what_is_not_handed_on_as_it_is_stays(text):
    result = migrate_source("import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    pass\n\n\n" + text)
    assert "PM303" in [finding.code for finding in result.left]
    assert "today_arguments" not in result.text


@pytest.mark.parametrize("text", STAYS)
def test_nothing_is_written_without_need(text):
    assert "today_arguments" not in migrate_source("import paddle.fluid as fluid\n\n\n" + text).text
