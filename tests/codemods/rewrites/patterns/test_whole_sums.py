"""Sums of int32 stay int32."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid
L = fluid.layers
n, x = fluid.data("n", [None, 2], "int32"), fluid.data("x", [None, 2])
"""
CAST = '.astype("int32")'


@pytest.mark.parametrize(("line", "part"), [
    ("s = L.reduce_sum(n, dim=1)", "paddle.sum(n, axis=1)" + CAST),
    ("s = L.reduce_sum(dim=[0], input=n)", "paddle.sum(axis=[0], x=n)" + CAST),
    ("s = L.cumsum(L.cast(x, 'int32'), 1)", "paddle.cumsum(paddle.cast(x, 'int32'), 1)" + CAST),
    ("def total(v):\n    return L.reduce_sum(v, 1)\ns = total(n)", "paddle.sum(v, 1)" + CAST),
    ("def total(v):\n    return L.reduce_sum(v, 1)\ns = total(n), total(x)", "paddle.sum(v, 1).astype(v.dtype)"),
    ("class Sums(object):\n    def __init__(self, v):\n        self.s = L.reduce_sum(v, 1)\ns = Sums(n).s", CAST),
    ("def total(v, **named):\n    return L.reduce_sum(v, **named)\ns = total(n)", "paddle.cast(paddle.sum("),
])  # fmt: skip
def test_what_keeps_its_dtype(line, part):
    result = migrate_source(f"{HEAD}{line}\n")
    assert part in result.text
    assert not [each for each in result.findings if each.code == "PM213"]
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("line", [
    "s = L.reduce_sum(x, dim=1)", "s = L.reduce_sum(L.cast(n, 'int64'))", "s = L.reduce_sum(L.cast(n, 'float32'))",
    "def total(v):\n    return L.reduce_sum(v, 1)\ns = total(x)", "s = L.reduce_sum(n, no_such=1)",
    "s = L.reduce_sum()",
])  # fmt: skip
def test_others_stay(line):
    assert "astype" not in migrate_source(f"{HEAD}{line}\n").text


SCRIPT = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
def total(v, **named):
    return L.reduce_sum(v, **named)
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    n = fluid.data("n", [None, 2], "int32")
    both = L.concat([L.reduce_sum(n, dim=1), total(n, dim=1), L.cast(L.cumsum(n)[:, 1], "int32")], 0)
out, = fluid.Executor(fluid.CPUPlace()).run(main, feed={"n": np.array([[4, 9]], "int32")}, fetch_list=[both])
print(str(out.dtype), *out.tolist())
"""


def test_the_numbers(run_both_ways):
    old, new = run_both_ways({"sums": {"main.py": SCRIPT}})
    assert old["sums"] == new["sums"] == ["int32 13 13 13"]
