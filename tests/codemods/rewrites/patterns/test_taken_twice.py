"""Rows that `gather` takes twice keep 1.8.5's gradients; of those that `scatter` replaces a person is told."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import numpy as np\nimport paddle.fluid as fluid\nL = fluid.layers\n"
GUARD = HEAD + "with fluid.dygraph.guard():\n    "
PROGRAM = HEAD + "x = fluid.data('x', [3, 4])\nh = L.fc(x, 4)\n"


def told(text):
    """Whether a function is written for `gather`, and of which names a person is told."""
    result = migrate_source(text, "script.py")
    return ["gather"] * ("def gather(" in result.text) + [
        f.name.rpartition(".")[2] for f in result.findings if f.code == "PM344"]


@pytest.mark.parametrize("line", [
    "y = L.gather(model(x), index)",
    "y = L.gather(index=i, input=w)",
    "def rows(w, i):\n        return L.gather(w, i)",
    "y = list(map(L.gather, many, indexes))",
    "y = L.gather(w, i, overwrite=True)",
    "y = L.gather(w, i, overwrite=how)",
    "x = fluid.dygraph.to_variable(a)\n    x.stop_gradient = False\n    y = L.gather(x, i)",
])
def test_rows_that_may_be_taken_twice(line):
    assert told(f"{GUARD}{line}\n") == ["gather"]


def test_in_programs():
    assert told(f"{PROGRAM}y = L.gather(h, i)\nz = L.scatter(h, i, y)\n") == ["gather", "scatter"]


@pytest.mark.parametrize("arguments", ["w, i, u", "w, i, u, overwrite=False", "input=w, index=i, updates=u"])
def test_rows_that_are_replaced(arguments):
    assert told(f"{GUARD}y = L.scatter({arguments})\n") == ["scatter"]


@pytest.mark.parametrize("line", [
    "y = L.gather(w, i, overwrite=False)",
    "y = L.gather(w, L.range(0, 3, 1, 'int32'))",
    "i = L.where(mask)\n    j = i\n    y = L.gather(w, j)",
    "y = L.gather(fluid.dygraph.to_variable(a), i)",
    "x = L.zeros([3, 2], 'float32')\n    y = L.scatter(x, i, u)",
    "y = L.gather_nd(w, i)",
    "y = other.gather(w, i)",
    "y = L.gather(w, i)  # paddle-migrate: skip",
])
def test_nothing_is_said(line):
    assert told(f"{GUARD}{line}\n") == []


def test_the_call_is_todays_where_no_row_is_twice():
    line = "y = L.gather(w, L.range(0, 3, 1, 'int32'))"
    assert "y = paddle.gather(w, paddle.arange(" in migrate_source(f"{GUARD}{line}\n", "script.py").text


def test_code_of_today(check_noop):
    check_noop("import paddle\ny = paddle.gather(w, i)\n")


STEPS = """
import numpy as np
import paddle.fluid as fluid

def taken(rows, numbers):
    return fluid.layers.gather(input=rows, index=numbers)

with fluid.dygraph.guard():
    for numbers in ([1, 3, 1, 0], [[2], [2]]):
        x = fluid.dygraph.to_variable(np.arange(12, dtype="float32").reshape(4, 3))
        x.stop_gradient = False
        y = taken(x, fluid.dygraph.to_variable(np.array(numbers)))
        loss = fluid.layers.reduce_sum(y * y)
        loss.backward()
        print(x.gradient().tolist())
"""
PROGRAM_STEPS = """
import numpy as np
import paddle.fluid as fluid
i = fluid.data("i", [None, 1], "int64")
w = fluid.layers.create_parameter([4, 3], "float32", default_initializer=fluid.initializer.Constant(2.0))
loss = fluid.layers.reduce_sum(fluid.layers.square(fluid.layers.gather(w, i)))
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(3):
    print(exe.run(feed={"i": np.array([[1], [3], [1]])}, fetch_list=[loss])[0].tolist())
"""


def test_the_numbers(run_both_ways):
    old, new = run_both_ways({"eager": {"main.py": STEPS}, "program": {"main.py": PROGRAM_STEPS}})
    assert old["eager"] == new["eager"] == [
        "[[0.0, 2.0, 4.0], [6.0, 8.0, 10.0], [0.0, 0.0, 0.0], [18.0, 20.0, 22.0]]",
        "[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [12.0, 14.0, 16.0], [0.0, 0.0, 0.0]]",
    ]
    assert [float(line.strip("[]")) for line in old["program"]] == pytest.approx(
        [float(line.strip("[]")) for line in new["program"]], rel=1e-6)
    assert len(new["program"]) == 3
