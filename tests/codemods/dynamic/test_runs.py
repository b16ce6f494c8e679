"""Functions that are given a program, an executor, what is fetched."""

from __future__ import annotations

import pytest

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
