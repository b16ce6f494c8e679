"""Functions of layers are chosen one by one, all else together."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n"


def units(text):
    return migrate_source(text, options=Options(why=True)).origins.units


@pytest.mark.parametrize(
    "call", ["relu(x)", "softmax(x)", "reshape(x, [1])", "concat([x, x], 1)", "cross_entropy(x, x)", "pow(x, 2.0)"]
)
def test_a_function(call):
    found = units(f"{HEAD}    y = fluid.layers.{call}\n")
    assert found.functions == (f"fluid.layers.{call.partition('(')[0]}",)
    assert not any("layers" in name for name in found.rest)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}    y = fluid.layers.mean(x)\n",  # no dimension today, which others have to know
        f"{HEAD}    y = fluid.layers.noam_decay(1, 1)\n",
        f"{HEAD}    y = fluid.dygraph.Linear(2, 3)\n",
        f"{HEAD}    y = fluid.optimizer.SGD(0.1, parameter_list=p)\n",
        "import paddle.fluid as fluid\nx = fluid.data('x', [1, 2])\ny = fluid.layers.relu(x)\n",  # a program
        "import paddle.fluid as fluid\ndef f(x):\n    return fluid.layers.relu(x)\n",  # of either mode
    ],
)
def test_nothing_by_itself(text):
    assert units(text).functions == ()


def test_the_rest_names_its_rewrites():
    found = units(f"{HEAD}    opt = fluid.optimizer.SGD(0.1, parameter_list=p)\n    opt.minimize(loss)\n")
    assert {"fluid.optimizer.SGD", "fluid.dygraph.guard", "devices", "optimizers"} <= set(found.rest)
    assert not {"imports", "calls"} & set(found.rest)
