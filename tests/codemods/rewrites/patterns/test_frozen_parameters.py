"""`trainable` of a program's parameters: today's programs ask `stop_gradient` as well."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nmain = fluid.Program()\n"


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p.trainable = False\n", "p.trainable = False\np.stop_gradient = True\n"),
        ("if x: p.trainable = y\n", "if x: set_trainable(p, y)\n"),
        ("a['w'].trainable = b.trainable = 0  # both\n",
         "a['w'].trainable = b.trainable = 0  # both\nset_trainable(a['w'], a['w'].trainable)\n"
         "set_trainable(b, b.trainable)\n"),
        ("setattr(p, 'trainable', on)\n", "set_trainable(p, on)\n"),
        ("[setattr(p, 'trainable', False) for p in main.all_parameters()]\n", "[set_trainable(p, False) for p in "),
        ("if x: setattr(p, 'trainable', False)\n", "if x: p.trainable = False; p.stop_gradient = True\n"),
        ("frozen().trainable = (False)\n", "set_trainable(frozen(), (False))\n"),
    ],
)
def test_what_is_set(old, new):
    result = migrated(old)
    assert new in result.text
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_what_cannot_be_written_is_said():
    assert [f.code for f in migrated("a().trainable = b().trainable = False\n").left] == ["PM333"]


@pytest.mark.parametrize(
    "text",
    [
        "class Net(object):\n    def __init__(self):\n        self.trainable = False\n",
        "class Net(object):\n    pass\nnet = Net()\nnet.trainable = False\n",
        "attr = fluid.ParamAttr(name='w')\nattr.trainable = False\n",
        "print(p.trainable)\n",
        "setattr(p, 'learnable', False)\n",
        "p.set(trainable=False)\n",
        "p.trainable = False  # paddle-migrate: skip\n",
    ],
)
def test_what_stays(text):
    assert "stop_gradient" not in migrated(text).text


def test_without_paddle(check_noop):
    check_noop("p.trainable = False\n")


NET = """\
import numpy as np
import paddle.fluid as fluid
import handed
import plain
from freezing import freeze, Freezer

def plainly(loss, opt):
    opt.minimize(loss)

def doubled(loss, opt):
    for each in [loss]:
        opt.minimize(2. * each / 2.)

def in_steps(loss, opt):
    opt.apply_gradients(opt.backward(loss))

def where_asked(loss, opt):
    step = opt.minimize(loss) if loss is not None else None

def run(change, train=plainly, **attr):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        C = fluid.initializer.Constant
        body = fluid.ParamAttr(name='body', initializer=C(.2), **attr)
        bias = fluid.ParamAttr(name='b')
        h = fluid.layers.fc(fluid.data('x', [3, 4]), 5, act='tanh', param_attr=body, bias_attr=bias)
        out = fluid.layers.fc(h, 1, param_attr=fluid.ParamAttr(name='head', initializer=C(.3)), bias_attr=False)
        loss = fluid.layers.mean(out * out)
        change(main)
        train(loss, fluid.optimizer.SGD(.3))
        exe = fluid.Executor()
        exe.run(startup)
        for _ in range(3):
            print('%.5f' % exe.run(main, feed={'x': np.ones([3, 4], 'float32')}, fetch_list=[loss])[0].mean())

def all_but_head(main):
    for p in main.all_parameters():
        if p.name != 'head':
            p.trainable = False

def by_name(main):
    block = main.global_block()
    block.var('body').trainable = block.var('b').trainable and False

def thaw(main):
    for p in main.all_parameters(): p.trainable = True

run(all_but_head)
run(by_name)
run(freeze)
run(Freezer(['head', 'b'], False))
run(thaw, trainable=False)
run(lambda main: [setattr(p, 'trainable', p.name == 'b') for p in main.all_parameters()])
run(lambda main: None)
run(plain.freeze)
run(handed.freeze)
run(plain.freeze, lambda loss, opt: opt.minimize(loss))
run(plain.freeze, lambda loss, opt: [opt.minimize(each) for each in (loss,)])
for train in doubled, in_steps, where_asked:
    run(plain.freeze, train)
"""
OTHER = """\
import paddle.fluid as fluid

def freeze(program, names=('body', 'b')):
    program = program or fluid.default_main_program()
    for each in [p for p in program.list_vars() if p.persistable and p.name in names]:
        each.stop_gradient = True

class Freezer(object):
    def __init__(self, names, trainable):
        self.names, self.trainable = names, trainable

    def __call__(self, main):
        found = {p.name: p for p in main.all_parameters()}
        for name in self.names:
            found[name].trainable = self.trainable
"""


PLAIN = """\
def freeze(main):
    for each in main.global_block().all_parameters():
        if each.name != 'head':
            each.trainable = False
"""
HANDED = "from freezing import *\n" + PLAIN  # of which it needs nothing


def test_old_and_new_train_the_same(run_both_ways):
    files = {"main.py": NET, "freezing.py": OTHER, "plain.py": PLAIN, "handed.py": HANDED}
    old, new = run_both_ways({"freezing": files})
    assert old == new
    rows = old["freezing"]
    assert len(rows) == 42
    assert len({tuple(rows[i : i + 3]) for i in range(0, 42, 3)}) == 5  # nine are frozen alike, and two train all
