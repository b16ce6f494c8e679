"""Programs in clothes: the softmax beside its loss, pairs of gradients, global variables, what does not train, what
need not be fed, the order in which models are fed, and names of layers."""

from __future__ import annotations

from textwrap import indent

import pytest

HEAD = """\
import tempfile
import numpy as np
import paddle.fluid as fluid
from functools import partial
from other import Loss, Scale, freeze, load, predict
L = fluid.layers
C = fluid.initializer.Constant
main, startup = fluid.Program(), fluid.Program()
folder = tempfile.mkdtemp()
X = np.arange(6).reshape(2, 3).astype('float32') / 6
"""
COMMON = """\
def P(name, value=.3):
    return fluid.ParamAttr(name=name, initializer=C(value))
def start():
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    return exe
def out(found):
    for each in found:
        print(np.round(np.array(each, 'float32'), 4).ravel().tolist())
def steps(*fetch):
    exe = start()
    for _ in range(3):
        out(exe.run(feed=F, fetch_list=list(fetch)))
"""
CLASSES = """\
F = {'x': X, 'y': np.array([[0], [2]])}
x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1], 'int64')
out_of = fluid.initializer.NumpyArrayInitializer(np.linspace(-1, 1, 9).reshape(3, 3).astype('float32'))
logits = L.fc(x, 3, param_attr=fluid.ParamAttr(name='w', initializer=out_of), bias_attr=fluid.ParamAttr(name='b'))
"""
VALUES = """\
F = {'x': X, 'y': np.array([[.5], [2.]], 'float32')}
x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1])
h = L.fc(x, 2, act='tanh', param_attr=P('w1'), bias_attr=P('b1', .1))
p = L.fc(h, 1, param_attr=P('w2', .5), bias_attr=P('b2', 0.))
cost = L.mean(L.square(p - y))
def watch(*more):
    steps(cost, 'w1', 'w2', *more)
"""
LINE = """\
F = {'x': X, 'y': np.array([[.5], [2.]], 'float32')}
x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1])
p = L.fc(x, 1, param_attr=P('w'), bias_attr=P('b', .1))
test = main.clone(for_test=True)
cost = L.mean(L.square(p - y))
def trained():
    fluid.optimizer.SGD(.1).minimize(cost)
    return start()
"""
ONE = "x = fluid.data('x', [None, 3])\n"
TWO = """\
def of_two():
    a, b = fluid.data('a', [None, 3]), fluid.data('b', [None, 3])
    return L.fc(a * 2. - b, 1, param_attr=P('w'), bias_attr=False), a, b
"""
OTHER = """\
import paddle.fluid as fluid
class Loss(object):
    def __init__(self, **kw):
        self.kw = kw
    def __call__(self, a, b):
        return fluid.layers.softmax_with_cross_entropy(a, b, **self.kw)
class Scale(object):
    def __init__(self, v=2.):
        self.var = fluid.layers.create_global_var([1], v, 'float32', persistable=True, name='scale')
def freeze(program, of):
    for param in program.all_parameters():
        if of(param.name):
            param.trainable = False
def predict(exe, program, x, *fetch):
    return exe.run(program, feed={'x': x}, fetch_list=list(fetch))
def load(path, exe):
    prog, names, outs = fluid.io.load_inference_model(dirname=path, executor=exe)
    return lambda *xs: exe.run(prog, feed=dict(zip(names, xs)), fetch_list=outs)
"""
SOFTMAX = {
    "keywords": "kw = dict(logits=logits, label=y, return_softmax=True)\n"
        "loss, soft = L.softmax_with_cross_entropy(**kw)\ncost = L.mean(loss)\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "a default": "def ce(logits, label, both=True):\n"
        "    return L.softmax_with_cross_entropy(logits, label, return_softmax=both)\nloss, soft = ce(logits, y)\n"
        "cost = L.mean(loss)\nfluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "a dictionary": "cfg = {'both': True}\nr = L.softmax_with_cross_entropy(logits, y, return_softmax=cfg['both'])\n"
        "loss, soft = r[0], r[1]\ncost = L.mean(loss)\nfluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "a class": "class H(object):\n    both = True\n    def loss(self, o):\n"
        "        return L.softmax_with_cross_entropy(o, y, return_softmax=self.both)\nloss, soft = H().loss(logits)\n"
        "cost = L.mean(loss)\nfluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "in the loss": "loss, soft = L.softmax_with_cross_entropy(logits, y, return_softmax=True)\n"
        "cost = L.mean(loss) + L.reduce_sum(soft * soft)\nfluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "soft labels": "loss, soft = L.softmax_with_cross_entropy(\n"
        "    logits, L.softmax(x), soft_label=True, return_softmax=True)\ncost = L.mean(loss)\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "another file": "loss, soft = Loss(return_softmax=True)(logits, y)\ncost = L.mean(loss)\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
}
PAIRS = {
    "parameters": "soft = L.fc(logits, 2, param_attr=C(.2)); cost = L.mean(soft)\n"
        "ps = main.global_block().all_parameters()\nprint([list(p.shape) for p in ps])\n"
        "for p in main.all_parameters()[:2]: print(p.name)\nfluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "zipped": "soft = logits; cost = L.mean(L.square(logits))\nopt = fluid.optimizer.SGD(.1)\ndef step(o, l):\n"
        "    pg = o.backward(l)\n    print([(p.name, list(g.shape)) for p, g in pg])\n"
        "    return o.apply_gradients([(p, g * s) for (p, g), s in zip(pg, (1., 3.))])\nstep(opt, cost)\n"
        "steps(cost, soft)",
    "an index": "soft = logits; cost = L.mean(L.square(logits))\nopt = fluid.optimizer.SGD(.1)\n"
        "pg = fluid.backward.append_backward(cost)\nprint(pg[0][0].name, pg[-1][0].name)\n"
        "opt.apply_gradients(pg[:1])\nsteps(cost, soft)",
    "a dictionary": "soft = logits; cost = L.mean(L.square(logits))\nopt = fluid.optimizer.SGD(.1)\n"
        "res = {'pg': opt.backward(cost)}\nprint([p.name for p, _ in res['pg']])\nopt.apply_gradients(res['pg'])\n"
        "steps(cost, soft)",
    "minimised": "soft = logits; cost = L.mean(L.square(logits))\nops, pg = fluid.optimizer.SGD(.1).minimize(cost)\n"
        "print([p.name for p, _ in pg])\nsteps(cost, *[g for _, g in pg])",
    "a class": "soft = logits; cost = L.mean(L.square(logits))\nclass T(object):\n    def __init__(self):\n"
        "        self.opt = fluid.optimizer.Momentum(.1, .9)\n    def run(self, loss):\n"
        "        self.pg = self.opt.backward(loss)\n        first, *rest = self.pg\n"
        "        print(first[0].name, len(rest))\n        self.opt.apply_gradients(self.pg)\nT().run(cost)\n"
        "steps(cost, soft)",
}
GLOBALS = {
    "listed": "g = L.create_global_var([1], 2., 'float32', persistable=True, name='g')\n"
        "soft = logits * g; cost = L.mean(L.square(soft))\ndef names(p):\n"
        "    return [v.name for v in p.all_parameters()]\nprint(names(main))\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "keywords": "cfg = dict(shape=[1], value=2., dtype='float32', persistable=True)\ng = L.create_global_var(**cfg)\n"
        "soft = logits * g; cost = L.mean(L.square(soft))\nprint(len(main.all_parameters()))\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nsteps(cost, soft)",
    "another file": "s = Scale()\nsoft = logits * s.var; cost = L.mean(L.square(soft))\n"
        "print([v.name for v in main.all_parameters()])\n"
        "print(sorted(v.name for v in main.list_vars() if v.persistable))\nfluid.optimizer.SGD(.1).minimize(cost)\n"
        "steps(cost, soft)",
    "counted": "g = L.create_global_var([1], 0., 'float32', persistable=True, name='count')\nL.increment(g, 1.0)\n"
        "soft = L.assign(g); cost = L.mean(L.square(logits))\nfluid.optimizer.SGD(.1).minimize(cost)\n"
        "steps(cost, soft)",
    "a counter": "g = L.autoincreased_step_counter(begin=1)\n"
        "soft = L.cast(g, 'float32'); cost = L.mean(L.square(logits))\nfluid.optimizer.SGD(.1).minimize(cost)\n"
        "steps(cost, soft)",
}
FROZEN = {
    "a loop": "for q in main.all_parameters():\n    if q.name != 'w2': q.trainable = False\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a function": "def freeze(prog, keep=('w2', 'b2')):\n    for q in prog.all_parameters():\n"
        "        if q.name not in keep: q.trainable = False\nfreeze(main)\nfluid.optimizer.SGD(.1).minimize(cost)\n"
        "watch()",
    "setattr": "for q in main.global_block().all_parameters():\n    setattr(q, 'trainable', q.name.endswith('2'))\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a class": "class F_(object):\n    flag = 'trainable'\n    def __call__(self, ps):\n        for q in ps:\n"
        "            q.trainable = False\nF_()([main.global_block().var('w1'), main.global_block().var('b1')])\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "another file": "freeze(main, lambda n: n[-1] == '1')\nfluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "an argument": "cfg = {'freeze': True}\n"
        "q = L.fc(h, 1, param_attr=fluid.ParamAttr(name='w3', initializer=C(.2), trainable=not cfg['freeze']),\n"
        "         bias_attr=False)\ncost = cost + L.mean(q)\nfluid.optimizer.SGD(.1).minimize(cost)\nwatch('w3')",
    "stop gradient": "for n in ('w1', 'b1'):\n    main.global_block().var(n).stop_gradient = True\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a dictionary": "ps = {q.name: q for q in main.all_parameters()}\n"
        "ps['w1'].trainable = ps['b1'].trainable = False\nfluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a rate": "for q in main.all_parameters():\n    q.optimize_attr['learning_rate'] = 0. if q.name == 'w1' else 2.\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a rate that is set": "for q in main.all_parameters():\n"
        "    q.optimize_attr = {'learning_rate': 0. if q.name == 'w1' else 2.}\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a decay": "for q in main.all_parameters():\n"
        "    if q.name[0] == 'w': q.regularizer = fluid.regularizer.L2Decay(.5)\n"
        "fluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a decay of a function": "def decay(ps, coeff=.5):\n    for q in ps:\n"
        "        q.regularizer = fluid.regularizer.L1Decay(coeff) if q.name.startswith('w') else None\n"
        "decay(main.all_parameters())\nfluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a variable": "h.stop_gradient = True\nfluid.optimizer.SGD(.1).minimize(cost)\nwatch()",
    "a function's variable": "def cut(v): v.stop_gradient = True; return v\nq = L.mean(cut(L.scale(h, 2.)))\n"
        "fluid.optimizer.SGD(.1).minimize(cost + q)\nwatch()",
}
UNFED = {
    "a function": "exe = trained()\ndef infer(prog, **kw):\n"
        "    return exe.run(prog, feed={'x': X}, fetch_list=[p], **kw)\n"
        "out(infer(test)); exe.run(main, feed=F, fetch_list=[cost]); out(infer(test, return_numpy=True))",
    "a class": "exe = trained()\nclass I(object):\n    def __init__(self, prog):\n        self.prog = prog\n"
        "    def __call__(self, x):\n        return exe.run(self.prog, feed={'x': x}, fetch_list=[p])\n"
        "out(I(test)(X))",
    "a dictionary": "exe = trained()\nprogs = {'train': main, 'test': test}\nfor k in ('train', 'test'):\n"
        "    feed = F if k == 'train' else {'x': X}\n    out(exe.run(progs[k], feed=feed, fetch_list=[p]))",
    "a loop": "exe = trained()\nfor prog, feed in ((main, F), (test, {'x':\n    X})):\n"
        "    out(exe.run(prog, feed=feed, fetch_list=[p]))",
    "a partial": "exe = trained()\n"
        "infer = partial(lambda prog, x: exe.run(prog, feed={'x': x}, fetch_list=[p]), test)\nout(infer(X))",
    "a feeder": "exe = trained()\nfeeder = fluid.DataFeeder([x], fluid.CPUPlace(), program=test)\n"
        "out(exe.run(test, feed=feeder.feed([(r,) for r in X]), fetch_list=[p]))",
    "another file": "exe = trained()\nout(predict(exe, test, X, p))",
}
ORDER = {
    "zipped": "p, a, b = of_two()\nq = L.scale(p, 2.)\nexe = start()\n"
        "fluid.io.save_inference_model(folder, ['b', 'a'], [q, p], exe)\n"
        "prog, feeds, fetches = fluid.io.load_inference_model(folder, exe)\n"
        "out(exe.run(prog, feed=dict(zip(feeds, (X, X + 1))), fetch_list=fetches))",
    "a function": "p, a, b = of_two()\nexe = start()\ndef save(names, targets, path=folder):\n"
        "    fluid.io.save_inference_model(path, names, targets, exe)\nsave(['b', 'a'], [p])\n"
        "prog, feeds, fetches = fluid.io.load_inference_model(folder, exe)\n"
        "out(exe.run(prog, feed={feeds[0]: X, feeds[1]: X + 1}, fetch_list=fetches))",
    "a class": "p, a, b = of_two()\nexe = start()\nclass S(object):\n    feeds = ['b', 'a']\n    def save(self):\n"
        "        fluid.io.save_inference_model(folder, self.feeds, [p], exe)\nS().save()\nclass Pred(object):\n"
        "    def __init__(self, d):\n"
        "        self.prog, self.names, self.outs = fluid.io.load_inference_model(d, exe)\n    def run(self, *xs):\n"
        "        return exe.run(self.prog, feed={n: v for n, v in zip(self.names, xs)}, fetch_list=self.outs)\n"
        "out(Pred(folder).run(X, X + 1))",
    "keywords": "p, a, b = of_two()\nexe = start()\n"
        "kw = dict(dirname=folder, feeded_var_names=[v.name for v in (b, a)], target_vars=[p], executor=exe,\n"
        "          model_filename='model', params_filename='params')\nfluid.io.save_inference_model(**kw)\n"
        "r = fluid.io.load_inference_model(folder, exe, 'model', 'params')\n"
        "out(exe.run(r[0], feed=dict(zip(r[1], [X, X + 1])), fetch_list=r[2]))",
    "another file": "p, a, b = of_two()\nexe = start()\nfluid.io.save_inference_model(folder, ['b', 'a'], [p], exe)\n"
        "out(load(folder, exe)(X, X + 1))",
}
NAMES = {
    "a class": "class Net(object):\n    def __init__(self, name):\n        self.name = name\n"
        "    def fc(self, v, n, i):\n        return L.fc(v, n, name='%s_%d' % (self.name, i), param_attr=C(.3))\n"
        "n = Net('enc')\np = n.fc(n.fc(x, 2, 0), 1, 1)\n"
        "print(sorted(v.name for v in main.list_vars() if v.persistable))\nexe = start()\n"
        "out([fluid.global_scope().find_var('enc_0.w_0').get_tensor()])",
    "keywords": "kw = {'name': 'k1', 'size': 2, 'param_attr': C(.2)}\np = L.fc(x, **kw)\n"
        "print([q.name for q in main.all_parameters()])\nexe = start()\n"
        "out(exe.run(main, feed={'x': X}, fetch_list=[p]))",
    "a partial": "fc = partial(L.fc, param_attr=C(.2))\np = fc(fc(x, 2, name='a'), size=1, name='b')\n"
        "print([q.name for q in main.all_parameters()])\nexe = start()\n"
        "out(exe.run(main, feed={'x': X}, fetch_list=[p]))",
    "a loop": "h = x\nfor i in range(3):\n    h = L.fc(h, 2, name='l%d' % i, param_attr=C(.2))\n"
        "print([q.name for q in main.all_parameters()])\nfor i in (0, 2):\n"
        "    print(tuple(main.global_block().var('l%d.w_0' % i).shape))",
}
KINDS = {
    "softmax": (CLASSES, SOFTMAX), "pairs": (CLASSES, PAIRS), "globals": (CLASSES, GLOBALS), "frozen": (VALUES, FROZEN),
    "unfed": (LINE, UNFED), "order": (TWO, ORDER), "names": (ONE, NAMES),
}
UNDER = "with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):\n"


@pytest.mark.parametrize("kind", KINDS)
def test_old_and_new_give_the_same(kind, run_both_ways):
    """The old ones print what 1.8.5 does."""
    net, texts = KINDS[kind]
    scripts = {name: {"main.py": HEAD + UNDER + indent(COMMON + net + text, "    ") + "\n", "other.py": OTHER}
               for name, text in texts.items()}
    old, new = run_both_ways(scripts)
    assert not [(name, lines) for name, lines in old.items() if any("Error" in line for line in lines)]
    assert new == old
