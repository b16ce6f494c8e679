"""Rows that `gather` takes twice, and that `scatter` replaces, had other gradients in 1.8.5: a person is told."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import numpy as np\nimport paddle.fluid as fluid\nL = fluid.layers\n"
GUARD = HEAD + "with fluid.dygraph.guard():\n    "
PROGRAM = HEAD + "x = fluid.data('x', [3, 4])\nh = L.fc(x, 4)\n"


def told(text):
    return [f.name.rpartition(".")[2] for f in migrate_source(text, "script.py").findings if f.code == "PM344"]


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


def test_the_call_is_rewritten_all_the_same():
    assert "paddle.gather(w, i)" in migrate_source(f"{GUARD}y = L.gather(w, i)\n", "script.py").text


def test_code_of_today(check_noop):
    check_noop("import paddle\ny = paddle.gather(w, i)\n")
