"""Layers that share a parameter by its name, before `minimize()`."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.cli import main as cli

SHARED = """\
import paddle.fluid as fluid
x = fluid.data("x", [None, 2])
y = fluid.layers.fc(x, 2, param_attr="w")
y = fluid.layers.fc(y, 2, param_attr="w")
loss = fluid.layers.mean(y)
opt = fluid.optimizer.SGD(0.1)
"""
OWN = SHARED.replace('y, 2, param_attr="w"', 'y, 2, param_attr="v"')


def migrated(text):
    return migrate_source(text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt.minimize(loss)\n", "share_parameters(loss)\nopt.minimize(loss)\n"),
        ("if True:\n    _, pairs = opt.minimize(loss=loss)\n",
         "if True:\n    share_parameters(loss)\n    _, pairs = opt.minimize(loss=loss)\n"),
        ("opt.minimize(loss * 2)\n", "opt.minimize(share_parameters(loss * 2))\n"),
        ("opt.minimize(scale * loss)\n", "opt.minimize(share_parameters(scale * loss))\n"),
        ("opt.minimize(made())\n", "opt.minimize(share_parameters(made()))\n"),
        ("opt.minimize(net.cost() * 2)\n", "opt.minimize(share_parameters(net.cost() * 2))\n"),
        ("show(opt.minimize(made()))\n", "show(as_made(opt.minimize(share_parameters(made()))))\n"),
        ("train = lambda loss: opt.minimize(loss)\n",
         "train = lambda loss: as_made(opt.minimize(share_parameters(loss)))\n"),
        ("made = [opt.minimize(each) for each in [loss]]\n",
         "made = [as_made(opt.minimize(share_parameters(each))) for each in [loss]]\n"),
        ("trained and opt.minimize(loss)\n", "trained and as_made(opt.minimize(share_parameters(loss)))\n"),
        ("ops = opt.minimize(loss) if trained else None\n",
         "ops = as_made(opt.minimize(share_parameters(loss))) if trained else None\n"),
        ("def ways():\n    yield 'a', lambda l: opt.minimize(l)\nfor _, way in ways():\n    way(loss)\n",
         "    yield 'a', lambda l: as_made(opt.minimize(share_parameters(l)))\nfor _, way in ways():\n    way(loss)\n"),
        ("def train():\n    return opt.minimize(loss)\n",
         "def train():\n    share_parameters(loss)\n    return as_made(opt.minimize(loss))\n"),
    ],
)
def test_a_name_of_two_layers(old, new):
    result = migrated(SHARED + old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrated(result.text).text == result.text


@pytest.mark.parametrize("line", ["print(opt)\n", "minimize(loss)\n"])
def test_what_stays(line):
    result = migrated(SHARED + line)
    assert result.text.endswith(line)
    assert "share_parameters" not in result.text
    assert not result.left


@pytest.mark.parametrize(
    "made", ["Net()", "[Net()][0]", "{'net': Net()}['net']", "build()", "(lambda net=Net(): net)()"])
@pytest.mark.parametrize("method", ["minimize", "backward"])
def test_methods_of_the_script_that_take_a_rate(method, made):
    net = (
        f"class Net:\n    def {method}(self, rate):\n        return fluid.optimizer.SGD(rate).{method}(loss)\n"
        f"def build():\n    return Net()\nnet = {made}\n")
    result = migrated(f"{SHARED}{net}pairs = net.{method}(0.1)\nprint(pairs)\n")
    assert f"\npairs = net.{method}(0.1)\n" in result.text
    assert "        share_parameters(loss)\n" in result.text


def test_methods_of_another_file_that_take_a_rate(tmp_path):
    (tmp_path / "net.py").write_text(
        f"{SHARED}class Net:\n    def backward(self, rate):\n        fluid.optimizer.SGD(rate).minimize(loss)\n")
    (tmp_path / "train.py").write_text(
        "import paddle.fluid as fluid\nfrom net import Net\n"
        "def train(rate):\n    net = Net()\n    net.backward(rate)\n    fluid.Executor(fluid.CPUPlace())\n")
    assert CliRunner().invoke(cli, ["-q", "-w", str(tmp_path)]).exit_code == 0
    assert "    net = Net()\n    net.backward(rate)\n" in (tmp_path / "train.py").read_text()
    assert "share_parameters(loss)" in (tmp_path / "net.py").read_text()


@pytest.mark.parametrize("line", ["opt.minimize(loss)\n", "opt.minimize(loss)  # paddle-migrate: skip\n"])
def test_names_of_their_own(line):
    assert migrated(OWN + line).text.endswith(f"\n{line}")
    assert "share_parameters" not in migrated((OWN if "skip" not in line else SHARED) + line).text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pairs = opt.backward(loss)\n", "share_parameters(loss)\npairs = opt.backward(loss)\n"),
        ("pairs = fluid.backward.append_backward(loss)\n",
         "share_parameters(loss)\npairs = append_backward(loss)\n"),
        ("found = fluid.gradients([loss, y], x)\n",
         "share_parameters(loss)\nfound = gradients([loss, y], x)\n"),
    ],
)
def test_all_that_builds_gradients(old, new):
    assert migrated(SHARED + old).text.endswith(new)
    assert "share_parameters" not in migrated(OWN + old).text


def test_a_program_of_todays_stays(check_noop):
    check_noop("import paddle\nimport paddle.nn as nn\n\npaddle.enable_static()\n"
               "x = paddle.static.data('x', [None, 2])\n"
               "for attr in attrs:\n    x = nn.Linear(2, 2, weight_attr=attr)(x)\nopt.minimize(x)\n", programs=True)


HEAD = """\
import numpy as np
import paddle.fluid as fluid
C = fluid.initializer.Constant
"""
TWICE = "def net(x):\n    return layer(layer(x))\n"
LAYER = "    return fluid.layers.fc(x, 4, param_attr=fluid.ParamAttr({}, C(0.3)), bias_attr=False)\n"
TAIL = """
with fluid.scope_guard(fluid.Scope()), fluid.program_guard(fluid.Program(), fluid.Program()):
    loss = fluid.layers.mean(fluid.layers.square(net(fluid.data("x", [None, 4]))))
    fluid.optimizer.Momentum(0.05, 0.9).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for i in range(4):
        d = np.arange(8).reshape(2, 4).astype("float32") / 8
        print(round(float(exe.run(feed={"x": d}, fetch_list=[loss])[0][0]), 5))
"""
CLOTHES = {
    "plus": "def layer(x, name='a'):\n" + LAYER.format("name + '_w'") + TWICE,
    "format": "def layer(x, name='a'):\n" + LAYER.format("'{}_w'.format(name)") + TWICE,
    "method": "class Net:\n    name = 'a'\n    def layer(self, x):\n    " + LAYER.format("self.name")
    + "def net(x):\n    return Net().layer(Net().layer(x))\n",
    "held": "AT = {'w': fluid.ParamAttr('w', C(0.3))}\ndef layer(x):\n"
    "    return fluid.layers.fc(x, 4, 1, AT['w'], False)\n" + TWICE,
    "result": "def at(n):\n    return fluid.ParamAttr('w%d' % n, C(0.3))\ndef net(x):\n"
    "    x = fluid.layers.fc(x, 4, param_attr=at(1), bias_attr=False)\n"
    "    return fluid.layers.fc(x, 4, param_attr=at(1), bias_attr=False)\n",
    "made": "def net(x):\n    for i in range(2):\n"
    "        w = fluid.layers.create_parameter([4, 4], 'float32', 'w' + '1', "
    "default_initializer=C(0.3))\n        x = fluid.layers.matmul(x, w)\n    return x\n",
}


def test_trained_together_in_all_clothes(run_both_ways):
    """As 1.8.5 does: 0.5265, 0.38681, 0.21584, 0.09344."""
    scripts = {name: {"main.py": HEAD + body + TAIL} for name, body in CLOTHES.items()}
    nets = HEAD + "def layer(x, n):\n" + LAYER.format("'%s_w%d' % (n, 1)") + "def net(x):\n    return layer(x, 'a')\n"
    main = HEAD + "import nets\ndef net(x):\n    return nets.net(nets.net(x))\n" + TAIL
    main = main.replace("C = fluid.initializer.Constant\n", "")
    scripts["other_file"] = {"nets.py": nets, "main.py": main}
    loading = "import os, sys\ndef load(name):\n    here = os.path.dirname(os.path.abspath(__file__))\n" \
        "    sys.path.append(os.path.join(here, '../parts'))\n    return __import__(name)\n"
    fitting = "import paddle.fluid as f\ndef fit(loss):\n    f.optimizer.Momentum(0.05, 0.9).minimize(loss)\n"
    loads = HEAD + "from tools.loading import load\nnet = load('twice').net\n" + TAIL.replace(
        "fluid.optimizer.Momentum(0.05, 0.9).minimize(loss)", "load('fitting').fit(loss)")
    scripts["loaded_by_made_names"] = {
        "main.py": loads, "tools/loading.py": loading, "parts/fitting.py": fitting,
        "parts/twice.py": HEAD + "def layer(x, name='a'):\n" + LAYER.format("name + '_w'")
        + "def net(x):\n    return layer(layer(x))\n"}
    old, new = run_both_ways(scripts)
    assert set(map(tuple, old.values())) == {("0.5265", "0.38681", "0.21584", "0.09344")}
    assert new == old


TWICE = """\
import numpy as np
import paddle.fluid as fluid
main, startup = fluid.Program(), fluid.Program()
def net(x, name):
    attr = fluid.ParamAttr(name=name + '_w', initializer=fluid.initializer.Constant(0.5))
    return fluid.layers.fc(x, 1, param_attr=attr, bias_attr=False)
with fluid.scope_guard(fluid.Scope()), fluid.program_guard(main, startup):
    x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 3])
    loss = fluid.layers.reduce_mean(fluid.layers.square(net(x, 'd')) + fluid.layers.square(net(y, 'd') - 1.0))
    names = {}
    fluid.optimizer.SGD(0.1).minimize(loss, parameter_list=names)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for _ in range(3):
        feed = {{'x': np.ones([1, 3], 'float32'), 'y': np.full([1, 3], 0.5, 'float32')}}
        print('%.5f' % exe.run(main, feed=feed, fetch_list=[loss])[0][0])
"""
LISTED = [
    "[v.name for v in main.list_vars() if v.name.startswith('d') and fluid.io.is_parameter(v)]",
    "[v for v in main.list_vars() if v.name.startswith('d') and v.persistable]",
    "['d_w', 'd_w']",
]


def test_what_is_listed_twice_is_trained_once(run_both_ways):
    """Names are asked for before what has the same one is shared."""
    old, new = run_both_ways({str(n): {"main.py": TWICE.format(names)} for n, names in enumerate(LISTED)})
    assert new == old
    assert len(set(map(tuple, old.values()))) == 1


ORDER = """\
import paddle.fluid as fluid
def net(x, name):
    w = [fluid.ParamAttr('%s%d' % (name, n), initializer=fluid.initializer.Constant(0.5)) for n in range(2)]
    return fluid.layers.fc(fluid.layers.fc(x, 3, param_attr=w[0], bias_attr=False), 3, param_attr=w[1], bias_attr=False)
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x = fluid.data('x', [None, 3])
    loss = fluid.layers.mean(net(net(net(net(x, 'a'), 'b'), 'a'), 'c'))
    {early}
    fluid.optimizer.SGD(0.1).minimize(loss)
{late}
"""
LIST = "print([v.name for v in {}.list_vars() if isinstance(v, fluid.framework.Parameter)])"


def test_what_shares_a_name_is_listed_where_the_first_was_made(run_both_ways):
    texts = {"early": ORDER.format(early=LIST.format("main"), late=""),
             "late": ORDER.format(early="", late=LIST.format("main")),
             "copied": ORDER.format(early="copy = main.clone()", late=LIST.format("copy"))}
    old, new = run_both_ways({name: {"main.py": text} for name, text in texts.items()})
    assert new == old
    assert set(map(tuple, old.values())) == {("['a0', 'a1', 'b0', 'b1', 'c0', 'c1']",)}


OTHERWISE = """\
import numpy as np
import paddle.fluid as fluid
from rest import block, Rates, frozen, slowly
L = fluid.layers
Constant = fluid.initializer.Constant


def w(**more):
    return fluid.ParamAttr(name='w', initializer=Constant(0.2), **more)


def go(title, attrs, change=None):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        h = L.fc(fluid.data('x', [None, 3]), 3, act='tanh', param_attr=Constant(0.1), bias_attr=False)
        for attr in attrs:
            h = block(h, attr)
        if change:
            change(main)
        loss = L.mean(L.square(h - 0.3))
        fluid.optimizer.SGD(0.5).minimize(loss)
    exe, scope = fluid.Executor(fluid.CPUPlace()), fluid.Scope()
    feed = {'x': np.arange(6, dtype='float32').reshape(2, 3) / 6}
    with fluid.scope_guard(scope):
        exe.run(startup)
        for i in range(3):
            loss_i, = exe.run(main, feed=feed, fetch_list=[loss])
        print(title, '%.5f %.5f' % (loss_i[0], np.array(scope.find_var('w').get_tensor()).sum()))


L2 = fluid.regularizer.L2Decay(0.7)
go('rate', [w(learning_rate=0.5), w()])
go('rates', [w(learning_rate=each) for each in (1.0, 0.1, 3.0)])
go('decay', (w(), w(regularizer=L2)))
go('no_decay', [w(regularizer=L2), w()])
go('frozen', [w(), w(trainable=False)])
go('trained', [w(trainable=False), w()])
go('made', Rates(w).two())
go('none', [w(), 'w'])
go('stopped', [w(), w(learning_rate=0.3)], frozen)
go('slowly', [w(), w(learning_rate=0.3)], slowly)
"""
REST = """\
import paddle.fluid as fluid


def block(x, attr):
    return fluid.layers.fc(x, 3, act='tanh', param_attr=attr, bias_attr=False)


class Rates(object):
    def __init__(self, make):
        self.make = make

    def two(self):
        return [self.make(learning_rate=2.0), self.make(learning_rate=0.5)]


def frozen(main):
    main.global_block().var('w').stop_gradient = True


def slowly(main):
    for each in main.all_parameters():
        if each.name == 'w':
            each.optimize_attr['learning_rate'] = 0.1
"""
OTHERWISE_OF_185 = """\
rate 0.05463 2.15002
rates 0.04783 3.03275
decay 0.08189 0.67645
no_decay 0.05463 2.15002
frozen 0.06106 1.80000
trained 0.05463 2.15002
made 0.05789 1.97387
none 0.05463 2.15002
stopped 0.06106 1.80000
slowly 0.06043 1.83450
"""


def test_the_last_layer_says_how_what_is_shared_is_trained(run_both_ways):
    for printed in run_both_ways({"otherwise": {"main.py": OTHERWISE, "rest.py": REST}}):
        assert printed["otherwise"] == OTHERWISE_OF_185.splitlines()


FROZEN = """\
import paddle.fluid as fluid
L, P = fluid.layers, fluid.ParamAttr
x = fluid.data("x", [None, 2])
"""
LOSS = "loss = L.mean(h)\nfluid.optimizer.SGD(0.1).minimize(loss)\n"


@pytest.mark.parametrize("text", [
    "h = L.fc(x, 2, param_attr=P('w', trainable=False))\nh = L.fc(h, 2, param_attr=P('w'))\n",
    "first = fluid.ParamAttr(name='w', trainable=False)\nlater = 'w'\nh = L.fc(x, 2, param_attr=first)\n"
    "h = L.fc(h, 2, param_attr=later)\n",
    "def w(train):\n    return fluid.ParamAttr(name='w', trainable=train)\nh = L.fc(x, 2, param_attr=w(False))\n"
    "h = L.fc(h, 2, param_attr=w(True))\n",
    "class Net(object):\n    def __init__(self, frozen):\n        self.attr = P(trainable=frozen, name='w')\n"
    "    def run(self, h):\n        return L.fc(h, 2, param_attr=self.attr)\nh = Net(True).run(Net(False).run(x))\n",
    "how = {'name': 'w', 'trainable': False}\nh = L.fc(x, 2, param_attr=fluid.ParamAttr(**how))\ntrainable = True\n"
    "h = L.fc(h, 2, param_attr=fluid.ParamAttr(name='w', trainable=trainable))\n",
    "main = fluid.Program()\ndef net(x, train):\n    return L.fc(x, 2, param_attr=P('w', trainable=train))\n"
    "with fluid.program_guard(main):\n    h = net(x, False)\nwith fluid.program_guard(main):\n    h = net(h, True)\n",
    "def Q(name, **more):\n    return P(name=name, **more)\nh = L.fc(x, 2, param_attr=Q('w', trainable=False))\n"
    "h = L.fc(h, 2, param_attr=Q('w'))\n",
    "main = fluid.default_main_program()\nwith fluid.program_guard(main):\n"
    "    h = L.fc(x, 2, param_attr=P('w', trainable=False))\nh = L.fc(h, 2, param_attr=P('w'))\n",
])  # fmt: skip
def test_what_a_later_layer_trains_is_told(text):
    found = migrated(FROZEN + text + LOSS).left
    assert {each.code for each in found} <= {"PM333"}
    assert any("a later layer" in each.message for each in found) == ("**how" not in text)


@pytest.mark.parametrize("text", [
    "h = L.fc(x, 2, param_attr=P('w', trainable=False))\nh = L.fc(h, 2, param_attr=P('v'))\n",
    "h = L.fc(x, 2, param_attr=P('w'))\nh = L.fc(h, 2, param_attr=P('w', trainable=False))\n",
    "h = x\nfor i in range(2):\n    h = L.fc(h, 2, param_attr=P('w_%d' % i, trainable=i > 0))\n",
    "def w():\n    return P(name='w', trainable=False)\nh = L.fc(L.fc(x, 2, param_attr=w()), 2, param_attr=w())\n",
    "def net(x, train):\n    return L.fc(x, 2, param_attr=P('w', trainable=train))\n"
    "with fluid.program_guard(fluid.Program()):\n    net(x, False)\nwith fluid.program_guard(fluid.Program()):\n"
    "    h = net(x, True)\n",
    "NETS = {}\ndef register(net):\n    NETS[net.__name__] = net\n    return net\n"
    "def fc(h, name, train=True):\n    return L.fc(h, 2, param_attr=P(name + '_w', trainable=train))\n"
    "@register\nclass Net(object):\n    def __init__(self, frozen):\n        self.frozen = frozen\n"
    "    def __call__(self, h):\n        h = fc(h, 'stem', not self.frozen)\n        for i in range(2):\n"
    "            h = fc(h, 'b%d' % i)\n        return h\nh = NETS[read()](read())(x)\n",
    "def Q(name, **more):\n    return P(name=name, **more)\nh = L.fc(x, 2, param_attr=Q('w', learning_rate=2.))\n"
    "h = L.fc(h, 2, param_attr=Q('w'))\n",
    "def Q(name, **more):\n    return P(name=name, **more)\nh = L.fc(x, 2, param_attr=Q('w', trainable=True))\n"
    "h = L.fc(h, 2, param_attr=Q('w'))\n",
    "class Part(object):\n    def __init__(self, train):\n        self.train = train\n    def net(self, x):\n"
    "        return L.fc(x, 2, param_attr=P('w', trainable=self.train))\n"
    "def first():\n    main, start = fluid.Program(), fluid.Program()\n"
    "    with fluid.program_guard(main, start):\n        Part(False).net(fluid.data('x', [None, 2]))\n"
    "def second():\n    main, start = fluid.Program(), fluid.Program()\n"
    "    with fluid.program_guard(main, start):\n        Part(True).net(fluid.data('x', [None, 2]))\n"
    "first()\nsecond()\nh = L.fc(x, 2)\n",
])  # fmt: skip
def test_what_no_later_layer_trains_is_not(text):
    assert not migrated(FROZEN + text + LOSS).left
