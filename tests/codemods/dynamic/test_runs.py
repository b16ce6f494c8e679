"""Functions that are given a program, an executor, what is fetched."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

RUN = '        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])\n'
TESTED = """\
def tested(executor, program, times, fetch_list):
    for _ in range(times):
        found = executor.run(program, feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=fetch_list)
    return found


"""


def test_a_function_is_given_the_network(layers):
    text = layers(("def main", TESTED + "def main"), (RUN, f"{RUN}        print(tested(exe, test, 2, [loss]))\n"))
    assert "def tested(network, times):\n    for _ in range(times):\n        network.eval()\n" in text
    assert "        print(tested(network, 2))\n" in text
    assert "        found = [np.atleast_1d(loss.numpy())]\n" in text


def test_a_function_inside_sees_it(layers):
    inner = "".join(f"    {line}\n" if line else "\n" for line in TESTED.rstrip().split("\n"))
    text = layers(("    for step", inner + "    for step"),
                  (RUN, f"{RUN}        print(tested(program=test, executor=exe, times=2, fetch_list=[loss]))\n"))
    assert "    def tested(times):\n" in text
    assert "        print(tested(times=2))\n" in text


@pytest.mark.parametrize(("calls", "why"), [
    ("tested(exe, test, 2, [loss]), tested(exe, fluid.default_main_program(), 2, [loss])", "which program program is"),
    ("tested(exe, test, 2, [loss]), tested(exe, test, 2, [predict])", "to be a value of the network"),
    ("tested(exe, test, 2, [loss]), tested", "tested() is handed on here"),
    ("tested(exe, test, 2, [loss]), tested(*ARRAY)", "tested() is not given"),
])
def test_what_stays_a_program(stays, calls, why):
    assert why in stays(("def main", TESTED + "def main"), (RUN, f"{RUN}        print({calls})\n"))


FETCHED = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(2):
        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])
        print("%.6f" % value[0])


main()
"""
RUN_HERE = '        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])\n'
OF_TENSORS = RUN_HERE.replace("[loss]", "[loss, out], return_numpy=False")
MADE_ARRAYS = {
    "named": OF_TENSORS.replace("value,", "value, more") + "        value = np.array(value)\n"
        "        more = np.asarray(more)\n",
    "again": OF_TENSORS.replace("value,", "value, more") + (
        "        print(np.array(more).shape)\n        value = np.array(value)\n"),
    "listed": OF_TENSORS.replace("value,", "values") + "        value = np.array(values[0])\n",
    "by_numpy": OF_TENSORS.replace("value,", "values") + (
        "        print(np.argmax(values[1]))\n        value = np.array(values[0])\n"),
    "fed": RUN_HERE.replace("[loss]", "[loss, x, y.name]").replace("value,", "value, cells, rows") + (
        '        print("%.3f %.3f" % (cells.mean(), rows.mean()))\n'),
}
PRINTED_ARRAYS = {
    "named": ["0.078125", "0.029184"],
    "again": ["(2, 1)", "0.078125", "(2, 1)", "0.029184"],
    "listed": ["0.078125", "0.029184"],
    "by_numpy": ["1", "0.078125", "1", "0.029184"],
    "fed": ["0.438 0.250", "0.078125", "0.438 0.250", "0.029184"],
}


def test_tensors_of_which_arrays_are_made_and_what_is_fed(run_both_ways):
    scripts = {name: {"main.py": FETCHED.replace(RUN_HERE, text)} for name, text in MADE_ARRAYS.items()}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old == PRINTED_ARRAYS  # as 1.8.5
    for files in scripts.values():
        assert "loss.backward()" in migrate_source(files["main.py"], options=Options(dygraph=True)).text


@pytest.mark.parametrize(("run", "why"), [
    (OF_TENSORS.replace("value,", "value, more") + "        print(more.lod())\n        value = np.array(value)\n",
     "return_numpy=False"),
    (OF_TENSORS.replace("value,", "value, more") + "        if step:\n            value = np.array(value)\n",
     "return_numpy=False"),
    (f"        feeder = fluid.DataFeeder([x, y], fluid.CPUPlace())\n{RUN_HERE.replace('[loss]', '[x]')}",
     "x is fetched, which is fed"),
])
def test_what_is_no_array_stays(run, why):
    result = migrate_source(FETCHED.replace(RUN_HERE, run), options=Options(dygraph=True))
    (found,) = [each.message for each in result.findings if each.code == "PM340"]
    assert why in found


START = "    exe.run(fluid.default_startup_program())\n"
LOOPED = "    for step in range(3):\n"


def test_a_start_before_all_steps(layers):
    inner = "    def start():\n        exe.run(fluid.default_startup_program())\n\n    start()\n"
    assert "def start():\n        pass\n" in layers((START, inner))


@pytest.mark.parametrize("changes", [
    [(START, ""), (LOOPED, LOOPED + "    " + START)],
    [(START, START.replace("    exe", "    for fold in range(2):\n        exe"))],
    [(START, "    def start():\n        exe.run(fluid.default_startup_program())\n\n    start()\n"),
     (LOOPED, LOOPED + "        start()\n")],
    [(START, "    start = fluid.default_startup_program()\n    exe.run(start)\n"),
     ("\n\nmain()", "\n    exe.run(start)\n\n\nmain()")],
])
def test_parameters_that_are_drawn_anew(stays, changes):
    assert "parameters are drawn anew here" in stays(*changes)
