"""Names of what programs compute, which Paddle 3 has not: they are given some, or it is said."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\nloss = fluid.layers.mean(x)\n"


def said(text):
    found = migrate_source(HEAD + text, options=Options(programs=True)).left
    return [f.line - HEAD.count("\n") for f in found if f.name.startswith("Variable.")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("gradient = loss.name + '@GRAD'\n", [1]),
        ("print(x.lod_level)\nprint(loss.grad_name)\n", [1, 2]),
        ("exe = fluid.Executor()\nout = exe.run(fetch_list=[loss, x.grad_name])\n", [2]),
        ("exe = fluid.Executor()\nout = exe.run(fetch_list=[loss, loss.grad_name])\n", [2]),
        ("loss.error_clip = clip\n", [1]),
        ("for v in (x, loss):\n    v.error_clip = clip\n", [2]),
        ("setattr(loss, 'error_' + 'clip', clip)\n", [1]),
        ("def clipped(v, c=None):\n    v.error_clip = c\n    return v\nclipped(loss)\n", [2]),
        ("class Net(object):\n    def __init__(self, v):\n        self.v = v\n        self.v.error_clip = clip\n"
         "Net(loss)\n", [4]),
        ("setattr(x, 'lod_level', 1)\n", [1]),
        ("def levels(v, name='lod_level'):\n    return getattr(v, name, 0)\nprint(levels(x))\n", [2]),
        ("d = {'x': x}\nif d['x'].lod_level > 0:\n    print(1)\n", [2]),
        ("print([v.name for v in fluid.default_main_program().list_vars() if v.lod_level])\n", [1]),
        ("for v in fluid.default_main_program().global_block().vars.values():\n    print(v.lod_level)\n", [2]),
        ("loss.persistable = True\nv = fluid.global_scope().find_var(loss.name)\n", [2]),
        ("def read(name):\n    return fluid.global_scope().find_var(name).get_tensor()\nprint(read(loss.name))\n", [3]),
        ("names = [loss.name]\nfor name in names:\n    print(scope.find_var(name))\n", [1]),
        ("class K(object):\n    def __init__(self, v):\n        self.name = v.name\n    def get(self, scope):\n"
         "        return scope.find_var(self.name)\nK(loss * 2.)\n", [3]),
    ],
)
def test_what_is_said(text, lines):
    assert said(text) == lines


@pytest.mark.parametrize(
    "text",
    [
        "print(x.name)\n",
        "w = fluid.layers.create_parameter([2], 'float32')\nscope.find_var(w.name)\n",
        "print(loss.name)\nscope.find_var('w')\n",
        "w = fluid.layers.create_parameter([2], 'float32')\nprint(w.name)\n",
        "exe = fluid.Executor()\nexe.run(fetch_list=[loss.name])\n",
        "names = [v.name for v in those]\n",
        "def show(loss):\n    print(loss.name)\n",
        "fluid.backward.append_backward(loss, no_grad_set=set([loss.name]))\n",
        "print(loss.name)  # paddle-migrate: skip\n",
        "print(args.name, self.name)\n",
        "print(args.lod_level, self.error_clip)\n",
        "class Own:\n    lod_level = 1\no = Own()\no.error_clip = o.lod_level\nprint(getattr(o, 'lod_level'))\n",
        "for field in fields:\n    print(field.lod_level, getattr(field, 'error_clip', None))\n",
    ],
)
def test_what_is_not(text):
    assert said(text) == []


RUNNER = '''\
import paddle.fluid as fluid

class Runner:
    def __init__(self, program, names, loss_name):
        self.program, self.names, self.loss_name = program, names, loss_name
        self.exe = fluid.Executor(fluid.CPUPlace())
        self.loss = program.global_block().var(loss_name)

    def run(self, data):
        listed = self.exe.run(self.program, feed={'x': data}, fetch_list=self.names)
        one, = self.exe.run(self.program, feed={'x': data}, fetch_list=[self.loss_name])
        two, = self.exe.run(self.program, feed={'x': data}, fetch_list=[self.loss])
        return [each.tolist() for each in (*listed, one, two)]
'''
MAIN = '''\
import numpy as np
import paddle.fluid as fluid
{}
x = fluid.data('x', [None, 3], 'float32')
h = fluid.layers.fc(x, 2, act='tanh', param_attr=fluid.initializer.Constant(0.3))
loss = fluid.layers.mean(h)
names = {{'loss': loss.name, 'h': h.name}}
test = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
data = np.random.RandomState(0).rand(4, 3).astype('float32')
trained = Runner(fluid.default_main_program(), [names['loss'], h.name], loss.name)
tested = Runner(test, list(names.values()), loss.name)
for _ in range(2):
    print(np.round(np.concatenate([np.ravel(each) for each in trained.run(data) + tested.run(data)]), 5).tolist())
'''


def test_the_same_numbers(run_both_ways):
    one = MAIN.format(RUNNER.replace("import paddle.fluid as fluid\n", ""))
    two = {"main.py": MAIN.format("from runner import Runner"), "runner.py": RUNNER}
    old, new = run_both_ways({"one": {"main.py": one}, "two": two})
    assert old == new
    assert "Error" not in str(old)


@pytest.mark.parametrize("use", [
    "names = [loss.name]", "f(loss.name)", "key = {loss.name: 1}", "kept = loss\nnames = {'loss': kept.name}",
    "def net():\n    return x, fluid.layers.mean(x)\n\na, b = net()\nfind(b.name)",
    "if n:\n    loss = fluid.layers.scale(loss, n)\nshow(loss.name)",
    "outs = {'loss': loss}\nfor k, v in outs.items():\n    names.append(v.name)",
    "outs = {}\nouts['loss'] = loss\nfor v in outs.values():\n    names.append(v.name)",
    "import collections\nouts = collections.OrderedDict(loss=loss)\nnames = {k: v.name for k, v in outs.items()}",
    "def named(outs):\n    return [v.name for k, v in outs.items()]\n\n\nnamed(given)\nnamed({'loss': loss})",
])  # fmt: skip
def test_it_is_named(use):
    result = migrate_source(f"{HEAD}{use}\n")
    assert result.left == []
    named = re.search(r"(\w+)\.name", use)[1]
    line = next(line for line in use.splitlines() if ".name" in line)
    assert line.replace(f"{named}.name", f"name_of({named})") in result.text


@pytest.mark.parametrize("use", [
    "names = [x.name]", "names = [w.name]", "loss.name = 'a'", "names = [other.name]",
    "names = [v.name for v in {'x': x}.values()]", "names = [v.name for k, v in args.items()]",
    "names = [k.name for k in {x: loss}]", "asked = hasattr(x, 'name')",
])
def test_what_has_a_name_keeps_it(use):
    head = "import paddle.fluid as fluid\nx = fluid.data('x', [3])\nw = fluid.layers.create_parameter([3], 'float32')\n"
    assert use in migrate_source(f"{head}loss = fluid.layers.mean(x)\n{use}\n").text


LOOKED_UP = """\
import paddle.fluid as fluid


def look_up(block, name):
    return block.var(name)


class Block(object):
    def __init__(self, program):
        self.block = program.global_block()

    def get(self, name):
        return self.block.vars[name]


main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x = fluid.data("x", [None, 4])
    y = fluid.layers.fc(x, 3)
    loss = fluid.layers.mean(y)
early = main.clone(for_test=True)
names = ["x", y.name, loss.name]
late = main.clone(for_test=True)
for program in (main, early, late):
    block = program.global_block()
    for name in names:
{use}
"""
LOOKS = {
    "plain": "print(block.var(name).name == name)",
    "subscript": "print(program.global_block().vars[name].name == name)",
    "a name": "found = block.var(name)\n        print(found.name == name)",
    "function": "print(look_up(block, name).name == name)",
    "class": "print(Block(program).get(name).name == name)",
    "container": "print([v.name == k for k, v in {name: block.var(name)}.items()])",
    "branch": "found = block.var(name) if name != 'x' else x\n        print(found.name == name)",
    "tried": "try:\n            print(block.var(name).name == name, block.var(name + 'no').name)\n"
             "        except ValueError:\n            print('none')",
    "file": "print(other.look_up(program, name) == name)",
}


def test_names_of_what_is_looked_up_by_them(run_both_ways):
    """In copies, too, also in those that were made before it was named."""
    other = "import paddle.fluid\n\ndef look_up(program, name):\n    return program.global_block().var(name).name\n"
    scripts = {name: {"main.py": LOOKED_UP.format(use=f"        {use}")} for name, use in LOOKS.items()}
    scripts["file"] = {"main.py": "import other\n" + scripts["file"]["main.py"], "other.py": other}
    old, new = run_both_ways(scripts)
    assert new == old
    assert all(len(lines) == 9 and "False" not in str(lines) for lines in old.values())


@pytest.mark.parametrize("use", [
    "f(main.global_block().var('x').name)", "f(main.global_block().vars['fc_0.w_0'].name)",
    "key = 'w'\nf(main.global_block().var(key).name)", "f(other.var(key).name)", "f(block.vars[key].name)",
])
def test_what_is_looked_up_by_a_written_name_keeps_it(use):
    head = "import paddle.fluid as fluid\nmain = fluid.default_main_program()\nx = fluid.data('x', [3])\n"
    assert "name_of(" not in migrate_source(f"{head}{use}\n", options=Options(programs=True)).text


FETCHES = """\
import paddle.fluid as fluid

def parse(fetches, program=None):
    keys, names = [], []
    for k, v in fetches.items():
        if {asked}:
            keys.append(k)
            names.append(v.name)
    return keys, names

def run(exe, program, data, keys, names):
    return dict(zip(keys, exe.run(program, feed={{'x': data}}, fetch_list=names)))
"""
REGISTERED = """\
import numpy as np
import paddle.fluid as fluid
from fetches import parse, run

BUILDERS = {}

def register(f):
    BUILDERS[f.__name__] = f
    return f

@register
def build():
    x = fluid.data('x', [None, 3], 'float32')
    h = fluid.layers.fc(x, 2, act='tanh', param_attr=fluid.initializer.Constant(0.3))
    return {'x': x, 'loss': fluid.layers.mean(h), 'h': h}

fetches = BUILDERS['build']()
keys, names = parse(fetches)
fluid.optimizer.SGD(0.1).minimize(fetches['loss'])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
data = np.random.RandomState(0).rand(4, 3).astype('float32')
for _ in range(2):
    got = run(exe, fluid.default_main_program(), data, keys, names)
    print([np.round(got[k], 5).tolist() for k in sorted(got)])
"""


def test_names_that_runs_fetch_by_of_what_is_not_seen(run_both_ways):
    """A registry makes the network; what it gives goes through two functions of another file."""
    asks = {"none": "v is not None", "single": "hasattr(v, 'name')", "double": 'hasattr(v, "name") and k'}
    old, new = run_both_ways({
        name: {"main.py": REGISTERED, "fetches.py": FETCHES.format(asked=asked)} for name, asked in asks.items()})
    assert old == new
    assert len({tuple(lines) for lines in new.values()}) == 1


NAMED = "            names.append(v.name)\n"
INDEXED = FETCHES.replace(NAMED, NAMED + "            {use}\n").replace(" = [], []", ", index = [], [], {{}}")


def test_the_name_beside_one_that_runs_fetch_by(run_both_ways):
    """What is asked for its name beside that is the same variable."""
    uses = {"index": "index[v.name] = k", "printed": "index[k] = '%s' % v.name",
            "handed": "index.update({{v.name: k}})", "compared": "index[k] = v.name in names or k == v.name"}
    texts = {name: INDEXED.replace("{use}", use).format(asked="v is not None") for name, use in uses.items()}
    old, new = run_both_ways({name: {"main.py": REGISTERED, "fetches.py": text} for name, text in texts.items()})
    assert old == new
    assert all(len(lines) == 2 for lines in new.values())


CHOSEN = """
import numpy as np
import paddle.fluid as fluid
x = fluid.data('x', [None, 3])
p = fluid.layers.fc(x, 1, param_attr='w')
loss = fluid.layers.mean(p)
def rate(schedule):
    return schedule()
lr = rate(lambda: fluid.layers.noam_decay(64, 3))
fluid.optimizer.SGD(lr).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
scope = fluid.global_scope()
scope.find_var('w').get_tensor().set(np.full([3, 1], .5, 'float32'), fluid.CPUPlace())
feed, verbose = {'x': np.ones([2, 3], 'float32')}, True
def show(values):
    print([(each.shape, '%.4f' % each.ravel()[0]) for each in values])
show(exe.run(feed=feed, fetch_list=[loss.name, p.name if verbose else 'w']))
show(exe.run(feed=feed, fetch_list=[loss, lr.name if hasattr(lr, 'name') else lr]))
for fetch in ([loss, p], [loss.name, p.name], ['w', loss]):
    show(exe.run(feed=feed, fetch_list=[each if isinstance(each, str) else each.name for each in fetch]))
    show(exe.run(feed=feed, fetch_list=[v.name if isinstance(v, fluid.framework.Variable) else v for v in fetch]))
"""


def test_names_that_are_chosen_where_they_are_fetched(run_both_ways):
    old, new = run_both_ways({"chosen": {"main.py": CHOSEN}})
    assert len(old["chosen"]) == 8
    assert new == old


def test_names_that_getattr_asks_for():
    head = CHOSEN.partition("def rate")[0]
    result = migrate_source(head + "print(getattr(loss, 'name', 'none'), getattr(x, 'name', 'none'))\n")
    assert [(f.code, f.line) for f in result.left] == [("PM333", 7)]


NAMED = """\
import numpy as np
import paddle.fluid as fluid
import fetches
with fluid.program_guard(fluid.Program(), fluid.Program()):
    x, y = fluid.data('x', [None, 4]), fluid.data('y', [None, 1])
    p = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.1))
    cost = fluid.layers.square_error_cost(p, y)
    loss = fluid.layers.mean(cost)
    loss.persistable = True
    acc = fluid.layers.accuracy(fluid.layers.concat([p, y], 1), fluid.layers.cast(y, 'int64'))
    acc.persistable = True
    test = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    names = {names}
    for i in range(2):
        feed = {{'x': np.ones([3, 4], 'float32'), 'y': np.ones([3, 1], 'float32')}}
        print(*['%.4f' % each.sum() for each in exe.run(feed=feed, fetch_list=names)])
        print(*['%.4f' % each.mean() for each in exe.run(test, feed=feed, fetch_list=names)])
"""
HELPER = """\
import collections


def by_name(**variables):
    return collections.OrderedDict((k, variables[k].name) for k in sorted(variables))


def of_all(*variables, **more):
    return [v.name for v in variables] + [more[k].name for k in sorted(more)]


def first(things):
    return things[0].name


class Fetches(object):
    def __init__(self, **variables):
        self.found = {}
        for key, variable in variables.items():
            self.add(key, variable)

    def add(self, key, variable):
        self.found[key] = variable.name

    def names(self):
        return [self.found[key] for key in sorted(self.found)]
"""
NAMES = {
    "by names": "list(fetches.by_name(loss=loss, acc=acc).values())", "by places": "fetches.of_all(loss, cost)",
    "both": "fetches.of_all(loss, x, acc=acc, p=p)", "an element": "[fetches.first([cost]), fetches.first((x, loss))]",
    "a class": "fetches.Fetches(loss=loss, x=x, acc=acc).names()",
}  # fmt: skip


def test_a_file_that_speaks_of_no_paddle_names_what_is_fetched(run_both_ways):
    files = {name: {"main.py": NAMED.format(names=names), "fetches.py": HELPER} for name, names in NAMES.items()}
    old, new = run_both_ways(files)
    assert all(len(lines) == 4 for lines in old.values())
    assert new == old


def test_what_else_has_a_name_stays(tmp_path, run_both_ways):
    other = "class File(object):\n    def __init__(self, name):\n        self.name = name\n\n\n" \
        "def name_of(file):\n    return file.name\n"
    files = {"main.py": NAMED.format(names="[fetches.name_of(fetches.File('x'))]"), "fetches.py": other}
    old, new = run_both_ways({"other": files})
    assert new == old
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    project = Project(sorted(tmp_path.glob("*.py")), [tmp_path])
    assert migrate_module(other, tmp_path / "fetches.py", Options(), project).text == other


AS_VALUES = """\
import functools
import numpy as np
import paddle.fluid as fluid
import kept

metrics = {'acc': fluid.layers.accuracy}
half = functools.partial(fluid.layers.fc, size=2, act='softmax', param_attr=fluid.initializer.Constant(0.5))


def network(mean=fluid.layers.mean):
    x, y = fluid.data('x', [None, 4], 'float32'), fluid.data('y', [None, 1], 'int64')
    out = half(x)
    return {'loss': mean(fluid.layers.cross_entropy(out, y)), 'acc': metrics['acc'](out, y), 'out': out}


found = network()
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feed = {'x': np.ones((2, 4), 'float32'), 'y': np.zeros((2, 1), 'int64')}
print([np.ravel(v).tolist() for v in exe.run(feed=feed, fetch_list=kept.names(found))])
"""
NAMES_OF = "def names(found):\n    return [found['loss'].name, found['acc'].name, found['out'].name]\n"


def test_functions_that_are_values_compute_too(run_both_ways):
    unused = "import paddle.fluid as fluid\n" + NAMES_OF  # which shows no mode of its own
    old, new = run_both_ways({name: {"main.py": AS_VALUES, "kept.py": text}
                              for name, text in (("values", NAMES_OF), ("an import of no use", unused))})
    assert [len(lines) for lines in old.values()] == [1, 1]
    assert new == old


SAVED = """\
import numpy as np
import paddle.fluid as fluid


def save(folder, made, exe, program):
    results = [made[key] for key in sorted(made)]
{named}
    fluid.io.save_inference_model(folder, ["x"], target_vars=results, executor=exe, main_program=program)


main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x = fluid.data("x", [None, 2])
    y = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr("w", initializer=fluid.initializer.Constant(.5)))
    made = {{"y": y, "a": fluid.layers.relu(x)}}
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)
save("saved", made, exe, main)
program, fed, found = fluid.io.load_inference_model("saved", exe)
print(fed, [each.tolist() for each in exe.run(program, feed={{"x": np.float32([[1, 3]])}}, fetch_list=found)])
"""
OF_TARGETS = {
    "list": "print(len([str(each.name) for each in results]))",
    "loop": "for one in results:\n        if one.name:\n            print(len(one.name) > 0)",
    "generator": "print(all(v.name != '' for v in results))",
    "set": "print(len({result.name for result in results}))",
}


def test_names_of_what_a_model_is_saved_with(run_both_ways):
    """The function does not show what its results are; Paddle 3 raises where one is asked for its name."""
    scripts = {name: {"main.py": SAVED.format(named=f"    {named}")} for name, named in OF_TARGETS.items()}
    old, new = run_both_ways(scripts)
    assert new == old
    assert all("2.0" in lines[-1] for lines in old.values())


@pytest.mark.parametrize("text", [
    "names = [each.name for each in files]\nsave(folder, files=files)\n",
    "for each in files:\n    print(other.name)\nexe.run(fetch_list=files)\n",
    "def f(files):\n    return [each.name for each in files]\nexe.run(fetch_list=files)\n",
])
def test_names_of_something_else(text):
    assert migrate_source(HEAD + text, options=Options(programs=True)).text.count("name_of(") == 0
