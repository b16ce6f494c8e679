"""`train()` and `eval()` of any layer, and `no_grad`: one flag in 1.8.5, held to it."""

from __future__ import annotations

import warnings
from types import ModuleType
from typing import Any

import numpy as np
import paddle.fluid as fluid
import pytest

# Each form calls `see()` a few times: whether a gradient is recorded, and how far a step moves the weights.
HEAD = """
import numpy as np
import paddle.fluid as fluid
SEEN = []
def begin():
    global net, opt, x
    net = fluid.dygraph.Linear(3, 2, param_attr=fluid.initializer.Constant(0.5))
    opt = fluid.optimizer.MomentumOptimizer(0.1, 0.9, parameter_list=net.parameters())
    x = fluid.dygraph.to_variable(np.ones((2, 3), 'float32'))
def see():
    before = net.weight.numpy()
    loss = fluid.layers.mean(fluid.layers.square(net(x)))
    loss.backward()
    opt.minimize(loss)
    net.clear_gradients()
    dropped = fluid.layers.dropout(x, 0.5, dropout_implementation='upscale_in_train').numpy()
    SEEN.append([loss.stop_gradient, np.abs(net.weight.numpy() - before).max(), (dropped == 1).all()])
"""
FORMS = {
    "eval, and train of another": "with fluid.dygraph.guard():\n    begin(); see(); net.eval(); see(); see()\n"
    "    fluid.dygraph.Linear(2, 2).train(); see()\n",
    "made after eval": "with fluid.dygraph.guard():\n    begin(); net.eval(); begin(); see()\n",
    "no_grad": "with fluid.dygraph.guard():\n    begin(); see()\n    with fluid.dygraph.no_grad():\n        see()\n"
    "    see()\n",
    "train inside of no_grad": "with fluid.dygraph.guard():\n    begin(); net.eval()\n"
    "    with fluid.dygraph.no_grad():\n        see(); net.train(); see()\n    see()\n",
    "eval inside of no_grad": "with fluid.dygraph.guard():\n    begin()\n    with fluid.dygraph.no_grad():\n"
    "        net.eval()\n        see()\n    see()\n",
    "a function of no_grad": "@fluid.dygraph.no_grad\ndef test():\n    net.eval(); see(); net.train(); see()\n"
    "with fluid.dygraph.guard():\n    begin(); net.eval(); test(); see(); net.train(); see()\n",
    "another guard": "with fluid.dygraph.guard():\n    begin(); net.eval(); see()\n"
    "with fluid.dygraph.guard():\n    begin(); see()\n",
    "a guard inside": "with fluid.dygraph.guard():\n    begin(); net.eval()\n    with fluid.dygraph.guard():\n"
    "        begin(); see(); net.eval()\n    begin(); see()\n",
    "enabled twice": "fluid.enable_dygraph()\nbegin(); net.eval(); see()\nfluid.disable_dygraph()\n"
    "fluid.enable_dygraph()\nbegin(); see()\nfluid.disable_dygraph()\n",
    "the tracer": "with fluid.dygraph.guard():\n    begin(); net.eval()\n"
    "    fluid.framework._dygraph_tracer()._train_mode = True\n    see()\n"
    "    fluid.framework._dygraph_tracer()._train_mode = False\n    see()\n",
    "a program behind it": "fluid.enable_dygraph()\nbegin(); net.eval()\nfluid.disable_dygraph()\n"
    "d = fluid.data('d', [None, 3])\n"
    "cost = fluid.layers.mean(fluid.layers.fc(d, 2, param_attr=fluid.initializer.Constant(0.5)))\n"
    "fluid.optimizer.SGD(0.1).minimize(cost)\nexe = fluid.Executor(fluid.CPUPlace())\n"
    "exe.run(fluid.default_startup_program())\n"
    "for _ in range(2):\n    got, = exe.run(feed={'d': np.ones((2, 3), 'float32')}, fetch_list=[cost])\n"
    "    SEEN.append([got[0], 0, 0])\n",
}
QUESTION = """
for name, text in {scripts!r}.items():
    scope = {{"__name__": "__main__"}}
    exec(compile(text, name, "exec"), scope)
    answer[name] = np.array(scope["SEEN"], "float32")
"""


@pytest.fixture(scope="module")
def wanted(harness: ModuleType) -> dict[str, np.ndarray]:
    return harness.ask("dygraph.train_mode", QUESTION.format(scripts={n: HEAD + text for n, text in FORMS.items()}))


def seen(form: str) -> np.ndarray:
    scope: dict[str, Any] = {"__name__": "__main__"}
    with warnings.catch_warnings(), fluid.program_guard(fluid.Program(), fluid.Program()):
        warnings.filterwarnings("ignore", message=r"backward\(\): after eval\(\)")
        exec(compile(HEAD + FORMS[form], "script.py", "exec"), scope)
    return np.array(scope["SEEN"], "float32")


@pytest.mark.oracle
@pytest.mark.parametrize("form", FORMS)
def test_what_trains(form: str, wanted: dict[str, np.ndarray]) -> None:
    assert len(wanted[form]) >= 1
    np.testing.assert_allclose(seen(form), wanted[form], rtol=1e-5, atol=1e-7)
