"""What shows the mode of a script, and what does not."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.signs import is_guard, signs, switches, weak_signs


def shown(read, text):
    script = read(text)
    return {mode for _, mode in signs(script.facts, script.facts.kinds)}


MAYBE = [
    "fluid.optimizer.SGD(0.1, parameter_list=p if dygraph else None)\n",
    "def f(p=None):\n    return fluid.optimizer.SGD(0.1, parameter_list=p)\n",
    "def f(*, p=None):\n    return fluid.optimizer.SGD(0.1, parameter_list=p)\n",
    "p = None\nif dygraph:\n    p = net.parameters()\nfluid.optimizer.SGD(0.1, parameter_list=p)\n",
]


@pytest.mark.parametrize(
    ("text", "modes"),
    [
        ("fluid.dygraph.to_variable(x)\n", {"dynamic"}),
        ("fluid.optimizer.SGD(0.1, parameter_list=p)\n", {"dynamic"}),
        ("p = net.parameters()\nfluid.optimizer.SGD(0.1, parameter_list=p)\n", {"dynamic"}),
        ("def f(p):\n    return fluid.optimizer.SGD(0.1, parameter_list=p)\n", {"dynamic"}),
        ("paddle.optimizer.SGD(0.1, parameters=p)\n", {"dynamic"}),
        ("loss.backward()\n", {"dynamic"}),
        ("model.clear_gradients()\n", {"dynamic"}),
        ("x.gradient()\n", {"dynamic"}),
        ("paddle.disable_static()\n", {"dynamic"}),
        ("fluid.data('x', [1])\n", {"static"}),
        ("fluid.layers.fc(x, 3)\n", {"static"}),
        ("exe.run(fetch_list=[x])\n", {"static"}),
        ("paddle.static.Program()\n", {"static"}),
        ("from paddle.static import nn\nnn.fc(x, 3)\n", {"static"}),
        ("fluid.default_main_program().clone()\n", {"static"}),
        ("fluid.dygraph.to_variable(x)\nfluid.layers.fc(x, 3)\n", {"dynamic", "static"}),
    ],
)
def test_shown(read, text, modes):
    assert shown(read, text) == modes


@pytest.mark.parametrize(
    "text",
    [
        "fluid.layers.relu(x)\n",
        "fluid.CPUPlace()\n",
        "fluid.optimizer.SGD(0.1)\n",
        "fluid.optimizer.SGD(0.1, parameter_list=None)\n",
        "paddle.optimizer.SGD(0.1, parameters=None)\n",
        *MAYBE,
        "fluid.default_main_program().random_seed = 1\n",
        "fluid.in_dygraph_mode()\n",
        "loss.backward(x).y\n",
        "np.gradient(x)\n",
        "attack.gradient(image, label)\n",
        "class Attack(object):\n    def gradient(self):\n        return self.given\nAttack().gradient()\n",
        "paddle.seed(1)\n",
        "paddle.static.nn.cond(x, f, g)\n",
        "torch.static.Program()\n",
        "app.run(debug=True)\n",
    ],
)
def test_not_shown(read, text):
    assert shown(read, text) == set()


def test_weak_ones(read):
    script = read("x.numpy()\n")
    assert [mode for _, mode in weak_signs(script.facts)] == ["dynamic"]
    assert not list(weak_signs(read("np.numpy()\n").facts))


def test_switches(read):
    assert [m for _, m in switches(read("fluid.enable_dygraph()\nfluid.disable_dygraph()\n").facts)] == [
        "dynamic", "static"]
    assert switches(read("f = fluid.enable_dygraph\n").facts) == []


def test_guards(read):
    script = read("with fluid.dygraph.guard():\n    pass\nwith fluid.program_guard(p):\n    pass\n"
                  "with open(p), fluid.dygraph.guard(q):\n    pass\n")
    statements = script.facts.source.all(cst.With)
    assert [is_guard(script.facts, s) for s in statements] == [True, False, True]


@pytest.mark.parametrize("text", MAYBE)
def test_parameters_that_may_be_none_count_where_nothing_speaks_for_a_static_graph(read, text):
    assert {mode for _, mode in weak_signs(read(text).facts)} == {"dynamic"}


def test_no_parameters_are_no_sign(read):
    assert not list(weak_signs(read("fluid.optimizer.SGD(0.1, parameter_list=None)\n").facts))
