"""What branches choose is chosen in one expression, or in the same branches of a loop, with 1.8.5's numbers."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.choices import with_plain_choices

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8
USES_GPU, KIND = False, "momentum"


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    sgd = fluid.optimizer.Momentum(0.1, 0.9)
    sgd.minimize(loss)
    place = fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])
        print("%.6f" % value[0])


main()
"""
PLACE = "    place = fluid.CPUPlace()\n"
MADE = "    sgd = fluid.optimizer.Momentum(0.1, 0.9)\n"
MINIMISED = f"{MADE}    sgd.minimize(loss)\n"
BRANCHES = """\
    if KIND == "sgd":
        sgd = fluid.optimizer.SGD(0.1){end}
    elif KIND == "momentum":
        # the usual one
        sgd = fluid.optimizer.Momentum(0.1, 0.9){end}
    else:
        sgd = fluid.optimizer.Adam(0.1, epsilon=1e-3){end}
"""
CHANGES = {
    "place": [(PLACE, "    if USES_GPU:\n        place = fluid.CUDAPlace(0)\n    else:\n        # slowly\n"
                      "        place = fluid.CPUPlace()\n")],
    "place_before": [(PLACE, f"{PLACE}    if USES_GPU:\n        place = fluid.CUDAPlace(0)\n")],
    "executor": [(PLACE, ""), ("    exe = fluid.Executor(place)\n", "    if USES_GPU:\n"
                               "        exe = fluid.Executor(fluid.CUDAPlace(0))\n    else:\n"
                               "        exe = fluid.Executor(fluid.CPUPlace())\n")],
    "optimizer": [(MADE, BRANCHES.format(end=""))],
    "minimised": [(MINIMISED, BRANCHES.format(end="\n        sgd.minimize(loss)"))],
    "loss": [("    loss = fluid.layers.mean(", "    cost = ("), ("minimize(loss)", "minimize(fluid.layers.mean(cost))"),
             ("fetch_list=[loss]", "fetch_list=[cost]"), ("value[0]", "value.mean()")],
}
PRINTED = ["0.078125", "0.029184", "0.000362"]


def changed(name: str) -> str:
    text = OLD
    for old, new in CHANGES[name]:
        assert old in text
        text = text.replace(old, new)
    return text


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": changed(name)} for name in CHANGES}, Options(dygraph=True))
    assert new == old == dict.fromkeys(CHANGES, PRINTED)  # as 1.8.5


@pytest.mark.parametrize(("name", "wanted"), [
    ("place", '    # slowly\n    paddle.set_device("gpu:0" if USES_GPU else "cpu")\n'),
    ("place_before", '    paddle.set_device("gpu:0" if USES_GPU else "cpu")\n'),
    ("executor", '    if USES_GPU:\n        paddle.set_device("gpu:0")\n    else:\n        paddle.set_device("cpu")\n'),
    ("optimizer", '    if KIND == "sgd":\n        sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())\n'),
    ("minimised", '        # the usual one\n'
                  "        sgd = paddle.optimizer.Momentum(0.1, 0.9, parameters=net.parameters())\n    else:\n"),
    ("loss", "        loss = paddle.mean(cost)\n        return cost, loss\n"),
])
def test_they_become_a_loop(name, wanted):
    text = migrate_source(changed(name), options=Options(dygraph=True)).text
    assert wanted in text
    assert "loss.backward()" in text
    assert "Executor" not in text


TEXT = """\
import paddle
def main(loss, test):
{}
    optimizer.minimize(loss)
"""


@pytest.mark.parametrize("lines", [
    "    place = paddle.CPUPlace()\n    print(place)\n    if test:\n        place = paddle.CUDAPlace(0)\n",
    "    if test:\n        place = paddle.CUDAPlace(0)\n",
    "    place = paddle.CPUPlace()\n    if test:\n        other = paddle.CUDAPlace(0)\n",
    "    place = paddle.CPUPlace()\n    if place:\n        place = paddle.CUDAPlace(0)\n",
    "    if test:\n        place = paddle.CUDAPlace(0)\n    else:\n        print(test)\n"
    "        place = paddle.CPUPlace()\n",
    "    if test:\n        place = paddle.CUDAPlace(0)\n    elif loss:\n        place = paddle.CPUPlace()\n",
    "    if test:\n        optimizer.minimize(loss)\n",
    "    if test:\n        print(1)\n        one.minimize(loss)\n    else:\n        print(2)\n"
    "        two.minimize(loss)\n",
])
def test_what_stays(lines):
    assert with_plain_choices(TEXT.format(lines)) == TEXT.format(lines)


def test_a_branch_that_makes_no_optimizer_stays():
    text = OLD.replace(MADE, f"{MADE}    if KIND == 'sgd':\n        sgd = fluid.optimizer.SGD(0.1)\n")
    result = migrate_source(text, options=Options(dygraph=True))
    (found,) = [each for each in result.findings if each.code == "PM340"]
    assert "the optimizer is made elsewhere" in found.message


RATED = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8
KIND = {kind}


def main():
    x = fluid.data("x", [None, 4])
    out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.3))
    loss = fluid.layers.mean(out * out)
    if KIND == "pieces":
        pieces = [1, 2]
        print(len(pieces))
        rate = fluid.layers.piecewise_decay(pieces, [0.1, 0.01, 0.001])
        optimizer = fluid.optimizer.SGD(rate)
    elif KIND == "halves":
        # by half
        optimizer = fluid.optimizer.SGD(learning_rate=fluid.layers.exponential_decay(0.1, 1, 0.5, staircase=True))
    elif KIND == "fixed":
        optimizer = fluid.optimizer.Momentum(0.05, 0.9)
    else:
        {other}
    optimizer.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(4):
        value, = exe.run(feed={{"x": ARRAY}}, fetch_list=[loss])
        print("%.5f" % value[0])


main()
"""
UNKNOWN = "raise ValueError(KIND)"


def rated(kind: str, other: str = UNKNOWN) -> str:
    return RATED.format(kind=kind, other=other)


def test_each_branch_has_a_rate_of_its_own(run_both_ways):
    """A schedule, another one, or a number, with 1.8.5's numbers."""
    kinds = [f'"{kind}" if ARRAY.any() else 1' for kind in ("pieces", "halves", "fixed")]
    scripts = {kind.split('"')[1]: {"main.py": rated(kind)} for kind in kinds}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert len({tuple(rows[-4:]) for rows in new.values()}) == 3
    text = migrate_source(rated(kinds[0]), options=Options(dygraph=True)).text
    assert "        if scheduler:\n            scheduler.step()\n" in text
    assert "    scheduler = None\n    if KIND ==" in text
    assert "# by half" in text


@pytest.mark.parametrize("other", [
    "pass",
    "optimizer = fluid.optimizer.SGD(0.1)\n        loss = loss * 2.0",
    "optimizer = fluid.optimizer.SGD(0.1)\n        fluid.layers.fc(x, 3)",
    "optimizer = fluid.optimizer.SGD(make())",
    "optimizer = fluid.optimizer.SGD(0.1)\n        fluid.default_startup_program().random_seed = 3",
    "optimizer = fluid.optimizer.SGD(0.1)\n        fluid.Executor(fluid.CPUPlace()).run(fluid.Program())",
])
def test_a_branch_that_does_more_stays(other):
    result = migrate_source(rated('"fixed" if ARRAY.any() else 1', other), options=Options(dygraph=True))
    assert "enable_static()" in result.text
    assert "PM340" in {each.code for each in result.findings}
