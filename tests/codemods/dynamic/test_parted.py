"""A linear layer of several inputs as the sum of one for each."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.parted import with_parted_sums

SCRIPT = """\
import numpy as np
import paddle.fluid as fluid


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def main(words):
    x = fluid.data("x", [None, 4])
    z = fluid.data("z", [None, 2, 3])
    {more}
    h = fluid.layers.fc({given})
    loss = fluid.layers.mean(fluid.layers.fc(h, 1, param_attr=attr(0.3)))
    fluid.optimizer.Adam(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    drawn = np.random.RandomState(0)
    for step in range(3):
        feed = {{"x": drawn.rand(5, 4).astype("float32"), "z": drawn.rand(5, 2, 3).astype("float32")}}
        value, = exe.run(feed=feed, fetch_list=[loss])
        print("%.5f" % np.array(value).mean())


main({{}})
"""
ONE = "fluid.ParamAttr(initializer=fluid.initializer.Constant(0.2))"
PARTED = {
    "words": f'input=[x, z], size=3, act="tanh", param_attr={ONE}, bias_attr={ONE}',
    "an_attribute_for_each": "[z, x, x], 3, param_attr=[attr(0.1), attr(0.2), attr(0.3)], bias_attr=False".replace(
        "attr(", "fluid.initializer.Constant("),
    "behind_two": f"input=(z, z), size=3, num_flatten_dims=2, param_attr={ONE}",
}
STAYS = {
    "a_list_that_grows": f"input=parts, size=3, param_attr={ONE}",
    "stars": f"[x, z], 3, **dict(words, param_attr={ONE})",
    "made_once": "[x, z], 3, param_attr=attr(0.2)",
    "layers_within": f"[fluid.layers.fc(x, 2, param_attr={ONE}), z], 3, param_attr={ONE}",
    "unpacked": f"[*parts], 3, param_attr={ONE}",
}
MORE = "parts = [x]\n    parts.append(z)"


def _migrated(given: str) -> str:
    return migrate_source(SCRIPT.format(given=given, more=MORE), options=Options(dygraph=True)).text


@pytest.mark.parametrize("given", [*PARTED.values(), *STAYS.values()], ids=[*PARTED, *STAYS])
def test_same_numbers(run_both_ways, given):
    old, new = run_both_ways({"sum": {"main.py": SCRIPT.format(given=given, more=MORE)}}, Options(dygraph=True))
    assert new == old
    assert len(old["sum"]) == 3


@pytest.mark.parametrize("name", PARTED)
def test_a_layer_for_each(name):
    text = migrate_source(SCRIPT.format(given=PARTED[name], more="pass"), options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "sum_of_linears" not in text
    assert text.count("nn.Linear(") == (4 if name == "an_attribute_for_each" else 3)


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name):
    assert "enable_static" in _migrated(STAYS[name])


def test_another_function_of_that_name():
    text = "def sum_of_linears(x, y):\n    return x\n\n\nsum_of_linears([a, b], 3)\n"
    assert with_parted_sums(text) == text
