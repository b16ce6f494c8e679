"""Optimizers whose rates have one name keep the first one's, as 1.8.5's start-up programs did."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
from paddle.fluid import unique_name
start = fluid.Program()
def build(make):
    main = fluid.Program()
    with fluid.program_guard(main, start), unique_name.guard():
        x = fluid.data("x", [None, 2])
        w = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr("w", initializer=fluid.initializer.Constant(1.0)))
        loss = fluid.layers.mean(w)
        make().minimize(loss)
    return main, loss
"""
SGD = "def sgd(rate):\n    return fluid.optimizer.SGD(rate)\n"


def migrated(body, head=HEAD, **options):
    return migrate_source(head + body, options=Options(programs=True, **options))


LOOP = """\
import numpy as np
import paddle.fluid as fluid
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x = fluid.data("x", [None, 2])
    with fluid.unique_name.guard("net_"):
        a, b = fluid.layers.fc(x, 1), fluid.layers.fc(x, 1)
        first, second = fluid.layers.mean(a), fluid.layers.mean(b)
    fluid.optimizer.SGD(0.1).minimize(first)
    fluid.optimizer.SGD(0.2).minimize(second)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(start)
for _ in range(3):
    print(executor.run(main, feed={"x": np.ones([1, 2], "float32")}, fetch_list=[first, second]))
"""


@pytest.mark.parametrize("body", [
    "build(lambda: fluid.optimizer.SGD(0.1))\nbuild(lambda: fluid.optimizer.Adam(learning_rate=0.2))\n",
    SGD + "build(lambda: sgd(0.1))\nbuild(lambda: sgd(0.2))\n",
    "for rate in (0.1, 0.2):\n    build(lambda: fluid.optimizer.Momentum(rate, 0.9))\n",
    "build(lambda: fluid.optimizer.Adam(**small))\nbuild(lambda: fluid.optimizer.Adam(**large))\n",
    "build(lambda: fluid.optimizer.SGD(args.g))\nbuild(lambda: fluid.optimizer.SGD(args.d))\n",
])  # fmt: skip
def test_different_rates(body):
    result = migrated(body)
    assert "of_first_rate(" in result.text.partition("def build")[2]
    assert not result.left
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize(("body", "head"), [
    ("build(lambda: fluid.optimizer.SGD(0.1))\n", HEAD),
    ("build(lambda: fluid.optimizer.SGD(args.rate))\n", HEAD),
    (SGD + "build(lambda: sgd(0.1))\nbuild(lambda: sgd(0.1))\n", HEAD),
    ("build(lambda: fluid.optimizer.SGD(0.1))\nbuild(lambda: fluid.optimizer.Adam(0.1))\n", HEAD),
    ("if kind == 'sgd':\n    make = fluid.optimizer.SGD(0.1)\nelse:\n    make = fluid.optimizer.Adam(0.01)\n", HEAD),
    ("decay = fluid.layers.cosine_decay\nbuild(lambda: fluid.optimizer.SGD(fluid.layers.cosine_decay(0.1, 2, 3)))\n"
     "build(lambda: fluid.optimizer.SGD(0.1))\n", HEAD),
    (SGD + "build(lambda: sgd(0.1))\nbuild(lambda: sgd(0.2))\n", HEAD.replace(", unique_name.guard()", "").replace(
        "from paddle.fluid import unique_name\n", "")),
])  # fmt: skip
def test_one_rate_schedules_and_names_that_go_on(body, head):
    assert "of_first_rate" not in migrated(body, head).text


def test_layers_and_a_loop_are_not_made_of_them():
    result = migrated(LOOP, "", dygraph=True)
    assert "of_first_rate(paddle.optimizer.SGD(0.2)).minimize(second)" in result.text
    assert [each.code for each in result.left] == ["PM340"]


TRAINED = """\
import numpy as np
import rates
executor = rates.fluid.Executor(rates.fluid.CPUPlace())
one = rates.build(lambda: rates.sgd(0.3))
two = rates.build(lambda: rates.fluid.optimizer.Momentum(learning_rate=0.1, momentum=0.5))
kept = rates.build(lambda: rates.sgd(rates.fluid.layers.piecewise_decay([1], [0.5, 0.05])))
executor.run(rates.start)
for main, loss in (one, two, kept) * 2:
    executor.run(main, feed={"x": np.ones([1, 2], "float32")}, fetch_list=[loss])
    print("%.5f" % np.array(rates.fluid.global_scope().find_var("w").get_tensor())[0, 0])
"""
OF_185 = "0.70000 0.40000 -0.10000 -0.40000 -0.85000 -0.90000"


def test_the_numbers(run_both_ways):
    old, new = run_both_ways({"rates": {"main.py": TRAINED, "rates.py": HEAD + SGD}})
    assert old["rates"] == new["rates"] == OF_185.split()
