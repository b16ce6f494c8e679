"""The counts of `auc()`, written into the scope as other numbers than theirs."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
x, y = fluid.data('x', [None, 2]), fluid.data('y', [None, 1], 'int64')
area, lately, states = fluid.layers.auc(x, y, num_thresholds=7)
w = fluid.layers.create_parameter([2], 'float32', name='w')
place = fluid.CPUPlace()
exe = fluid.Executor(place)
exe.run(fluid.default_startup_program())
"""
DIRECT = "fluid.global_scope().find_var({}.name).get_tensor().set({}, place)\n"
NAMED = "t = fluid.global_scope().find_var({}.name).get_tensor()\nt.set({}, place)\n"
KEPT = """\
class Metric(object):
    def clear(self):
        for key in self.kept:
            name, dtype = self.kept[key]
            t = fluid.global_scope().find_var(name).get_tensor()
            t.set(np.zeros(t._get_dims()).astype(dtype), place)
class Area(Metric):
    def __init__(self, states):
        self.kept = {}
        self.kept['first'] = (states[0].name, 'float32')
Area(states).clear()
"""
SHORT = "np.zeros([2, 8], 'float32')"


def made(line: str) -> str:
    return migrate_source(HEAD + line, "script.py").text


COUNTS, OWN = ',"int64"),place)', ").dtype),place)"


@pytest.mark.parametrize(("line", "part"), [
    (NAMED.format("states[0]", SHORT), COUNTS), (DIRECT.format("states[0]", SHORT), COUNTS), (KEPT, COUNTS),
    ("for each in states:\n    " + DIRECT.format("each", "np.zeros([2, 8])"), COUNTS),
    ("for each in states + [w]:\n    " + DIRECT.format("each", SHORT), OWN),
    ("def clear(name):\n    " + DIRECT.format("V", SHORT).replace("V.name", "name"), OWN),
    (DIRECT.format("V", SHORT).replace("V.name", "'_generated_var_0'"), OWN),
])  # fmt: skip
def test_what_takes_their_dtype(line, part):
    text = made(line)
    assert part in "".join(text.split())
    assert migrate_source(text, "script.py").text == text


@pytest.mark.parametrize("line", [
    NAMED.format("states[0]", "np.zeros([2, 8], 'int64')"), DIRECT.format("states[0]", "np.zeros(8).astype(np.int64)"),
    NAMED.format("w", "np.ones([2], 'float32')"), DIRECT.format("V", SHORT).replace("V.name", "'w'"),
    "known = set([1])\n",
])  # fmt: skip
def test_what_stays(line):
    assert "np.array(" not in made(line).partition("exe.run(")[2]


def test_without_counts():
    text = HEAD.replace("fluid.layers.auc(x, y, num_thresholds=7)", "x, y, [w]") + DIRECT.format("each", SHORT)
    assert "np.array(" not in migrate_source(text, "script.py").text


def test_what_cannot_be_written_twice():
    found = DIRECT.format("states[0]", SHORT).replace("states[0].name", "name")
    line = "def clear(name):\n    " + found.replace("fluid.global_scope().f", "next(scopes).f")
    assert [each.name for each in migrate_source(HEAD + line).findings if each.code == "PM333"] == ["set"]


def test_they_are_cleared(run_both_ways):
    fed = "{'x': np.array([[.2, .8], [.6, .4]], 'float32'), 'y': np.array([[1], [0]])}"
    shown = f"print([np.ravel(each).tolist() for each in exe.run(feed={fed}, fetch_list=[area, lately])])\n"
    clear = "for s in states:\n    t = fluid.global_scope().find_var(s.name).get_tensor()\n" \
        "    t.set(np.zeros(np.array(t).shape, 'float32'), place)\n"
    old, new = run_both_ways({"counts": {"main.py": HEAD + shown + clear + shown}}, Options())
    assert old == new
