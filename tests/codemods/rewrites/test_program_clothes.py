"""Programs whose runs are asked for the same in other clothes: what is fetched without a dimension, by name, and the
softmax beside its loss."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1], 'int64')
    start = fluid.initializer.NumpyArrayInitializer(np.linspace(-1, 1, 9).reshape(3, 3).astype('float32'))
    out = L.fc(x, 3, param_attr=start)
    loss, soft = L.softmax_with_cross_entropy(out, y, return_softmax=True)
    cost, total = L.mean(loss), L.reduce_sum(soft)
    fluid.optimizer.SGD(0.1).minimize(cost)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
feed = {'x': np.arange(6).reshape(2, 3).astype('float32') / 6, 'y': np.array([[0], [2]])}
def run(fetched):
    return exe.run(main, feed=dict(feed), fetch_list=fetched)
"""
WITHOUT_DIMENSION = {
    "dictionary": "names, outs = ['c', 't'], run([cost, total])\n"
        'got = dict(zip(names, outs))\n'
        "print(round(float(got['c'][0]), 4), round(float(got['t'][0]), 4))",
    "list": 'kept = []\n'
        'for i in range(2):\n'
        '    kept.append(run([cost])[0])\n'
        'print([round(float(k[0]), 4) for k in kept], np.concatenate(kept).shape, len(kept[0]))',
    "loop": "for n, o in zip(['c', 't'], run([cost, total])):\n"
        '    print(n, round(float(o[0]), 4), o.shape)',
    "returned": 'def first():\n'
        '    return run([cost, total])\n'
        'c, t = first()\n'
        'print(round(float(c[0]), 4), np.array(t).shape)',
    "passed": 'def show(value, *rest):\n'
        '    print(round(float(value[0]), 4), len(rest), len(rest[0]))\n'
        'show(*run([cost, total]))',
    "reused": 'c = run([cost])[0]\n'
        'print(round(float(c[0]), 4))\n'
        'c = run([soft])[0]\n'
        'print(c[0].round(4).tolist())',
}
STARRED = {
    "a dictionary": "kw = {'fetch_list': [cost, total]}\n"
        "c, t = exe.run(main, feed=dict(feed), **kw)\nprint(round(float(c[0]), 4), t.shape)",
    "a dictionary that is filled": "kw = dict(feed=dict(feed))\nkw['fetch_list'] = [cost]\n"
        "print(exe.run(main, **kw)[0][0].round(4))",
    "places": "args = main, dict(feed), [cost, soft]\nc, s = exe.run(*args)\nprint(c.shape, s.round(4).tolist())",
    "names": "kw = dict(fetch_list=[cost.name], feed=dict(feed))\nprint(exe.run(main, **kw)[0][0].round(4))",
    "a wrapper": "def go(*args, **kw):\n    return exe.run(*args, **kw)\n"
        "print(go(startup), go(main, dict(feed), fetch_list=[cost])[0].shape)",
    "a class": "class Runner(object):\n    def __init__(self, exe, **kw):\n        self.exe, self.kw = exe, kw\n"
        "    def __call__(self, feed):\n        return self.exe.run(main, feed=feed, **self.kw)\n"
        "print([v.shape for v in Runner(exe, fetch_list=[cost, total])(dict(feed))])",
    "tensors": "def go(**kw):\n    return exe.run(main, feed=dict(feed), **kw)\n"
        "t = go(fetch_list=[cost], return_numpy=False)[0]\nprint(t.shape(), t.lod(), np.array(t)[0].round(4))",
    "tensors by a dictionary": "kw = {'return_numpy': False}\n"
        "t, = exe.run(main, feed=dict(feed), fetch_list=[cost], **kw)\nprint(t.shape(), np.array(t)[0].round(4))",
    "another run": "class App(object):\n    def run(self, *a, **k):\n        return k\n"
        "print(App().run(**{'a': 3}), run([cost])[0].shape)",
}
ASKED = {
    "a method": "print(run([cost])[0][0].round(3), [v[0].tolist() > 0 for v in run([cost, total])])",
    "a dtype": "v = run([cost])[0]\nprint(v[0].dtype, (v[0] + v[0]).dtype, v[0].astype('float64').round(3))",
    "a name": "v = run([cost])[0]\nfirst = v[0]\nprint(first.round(3), '{:.3f}'.format(first), first.shape)",
    "a function": "def show(value):\n    return value.round(3)\nprint(show(run([cost])[0][0]))",
    "a type": "v = run([cost])[0][0]\nprint(isinstance(v, np.float32), type(v).__name__, isinstance(v, float))",
    "a list": "kept = [run([cost])[0][0] for _ in range(2)]\nprint([v.round(3) for v in kept], np.mean(kept).shape)",
}
SOFTMAX = {
    "fetched": 'print([np.round(v, 4).ravel().tolist() for v in run([loss, soft])])',
    "twice": 'print([np.round(v, 4).ravel().tolist() for v in [*run([soft]), *run([soft])]])',
    "summed": 'print(np.round(run([total])[0], 4).ravel().tolist())',
    "beside": 'print([np.round(v, 4).ravel().tolist() for v in run([soft, out, loss])])',
}
BY_NAME = {
    "name": 'print(np.round(run([cost.name])[0], 4).ravel().tolist())',
    "alone": 'print(np.round(run(cost.name)[0], 4).ravel().tolist())',
    "names": 'print([np.round(v, 4).ravel().tolist() for v in run([v.name for v in (cost, total)])])',
    "parameter": 'w = main.all_parameters()[0].name\n'
        'print([np.round(v, 4).ravel().tolist() for v in run([cost, w])])',
    "looked_up": 'v = main.global_block().var(cost.name)\n'
        'w = fluid.framework._get_var(total.name, main)\n'
        'print([np.round(v, 4).ravel().tolist() for v in run([v, w, main.global_block().var(x.name)])])',
    "looked_up_later": 'def find(name, program=main):\n'
        '    return program.global_block().var(name)\n'
        'found = [find(n) for n in (cost.name, total.name)]\n'
        'print([np.round(v, 4).ravel().tolist() for v in run([*found, find(name=soft.name)])])',
    "held": "d = {'fetch': [cost.name, soft.name]}\n"
        "print([np.round(v, 4).ravel().tolist() for v in run(d['fetch'])])",
}


def test_runs_print_the_same(run_both_ways):
    """The old ones print what 1.8.5 does, but for rounding."""
    clothes = {**WITHOUT_DIMENSION, **STARRED, **ASKED, **SOFTMAX, **BY_NAME}
    old, new = run_both_ways({name: {"main.py": HEAD + lines + "\n"} for name, lines in clothes.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


HANDED = {
    "a name": "step = exe.run\nprint(step(main, dict(feed), [cost])[0].shape)",
    "a partial": "import functools as f\nstep = f.partial(exe.run, main, fetch_list=[cost])\nprint(step(feed=feed))",
    "a parameter": "def loop(step):\n    return step(main, dict(feed), [cost])\nprint(loop(exe.run))",
    "a list": "steps = [exe.run]\nprint(steps[0](main, dict(feed), [cost]))",
}
SHOWN = {
    "an attribute": "class T(object):\n    def __init__(self, exe):\n        self.run = exe.run\n"
        "print(T(exe).run(main, dict(feed), [cost])[0].shape)",
    "another's": "class App(object):\n    def run(self):\n        return 3\nstep = App().run\nprint(step())",
    "nothing": "print(hasattr(exe, 'run'))",
}


@pytest.mark.parametrize("lines", HANDED.values(), ids=HANDED)
def test_a_run_that_is_handed_on_waits_for_a_person(lines):
    found = migrate_source(HEAD + lines + "\n").left
    assert [(each.code, each.name, each.line) for each in found] == [("PM333", "run", _line(lines))]


def _line(lines):
    handed = next(place for place, line in enumerate(lines.splitlines()) if "exe.run" in line)
    return HEAD.count("\n") + 1 + handed


@pytest.mark.parametrize("lines", SHOWN.values(), ids=SHOWN)
def test_what_shows_that_it_is_a_run_does_not(lines):
    assert not migrate_source(HEAD + lines + "\n").left
