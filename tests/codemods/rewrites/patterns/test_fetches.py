"""What a run of a program is asked for, with --programs: variables and not their names."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = (
    "import paddle.fluid as fluid\n"
    "x = fluid.data('x', [None, 3])\n"
    "out = fluid.layers.fc(x, 1)\n"
    "loss = fluid.layers.mean(out)\n"
    "exe = fluid.Executor(fluid.CPUPlace())\n"
)


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


def said(result):
    return [finding.line for finding in result.left if finding.code == "PM333"]


ALL = "names = [v.name for v in those]\nvalues = exe.run(fetch_list=names)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("those = [out, loss]\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "those = [out, loss]\nvalues = exe.run(fetch_list=those)\n"),
        ("def f(x):\n    return [x, loss]\nthose = f(out)\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "those = f(out)\nvalues = exe.run(fetch_list=those)\n"),
        ("those = made()\nif x:\n    those = those + [loss]\nelse:\n    those = [out]\n"
         "values = exe.run(fetch_list=[v.name for v in those + [out]])\n",
         "values = exe.run(fetch_list=those + [out])\n"),
        ("those = [loss]\nif x:\n    those = []\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "values = exe.run(fetch_list=those)\n"),
        ("those = made()\nif x:\n    those = those + [loss]\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "values = exe.run(fetch_list=list(those))\n"),
        ("def f(x):\n    return x, loss\nthose = f(out)\nvalues = exe.run(fetch_list=[v.name for v in those])\n",
         "values = exe.run(fetch_list=list(those))\n"),
        (f"those = [out, loss]\n{ALL}", "names = list(those)\nvalues = exe.run(fetch_list=names)\n"),
        ("def f(those):\n    exe.run(fetch_list=[v.name for v in those])\n",
         "def f(those):\n    exe.run(fetch_list=list(those))\n"),
        ("def f():\n    exe.run(fetch_list=[v.name for v in made().those])\n",
         "def f():\n    exe.run(fetch_list=list(made().those))\n"),
        ("those = [out, loss]\nclass A:\n    names = [  # all\n        v.name for v in those\n    ]\n"
         "    exe.run(fetch_list=names)\n",
         "    # all\n    names = list(those)\n    exe.run(fetch_list=names)\n"),
        ("values = exe.run(fetch_list=[v.name for v in those if v])\n",
         "values = exe.run(fetch_list=[v for v in those if v])\n"),
        ("values = exe.run(fetch_list=[w.name for v in those])\n", "values = exe.run(fetch_list=[w for v in those])\n"),
        ("those = {1: out, 2: loss}\nvalues = exe.run(fetch_list=list(map(lambda v: v.name, those.values())))\n",
         "those = {1: out, 2: loss}\nvalues = exe.run(fetch_list=list(those.values()))\n"),
        ("names = map(lambda v: v.name, those)\nvalues = exe.run(fetch_list=list(names))\n",
         "names = list(those)\nvalues = exe.run(fetch_list=list(names))\n"),
        ("values = exe.run(fetch_list=list(map(lambda v: w.name, those)))\n",
         "values = exe.run(fetch_list=list(map(lambda v: w, those)))\n"),
        (f"list = tuple\n{ALL}", "names = [v for v in those]\nvalues = exe.run(fetch_list=names)\n"),
    ],
)
def test_all_of_a_list(before, after):
    result = migrated(before)
    assert result.text.endswith(after)
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_a_list_that_nobody_reads():
    text = "def f():\n    fetch_list = [loss.name, {}]\n    return exe.run(fetch_list=[out{}])\n"
    result = migrated(text.format("out.name", ".name"))
    assert result.text.endswith(text.format("out", "").replace("loss.name", "loss"))


@pytest.mark.parametrize("text", [
    "def f():\n    fetch_list = [loss.name]\n    print(fetch_list)\n",
    "def f():\n    self.fetch_list = [loss.name]\n",
    "fetch_list = [loss.name]\n",
])
def test_a_list_that_somebody_may_read(text):
    assert migrated(text).text.endswith(text.replace("loss.name", "name_of(loss)"))


def test_a_name_of_a_variable_is_said():
    text = "value, = exe.run(fetch_list=['mean_0.tmp_0'])\n"
    result = migrated(text)
    assert said(result)
    assert result.text.endswith(text)


@pytest.mark.parametrize(
    "text",
    [
        "subprocess.run(['ls'])\n",
        "print([v.name for v in those])\nvalues = exe.run(fetch_list=list(those))\n",
        "names = [v.name for v in those]\nvalues = exe.run(fetch_list=[out])\n",
        "class Loop:\n    def run(self, *a): pass\nvalue = Loop().run(a, b, [c])\nprint(value[0][0])\n",
    ],
)
def test_what_stays(text):
    result = migrated(text)
    assert said(result) == []
    assert result.text.endswith(text)


NAMED = "w = fluid.layers.fc(out, 2, param_attr=fluid.ParamAttr(name='w'))\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("exe.run(fetch_list=[loss, 'w'])\n", "exe.run(fetch_list=variables([loss, 'w']))\n"),
        ("exe.run(p, fetch_list=[loss, 'x'])\n", "exe.run(p, fetch_list=variables([loss, 'x'], p))\n"),
        ("n = 'w'\nexe.run(p, fetch_list=[n])\n", "n = 'w'\nexe.run(p, fetch_list=variables([n], p))\n"),
        ("exe.run(p, fetch_list=['fc_%d' % i])\n", "exe.run(p, fetch_list=variables(['fc_%d' % i], p))\n"),
        ("exe.run(f(), fetch_list=[n + '_w'])\n",
         "exe.run(program := f(), fetch_list=variables([n + '_w'], program))\n"),
        ("exe.run(program=d.get('k'), feed={'w': a}, fetch_list=['w'])\n",
         "exe.run(program=(program := d.get('k')), feed=feed_data({'w': a}, program), "
         "fetch_list=variables(['w'], program))\n"),
        ("program = running = p\nexe.run(f(), fetch_list=['w'])\n",
         "exe.run(running_2 := f(), fetch_list=variables(['w'], running_2))\n"),
        ("exe.run(p, fetch_list=[n + '_w'])\n", "exe.run(p, fetch_list=variables([n + '_w'], p))\n"),
        ("exe.run(p, fetch_list=['{}.w_0'.format(n)])\n",
         "exe.run(p, fetch_list=variables(['{}.w_0'.format(n)], p))\n"),
        ("class A:\n    def f(self):\n        self.all = [loss.name]\n        exe.run(fetch_list=self.all)\n",
         "class A:\n    def f(self):\n        self.all = [loss]\n        exe.run(fetch_list=self.all)\n"),
        ("def names():\n    return [loss.name, out.name]\nexe.run(fetch_list=names())\n",
         "def names():\n    return [loss, out]\nexe.run(fetch_list=names())\n"),
    ],
)
def test_names_of_parameters_and_of_what_is_fed(before, after):
    result = migrated(NAMED + before)
    assert result.text.endswith(after)
    assert said(result) == []
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


NUMBERED = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data("x", [None, 3])
for i in range(2):
    attr = fluid.ParamAttr("w%d" % i, initializer=fluid.initializer.Constant(i + 0.5))
    x = fluid.layers.fc(x, 3, param_attr=attr, bias_attr="{}_b".format(i))
loss = fluid.layers.mean(x)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for each in exe.run(feed={"x": np.ones((1, 3), "float32")}, fetch_list=[loss, "w1", "0_b"]):
    print(each.tolist())
"""


def test_names_that_are_made_of_numbers(run_both_ways):
    old, new = run_both_ways({"numbered": {"main.py": NUMBERED}})
    assert new == old
    other = NUMBERED.replace('"w1"', "'mean_0.tmp_0'")
    assert [each.code for each in migrate_source(other).left] == ["PM333"]


def test_a_text_that_is_made_of_itself():
    text = "for i in range(2):\n    n = n + '_w'\nexe.run(fetch_list=[n])\n"
    assert migrated(text).text.endswith("exe.run(fetch_list=variables([n]))\n")


@pytest.mark.parametrize("name", ["'w@GRAD'", "w.name + '@GRAD'", "'fc_0.tmp_0'"])
def test_names_that_paddle_3_has_not(name):
    assert said(migrated(f"{NAMED}exe.run(fetch_list=[loss, {name}])\n"))


NET = """\
import numpy as np
import paddle.fluid as fluid
from asked import weights, Asked

main = fluid.default_main_program()
C = fluid.initializer.Constant
x = fluid.data('x', [3, 4], 'float32')
h = fluid.layers.fc(x, 5, act='tanh', param_attr=fluid.ParamAttr(name='body_w', initializer=C(.3)), bias_attr=False)
out = fluid.layers.fc(h, 1, param_attr=fluid.ParamAttr(name='head_w', initializer=C(.2)), bias_attr=False)
loss = fluid.layers.reduce_mean(out * out, dim=[0])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.linspace(-.5, .5, 12).reshape(3, 4).astype('float32')}

def show(values):
    print([(each.shape, '%.4f' % np.sum(each * each)) for each in values])

part = 'head'
show(exe.run(main, feed=feed, fetch_list=[loss, 'body_w']))
show(exe.run(main, feed=feed, fetch_list=[part + '_w', loss.name, 'x']))
show(exe.run(feed=feed, fetch_list=['{}_w'.format(each) for each in ('body', 'head')]))
show(exe.run(main, feed=feed, fetch_list=[each.name for each in weights(main)]))
show(exe.run(main, feed=feed, fetch_list=Asked(h, out).names()))
print([each.name for each in main.list_vars() if each.name.startswith(('body', 'head'))])
print([each.name for each in weights(main)])
"""
OTHER = """\
import paddle.fluid as fluid

def weights(program):
    program = program or fluid.default_main_program()
    return [each for each in program.list_vars() if each.name.endswith('_w')]

class Asked(object):
    def __init__(self, *of):
        self.of = of

    def names(self):
        return list(self.of)
"""


def test_old_and_new_fetch_the_same(run_both_ways):
    old, new = run_both_ways({"named": {"main.py": NET, "asked.py": OTHER}})
    assert old == new
    assert len(old["named"]) == 7


def test_a_list_of_texts_that_nobody_reads_is_none_of_names():
    result = migrated("def fields(line):\n    names = ['index', 'value']\n    return line\n")
    assert said(result) == []


@pytest.mark.parametrize(("fetched", "is_left"), [
    ("sorted(names)", True), ("list(set(names))", True), ("held['by'](names)", False), ("list(names)", False),
    ("sorted(['x', 'w'])", False), ("ordered", True), ("sorted([a, b], key=lambda v: v.shape)", False),
])
def test_an_order_of_names(fetched, is_left):
    lists = "names = [v.name for v in (a, b)]\nordered = sorted(names)\n"
    result = migrated(f"{lists}exe.run(feed=f, fetch_list={fetched})\n")
    assert any("order that you mean" in f.message for f in result.left) == is_left


HELD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
def build():
    x = fluid.data('x', [None, 3])
    a = L.mean(x)
    return a, L.reduce_sum(x)
made = build()
exe = fluid.Executor(fluid.CPUPlace())
feed = {'x': np.ones((2, 3), 'float32')}
class Runner(object):
    def __init__(self, names): self.names = names
    def run(self): return exe.run(feed=dict(feed), fetch_list=self.names)
names = [v.name for v in made]
held = dict(k=names)
runs = [held.get('k'), held['k'], list(names), [n for n in names], tuple(names), [*names]]
for got in (Runner(names).run(), *(exe.run(feed=dict(feed), fetch_list=each) for each in runs)):
    print([round(float(np.ravel(v)[0]), 3) for v in got])
"""


def test_names_that_something_holds(run_both_ways):
    old, new = run_both_ways({"held": {"main.py": HELD}})
    assert old == {"held": ["[1.0, 6.0]"] * 7}
    assert new == old


PUT_IN = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data('x', [None, 3])
made = {{'a': fluid.layers.mean(x), 'b': fluid.layers.reduce_sum(x)}}
exe = fluid.Executor(fluid.CPUPlace())
def put(held, v):
    held.append(v.name)
{0}
for got in exe.run(feed={{'x': np.ones((2, 3), 'float32')}}, fetch_list=names):
    print(round(float(np.ravel(got)[0]), 3))
"""
PUTTING = {
    "function": "names = []\nfor k, v in made.items():\n    put(names, v)",
    "pair": "def both():\n    ks, held = ([], [])\n    for k, v in made.items():\n        ks.append(k)\n"
            "        put(held, {'v': v}['v'])\n    return ks, held\n_, names = both()",
    "method": "class All(object):\n    def __init__(self):\n        self.names = []\n    def add(self, v):\n"
              "        self.names.append(v.name)\nall_of = All()\nfor v in made.values():\n    all_of.add(v)\n"
              "names = all_of.names",
    "extended": "names = []\nfor v in made.values():\n    names.extend([v.name])",
    "sum": "names = []\nfor v in made.values():\n    names += [v.name]",
    "inserted": "names = []\nfor v in made.values():\n    names.insert(len(names), v.name)",
}


def test_names_that_another_function_puts_in(run_both_ways):
    old, new = run_both_ways({name: {"main.py": PUT_IN.format(text)} for name, text in PUTTING.items()})
    assert old == {name: ["1.0", "6.0"] for name in PUTTING}
    assert new == old


@pytest.mark.parametrize("fetched", ["from other import wanted", "from other import wants as wanted"])
@pytest.mark.parametrize(("result", "may_be_names"), [("loss.name", True), ("loss", False)])
def test_what_nobody_sees_may_be_names_where_a_program_hands_them_on(fetched, result, may_be_names):
    text = ("import paddle.fluid as fluid\n" f"{fetched}\n"
            "def net():\n    loss = fluid.layers.mean(fluid.data('x', [None, 3]))\n" f"    return {result}\n"
            "exe = fluid.Executor(fluid.CPUPlace())\nnet()\nexe.run(feed={}, fetch_list=[wanted])\n")
    assert ("variables([wanted])" in migrate_source(text).text) == may_be_names


PARALLEL = """\
import os
os.environ['CPU_NUM'] = '1'
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import ParallelExecutor as PE
x = fluid.layers.data('x', [3])
loss = fluid.layers.mean(fluid.layers.fc(
    x, 2, param_attr=fluid.ParamAttr('w', fluid.initializer.Constant(.5)), act='tanh', bias_attr=False))
test_program = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.linspace(-1, 2, 6).reshape(2, 3).astype('float32')}
class Trainer(object):
    def __init__(self):
        self.pe = PE(use_cuda=False, loss_name=loss.name)
        self.by_name = {'train': self.pe}
    def run(self, names):
        return self.pe.run(names, feed)
def show(values):
    print(['%.5f' % float(np.mean(each)) for each in values])
def asked(runner, wanted):
    show(runner.run(wanted, feed=feed))
trainer = Trainer()
tester = PE(False, main_program=test_program, share_vars_from=trainer.pe)
show(trainer.pe.run([loss.name], feed))
show(trainer.run([loss.name]))
show(trainer.by_name['train'].run([loss.name], feed, return_numpy=True))
asked(trainer.pe, [loss.name])
asked(tester, [loss.name])
names = [loss.name]
show(tester.run(names, feed=feed))
show(tester.run(fetch_list=[loss.name], feed=feed))
"""


def test_names_that_a_parallel_executor_is_given_first(run_both_ways):
    old, new = run_both_ways({"parallel": {"main.py": PARALLEL}})
    assert len({*old["parallel"]}) == 5  # four steps, and three tests of one state
    assert new == old


DECAY, CLIP = "regularization=fluid.regularizer.L2Decay(0.1)", "grad_clip=fluid.clip.GradientClipByGlobalNorm(1.0)"
FETCHED = [
    "_, pairs = fluid.optimizer.SGD(0.1, {}).minimize(loss)\nexe.run(fetch_list=[loss, pairs[0][1]])\n",
    "opt = fluid.optimizer.SGD(0.1, {})\npairs = opt.backward(loss)\nopt.apply_gradients(pairs)\n"
    "exe.run(fetch_list=[g for _, g in pairs])\n",
    "def train(opt):\n    return opt.minimize(loss)[1]\n"
    "wanted = {{'g': train(fluid.optimizer.SGD(0.1, {}))[0][1]}}\nexe.run(fetch_list=[wanted['g'].name])\n",
    "class Net:\n    def build(self):\n        _, self.pairs = fluid.optimizer.SGD(0.1, {}).minimize(loss)\n"
    "    def run(self):\n        for p, g in self.pairs:\n            exe.run(fetch_list=[g])\n",
]


@pytest.mark.parametrize("text", FETCHED)
@pytest.mark.parametrize(("given", "is_said"), [(DECAY, True), (CLIP, True), ("name='opt'", False)])
def test_gradients_that_decay_or_a_clip_changes(text, given, is_said):
    assert ("PM350" in {f.code for f in migrated(text.format(given)).findings}) == is_said


@pytest.mark.parametrize("fetched", ["loss", "fluid.gradients(loss, x)[0]", "pairs[0][0]"])
def test_what_no_decay_changes_is_not_said(fetched):
    text = f"_, pairs = fluid.optimizer.SGD(0.1, {DECAY}).minimize(loss)\nexe.run(fetch_list=[{fetched}])\n"
    assert "PM350" not in {f.code for f in migrated(text).findings}


TWO = """\
main, test, startup = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    a, loss = net()
{between}with fluid.program_guard(test, startup), fluid.unique_name.guard():
    {again}
test = test.clone(for_test=True)
{run}
"""
ALIKE = "a, loss = net()"


@pytest.mark.parametrize(("between", "again", "run", "is_left"), [
    ("", ALIKE, "exe.run(main, feed=f, fetch_list=[loss.name])", False),
    ("    kept = loss\n", ALIKE, "exe.run(main, feed=f, fetch_list=[loss.name])", False),
    ("", ALIKE, "exe.run(fluid.CompiledProgram(main), feed=f, fetch_list=[loss])", False),
    ("", ALIKE, "def run(p, names):\n    exe.run(p, feed=f, fetch_list=names)\n"
     "run(test, [loss])\nrun(main, [loss.name])", False),
    ("", ALIKE, "wanted = [loss.name]\nexe.run(main, feed=f, fetch_list=wanted)\n"
     "exe.run(test, feed=f, fetch_list=wanted)", True),
    ("", "loss, a = net()", "exe.run(main, feed=f, fetch_list=[loss.name])", True),
    ("", "a, loss = other()", "exe.run(main, feed=f, fetch_list=[loss.name])", True),
    ("", "loss = fluid.layers.mean(a)", "exe.run(main, feed=f, fetch_list=[loss.name])", True),
])
def test_a_name_of_another_program(between, again, run, is_left):
    result = migrated(TWO.format(between=between, again=again, run=run))
    assert any("another program" in f.message for f in result.left) == is_left
    assert ("    main_loss = loss\n" in result.text) == (not is_left)
    assert (result.text.count("[main_loss]") == 1) == (not is_left)


RETURNS = """\
    if trains:
        return a, loss
    return a, b, loss
"""


@pytest.mark.parametrize(("body", "again", "is_left"), [
    (RETURNS, "a, b, loss = net(False)", False), (RETURNS, "a, loss, b = net(False)", True),
    (RETURNS, "a, b, _, loss = net(False)", True), (RETURNS, "a, *b, loss = net(False)", True),
    (RETURNS, "a, b, loss = other(False)", True),
    (RETURNS.replace("a, b, loss", "a, b, (loss)"), "a, b, loss = net(False)", False),
    (RETURNS.replace("a, loss", "a, loss * 2"), "a, b, loss = net(False)", True),
    (RETURNS.replace("a, b, loss", "a, loss, b"), "a, b, loss = net(False)", True),
    (f"    if trains:\n        loss = b\n{RETURNS}", "a, b, loss = net(False)", True),
    (f"    if a:\n        return b, a, loss\n{RETURNS}", "a, b, loss = net(False)", True),
    (f"    if a:\n        return every\n{RETURNS}", "a, b, loss = net(False)", True),
])
def test_a_name_of_what_a_function_gives_at_another_place(body, again, is_left):
    """As the one name that it has there."""
    net = f"def net(trains=True):\n    a, b = fluid.data('a', [2]), fluid.data('b', [2])\n    loss = a * b\n{body}"
    run = "exe.run(main, feed=f, fetch_list=[loss.name])"
    result = migrated(net + TWO.format(between="", again=again, run=run))
    assert any("another program" in f.message for f in result.left) == is_left
    assert ("[main_loss]" in result.text) == (not is_left)


@pytest.mark.parametrize("run", [
    "exe.run(test, feed=f, fetch_list=[loss.name])",
    "exe.run(other, feed=f, fetch_list=[loss.name])",
    "exe.run(make(main), feed=f, fetch_list=[loss.name])",
    "def run(p, names):\n    exe.run(p, feed=f, fetch_list=names)\nrun(test, [loss])",
])
def test_a_name_of_the_program_that_runs(run):
    result = migrated(TWO.format(between="", again=ALIKE, run=run))
    assert "main_loss" not in result.text
    assert not any("another program" in f.message for f in result.left)


TRAINED_AND_TESTED = """\
import numpy as np
import paddle.fluid as fluid

def net(drop):
    x = fluid.data("x", [None, 4])
    weights = fluid.ParamAttr("w", fluid.initializer.NumpyArrayInitializer(np.eye(4, dtype="float32")))
    h = fluid.layers.dropout(fluid.layers.fc(x, 4, param_attr=weights, act="tanh"), drop)
    return x, fluid.layers.mean(fluid.layers.square(h)), fluid.layers.reduce_max(h)

def evaluate(exe, program, names):
    return [round(float(np.array(each).reshape(-1)[0]), 5) for each in exe.run(program, feed=feed, fetch_list=names)]

train_program, test_prog, startup = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(train_program, startup):
    with fluid.unique_name.guard():
        x, loss, most = net(0.)
        fluid.optimizer.SGD(0.1).minimize(loss)
with fluid.program_guard(test_prog, startup):
    with fluid.unique_name.guard():
        x, loss, most = net(0.5)
test_prog = test_prog.clone(for_test=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
feed = {"x": np.arange(8).reshape(2, 4).astype("float32") / 8}
for step in range(3):
    fetch_list = [loss.name, most.name] if step % 2 == 0 else []
    out = exe.run(train_program, feed=feed, fetch_list=fetch_list)
    print([round(float(np.array(each).reshape(-1)[0]), 5) for each in out])
    print(evaluate(exe, test_prog, [loss.name, most.name]), evaluate(exe, train_program, [most]))
"""


def test_names_that_two_programs_share(run_both_ways):
    old, new = run_both_ways({"shared": {"main.py": TRAINED_AND_TESTED}})
    assert len({*old["shared"]}) > 3
    assert new == old


def test_names_that_a_function_gives_beside_others():
    function = "def parse(found):\n    keys, names = [], []\n    for k, v in found.items():\n" \
        "        keys.append(k)\n        names.append(v.name)\n    return keys, names\n"
    result = migrated(f"{function}keys, names = parse({{'out': out}})\nnames.append(loss.name)\n"
                      "exe.run(feed=f, fetch_list=names)\n")
    assert "names.append(loss)\n" in result.text
    assert "fetch_list=variables(names))" in result.text


OF_ANOTHER = """\
import numpy as np
import paddle.fluid as fluid
main, other, startup = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x = fluid.data('x', [None, 2])
    rate = fluid.layers.create_global_var([1], .5, 'float32', persistable=True, name='rate')
    loss = fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(.1)))
    fluid.optimizer.SGD(rate).minimize(loss)
test = main.clone(for_test=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
feed = {'x': np.ones([2, 2], 'float32')}
def show(program, names):
    print(['%.4f' % float(np.ravel(each)[0]) for each in exe.run(program, feed=feed, fetch_list=names)])
show(main, [loss.name, 'rate'])
show(test, [loss.name, 'rate'])
show(test, ['rate'])
"""


def test_names_that_the_scope_has_and_the_program_has_not(run_both_ways):
    old, new = run_both_ways({"main": {"main.py": OF_ANOTHER}})
    assert len(old["main"]) == 3
    assert new == old


NET_ELSEWHERE = """
import paddle.fluid as fluid

def build():
    x, label = fluid.data('x', [None, 3]), fluid.data(name='label', shape=[None, 1])
    return fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.5)) - label
"""
RUN_OF_IT = """
import numpy as np
import paddle.fluid as fluid
from net import build

def test(exe, program, fetch):
    fetch_list = fetch + ["label"]
    got = exe.run(program=program, feed={'x': np.ones([2, 3], 'float32'), 'label': np.ones([2, 1], 'float32')},
                  fetch_list=fetch_list)
    print([each.tolist() for each in got])

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    out = build()
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
test(exe, main, [out])
"""


def test_the_name_of_data_that_another_file_makes(run_both_ways):
    old, new = run_both_ways({"files": {"net.py": NET_ELSEWHERE, "main.py": RUN_OF_IT}})
    assert old["files"] == ["[[[0.5], [0.5]], [[1.0], [1.0]]]"]
    assert new == old


def test_a_name_that_no_file_gives_to_data_is_left():
    result = migrate_source(RUN_OF_IT.replace("from net import build", "def build():\n    return fluid.data('x', [2])"))
    assert "give the variable itself" in " ".join(each.message for each in result.left)
