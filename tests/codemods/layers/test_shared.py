"""Builders that are called several times: one layer where the parameters have the same names, else several."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
L = fluid.layers


def w(name):
    return fluid.ParamAttr(name=name)


"""
TOWER = """\
def tower(x{more}):
    h = L.fc(x, 8, act='relu', param_attr=fluid.ParamAttr(name={name}), bias_attr=False)
    return L.fc(h, 4, param_attr=fluid.ParamAttr(name={name} + '_2'), bias_attr=fluid.ParamAttr(name='b' + {name}))


"""
LITERAL = TOWER.format(more="", name="'t'")
GIVEN = TOWER.format(more=", name='t', act=None", name="name")
ONCE = {  # what makes the layers stands once
    "literal": LITERAL + "def net(a, b):\n    u = tower(a)\n    v = tower(b)\n    return u - v\n",
    "default": GIVEN + "def net(a, b):\n    u = tower(a)\n    v = tower(b)\n    return u - v\n",
    "given": GIVEN + "def net(a, b):\n    u = tower(a, 'k')\n    v = tower(b, 'k')\n    return u - v\n",
    "nested": GIVEN + "def net(a, b):\n    return L.cos_sim(tower(a, name='k'), tower(b, name='k'))\n",
    "thrice": GIVEN + "def net(a, b):\n    u = tower(a, 'k')\n    v = tower(b, 'k')\n"
                      "    return u - tower(v + u, 'k')\n",
    "under": GIVEN + "def net(a, b, twice=False):\n    u = tower(a, 'k')\n    if twice:\n"
                     "        u = u - tower(b, 'k')\n    return u\n",
    "of_paddle": "def net(a, b):\n    u = L.fc(a, 8, param_attr=w('k'), bias_attr=False)\n"
                 "    v = L.fc(b, 8, param_attr=w('k'), bias_attr=False)\n    return u - v\n",
    "in_method": "class Net(object):\n    def side(self, x):\n"
                 "        return L.fc(x, 8, param_attr=w('k'), bias_attr=w('c'))\n"
                 "    def net(self, a, b):\n        return self.side(a) - self.side(b)\n",
}  # fmt: skip
SEVERAL = {
    "others": GIVEN + "def net(a, b):\n    u = tower(a, 'k')\n    v = tower(b, 'l')\n    return u - v\n",
    "unnamed": "def tower(x):\n    return L.fc(x, 4)\n\n\n"
               "def net(a, b):\n    u = tower(a)\n    v = tower(b)\n    return u - v\n",
    "prefixes": GIVEN + "def net(a, b, p):\n    u = tower(a, p + 'k')\n    v = tower(b, p + 'l')\n    return u - v\n",
}
STAYS = {
    "sizes": "def tower(x, size):\n    return L.fc(x, size, param_attr=w('k'), bias_attr=w('b'))\n\n\n"
             "def net(a, b):\n    u = tower(a, 4)\n    v = tower(b, 8)\n    return u + L.reduce_sum(v)\n",
    "bias": "def tower(x):\n    return L.fc(x, 4, param_attr=w('k'))\n\n\n"
            "def net(a, b):\n    u = tower(a)\n    v = tower(b)\n    return u - v\n",
    "branches": GIVEN + "def net(a, b, one):\n    if one:\n        u = tower(a, 'k')\n    else:\n        u = b\n"
                        "    return u - tower(b, 'k')\n",
    "set_anew": GIVEN + "def net(a, b, act='relu'):\n    u = tower(a, 'k', act)\n    act = 'tanh'\n"
                        "    return u - tower(b, 'k', act)\n",
    "activations": GIVEN + "def net(a, b):\n    u = tower(a, 'k', 'relu')\n    v = tower(b, 'k', 'tanh')\n"
                           "    return u - v\n",
}  # fmt: skip


def migrated(text: str) -> tuple[str, list[str]]:
    result = migrate_source(HEAD + text, options=Options(dygraph=True))
    return result.text, [f.message for f in result.findings if f.code == "PM340"]


def makes(text: str) -> int:
    """How many layers `Net` makes, or the class of its method."""
    init = text[text.index("class Net") :].split("def __init__")[1].split("def forward")[0]
    return sum(line.startswith(" " * 8 + "self.") and "(" in line for line in init.split("\n"))


@pytest.mark.parametrize("name", ONCE)
def test_one_layer(name):
    text, said = migrated(ONCE[name])
    assert makes(text) == 1, text
    assert not said


@pytest.mark.parametrize("name", SEVERAL)
def test_several(name):
    text, said = migrated(SEVERAL[name])
    assert makes(text) == 2, text
    assert not said


@pytest.mark.parametrize("name", STAYS)
def test_what_is_not_made_alike_stays(name):
    text, said = migrated(STAYS[name])
    assert "class Net(" not in text
    assert any("layers that are not made alike have the parameter" in each for each in said), said


TWINS = {
    "net.py": """\
import paddle.fluid as fluid


def attr(name, value):
    return fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(value))


def tower(x, name, sizes=(8, 4)):
    if len(sizes) > 1:
        x = fluid.layers.fc(x, sizes[0], act='tanh', param_attr=attr(name + '_w', 0.1), bias_attr=attr(name + '_b', 0.))
    return fluid.layers.fc(x, sizes[-1], param_attr=attr(name + '_v', 0.2), bias_attr=attr(name + '_c', 0.05))


def siamese(a, b, c):
    u = tower(a, 'twins')
    v = tower(b, 'twins')
    return fluid.layers.square_error_cost(u + tower(c, 'other'), v)
""",
    "main.py": """\
import numpy as np
import paddle.fluid as fluid
from net import siamese


def main():
    a = fluid.data(name='a', shape=[None, 6], dtype='float32')
    b = fluid.data(name='b', shape=[None, 6], dtype='float32')
    c = fluid.data(name='c', shape=[None, 5], dtype='float32')
    loss = fluid.layers.mean(siamese(a, b, c))
    fluid.optimizer.SGD(0.06).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    draw = np.random.RandomState(0).randn
    for i in range(6):
        feed = {'a': draw(4, 6).astype('float32'), 'b': draw(4, 6).astype('float32'), 'c': draw(4, 5).astype('float32')}
        out, = exe.run(feed=feed, fetch_list=[loss])
        print('%.4f' % out[0])


main()
""",
}
PRINTED_BY_1_8_5 = ["0.2634", "0.0668", "0.4611", "0.1625", "0.2102", "0.3270"]


def test_twins_train_with_185s_numbers(run_both_ways):
    old, new = run_both_ways({"twins": TWINS}, Options(dygraph=True))
    assert old == new == {"twins": PRINTED_BY_1_8_5}
