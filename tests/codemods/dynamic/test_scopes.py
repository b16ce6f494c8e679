"""A scope around what trains: it holds the parameters, which layers do by themselves."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid

A = np.cos(np.arange(24.0)).reshape(6, 4).astype('float32')


def build():
    x = fluid.data('x', [None, 4])
    out = fluid.layers.fc(x, 2, param_attr=fluid.initializer.Constant(0.1))
    return fluid.layers.mean(fluid.layers.square(out - 1.0))


"""
BUILT = "loss = build()\nfluid.optimizer.SGD(0.2).minimize(loss)\nexe = fluid.Executor(fluid.CPUPlace())\n"
START = "exe.run(fluid.default_startup_program())\n"
STEP = "print('%.5f' % exe.run(feed={'x': A}, fetch_list=[loss])[0])\n"
LOOP = f"for i in range(4):\n    {STEP}"


def under(head: str, text: str) -> str:
    return f"{head}\n" + "".join(f"    {line}\n" for line in text.splitlines())


TRAIN = under("def train():", LOOP) + "\n\n"
PARTS = {
    "around all": BUILT + under("with fluid.scope_guard(fluid.Scope()):", START + LOOP),
    "of a name": BUILT + "scope = fluid.core.Scope()\n" + under("with fluid.scope_guard(scope):", START + LOOP),
    "twice the same": BUILT + "scope = fluid.Scope()\n" + under("with fluid.scope_guard(scope):", START)
    + under("with fluid.scope_guard(scope):", LOOP),
    "the global one": BUILT + under("with fluid.scope_guard(fluid.global_scope()):", START + LOOP),
    "around a call": "".join(("train = None\n", BUILT, TRAIN.replace("def train", "def steps"),
                              under("with fluid.scope_guard(fluid.Scope()):", START + "steps()\n"))),
    "in a function": under("def main():", BUILT + under("with fluid.scope_guard(fluid.Scope()):", START + LOOP))
    + "\n\nmain()\n",
    "two scopes": BUILT + under("with fluid.scope_guard(fluid.Scope()):", START + LOOP)
    + under("with fluid.scope_guard(fluid.Scope()):", START + STEP),
}


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": HEAD + text} for name, text in PARTS.items()}, Options(dygraph=True))
    assert new == old
    assert all(float(lines[3]) < float(lines[0]) for lines in old.values())


@pytest.mark.parametrize("name", [name for name in PARTS if name != "two scopes"])
def test_they_become_loops(name):
    text = migrate_source(HEAD + PARTS[name], options=Options(dygraph=True)).text
    assert ".clear_grad()" in text
    assert "scope_guard" not in text
    assert "no_grad" not in text


LOAD = "fluid.io.load_params(exe, 'saved')\n"


@pytest.mark.parametrize("text", [
    PARTS["two scopes"], BUILT + START + under("with fluid.scope_guard(fluid.Scope()):", LOAD + STEP) + LOOP,
])
def test_several_scopes_stay(text):
    result = migrate_source(HEAD + text, options=Options(dygraph=True))
    assert any(each.code == "PM340" for each in result.findings)
    assert ".clear_grad()" not in result.text


def test_what_is_loaded_runs_in_a_scope_of_its_own_where_nothing_trains():
    save = "fluid.io.save_inference_model('saved', ['x'], [loss], exe)\n"
    load = "program, names, found = fluid.io.load_inference_model('saved', exe)\n"
    ask = "print(exe.run(program, feed={'x': A}, fetch_list=found)[0].shape)\n"
    for inside, stays in ((load + ask, False), (load + LOOP, True)):
        text = BUILT + START + LOOP + save + under("with fluid.scope_guard(fluid.Scope()):", inside)
        result = migrate_source(HEAD + text, options=Options(dygraph=True))
        assert any("several scopes" in each.message for each in result.findings) is stays
