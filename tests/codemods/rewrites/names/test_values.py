"""Legacy names that are not called: base classes, isinstance, decorators, names given to other names."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\n"


@pytest.mark.parametrize(("before", "after"), [
    ("class Net(fluid.dygraph.Layer):\n    pass\n", "import paddle.nn as nn\nclass Net(nn.Layer):\n    pass\n"),
    ("isinstance(x, fluid.dygraph.Layer)\n", "import paddle.nn as nn\nisinstance(x, nn.Layer)\n"),
    ("isinstance(x, fluid.core.VarBase)\n", "import paddle\nisinstance(x, paddle.Tensor)\n"),
    ("f = fluid.layers.relu\n", "import paddle.nn.functional as F\nf = F.relu\n"),
    ("@fluid.dygraph.no_grad\ndef f():\n    pass\n", "import paddle\n@paddle.no_grad()\ndef f():\n    pass\n"),
    ("fluid.dygraph.Layer.__init__(self)\n", "import paddle.nn as nn\nnn.Layer.__init__(self)\n"),
])  # fmt: skip
def test_today_s_name_stands_in_its_place(check_transformed, before, after):
    check_transformed(HEAD + before, after)


@pytest.mark.parametrize("star", ["paddle.fluid.dygraph", "paddle.fluid.layers", "paddle.fluid.initializer"])
def test_a_star_that_brings_no_such_name(star):
    result = migrate_source(f"{HEAD}from {star} import *\nC = fluid.initializer.Constant\nx = C(1.)\n")
    assert "C = paddle.nn.initializer.Constant\n" in result.text or "C = nn.initializer.Constant\n" in result.text
    assert not result.left


@pytest.mark.parametrize("text", [
    "from paddle.fluid.layers import *\nrelu = fluid.initializer.Constant\nx = relu(1.)\n",
    "from nets import *\nC = fluid.initializer.Constant\nx = C(1.)\n",
])
def test_a_star_that_may_bring_it(text):
    assert "PM305" in [f.code for f in migrate_source(HEAD + text).left]


@pytest.mark.parametrize("text", [
    "f = fluid.layers.roi_align\n", "layers = [fluid.dygraph.ExponentialDecay]\n",
    "f = fluid.layers.warpctc\n",
])  # fmt: skip
def test_a_name_whose_calls_would_mean_something_else_is_left_and_said(text):
    result = migrate_source(HEAD + text)
    assert result.text == HEAD + text
    assert [f.code for f in result.left] == ["PM305"]


def test_a_layer_that_a_function_makes_and_calls_is_no_name():
    text = "place = fluid.layers.layer_norm\ny = place(fluid.data('x', [2, 4]), begin_norm_axis=axis())\n"
    result = migrate_source(HEAD + "def axis(which=True):\n    if which:\n        return 1\n    return None\n" + text)
    assert "place = layer_norm\n" in result.text
    assert not [f for f in result.findings if f.level == "error"]


@pytest.mark.parametrize("text", [
    "class Net(own.dygraph.Layer):\n    pass\n", "f = layers.relu\n", "text = 'fluid.layers.relu'\n",
    "def relu(x):\n    return x\nf = relu\n",
])  # fmt: skip
def test_other_names(check_noop, text):
    check_noop(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@fluid.dygraph.jit.dygraph_to_static_func\ndef f(x):\n    return x\n", "def f(x):\n    return x\n"),
        ("class A:\n    @other\n    @fluid.dygraph.dygraph_to_static_func\n    def f(self):\n        pass\n",
         "class A:\n    @other\n    def f(self):\n        pass\n"),
    ],
)
def test_a_decorator_that_did_nothing_goes(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}", after)


@pytest.mark.parametrize(
    "text",
    [
        "name = 'dygraph_to_static_func'\n",
        "text = 'fluid.dygraph.dygraph_to_static_func(f)'\n",
        "@dygraph_to_static_func\ndef f(x):\n    return x\n",
        "@own.dygraph_to_static_func\ndef f(x):\n    return x\n",
    ],
)
def test_a_name_alone_is_no_such_decorator(check_noop, text):
    check_noop(f"import paddle\n{text}")


def test_a_decorator_with_a_comment_is_left_and_said():
    result = migrate_source(f"{HEAD}@fluid.dygraph.dygraph_to_static_func  # fast\ndef f(x):\n    return x\n")
    assert "@fluid.dygraph.dygraph_to_static_func  # fast\n" in result.text
    assert [f.code for f in result.left] == ["PM305"]


HANDED = """\
import functools
import numpy as np
import paddle.fluid as fluid
import holding
from paddle.fluid.dygraph import to_variable
L = fluid.layers
{}
def shown(*found):
    for each in found:
        print(hasattr(each, 'backward'), np.round(each.numpy(), 4).tolist())
with fluid.dygraph.guard():
    array = np.array([-1., 0.5, 3.], 'float32')
    x = to_variable(array)
    {}
"""
HOLDING = """\
import paddle.fluid.layers as layers
SMOOTH = layers.soft_relu
class Holder(object):
    of = {'six': layers.relu6}
def apply(function, value):
    return function(value, 2.)
"""
HANDS = {
    "by another name": ("soft = L.soft_relu", "shown(soft(x), soft(x, 1.))"),
    "a list": ("fs = [L.soft_relu, L.exp]", "shown(*[f(x) for f in fs])"),
    "a dictionary": ("fs = {'six': L.relu6}", "shown(fs['six'](x, threshold=1.5), fs['six'](x=x))"),
    "a loop": ("for each in [{'f': to_variable}]:\n    kept = each", "shown(kept['f'](value=array))"),
    "a parameter": ("def go(f, *more):\n    return f(*more)", "shown(go(L.hard_swish, x, 2.), go(L.soft_relu, x))"),
    "a default": ("def go(v, f=L.relu6):\n    return f(v, 1.)", "shown(go(x))"),
    "a map": ("", "shown(*map(to_variable, [array, array]))"),
    "a map of sums": ("", "shown(*map(L.soft_relu, [x]))"),
    "a partial": ("clipped = functools.partial(L.relu6, threshold=1.)", "shown(clipped(x))"),
    "another file": ("", "shown(holding.SMOOTH(x), holding.Holder.of['six'](x, 1.), holding.apply(L.relu6, x))"),
    "an attribute": ("class N(object):\n    act = staticmethod(L.soft_relu)", "shown(N.act(x), N().act(x=x))"),
}


def test_functions_that_are_handed_on(run_both_ways):
    texts = {name: {"main.py": HANDED.format(*parts), "holding.py": HOLDING} for name, parts in HANDS.items()}
    old, new = run_both_ways(texts)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


@pytest.mark.parametrize(("before", "after"), [
    ("f = {'f': to_variable}\ny = f['f'](a)\n", "f = {'f': paddle.to_tensor}\ny = f['f'](a)\n"),
    ("ys = list(map(to_variable, arrays))\n", "ys = list(map(paddle.to_tensor, arrays))\n"),
])
def test_what_takes_one_thing_alone_is_todays_name(check_transformed, before, after):
    check_transformed(f"from paddle.fluid.dygraph import to_variable\n{before}", f"import paddle\n{after}")


BY_NAME = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
from paddle.fluid.dygraph import guard, to_variable
from settings import KIND, Settings

class Block(fluid.dygraph.Layer):
    def __init__(self, act=None, last='sigmoid'):
        super(Block, self).__init__()
        self.act, self.last = act, getattr(L, last)

    def forward(self, x):
        x = getattr(fluid.layers, self.act)(x) if self.act else x
        return self.last(x)

with guard():
    x = to_variable(np.array([-1., .5], 'float32'))
    for block in (Block(), Block('relu'), Block(act='exp', last='sqrt')):
        print(block(x).numpy().round(4).tolist())
    print(getattr(fluid.layers, 'abs')(x).numpy().tolist())
    print(getattr(L, KIND)(x).numpy().round(4).tolist())
    print(getattr(L, Settings().kinds['b'])(x).numpy().round(4).tolist())
    for name in ('square', 'sin', 'leaky_relu', 'elu', 'softmax', 'hard_sigmoid', 'brelu'):
        print(getattr(fluid.layers, name)(x).numpy().round(4).tolist())
    for name in ('elementwise_add', 'elementwise_max'):
        print(getattr(L, name)(x, y=x * 2., act='relu').numpy().round(4).tolist())
    pick = {'a': getattr(L, 'leaky_relu'), 'b': getattr(L, 'reshape')}
    print(pick['a'](x, .5).numpy().tolist(), pick['b'](x, [2, 1]).numpy().tolist())
"""
SETTINGS = "KIND = 'softsign'\nclass Settings(object):\n    kinds = {'a': 'relu', 'b': 'cos'}\n"
WITH = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    f = getattr(fluid.layers, {})\n"


def test_functions_by_names_that_are_seen(run_both_ways):
    old, new = run_both_ways({"by name": {"main.py": BY_NAME, "settings.py": SETTINGS}})
    assert len(old["by name"]) == 16
    assert new == old


@pytest.mark.parametrize(("asked", "after"), [
    ("'relu'", "F.relu"),
    ("'tanh' if deep else 'relu'", "{'relu': F.relu, 'tanh': paddle.tanh}['tanh' if deep else 'relu']"),
])
def test_a_function_by_its_name(asked, after):
    result = migrate_source(WITH.format(asked))
    assert result.text.endswith(f"f = {after}\n")
    assert not result.left


@pytest.mark.parametrize("asked", [
    "name", "'relu' if deep else name", "('reduce_sum',)[0]", "('cosine_decay',)[0]", "('no_such',)[0]", "('fc',)[0]",
    "'relu', None", "*names", "('learning_rate_scheduler',)[0]",
])
def test_a_name_that_may_be_another(asked):
    result = migrate_source(WITH.format(asked))
    assert f"getattr(fluid.layers, {asked})" in result.text
    assert [each.code for each in result.left] == ["PM305"]


@pytest.mark.parametrize("second", ["reduce_sum", "cosine_decay", "no_such"])
def test_nothing_is_written_where_one_of_the_names_has_no_form(second):
    result = migrate_source(WITH.format(f"'leaky_relu' if deep else '{second}'"))
    assert "def leaky_relu" not in result.text
    assert not [each for each in result.findings if "leaky_relu" in each.name]


@pytest.mark.parametrize(
    ("kinds", "new"),
    [
        ("(fluid.framework.Variable, fluid.core.VarBase)", "paddle.Tensor"),
        ("(fluid.core.VarBase, fluid.Variable, )", "paddle.Tensor"),
        ("(fluid.core.VarBase, list)", "(paddle.Tensor, list)"),
        ("(fluid.core.VarBase,)", "paddle.Tensor"),
        ("(fluid.core.VarBase, fluid.dygraph.Linear)", "(paddle.Tensor, nn.Linear)"),
    ],
)
def test_kinds_that_are_one_today(kinds, new):
    text = f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    print(isinstance(x, {kinds}))\n"
    assert f"print(isinstance(x, {new}))" in migrate_source(text).text


ACTIVATIONS = """\
abs acos asin atan brelu ceil cos elu erf exp floor gelu hard_shrink hard_sigmoid hard_swish leaky_relu log logsigmoid
reciprocal relu relu6 rsqrt selu sigmoid sin soft_relu softmax softplus softshrink softsign sqrt square stanh swish tanh
tanh_shrink thresholded_relu"""
UNKNOWN = """\
import argparse
import json
import os
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
from nets import Dense, dense
parser = argparse.ArgumentParser()
parser.add_argument('--act', default='tanh')
x = fluid.data('x', [None, 5])
names = json.loads(json.dumps(open('NAMES').read().split()))
outs = [getattr(fluid.layers, name)(x) for name in names]
act = getattr(L, parser.parse_args([]).act)
outs.append(act(x))
outs.append(dense(x, os.environ.get('NO_SUCH_VARIABLE', 'relu')))
outs.append(Dense(json.loads('{"act": "leaky_relu"}')['act'])(x))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
given = np.array([[-1., -.4, .1, .6, .99], [-50., -3.3, 7., 26., 50.]], 'float32')
for out in exe.run(feed={'x': given}, fetch_list=outs):
    print((np.nan_to_num(out.ravel(), nan=-1e9, posinf=1e9, neginf=-1e9) + 0.).round(3).tolist())
"""
NETS = """\
import paddle.fluid as fluid
def dense(x, act=None):
    return getattr(fluid.layers, act)(x) if act else x
class Dense(object):
    def __init__(self, act):
        self.act = act
    def __call__(self, x):
        return getattr(fluid.layers, self.act)(x)
"""


def test_activations_by_names_that_are_not_seen(run_both_ways, tmp_path):
    (tmp_path / "names").write_text(ACTIVATIONS)
    script = UNKNOWN.replace("NAMES", str(tmp_path / "names"))
    old, new = run_both_ways({"unknown": {"main.py": script, "nets.py": NETS}})
    assert len(old["unknown"]) == len(ACTIVATIONS.split()) + 3
    assert new == old


CALLED_LIKE_A_TEXT = """\
import sys
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
def dense(x, act=None):
    x = L.scale(x, 2.)
    return getattr(L, act)(x) if act else x
class Nets(object):
    kinds = ['dense', 'plain']
    def plain(self, x, act):
        return getattr(fluid.layers, act)(x)
    def build(self, kind, x):
        return dense(x, 'leaky_relu') if kind == 'dense' else self.plain(x, 'hard_sigmoid')
x = fluid.data('x', [None, 3])
outs = [Nets().build(kind, x) for kind in Nets.kinds] + [dense(x), dense(x, 'tanh')]
MORE
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for out in exe.run(feed={'x': np.array([[-2., .3, 1.]], 'float32')}, fetch_list=outs):
    print(out.round(4).tolist())
"""
BY_TEXT = {
    "none": "",
    "of_a_module": "outs.append(getattr(sys.modules[__name__], 'dense')(x, 'relu'))",
    "of_an_object": "outs.append(getattr(Nets(), 'plain')(x, 'sigmoid'))",
    "of_all_names": "outs.append(globals()['dense'](x, 'square'))",
}


@pytest.mark.parametrize("more", BY_TEXT)
def test_functions_that_are_called_like_a_text(more, run_both_ways):
    script = CALLED_LIKE_A_TEXT.replace("MORE", BY_TEXT[more])
    old, new = run_both_ways({"called": {"main.py": script}})
    assert len(old["called"]) == 5 - (more == "none")
    assert new == old


def test_what_looks_for_activations_finds_no_functions_of_the_script():
    text = migrate_source(CALLED_LIKE_A_TEXT.replace("MORE", "")).text
    assert "activation_named" not in text
    assert "'leaky_relu': " in text


@pytest.mark.parametrize("use", ["y = f(x, 3)", "y = f(x=x)", "g(f)", "fs = {'a': f}", "y = f(*x)"])
def test_what_may_be_no_activation(use):
    result = migrate_source(WITH.format("name") + f"    {use}\n")
    assert "getattr(fluid.layers, name)" in result.text
    assert [each.code for each in result.left] == ["PM305"]


@pytest.mark.parametrize("name", ["'reduce_' + kind", "'reduce_%s' % kind", "f'reduce_{kind}'",
                                  "'fc' if deep else name", "'relu' if deep else 'reduce_' + name"])
def test_a_name_of_which_a_part_is_seen(name):
    result = migrate_source(WITH.format(name) + "    y = f(x)\n")
    assert [each.code for each in result.left] == ["PM305"]


@pytest.mark.parametrize("name", ["'relu' if deep else name", "deep and 'tanh' or name"])
def test_a_name_of_which_all_that_is_seen_are_activations(name):
    result = migrate_source(WITH.format(name) + "    y = f(x)\n")
    assert "activation_named(" in result.text
    assert result.left == []


OPTION = "import argparse\nparser = argparse.ArgumentParser()\n{}\nargs = parser.parse_args()\n"


@pytest.mark.parametrize(("option", "is_left"), [
    ("parser.add_argument('--how', default='mean')", True),
    ("parser.add_argument('-h', '--how', type=str, default='reduce_sum', help='how')", True),
    ("parser.add_argument('--other', dest='how', default='mean')", True),
    ("add_arg('how', str, 'mean', 'how')", True),
    ("parser.add_argument('--how', default='relu')\nparser.add_argument('--act', default='mean')", False),
    ("parser.add_argument('--how', required=True)", False),
])
def test_a_name_that_an_option_has_by_default(tmp_path, option, is_left):
    head, tail = OPTION.format(option), "    y = f(x)\n"
    alone = migrate_source(head + WITH.format("args.how") + tail)
    (tmp_path / "options.py").write_text(head)
    (tmp_path / "main.py").write_text("from options import args\n" + WITH.format("args.how") + tail)
    project = Project([tmp_path / "options.py", tmp_path / "main.py"])
    apart = migrate_source((tmp_path / "main.py").read_text(), str(tmp_path / "main.py"), Options(), project)
    for result in (alone, apart):
        assert [each.code for each in result.left] == ["PM305"] * is_left
        assert ("activation_named(args.how)" in result.text) != is_left


IN_PROGRAM = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L

add, seen = 'increment', L.create_global_var([1], 0, 'int64', True, name='seen')
x, y = L.data('x', [4]), L.data('y', [1], dtype='int64')
getattr(L, add)(seen, 2)
rnn, steps = L.StaticRNN(), L.transpose(L.unsqueeze(x, [1]), [1, 0, 2])
with rnn.step():
    row = rnn.step_input(steps)
    state = rnn.memory(shape=[-1, 3], batch_ref=row)
    found = getattr(fluid.layers, 'fc')([row, state], 3, param_attr=[fluid.initializer.Constant(w) for w in (.1, .2)])
    rnn.update_memory(state, found)
    rnn.step_output(found)
chances = L.softmax(L.reshape(rnn(), [-1, 3]))
scores = {name: getattr(L, name)(chances, y) for name in ('accuracy', 'cross_entropy')}
loss = L.mean(scores['cross_entropy'])
fluid.optimizer.SGD(0.5).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.ones((2, 4), 'float32'), 'y': np.array([[1], [0]])}
for _ in range(3):
    count, acc, value = exe.run(feed=feed, fetch_list=[seen, scores['accuracy'], loss])
    print(int(count[0]), float(acc[0]), round(float(value[0]), 4))
"""


def test_functions_by_names_have_the_form_of_programs(run_both_ways):
    old, new = run_both_ways({"by name in a program": {"main.py": IN_PROGRAM}})
    assert old["by name in a program"][0].startswith("2 ")
    assert new == old


@pytest.mark.parametrize(("text", "left"), [
    ("kinds = types.SimpleNamespace(f='mean')\n", True), ("kinds = configuration({'f': 'reduce_sum'})\n", True),
    ("kinds = types.SimpleNamespace(f='tanh')\n", False), ("kinds = configuration('data', 'x')\n", False),
])
def test_a_name_that_is_not_seen_is_of_no_activation_where_the_file_names_others(text, left):
    head = "import types\nimport paddle.fluid as fluid\n"
    result = migrate_source(f"{head}{text}x = fluid.data('x', [3])\nloss = getattr(fluid.layers, kinds.f)(x)\n")
    assert [each.code for each in result.left] == ["PM305"] * left


@pytest.mark.parametrize("name", ["sequence_pool", "mean"])
def test_functions_of_sequences_and_of_all_are_not_taken_by_name(name):
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 1], lod_level=1)\n"
    text += f"name = '{name}'\ny = getattr(fluid.layers, name)(x)\n"
    result = migrate_source(text)
    assert "getattr(fluid.layers, name)(x)" in result.text
    assert [each.code for each in result.left] == ["PM305"]
