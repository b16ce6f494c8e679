"""A script's own schedule with an optimizer's own class, each of another file: it goes on at each minimize()."""

from __future__ import annotations

import pytest

DECAY = """\
import paddle.fluid as fluid
class Falling(fluid.dygraph.learning_rate_scheduler.LearningRateDecay):
    def __init__(self, base, begin=0, step=1, dtype='float32'):
        super(Falling, self).__init__(begin, step, dtype)
        self.base = base
    def step(self):
        return self.base / (self.step_num + 1)
"""
OPTIMIZER = """\
import paddle.fluid as fluid
class Mine(fluid.optimizer.SGDOptimizer):
    def __init__(self, learning_rate, parameter_list=None):
        super(Mine, self).__init__(learning_rate, parameter_list=parameter_list)
"""
MAIN = """\
import numpy as np
import paddle.fluid as fluid
{imports}
from optimizers import Mine
X = np.linspace(-1, 1, 12).reshape(4, 3).astype('float32')
with fluid.dygraph.guard():
    net = fluid.dygraph.Linear(3, 1, param_attr=fluid.initializer.Constant(0.3), bias_attr=False)
{made}
    for _ in range(4):
        loss = fluid.layers.mean(fluid.layers.square(net(fluid.dygraph.to_variable(X)) - 1.0))
        loss.backward()
        {optimizer}.minimize(loss)
        net.clear_gradients()
        print('%.5f' % loss.numpy()[0])
"""
GIVEN = "parameter_list=net.parameters()"
CLOTHES = {
    "at_once": ("from decays import Falling", f"    opt = Mine(Falling(0.5), {GIVEN})", "opt"),
    "named": ("from decays import Falling", f"    rate = Falling(0.5)\n    opt = Mine(learning_rate=rate, {GIVEN})",
              "opt"),
    "of_module": ("import decays", f"    opt = Mine(decays.Falling(0.5), {GIVEN})", "opt"),
    "kept": ("from decays import Falling",
             f"    kept = {{'rate': Falling(0.5)}}\n    opt = Mine(kept['rate'], {GIVEN})", "opt"),
    "given": ("from decays import Falling",
              f"    def built(rate):\n        return Mine(rate, {GIVEN})\n    opt = built(Falling(0.5))", "opt"),
    "of_object": ("from decays import Falling",
                  "    class Trainer:\n        def __init__(self):\n"
                  f"            self.opt = Mine(Falling(0.5), {GIVEN})\n"
                  "    trainer = Trainer()", "trainer.opt"),
    "of_fluid": ("from decays import Falling", f"    opt = fluid.optimizer.SGD(Falling(0.5), {GIVEN})", "opt"),
    "a_number": ("", f"    opt = Mine(0.5, {GIVEN})", "opt"),
}


def files(name):
    imports, made, optimizer = CLOTHES[name]
    main = MAIN.format(imports=imports, made=made, optimizer=optimizer)
    return {"main.py": main, "decays.py": DECAY, "optimizers.py": OPTIMIZER}


@pytest.fixture(scope="module")
def both(run_both_ways):
    return run_both_ways({name: files(name) for name in CLOTHES})


@pytest.mark.parametrize("name", CLOTHES)
def test_it_goes_on(name, both):
    old, new = both
    assert "Error" not in "".join(old[name])
    assert new[name] == old[name]


def test_the_rates_show(both):
    """A schedule that stands still would give other numbers."""
    old, _ = both
    assert old["a_number"] != old["at_once"] == old["of_fluid"]
