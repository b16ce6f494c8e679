"""Names where programs want variables, and gradients of what is computed, in clothes: what runs fetch, what does not
train, what is trained, what is derived by."""

from __future__ import annotations

from textwrap import indent

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from other import BOTH, FROZEN, Fetch, add, build, both, head_names, saliency
L = fluid.layers
main, startup = fluid.Program(), fluid.Program()
"""
NET = """\
def P(name, value=.3):
    return fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(value))
x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1])
h = L.fc(x, 2, act='tanh', param_attr=P('w1'), bias_attr=P('b1', .1))
p = L.fc(h, 1, param_attr=P('w2', .5), bias_attr=P('b2', 0.))
cost = L.mean(L.square(p - y))
feed = {'x': np.arange(6).reshape(2, 3).astype('float32') / 6, 'y': np.array([[.5], [2.]], 'float32')}
def start():
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    return exe
def sgd():
    fluid.optimizer.SGD(.1).minimize(cost)
    return start()
def show(found):
    print([np.round(each, 4).ravel().tolist() for each in found])
def steps(exe, fetch, times=2):
    for _ in range(times):
        show(exe.run(feed=dict(feed), fetch_list=fetch))
"""
OTHER = """\
import paddle.fluid as fluid
FROZEN, BOTH = {'w1', 'b1'}, ['w1', 'b2']
def add(a, b):
    return a + b
def both(loss):
    return [loss.name] + BOTH
def head_names():
    return ['%s2' % kind for kind in 'wb']
def build(loss, names):
    fluid.optimizer.SGD(.1).minimize(loss, parameter_list=names)
class Fetch(object):
    def __init__(self, **kept):
        self.names = {k: v.name for k, v in kept.items()}
    def run(self, exe, feed):
        order = sorted(self.names)
        return dict(zip(order, exe.run(feed=feed, fetch_list=[self.names[k] for k in order])))
def saliency(of, by, grads=None):
    return fluid.gradients(targets=of, inputs=by, target_gradients=grads)
"""
FETCHED = {
    "attr": "class T(object):\n    names = ['w1', 'b1']\n    def fetch(self):\n        return [cost] + self.names\n"
        "steps(sgd(), T().fetch())",
    "default": "def go(exe, watch=('w1',)):\n    steps(exe, [cost] + list(watch))\ngo(sgd())",
    "dict": "cfg = {'watch': {'loss': cost.name, 'w': 'w1'}}\nsteps(sgd(), [cfg['watch'][k] for k in ('loss', 'w')])",
    "func": "def wname(i):\n    return 'w%d' % i\nsteps(sgd(), [cost.name, wname(1), wname(2)])",
    "file": "steps(sgd(), both(cost))",
    "loop": "fetch = []\nfor v in (cost, p):\n    fetch.append(v.name)\n"
        "for v in fluid.default_main_program().all_parameters():\n    fetch.append(v.name)\nprint(fetch[2:])\n"
        "steps(sgd(), fetch)",
}
OUTSIDE = {
    "a line": "steps(sgd(), 'w1,b2'.split(','))",
    "json": "import json\nsteps(sgd(), json.loads('{\"fetch\": [\"w1\"]}')['fetch'] + [cost])",
    "an option": "import argparse\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--fetch', nargs='*', default=['w1'])\nargs = parser.parse_args([])\n"
        "steps(sgd(), args.fetch + [cost.name])",
    "the environment": "import os\nsteps(sgd(), os.environ.get('NO_SUCH', 'w1').split())",
    "a star": "def watch(*names, **kw):\n    steps(sgd(), list(names), **kw)\nwatch('w1', 'b2', times=1)",
    "variables that are split": "steps(sgd(), list(L.split(h, 2, -1)) + [cost])",
}
READ = {  # as names, too
    "a dictionary": "exe = sgd()\nnames = [cost.name, p.name]\nfor _ in range(2):\n"
        "    res = dict(zip(names, exe.run(feed=dict(feed), fetch_list=names)))\n"
        "    print(res[cost.name].round(4), res[p.name].round(4).tolist())",
    "sorted": "exe = sgd()\nnames = [q.name for q in main.all_parameters()]\n"
        "res = dict(zip(names, exe.run(feed=dict(feed), fetch_list=names)))\n"
        "print({k: v.round(4).tolist() for k, v in sorted(res.items())})",
    "of files": "exe = sgd()\nnames = [q.name for q in main.all_parameters()]\n"
        "for n, v in zip(names, exe.run(feed=dict(feed), fetch_list=names)):\n"
        "    print(n + '.npy', n.endswith('1'), v.shape)",
    "a function": "exe = sgd()\ndef fetch(names):\n"
        "    return dict(zip(names, exe.run(feed=dict(feed), fetch_list=names)))\nr = fetch([cost.name, 'w1'])\n"
        "print(r['w1'].round(4).tolist(), r[cost.name].shape)",
    "an index of a dictionary": "exe = sgd()\nkeys = {'loss': cost.name, 'pred': p.name}\n"
        "vals = exe.run(feed=dict(feed), fetch_list=list(keys.values()))\nr = dict(zip(keys.keys(), vals))\n"
        "print(r['loss'].round(4), r['pred'].shape)\nprint(list(keys.values()).index(p.name))",
    "an index": "exe = sgd()\nnames = [cost.name, p.name]\nvals = exe.run(feed=dict(feed), fetch_list=names)\n"
        "print(vals[names.index(cost.name)].round(4), len(names), cost.name in names)",
    "a class": "exe = sgd()\nclass T(object):\n    def __init__(self, vs):\n"
        "        self.names = [v.name for v in vs]\n    def go(self):\n"
        "        return {n: v for n, v in zip(self.names, exe.run(feed=dict(feed), fetch_list=self.names))}\n"
        "t = T([cost, p])\nr = t.go()\n"
        "print(sorted(v.size for v in r.values()), r[cost.name].round(4), len(set(t.names)))",
    "joined": "exe = sgd()\nnames = [cost.name]\nprint('%d' % len('fetch: {}'.format(','.join(names)).split(',')))\n"
        "print(exe.run(feed=dict(feed), fetch_list=names)[0].round(4))",
    "asked": "exe = sgd()\nnames = [cost.name]\nnames.append('w1')\nprint('w1' in names)\n"
        "print([v.round(4).tolist() for v in exe.run(feed=dict(feed), fetch_list=names)])",
    "another file": "exe = sgd()\nf = Fetch(loss=cost, pred=p)\n"
        "print({k: np.round(v, 4).tolist() for k, v in sorted(f.run(exe, dict(feed)).items())})",
}
PARALLEL = {
    "names": "exe = sgd()\npe = fluid.ParallelExecutor(False, loss_name=cost.name)\nclass R(object):\n"
        "    def __init__(self, pe, names):\n        self.pe, self.names = pe, names\n    def go(self):\n"
        "        return self.pe.run(self.names, feed=dict(feed))\nr = R(pe, [cost.name])\nfor _ in range(2):\n"
        "    print(np.round(r.go()[0], 4).ravel().tolist())",
    "kw": "exe = sgd()\npe = fluid.ParallelExecutor(use_cuda=False, loss_name=cost.name)\nd = {'loss': cost.name}\n"
        "for _ in range(2):\n"
        "    print(np.round(pe.run(fetch_list=list(d.values()), feed=dict(feed))[0], 4).ravel().tolist())",
}
STOPPED = {
    "minimize": "fluid.optimizer.SGD(.1).minimize(cost, no_grad_set={'w1'})\nsteps(start(), ['w1', 'w2'])",
    "name": "frozen = set(['w1', 'b1'])\ndef train(loss, frozen=None):\n"
        "    fluid.optimizer.SGD(.1).minimize(loss, no_grad_set=frozen)\ntrain(cost, frozen)\n"
        "steps(start(), ['w1', 'w2'])",
    "comp": "ps = fluid.default_main_program().all_parameters()\n"
        "fluid.optimizer.SGD(.1).minimize(cost, no_grad_set={q.name for q in ps if q.name.endswith('1')})\n"
        "steps(start(), ['w1', 'w2'])",
    "file": "fluid.optimizer.SGD(.1).minimize(cost, no_grad_set=FROZEN)\nsteps(start(), ['w1', 'w2'])",
    "backward": "pg = fluid.backward.append_backward(cost, no_grad_set={'w1'})\nprint([q.name for q, _ in pg])\n"
        "steps(start(), [g for _, g in pg], 1)",
}
CHOSEN = {
    "list": "names = ['w2', 'b2']\npg = fluid.backward.append_backward(cost, parameter_list=names)\n"
        "print([q.name for q, _ in pg])\nsteps(start(), [g for _, g in pg], 1)",
    "default": "def grads(loss, names=('w2',)):\n"
        "    return fluid.backward.append_backward(loss, parameter_list=list(names))\npg = grads(cost)\n"
        "print([q.name for q, _ in pg])\nsteps(start(), [g for _, g in pg], 1)",
    "prefix": "opt = fluid.optimizer.SGD(.1)\n"
        "opt.minimize(cost, parameter_list=[q.name for q in main.all_parameters() if q.name.startswith('w')])\n"
        "steps(start(), ['w1', 'w2', 'b1'])",
    "vars": "opt = fluid.optimizer.SGD(.1)\n"
        "opt.minimize(cost, parameter_list=[main.global_block().var(n) for n in ('w2', 'b2')])\n"
        "steps(start(), ['w1', 'w2', 'b2'])",
    "file": "build(cost, head_names())\nsteps(start(), ['w1', 'w2'])",
}
DERIVED = {
    "in": "g = fluid.gradients(cost, h)\nsteps(start(), g, 1)",
    "kw": "kw = {'targets': [cost], 'inputs': [h]}\ng, = fluid.gradients(**kw)\nsteps(start(), [g], 1)",
    "func": "def sal(t, v):\n    return fluid.gradients([t], [v])[0]\nsteps(start(), [sal(cost, h)], 1)",
    "cls": "class S(object):\n    def __init__(self, v):\n        self.v = v\n    def of(self, t):\n"
        "        return fluid.backward.gradients(t, self.v)\nsteps(start(), S(h).of(cost), 1)",
    "dict": "d = {'h': h, 'p': p}\nsteps(start(), [fluid.gradients(cost, d[k])[0] for k in ('h', 'p')], 1)",
    "file": "steps(start(), saliency(cost, h), 1)",
    "x": "x.stop_gradient = False\ng = fluid.gradients([cost], [x])\nsteps(start(), g, 1)",
    "calc": "g = fluid.backward.calc_gradient(cost, [h])\nsteps(start(), g, 1)",
}
CALCULATED = {
    "a sum": "t = cost + p\nprint(len(t.name) > 2)",
    "a power": "t = p ** 2\nprint(t.name == (p ** 3).name)",
    "the negative": "t = -p\nprint(t.name != p.name)",
    "a comparison": "t = p > 0.\nprint(t.name != '')",
    "a part": "t = p[0]\nprint(t.name != '')",
    "another dtype": "t = p.astype('int32')\nprint(t.name != '')",
    "the sum of a list": "exe = sgd()\nt = sum([cost, L.mean(p)])\nprint(t.name != '')\n"
        "show(exe.run(main, feed=dict(feed), fetch_list=[t.name]))",
    "a sum that grows": "exe = sgd()\nt = cost\nt += L.mean(p)\nprint(t.name != cost.name)\n"
        "show(exe.run(main, feed=dict(feed), fetch_list=[t.name]))",
    "an attribute": "exe = sgd()\nclass A(object):\n    def __init__(self):\n        self.loss = cost + L.mean(p)\n"
        "a = A()\nnames = [a.loss.name, 'w1']\nprint(len(names))\n"
        "show(exe.run(main, feed=dict(feed), fetch_list=names))",
    "a result": "def total():\n    return cost + 1.\nprint(total().name != '')",
    "a key": "exe = sgd()\nt = L.mean(p) * 2. + cost\nd = {t.name: 1}\nprint(len(d), t.name in d)\n"
        "show(exe.run(main, feed=dict(feed), fetch_list=[t.name]))",
    "a function": "def name(v):\n    return v.name\nprint(name(p + 1.) != name(p), name(cost * 2) == '')",
    "another file": "print(add(cost, p).name != '')",
}
UNDER = "with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):\n"


def test_old_and_new_give_the_same(run_both_ways):
    """The old ones print what 1.8.5 does."""
    kinds = {"fetched": FETCHED, "outside": OUTSIDE, "read": READ, "parallel": PARALLEL, "stopped": STOPPED,
             "chosen": CHOSEN, "derived": DERIVED, "calculated": CALCULATED}
    texts = {f"{kind} {name}": text for kind, found in kinds.items() for name, text in found.items()}
    scripts = {name: {"main.py": HEAD + UNDER + indent(NET + text, "    ") + "\n", "other.py": OTHER}
               for name, text in texts.items()}
    old, new = run_both_ways(scripts)
    assert not [(name, lines) for name, lines in old.items() if any("Error" in line for line in lines)]
    assert new == old


@pytest.mark.parametrize(
    "lines",
    ["kw = {'no_grad_set': {'w1'}}\nopt.minimize(cost, **kw)\n", "opt.minimize(cost, **dict(parameter_list=['w2']))\n",
     "def train(**kw):\n    opt.minimize(cost, **kw)\ntrain(parameter_list=['w2'])\n",
     "given = (cost, None, ['w2'])\nopt.minimize(*given)\n"],
)
def test_stars_that_may_bring_names_are_told(lines):
    found = migrate_source(f"{HEAD}{NET}opt = fluid.optimizer.SGD(.1)\n{lines}").left
    assert [(each.code, each.name) for each in found] == [("PM333", "minimize")]


@pytest.mark.parametrize(
    "lines",
    ["kw = {'loss': cost}\nopt.minimize(**kw)\n", "def train(**kw):\n    opt.minimize(cost, **kw)\ntrain()\n",
     "given = (cost, None)\nopt.minimize(*given)\n", "scipy.minimize(f, **{'parameters': 1})\n"],
)
def test_stars_that_bring_none_are_not(lines):
    assert not migrate_source(f"{HEAD}{NET}opt = fluid.optimizer.SGD(.1)\n{lines}").left
