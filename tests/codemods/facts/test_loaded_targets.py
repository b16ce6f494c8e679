"""What a model gives that the same script saves and loads."""

from __future__ import annotations

from textwrap import indent

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data('x', [None, 3])
y = fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(0.5))
loss = fluid.layers.mean(y)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
folder = 'model'
"""
SAVE = "fluid.io.save_inference_model({}, ['x'], [{}], exe)\n"
LOAD = "program, names, targets = fluid.io.load_inference_model({}, exe)\n" \
    "found = exe.run(program, feed={{names[0]: np.ones([1, 3], 'float32')}}, fetch_list=targets)\n" \
    "print(found[0], found[0][0], len(found[0]))\n"
IN_FUNCTIONS = "def save(to):\n    " + SAVE.format("to", "y") + "def infer(path):\n    " \
    + LOAD.format("path").replace("\n", "\n    ").rstrip(" ") + "save(folder)\ninfer(folder)\n"
KNOWN = {
    "a name": SAVE.format("folder", "y") + LOAD.format("folder"),
    "a text": SAVE.format("folder", "y") + LOAD.format("'model'"),
    "in functions": IN_FUNCTIONS,
    "two folders": SAVE.format("'other'", "loss") + SAVE.format("folder", "y") + LOAD.format("folder"),
}
UNKNOWN = {
    "a number": SAVE.format("folder", "loss") + LOAD.format("folder"),
    "another folder": SAVE.format("'other'", "y") + SAVE.format("folder", "loss") + LOAD.format("folder"),
    "a folder of nobody": SAVE.format("folder", "y") + LOAD.format("input()"),
    "what may be the same folder": SAVE.format("input()", "loss") + SAVE.format("folder", "y") + LOAD.format("folder"),
    "two models in a folder": SAVE.format("folder", "loss") + SAVE.format("folder", "y") + LOAD.format("folder"),
    "nothing saved": LOAD.format("folder"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_no_value_is_a_number(name):
    assert "atleast_1d" not in migrate_source(HEAD + KNOWN[name]).text


@pytest.mark.parametrize("name", UNKNOWN)
def test_some_value_may_be_a_number(name):
    assert "np.atleast_1d" in migrate_source(HEAD + UNKNOWN[name]).text


def test_the_same_values(run_both_ways):
    cases = {**KNOWN, **UNKNOWN}
    whole = {name: text for name, text in cases.items() if "input()" not in text and "nothing" not in name}
    start, _, rest = HEAD.partition("x = ")
    opened = "with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):\n"
    files = {name.replace(" ", "_"): {"main.py": start + opened + indent("x = " + rest + text, "    ")}
             for name, text in whole.items()}
    old, new = run_both_ways(files)
    assert {name: given for name, given in old.items() if not given or "Error" in given[-1]} == {}
    assert new == old
