"""Gradients of programs: what is frozen or made of what is fed has them, and parameters come as they were made."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\nopt = fluid.optimizer.SGD(0.1)\n"


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("g = fluid.gradients(loss, x)\n", "g = gradients(loss, x)\n"),
        ("f = fluid.backward.calc_gradient\n", "f = calc_gradient\n"),
        ("from paddle.fluid.backward import append_backward as a\npairs = a(loss)\n",
         "pairs = append_backward(loss)\n"),
        ("pairs = opt.backward(loss)\nshow(pairs)\n", "pairs = as_made(opt.backward(loss))\nshow(pairs)\n"),
        ("show(opt.backward(loss, None, None))\n", "show(as_made(opt.backward(loss, None, None)))\n"),
        ("_, found = opt.minimize(loss)\nshow(found)\n",
         "_, found = as_made(opt.minimize(loss))\nshow(found)\n"),
        ("show(opt.minimize(loss)[1])\n", "show(as_made(opt.minimize(loss))[1])\n"),
    ],
)
def test_what_is_written(old, new):
    result = migrated(old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "text",
    [
        "pairs = opt.backward(loss)\nopt.apply_gradients(pairs)\n",
        "opt.apply_gradients(opt.backward(loss))\n",
        "opt.backward(loss)\n",
        "_, found = opt.minimize(loss)\n",
        "g = gradients(loss, x)\n",
        "loss.backward()\n",
        "scipy.minimize(f, x0)\n",
    ],
)
def test_what_stays(text):
    assert migrated(text).text.endswith(text)


NET = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.backward import append_backward
import asked

def run(what):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        C = fluid.initializer.Constant
        x = fluid.data('x', [3, 4])
        y = x * 2. + 1.
        step = fluid.layers.create_global_var([1], 2.5, 'float32', persistable=True, name='a_step')
        body = fluid.ParamAttr(name='body', initializer=C(.3), trainable=False)
        z = fluid.layers.fc(y, 5, act='tanh', param_attr=body, bias_attr=fluid.ParamAttr(name='bias'))
        head = fluid.ParamAttr(name='a_head', initializer=C(.3))
        out = fluid.layers.fc(z * step, 1, param_attr=head, bias_attr=False)
        loss = fluid.layers.mean(out * out)
        found = what(main, y, z, loss)
        exe = fluid.Executor()
        exe.run(startup)
        given = np.linspace(-.5, .5, 12).reshape(3, 4).astype('float32')
        for value in exe.run(main, feed={'x': given}, fetch_list=list(found)):
            print(value.shape, '%.5f' % value.sum())

def pairs(main, y, z, loss):
    opt = fluid.optimizer.Adam(.1)
    found = opt.backward(loss)
    opt.apply_gradients(found)
    print([p.name for p, _ in found], [p.name for p in main.all_parameters()])
    return [g for _, g in found]

def of_minimize(main, y, z, loss):
    ops, found = fluid.optimizer.SGD(.1).minimize(loss)
    print([p.name for p, _ in found])
    return [g for _, g in found]

def chosen(main, y, z, loss):
    found = fluid.optimizer.SGD(.1).backward(loss, parameter_list=['a_head', 'bias'])
    print([p.name for p, _ in found])
    return [g for _, g in found]

def stopped(main, y, z, loss):
    found = append_backward(loss, no_grad_set=set(['bias']))
    print([p.name for p, _ in found])
    return [g for _, g in found]

class Asked(object):
    def __init__(self, of):
        self.of = of

    def __call__(self, main, y, z, loss):
        frozen = main.all_parameters()[0]
        return fluid.gradients([loss], {'y': [y], 'z': [z], 'both': [y, z], 'frozen': [frozen]}[self.of])

run(pairs)
run(of_minimize)
run(chosen)
run(stopped)
for each in ('y', 'z', 'both', 'frozen'):
    run(Asked(each))
run(lambda main, y, z, loss: asked.alone(loss, z))
run(lambda main, y, z, loss: asked.named(main, loss))
"""
OTHER = """\
import paddle.fluid as F
from paddle.fluid import backward as B

def alone(loss, of):
    first = B.calc_gradient(loss, of)
    return [first, F.layers.square(first)]

def named(program, loss):
    names = [p.name for p in program.global_block().all_parameters() if p.trainable]
    print(names)
    return [g for p, g in B.append_backward(loss, parameter_list=names[::-1])]
"""


def test_old_and_new_give_the_same(run_both_ways):
    old, new = run_both_ways({"gradients": {"main.py": NET, "asked.py": OTHER}})
    assert old == new
    assert len(old["gradients"]) == 21


TARGETS = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
X = np.array([[0.5, -1.2, 0.3], [1.5, 0.2, -0.7]], 'float32')
def run(name, build):
    main, start = fluid.Program(), fluid.Program()
    with fluid.scope_guard(fluid.Scope()), fluid.program_guard(main, start), fluid.unique_name.guard():
        x = fluid.data('x', [2, 3])
        x.stop_gradient = False
        outs = build(x)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        got = exe.run(main, feed={'x': X}, fetch_list=list(outs))
        print(name, [np.round(np.array(g), 4).ravel().tolist() for g in got])
def pair(x):
    y = L.square(x)
    return fluid.gradients([y, L.scale(y, 3.0)], x)
def turned(x):
    y = L.square(x)
    z = L.exp(y)
    return fluid.gradients([z, y], [x])
def chain(x):
    a = L.square(x)
    b = L.scale(a, 2.0)
    c = L.exp(b)
    return fluid.gradients([a, b, c], [x])
def apart(x):
    return fluid.gradients([L.square(x), L.scale(x, 3.0)], [x])
def twice(x):
    y = L.square(x)
    return fluid.gradients([y, y], x)
def used_twice(x):
    y = L.square(x)
    return fluid.gradients([y, y * y], x)
def given(x):
    y = L.square(x)
    return fluid.gradients([y, L.exp(x)], x, [L.fill_constant([2, 3], 'float32', n) for n in (5.0, 2.0)])
def stopped(x):
    y = L.square(x)
    z = L.scale(y, 3.0)
    z.stop_gradient = True
    return fluid.gradients([y, z * x], x)
def blocked(x):
    y = L.square(x)
    z = L.scale(y, 3.0)
    return fluid.gradients([y, z * x], x, no_grad_set=set([z.name]))
class Targets(object):
    def __init__(self, x):
        self.all = [L.square(x)]
        self.all.append(L.exp(self.all[0]))
def of_object(x):
    return fluid.gradients(Targets(x).all, x)
for each in (pair, turned, chain, apart, twice, used_twice, given, stopped, blocked, of_object):
    run(each.__name__, each)
"""


def test_targets_of_which_others_are_made(run_both_ways):
    """1.8.5 gives these: what such a target's own gradient begins with is written over, if the others reach it."""
    old, new = run_both_ways({"targets": {"main.py": TARGETS}})
    assert [round(float(line.split("[[")[1].split(",")[0]), 4) for line in old["targets"]] == [
        3.0, 1.284, 3.2974, 4.0, 1.0, 0.5, 8.2974, 1.75, 1.75, 1.284]
    assert new == old


PENALTIES = {
    "of the loss": "g, = fluid.gradients(y, x)\nopt.minimize(y + L.reduce_mean(L.square(g)))\n",
    "by another name": "ask = fluid.backward.gradients\nfound = ask([y], [x])\nopt.minimize(L.reduce_mean(found[0]))\n",
    "of calc_gradient": "g = fluid.backward.calc_gradient(y, x)\nopt.backward(loss=L.mean(g * g))\n",
    "through functions":
        "def penalty(of, by):\n    return L.reduce_mean(L.square(fluid.gradients(of, by)[0]))\n"
        "def build():\n    terms = {'gp': penalty(y, x)}\n    return terms\nopt.minimize(build()['gp'])\n",
    "through an object":
        "class Net(object):\n    def build(self):\n        self.gp = fluid.gradients(y, x)[0]\n"
        "net = Net()\nnet.build()\nopt.minimize(loss=L.mean(net.gp))\n",
    "of a list": "found = []\nfound.append(fluid.gradients(y, x)[0])\nopt.minimize(L.mean(L.concat(found)))\n",
    "of a gradient": "g = fluid.gradients(y, x)\nh = fluid.gradients(L.square(g[0]), x)\nexe.run(fetch_list=h)\n",
    "returned to nobody who is seen": "def penalty(of, by):\n    return fluid.gradients(of, by)\n",
    "put elsewhere": "g, = fluid.gradients(y, x)\nL.assign(g, kept)\n",
}
ONLY_FETCHED = {
    "itself": "g = fluid.gradients(y, x)\nexe.run(feed={}, fetch_list=[y] + g)\n",
    "taken apart": "g, = fluid.gradients([y], [x])\nexe.run(prog, {}, [g, y])\n",
    "itself, as one of a list": "g = fluid.backward.calc_gradient(y, x)\nexe.run(feed={}, fetch_list=[g, y])\n",
    "what is computed of it": "g = fluid.gradients(y, x)[0]\nn = L.reduce_sum(g * g) + 1.\nexe.run(fetch_list=[n])\n",
    "several": "found = fluid.gradients(y, [x, y])\nexe.run(fetch_list=[L.concat(found)])\n",
    "in a function":
        "def ask(of):\n    return fluid.gradients(of, x)[0]\nprint(ask(y).shape)\nexe.run(fetch_list=[ask(y)])\n",
    "applied": "found = fluid.gradients(y, ws)\nopt.apply_gradients(list(zip(ws, found)))\n",
    "by another name": "ask = fluid.gradients\nfound = ask([y], [x])\nexe.run(fetch_list=found)\n",
    "no gradients of gradients": "found = fluid.backward.append_backward(y)\nopt.minimize(y)\n",
}
COMPUTED = "L = fluid.layers\ny = L.reduce_sum(L.tanh(x))\nexe = fluid.Executor(fluid.CPUPlace())\n"


@pytest.mark.parametrize("clothes", PENALTIES)
def test_penalties_are_left_to_a_person(clothes):
    (line,) = [each for each in migrated(COMPUTED + PENALTIES[clothes]).left if each.code == "PM347"][:1]
    assert "without a second gradient" in line.message


@pytest.mark.parametrize("clothes", ONLY_FETCHED)
def test_what_is_only_fetched_is_not(clothes):
    assert not [each for each in migrated(COMPUTED + ONLY_FETCHED[clothes]).left if each.code == "PM347"]


PENALTY = """\
import numpy as np
import paddle.fluid as fluid
from parts import penalty, net

for of in (fluid.layers.relu, fluid.layers.square, lambda v: fluid.layers.leaky_relu(v, 0.1)):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start), fluid.scope_guard(fluid.Scope()):
        x = fluid.data('x', [4, 3])
        x.stop_gradient = False
        gp = penalty(net(x, of), x)
        fluid.optimizer.SGD(1.0).minimize(gp)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(start)
        feed = {'x': np.linspace(-0.8, 0.8, 12).reshape(4, 3).astype('float32')}
        print(['%.5f' % exe.run(main, feed=feed, fetch_list=[gp])[0] for _ in range(3)])
"""
PARTS = """\
import paddle.fluid as fluid

def net(x, of):
    C = fluid.initializer.Constant(0.3)
    h = of(fluid.layers.fc(x, 5, param_attr=C, bias_attr=False))
    return fluid.layers.reduce_sum(h * fluid.layers.create_parameter([5], 'float32', default_initializer=C), dim=1)

def penalty(y, x):
    return fluid.layers.reduce_mean(fluid.layers.square(fluid.gradients(y, x)[0] - 1.))
"""


def test_penalties_of_operators_with_second_gradients_train_alike(run_both_ways):
    old, new = run_both_ways({"penalty": {"main.py": PENALTY, "parts.py": PARTS}})
    assert new == old
    assert len(set(old["penalty"])) == 3
