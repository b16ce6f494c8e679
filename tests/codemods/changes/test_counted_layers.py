"""Layers of today's function that counts itself: told their names where Paddle 3 would count on, or others count."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\n"
READS = "print([v.name for v in fluid.default_main_program().list_vars()])\n"
ANOTHER = "g = fluid.layers.fc(x, 3, 2)\n" + READS


def line(text):
    return next(each for each in migrate_source(text).text.splitlines() if each.startswith("h = "))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fc(x, 2)", "fc(x, 2, name=counted('fc'))"),
        ("fc(x, 2, name=None)", "fc(x, 2, name=counted('fc'))"),
        ("fc(x, 2, name=n)", "fc(x, 2, name=n or counted('fc'))"),
        ("fc(x, 2, 1, None, None, None, n)",
         "fc(x, 2, weight_attr=None, bias_attr=None, activation=None, name=n or counted('fc'))"),
        ("fc(x, 2, name='a')", "fc(x, 2, name='a')"),
        ("fc(x, 2, name='a%d' % n)", "fc(x, 2, name='a%d' % n)"),
        ("fc(x, 2, name=f'a{n}')", "fc(x, 2, name=f'a{n}')"),
        ("fc(x, 2, act='relu')", "fc(x, 2, activation='relu', name=counted('fc'))"),
    ],
)
def test_names_that_are_read(old, new):
    assert line(f"{HEAD}{ANOTHER}h = fluid.layers.{old}\n") == f"h = paddle.static.nn.{new}"


@pytest.mark.parametrize("other", [
    "", READS, "fluid.unique_name.switch()\n", "g = fluid.layers.conv2d(x, 4, 3)\n" + READS,
    "g = fluid.layers.fc(x, 3, 1)\n" + READS,
    "g = fluid.layers.fc(x, 3, num_flatten_dims=2)\n",
])
def test_what_counts_as_it_did(other):
    assert line(f"{HEAD}{other}h = fluid.layers.fc(x, 2)\n") == "h = paddle.static.nn.fc(x, 2)"


@pytest.mark.parametrize("other", [
    "g = fluid.layers.fc(x, 3, 2)\n", "g = fluid.layers.fc(x, 3, num_flatten_dims=n)\n", "made = [fluid.layers.fc]\n",
    "g = fluid.layers.fc(**given)\n", "g = fluid.nets.scaled_dot_product_attention(x, x, x)\n",
    "g = fluid.layers.lstm_unit(x, x, x)\n",
])
def test_beside_what_is_counted_otherwise(other):
    told = line(f"{HEAD}{other}{READS}h = fluid.layers.fc(x, 2)\n")
    assert told == "h = paddle.static.nn.fc(x, 2, name=counted('fc'))"


def test_files_in_line(tmp_path):
    """Layers of one file are counted with those of another."""
    net = "import paddle.fluid as fluid\ndef net(x):\n    return fluid.layers.fc(x, 2)\n"
    for main, counted in ((f"{HEAD}from net import net\nnet(x)\n", False),
                          (f"{HEAD}from net import net\nnet(x)\n{ANOTHER}", True)):
        (tmp_path / "net.py").write_text(net)
        (tmp_path / "main.py").write_text(main)
        project = Project([tmp_path / "net.py", tmp_path / "main.py"], [tmp_path])
        result = migrate_module(net, tmp_path / "net.py", Options(programs=True), project)
        assert ('name=counted("fc")' in result.text) == counted


@pytest.mark.parametrize("first", ["param_attr=None", "param_attr='v'", "param_attr=w"])
@pytest.mark.parametrize(("attr", "kept"), [
    ("param_attr=w", ", weight_attr=w"), ("param_attr=None", ""), ("act=None", ""),
    ("bias_attr=None", ", bias_attr=None"),
])
def test_a_default_goes_and_another_value_stays(first, attr, kept):
    """Whatever a call of the same form, that was read before, was given."""
    line(f"{HEAD}h = fluid.layers.fc(x, size=9, {first})\n")
    assert line(f"{HEAD}h = fluid.layers.fc(x, size=9, {attr})\n") == f"h = paddle.static.nn.fc(x, size=9{kept})"


def test_another_file_of_the_same_form():
    """What a file before it made of the same call is not this one's, whose names are read."""
    for anew, told in (("", ""), (ANOTHER, ", name=counted('fc')"), ("", "")):
        text = line(f"{HEAD}{anew}h = fluid.layers.fc(x, size=7, act='leaky_relu')\n")
        assert text == f"h = leaky_relu(paddle.static.nn.fc(x, size=7{told}))"


CLOTHES = """\
import numpy as np
import paddle.fluid as fluid
C = fluid.initializer.Constant

class Net(object):
    def __init__(self, sizes, act):
        self.sizes, self.act = sizes, act

    def __call__(self, x, name=None):
        for size in self.sizes:
            x = fluid.layers.fc(x, size, act=self.act, param_attr=C(0.2), bias_attr=C(0.1))
        both = [x, fluid.layers.fc(x, 3, param_attr=fluid.ParamAttr(name='shared', initializer=C(0.3)))]
        x = fluid.layers.fc(input=both, size=2, act='softmax', name=name, param_attr=[C(0.4), C(0.5)])
        return fluid.layers.fc(fluid.layers.fc(x, 3, act='leaky_relu', param_attr=C(-0.3)), 1, param_attr=C(2.0))

def build(**given):
    x = fluid.data('x', [None, 2, 3])
    return fluid.layers.reduce_sum(Net([4, 5], 'tanh')(x, **given))

def trained(name, guard):
    main, test, startup = fluid.Program(), fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), guard():
        loss = build(**name)
        fluid.optimizer.SGD(0.1).minimize(loss)
    with fluid.program_guard(test, startup), guard():
        answer = build(**name)
    with fluid.scope_guard(fluid.Scope()):
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        feed = {'x': np.linspace(-1, 1, 12).reshape(2, 2, 3).astype('float32')}
        for _ in range(3):
            print(exe.run(main, feed=feed, fetch_list=[loss])[0].round(4).tolist())
        print(exe.run(test, feed=feed, fetch_list=[answer])[0].round(4).tolist())
        print(sorted(p.name for p in main.all_parameters()))
        print(sorted(p.name for p in test.all_parameters()))

"""
RUNS = {
    "guards": "trained({}, fluid.unique_name.guard)\ntrained({'name': 'two'}, fluid.unique_name.guard)\n",
    "one_after_the_other": "import contextlib\ntrained({}, contextlib.nullcontext)\n",
}


def test_all_clothes(run_both_ways):
    """Trained and tested under one name, or apart, as 1.8.5 named them, each in a process of its own."""
    printed = {}
    for name, text in RUNS.items():
        old, new = run_both_ways({name: {"main.py": CLOTHES + text}})
        assert new == old
        printed.update(old)
    assert printed["guards"][3] != printed["one_after_the_other"][3]


TRAINED_AND_TESTED = """\
import numpy as np
import paddle.fluid as fluid
from net import build
def make(train):
    main, st = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, st), fluid.unique_name.guard():
        x = fluid.data('x', [-1, 2], 'float32')
        y = build(x)
        loss = fluid.layers.mean(fluid.layers.square(y))
        if train:
            fluid.optimizer.SGD(.1).minimize(loss)
    return main, st, loss
exe = fluid.Executor(fluid.CPUPlace())
feed = {'x': np.arange(6).reshape(3, 2).astype('float32') / 6}
main, st, loss = make(True)
with fluid.scope_guard(fluid.Scope()):
    exe.run(st)
    for i in range(3):
        print('%.6f' % exe.run(main, feed=feed, fetch_list=[loss])[0][0])
    fluid.io.save_persistables(exe, FOLDER, main)
test, st, loss = make(False)
with fluid.scope_guard(fluid.Scope()):
    exe.run(st)
    fluid.io.load_persistables(exe, FOLDER, test)
    print('%.6f' % exe.run(test, feed=feed, fetch_list=[loss])[0][0])
    print(sorted(p.name for p in test.list_vars() if p.persistable and p.name not in ('feed', 'fetch')))
"""
NET = """\
import paddle.fluid as fluid
L = fluid.layers
def build(x):
    b = L.create_parameter(shape=[1], dtype='float32', default_initializer=fluid.initializer.Constant(.5))
    h = L.fc(x, 3, param_attr=fluid.initializer.Constant(.3), act='tanh')
    w = L.create_parameter([3, 2], 'float32', default_initializer=fluid.initializer.Constant(.7))
    named = L.create_parameter([2], 'float32', 'mine', default_initializer=fluid.initializer.Constant(.1))
    return L.fc(L.matmul(h, w) * named + b, 1, param_attr=fluid.initializer.Constant(.2))
"""
FORMS = {
    "function": ("def build(x):", "from net import build"),
    "method": ("class Net(object):\n  def build(self, x):", "from net import Net\nbuild = Net().build"),
    "static": ("class Net(object):\n  @staticmethod\n  def build(x):", "import net\nbuild = net.Net.build"),
    "default": ("def build(x, size=3):", "from net import *"),
}


def test_parameters_without_a_name_where_names_begin_anew(run_both_ways, tmp_path):
    """What trained is loaded by what tests, by the names that 1.8.5 counted: Paddle 3 counts on over programs."""
    scripts = {}
    for form, (head, imports) in FORMS.items():
        main = TRAINED_AND_TESTED.replace("FOLDER", repr(str(tmp_path / form)))
        main = main.replace("from net import build", imports)
        scripts[form] = {"main.py": main, "net.py": NET.replace("def build(x):", head)}
    old, new = run_both_ways(scripts)
    assert all("create_parameter_1.w_0" in printed[-1] and len(printed) == 5 for printed in old.values())
    assert new == old


COUNTED = """\
import paddle.fluid as fluid
from made import rate, one, Maker
L = fluid.layers
P = fluid.ParamAttr

def go(make):
    main = fluid.Program()
    with fluid.program_guard(main, fluid.Program()), fluid.unique_name.guard():
        make()
    print([p.name for p in main.all_parameters()])

def told(attr=None, is_bias=False):
    return L.create_parameter([2], 'float32', attr=attr, is_bias=is_bias)

go(lambda: [L.create_parameter([2], 'float32', is_bias=True), L.create_parameter([2], 'float32')])
go(lambda: [L.create_parameter([2], 'float32', name='n'), L.create_parameter([2], 'float32', is_bias=False)])
go(lambda: [L.create_parameter([2], 'float32', attr=P(name='n')), L.create_parameter([2], 'float32')])
go(lambda: [L.create_parameter([2], 'float32', attr=P(learning_rate=.5), is_bias=each) for each in (True, False)])
go(lambda: [L.create_parameter([2], 'float32', is_bias=each) for each in (True, False)])
go(lambda: [L.create_parameter([2], 'float32', name='m', attr=P(learning_rate=.5)), told()])
go(lambda: [told(), told(P(name='a')), told(None, True), told(rate(), True), told(attr=rate())])
go(lambda: [one({'attr': rate()}), one({'attr': None}), Maker(rate()).make(), Maker(None).make()])
"""
MAKING = """\
import paddle.fluid as fluid

def rate():
    return fluid.ParamAttr(learning_rate=.5)

def one(given):
    return fluid.layers.create_parameter(shape=[3], dtype='float32', attr=given['attr'])

class Maker(object):
    def __init__(self, attr):
        self.attr = attr

    def make(self):
        return fluid.layers.create_parameter([2], 'float32', attr=self.attr, is_bias=self.attr is not None)
"""
COUNTED_OF_185 = """\
['create_parameter_0.b_0', 'create_parameter_1.w_0']
['n', 'create_parameter_0.w_0']
['n', 'create_parameter_1.w_0']
['create_parameter_0.b_0', 'create_parameter_1.w_0']
['create_parameter_0.b_0', 'create_parameter_1.w_0']
['m.w_0', 'create_parameter_0.w_0']
['create_parameter_0.w_0', 'a', 'create_parameter_2.b_0', 'create_parameter_3.b_0', 'create_parameter_4.w_0']
['create_parameter_0.w_0', 'create_parameter_1.w_0', 'create_parameter_2.b_0', 'create_parameter_3.w_0']
"""


def test_what_a_parameter_is_told_counts_as_in_185(run_both_ways):
    for printed in run_both_ways({"told": {"main.py": COUNTED, "made.py": MAKING}}):
        assert printed["told"] == COUNTED_OF_185.splitlines()


def test_parameters_that_are_told_something_keep_it():
    result = migrate_source(f"{NET}{TRAINED_AND_TESTED}".replace("'mine'", "name=who"), options=Options(programs=True))
    assert "[2], 'float32', name=who, default_initializer" in result.text
    assert "counted(" not in result.text


BEGUN = """\
import paddle.fluid as fluid
from paddle.fluid import unique_name
from nets import net
guard, U = unique_name.guard, fluid.unique_name

def names(make):
    main = fluid.Program()
    with fluid.program_guard(main, fluid.Program()):
        make()
    print(sorted(p.name for p in main.global_block().all_parameters()))

def under(block, *given):
    with block(*given):
        names(net)

class Of(object):
    def __init__(self, block):
        self.block = block

    def go(self, **given):
        with self.block(**given):
            names(net)

under(guard)
under(U.guard, 'p_')
Of(guard).go()
Of(fluid.unique_name.guard).go(new_generator='q_')
with guard():
    names(net)
    with unique_name.guard():
        names(net)
    names(net)
first = U.switch()
names(net)
second = fluid.unique_name.switch(*first)
names(net)
unique_name.switch(*second)
names(net)
"""
NETS = """\
import paddle.fluid as fluid

def net():
    x = fluid.data('x', [None, 4])
    w = fluid.layers.create_parameter([3, 3], 'float32')
    return fluid.layers.fc(fluid.layers.matmul(fluid.layers.fc(x, 3), w), 1)
"""


def begun(first: int, second: int, prefix: str = "") -> str:
    return str([f"{prefix}create_parameter_{first // 2}.w_0"] + [
        f"{prefix}fc_{n}.{part}" for n in (first, second) for part in ("b_0", "w_0")])


def test_where_names_begin(run_both_ways):
    """Whoever begins them, and however it is asked: 1.8.5's own names."""
    for printed in run_both_ways({"begun": {"main.py": BEGUN, "nets.py": NETS}}):
        assert printed["begun"] == [
            begun(0, 1), begun(0, 1, "p_p_"), begun(0, 1), begun(0, 1, "q_q_"), begun(0, 1),
            begun(0, 1), begun(2, 3), begun(0, 1), begun(0, 1), begun(2, 3)]


def test_where_nothing_is_counted():
    """Today's guard is the same where no function makes parameters."""
    text = f"{HEAD}with fluid.unique_name.guard():\n    h = fluid.layers.relu(x)\n"
    assert "with paddle.utils.unique_name.guard():\n" in migrate_source(text).text
    net = "with fluid.dygraph.guard(), fluid.unique_name.guard():\n    fc = fluid.Linear(2, 3)\n"
    assert "names_afresh" not in migrate_source(f"import paddle.fluid as fluid\n{net}").text
