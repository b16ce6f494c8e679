"""Variables of programs as indices take one element, as numbers do."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data('x', [2, 3], 'float32')
i = fluid.data('i', [1], 'int32')
"""
RUN = """\
exe = fluid.Executor(fluid.CPUPlace())
for found in exe.run(feed={'x': np.float32([[0, 1, 2], [3, 4, 5]]), 'i': np.int32([1])}, fetch_list=outs):
    print(found.shape, found.tolist())
"""
PICKED = """\
outs = [x[i], x[:, i], x[i, 0], x[i][1:], x[i][2], x[fluid.layers.scale(i, -1.0)] if 0 else x[i:]]
def pick(rows, at):
    return rows[at] * 2
class Table:
    def __init__(self, rows):
        self.rows, self.cache = rows, {rows: 'kept'}
    def of(self, at):
        return self.rows[at] + 1.0
outs += [pick(x, i), Table(x).of(i), [row[i] for row in (x, x)][1]]
print(Table(x).cache[x])
"""
# by 1.8.5, too
SAID = ["kept", "(3,) [3.0, 4.0, 5.0]", "(2,) [1.0, 4.0]", "(1,) [3.0]", "(2,) [4.0, 5.0]", "(1,) [5.0]",
        "(1, 3) [[3.0, 4.0, 5.0]]", "(3,) [6.0, 8.0, 10.0]", "(3,) [4.0, 5.0, 6.0]", "(3,) [3.0, 4.0, 5.0]"]


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


def test_what_they_take(run_both_ways):
    text = HEAD.replace("x = ", "main = fluid.Program()\nguard = fluid.program_guard(main)\nguard.__enter__()\nx = ")
    text = text + PICKED + RUN.replace("exe.run(", "exe.run(main, ") + "guard.__exit__(None, None, None)\n"
    old, new = run_both_ways({"taken": {"main.py": text}})
    assert old == {"taken": SAID}
    assert new == old


@pytest.mark.parametrize(("old", "new"), [
    ("x[i]", "x[i.reshape([])]"), ("x[:, i]", "x[:, i.reshape([])]"), ("x[i - 1]", "x[(i - 1).reshape([])]"),
    ("x[fluid.layers.fill_constant([1], 'int32', 0)]", "x[paddle.full([1], dtype='int32', fill_value=0).reshape([])]"),
])
def test_how_they_are_written(old, new):
    result = migrated(f"y = {old}\n")
    assert result.text.endswith(f"y = {new}\n")
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_in_a_loop():
    text = "n = fluid.layers.fill_constant([1], 'int32', 0)\n"
    text += "def body(at, found):\n    return [at + 1, found + x[at]]\n"
    text += "fluid.layers.while_loop(lambda at, found: at < 2, body, [n, fluid.layers.zeros([3], 'float32')])\n"
    assert "found + x[at.reshape([])]" in migrated(text).text


@pytest.mark.parametrize("text", ["y = rows[i]\n", "def take(k):\n    return x[k]\ntake(i)\ntake(0)\n"])
def test_what_may_be_one_is_said(text):
    assert [each.code for each in migrated(text).left].count("PM343") == 1


@pytest.mark.parametrize("line", [
    "k, n = fluid.layers.split(x, 2)\nfound = rnn()\nfor k in range(2):\n    y = found[k * 2]",
    "y = x[0]", "y = x[i, 0]", "y = x[i:]", "for k in range(2):\n    y = x[k]", "y = {x: 1}[x]",
    "seen = dict()\nseen[x] = 1\ny = seen[x]", "rows = [x, x]\nk = len(rows) - 1\ny = rows[k]", "y = np.ones(3)[k]",
])
def test_what_stays(line):
    result = migrated(f"{line}\n")
    assert result.text.endswith(f"{line}\n".splitlines(keepends=True)[-1])
    assert "PM343" not in {each.code for each in result.findings}


def test_in_dygraph_there_was_no_such_index():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n"
    text += "    i = fluid.layers.ones([1], 'int32')\n    y = x[i]\n"
    assert "x[i]\n" in migrate_source(text).text


@pytest.mark.parametrize("body", [
    "for k in found:\n        y = found[k]", "for k, n in zip(found, range(2)):\n        y = found[k] * n",
    "y = [found[k] for k in sorted(found)]", "for n, k in enumerate(found):\n        y = found[k]",
])
def test_keys_of_what_is_gone_through(body):
    text = f"def heads(found):\n    {body}\nheads([x, x])\n"  # where others hand a dictionary over
    assert "PM343" not in {each.code for each in migrated(text).findings}
