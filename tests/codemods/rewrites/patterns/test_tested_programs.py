"""Copies of programs for tests, and what runs of them fetch."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

HEAD = """\
import paddle.fluid as fluid
main = fluid.default_main_program()
loss = network(fluid.data("x", [None, 4]))
"""


def migrated(lines):
    return migrate_source(HEAD + lines, options=Options(programs=True))


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("exe.run(test, fetch_list=[loss.name])\n", "exe.run(test, fetch_list=in_program(test, [loss]))\n"),
        ("exe.run(test, fetch_list=f, feed=d)\n", "exe.run(test, fetch_list=in_program(test, f), feed=d)\n"),
        (
            "def run(train_test_prog):\n    exe.run(train_test_prog, d, [loss])\n",
            "def run(train_test_prog):\n    exe.run(train_test_prog, d, in_program(train_test_prog, [loss]))\n",
        ),
        (
            "def run(program, fetched):\n    exe.run(program, d, fetched)\n",
            "def run(program, fetched):\n    exe.run(program, d, in_program(program, fetched))\n",
        ),
    ],
)
def test_a_run_of_the_copy(line, new):
    result = migrated(f"test = main.clone(for_test=True)\n{line}")
    assert result.text.endswith(f"test = clone_for_test(main)\n{new}")
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "line",
    [
        "exe.run(main, fetch_list=[loss])\n",
        "exe.run(startup)\n",
        "[program, names, fetched] = load_inference_model('d', exe)\nexe.run(program, fetch_list=fetched)\n",
        "shell.run(test)\n",
    ],
)
def test_other_runs_stay(line):
    result = migrated(f"test = main.clone(for_test=True)\nexe.run(test, fetch_list=[loss])\n{line}")
    assert result.text.endswith(line)


@pytest.mark.parametrize(
    "lines",
    [
        "test = main.clone(for_test=True)\nreturned(test)\n",
        "copy = main.clone()\nwith fluid.program_guard(copy):\n    more(copy)\nexe.run(copy, fetch_list=[loss])\n",
        "with fluid.program_guard(main.clone()):\n    more()\n",
        "copy = main.clone\ntest = copy(for_test=True)\n",
        "made = {'c': fluid.default_main_program().clone}\ntest = made['c'](for_test=True)\n",
    ],
)
def test_what_a_person_does(lines):
    assert [f.name for f in migrated(lines).left] == ["Program.clone"]


def test_a_guard_of_a_copy_that_is_left():
    """Nothing is looked up in a copy under one guard where what stands under another of it is not seen."""
    kept = "with fluid.program_guard(copy):\n    twice = fluid.layers.scale(loss, 2.0)\n"
    seen = migrated(f"copy = main.clone()\n{kept}exe.run(copy)\n")
    left = migrated(f"copy = main.clone()\n{kept}with fluid.program_guard(copy):\n    more(copy)\nexe.run(copy)\n")
    assert "in_program(copy, loss)" in seen.text
    assert "in_program(copy" not in left.text
    assert [f.name for f in left.left] == ["Program.clone"]


def test_what_is_built_into_a_copy_elsewhere():
    """A function's own guard uses variables of the file."""
    result = migrated("copy = main.clone()\n\n\ndef more():\n    with fluid.program_guard(copy):\n"
                      "        return fluid.layers.scale(loss, 2.0)\n\n\nexe.run(copy, fetch_list=[more()])\n")
    assert "        return paddle.scale(in_program(copy, loss), 2.0)\n" in result.text
    assert not result.left


def test_a_copy_behind_the_backward():
    """Nothing trains in it."""
    copied = "test = {}\nexe.run(test, fetch_list={})\n"
    for line in ("opt.minimize(loss)\n", "fluid.gradients(loss, x)\n", "def train():\n    opt.minimize(loss)\n"):
        result = migrated(line + copied.format("main.clone(True)", "[loss]"))
        assert result.text.endswith(copied.format("clone_trained_for_test(main)", "in_program(test, [loss])"))
        assert not result.left


def test_a_copy_before_it():
    """The shorter function does."""
    result = migrated("test = main.clone(for_test=True)\nopt.minimize(loss)\nexe.run(test, fetch_list=[loss])\n")
    assert "test = clone_for_test(main)\n" in result.text
    assert "remove_op" not in result.text


@pytest.mark.parametrize("call", ["main.clone()", "main.clone(for_test=False)"])
def test_a_copy_as_it_is(call):
    result = migrated(f"copy = {call}\nexe.run(copy, fetch_list=[loss])\n")
    assert result.text.endswith("copy = clone(main)\nexe.run(copy, fetch_list=in_program(copy, [loss]))\n")
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize("other", ["x.clone()", "program.clone(1, 2)", "repository.clone(url)"])
def test_what_is_no_copy_of_a_program(other):
    line = f"copy = {other}\nkept.append(copy)\n"
    assert migrated(line).text.endswith(line)


MADE = HEAD + "def made():\n    test = main.clone(for_test=True)\n    return test, loss\n"
RUN = "import paddle.fluid as fluid\nfrom nets import made\nexe = fluid.Executor()\n" \
      "test, loss = made()\nexe.run(test, fetch_list=[loss])\n"


def test_a_copy_that_another_file_runs(tmp_path):
    (tmp_path / "nets.py").write_text(MADE)
    (tmp_path / "main.py").write_text(RUN)
    outcomes = Run(Options(programs=True), write=True)
    outcomes.all(Walk([tmp_path]))
    assert (tmp_path / "main.py").read_text().endswith("exe.run(test, fetch_list=in_program(test, [loss]))\n")
    assert outcomes.counts["person"] == 0
    written = [(tmp_path / name).read_text() for name in ("nets.py", "main.py")]
    Run(Options(programs=True), write=True).all(Walk([tmp_path]))
    assert [(tmp_path / name).read_text() for name in ("nets.py", "main.py")] == written


ALONE = """\
import numpy as np
import paddle.fluid as fluid
def tested(net):
    p, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(p, start):
        with fluid.unique_name.guard():
            x = fluid.data("x", [None, 4])
            y = net(x)
{}    return y, p, start
"""


@pytest.mark.parametrize("lines", [
    "    p = p.clone(for_test=True)\n",
    "    p.random_seed = 3\n    p = p.clone(True)\n",
    "    for_all = p.list_vars()\n    p = p.clone(for_test=True)\n",
])
def test_a_program_that_nothing_else_has_tests_itself(lines):
    result = migrated(ALONE.format(lines))
    assert "    p = for_test(p)\n" in result.text
    assert " in_program(" not in result.text
    assert not result.left


@pytest.mark.parametrize("lines", [
    "    q = p\n    p = p.clone(for_test=True)\n    keep(q)\n",
    "    keep(p)\n    p = p.clone(for_test=True)\n",
    "    exe.run(p)\n    p = p.clone(for_test=True)\n",
    "    other = p.clone()\n    p = p.clone(for_test=True)\n",
    "    held = [p]\n    p = p.clone(for_test=True)\n    keep(held)\n",
    "            p = p.clone(for_test=True)\n            more(x)\n",
    "    test = p.clone(for_test=True)\n    exe.run(p)\n",
    "    for _ in range(2):\n        test = p.clone(for_test=True)\n",
    "    test = p.clone(for_test=True)\n    with fluid.program_guard(p):\n        more(x)\n",
])
def test_one_that_something_else_has_is_copied(lines):
    text = migrated(ALONE.format(lines)).text
    assert "for_test(p)" in text or "test = p.clone()\n" in text
    assert " for_test(p)" not in text


def test_a_program_that_is_let_go_of_tests_itself():
    text = ALONE.replace("{}    return y, p, start", "            p = p.clone(for_test=True)\n    load(exe, p)")
    assert "            p = for_test(p)\n    load(exe, p)\n" in migrated(text).text
    text = ALONE.replace("{}    return y, p, start", "    return y, p.clone(for_test=True), start")
    assert "    return y, for_test(p), start\n" in migrated(text).text


OWN = """\
def load(exe, folder, main_program=None):
    fluid.io.load_params(exe, folder, main_program)
    run(exe, main_program)
def run(exe, program):
    exe.run(program)
def keep(program):
    kept.append(program)
"""


@pytest.mark.parametrize("lines", [
    "    p = p.clone(for_test=True)\n    load(exe, 'd', p)\n",
    "    p = p.clone(for_test=True)\n    load(exe, 'd', main_program=p)\n    for _ in range(2):\n        run(exe, p)\n",
    "    p = p.clone(for_test=True)\n    keep(p)\n",
])
def test_functions_that_are_given_the_copy(lines):
    assert "p = for_test(p)\n" in migrated(OWN + ALONE.format(lines)).text


def test_a_block_that_is_no_guard():
    text = "    with open('f') as file:\n        p = p.clone(for_test=True)\n        run(exe, p)\n        file\n"
    assert "p = for_test(p)\n" in migrated(OWN + ALONE.replace("    return y, p, start\n", "").format(text)).text


@pytest.mark.parametrize("lines", [
    "    keep(p)\n    p = p.clone(for_test=True)\n",
    "    run(exe, p)\n    p = p.clone(for_test=True)\n    load(exe, 'd', p)\n",
    "    test = p.clone(for_test=True)\n    load(exe, 'd', p)\n",
    "    q = p\n    p = p.clone(for_test=True)\n    load(exe, 'd', q)\n",
])
def test_functions_that_are_given_the_program(lines):
    assert " for_test(p)" not in migrated(OWN + ALONE.format(lines)).text


TESTED = ALONE.format("    p = p.clone(for_test=True)\n") + """\
def net(x):
    h = fluid.layers.batch_norm(fluid.layers.fc(x, 3, param_attr=fluid.initializer.Constant(0.5)))
    return fluid.layers.dropout(h, 0.5, dropout_implementation="upscale_in_train")
exe = fluid.Executor(fluid.CPUPlace())
y, p, start = tested(net)
exe.run(start)
for _ in range(2):
    print(exe.run(p, feed={"x": np.ones([2, 4], "float32")}, fetch_list=[y])[0].tolist())
"""


def test_the_numbers_of_a_program_that_tests_itself(run_both_ways):
    old, new = run_both_ways({"tested": {"main.py": TESTED}})
    assert old == new
    assert len(new["tested"]) == 2
    assert "Error" not in new["tested"][0]


COPIES = """\
import numpy as np
import paddle.fluid as fluid

x, y = fluid.data("x", [None, 3]), fluid.data("y", [None, 1])
out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(.1))
loss = fluid.layers.mean(fluid.layers.square(out - y))
main = fluid.default_main_program()
{copies}
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
FED = {{"x": np.arange(6).reshape(2, 3).astype("float32"), "y": np.ones((2, 1), "float32")}}


def show(program, fed, fetched):
    print(["%.5f" % np.sum(each) for each in exe.run(program, feed=fed, fetch_list=fetched)])


{shown}
show(main, FED, [loss])
show(main, FED, [loss])
"""
IN_CLOTHES = {
    "copy of a copy": ("test = main.clone(for_test=True)\nother = test.clone()\nthird = other.clone(for_test=True)",
                       "show(other, FED, [loss, out])\nshow(third, FED, [out.name])"),
    "pruned": ("", "p = main._prune([out])\nshow(p, {'x': FED['x']}, [out])"),
    "pruned copy": ("test = main.clone(for_test=True)", "p = test._prune(targets=[loss])\nshow(p, FED, [loss])"),
    "at once": ("p = main.clone(for_test=True)._prune([out])", "show(p, {'x': FED['x']}, [out])"),
    "function": ("def cut(program, *outs):\n    return program.clone()._prune(list(outs))\n\n\np = cut(main, out)",
                 "show(p, {'x': FED['x']}, [out])"),
    "attribute": ("class Net:\n    def __init__(self):\n        self.test = main.clone(for_test=True)\n"
                  "        self.test = self.test._prune([out])\n\n\nnet = Net()",
                  "show(net.test, {'x': FED['x']}, [out])"),
}


def test_copies_of_copies(run_both_ways):
    """A program is not pruned in its place, and a copy's copy is asked for its own variables."""
    scripts = {name: {"main.py": COPIES.format(copies=copies, shown=shown)}
               for name, (copies, shown) in IN_CLOTHES.items()}
    old, new = run_both_ways(scripts)
    assert new == old
    assert all(len(lines) == 3 + (name == "copy of a copy") for name, lines in old.items())


NEEDED = """\
import numpy as np
import paddle.fluid as fluid
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x, size = fluid.data("x", [None, 2]), fluid.data("size", [None, 2])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr("w", initializer=fluid.initializer.Constant(.5)))
    other = fluid.layers.fc(size, 1, param_attr=fluid.ParamAttr("v", initializer=fluid.initializer.Constant(.5)))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)


def has(block, name):
    try:
        return block.var(name).name == name
    except ValueError:
        return False


{cut}
print([has(found.global_block(), each) for each in (x.name, "size", "w", "v")])
print("%.4f" % exe.run(main, feed={{"x": np.ones((1, 2), "float32"), "size": np.ones((1, 2), "float32")}},
                       fetch_list=[out])[0][0][0])
"""
CUTS = {
    "written out": "found = main.clone()._prune([out])",
    "of a copy that is gone": "found = main.clone(for_test=True)\nfound = found._prune(targets=[out])",
    "function": "def cut(program, *outs):\n    return program.clone()._prune(list(outs))\n\n\nfound = cut(main, out)",
    "names": "def cut(program, targets):\n    program = program.clone()\n    return program._prune(targets)\n\n\n"
             "found = cut(targets=[out], program=main)",
    "class": "class Model:\n    def __init__(self):\n        self.program = main.clone(for_test=True)\n"
             "        self.program = self.program._prune([out])\n\n\nfound = Model().program",
}


def test_what_is_pruned_away_is_not_found(run_both_ways):
    """Its variables are gone in Paddle 3, too, where what the copy had is no longer valid and asking it crashed."""
    old, new = run_both_ways({name: {"main.py": NEEDED.format(cut=cut)} for name, cut in CUTS.items()})
    assert new == old
    assert all(lines[0] == "[True, False, True, False]" for lines in old.values())


def test_what_prunes_is_not_rewritten_again():
    """The function that was written prunes, too; it is looked at again where something of 1.8 has stayed."""
    old = NEEDED.format(cut=CUTS["function"]) + "fluid.layers.py_func(f, x, out, backward_func=g)\n"
    first = migrate_source(old, options=Options()).text
    assert "def pruned(" in first
    assert "fluid.layers.py_func" in first
    assert migrate_source(first, options=Options()).text == first


def test_prune_of_others_stays(check_noop):
    check_noop("import paddle\np = tree._prune([leaf])\nq = main.clone()._prune(a, b)\n", programs=True)
    handed = "import paddle\ndef cut(a, b):\n    a = a.clone()\n    return a._prune(b)\ncut(tree(), [1])\n"
    check_noop(handed, programs=True)


@pytest.mark.parametrize(("given", "told"), [
    ("**{'for_test': True}", True), ("*how", True), ("**how", True), ("True", False), ("for_test=True", False),
    ("", False),
])  # fmt: skip
def test_a_copy_that_stars_ask_for_is_a_persons(given, told):
    result = migrated(f"test = main.clone({given})\nexe.run(test, fetch_list=[loss])\n")
    assert any("write for_test= out" in each.message for each in result.left) is told


ONE_LINE = """\
import numpy as np
import paddle.fluid as fluid
class Solver(object):
    def net(self, rate, freeze):
        x = fluid.data('x', [None, 3])
        attr = fluid.ParamAttr('w', fluid.initializer.Constant(.1), trainable=not freeze)
        h = fluid.layers.dropout(fluid.layers.fc(x, 2, param_attr=attr), rate)
        return {'loss': fluid.layers.mean(h)}
    def build(self, rate=.5, freeze=False):
        self.train, self.test, startup = fluid.Program(), fluid.Program(), fluid.Program()
        with fluid.program_guard(self.train, startup), fluid.unique_name.guard():
            self.outs = self.net(rate, freeze)
            fluid.optimizer.SGD(.1).minimize(self.outs['loss'])
        with fluid.program_guard(self.test, startup), fluid.unique_name.guard(): self.touts = self.net(rate, freeze)
        self.test = self.test.clone(for_test=True)
        self.exe = fluid.Executor()
        self.exe.run(startup)
    def evaluate(self):
        feed = {'x': np.ones((2, 3), 'float32')}
        return self.exe.run(self.test, feed=feed, fetch_list=[self.touts['loss']])[0]
for rate, freeze in ((.5, False), (.25, True)):
    with fluid.scope_guard(fluid.Scope()):
        solver = Solver()
        solver.build(rate, freeze=freeze)
        print('%.5f' % solver.evaluate()[0])
"""


def test_a_guard_of_one_line(run_both_ways):
    old, new = run_both_ways({"one line": {"main.py": ONE_LINE}})
    assert new == old
    assert old == {"one line": ["0.15000", "0.22500"]}
    assert not migrate_source(ONE_LINE, options=Options(programs=True)).left


ELSEWHERE = {
    "network.py": """\
import paddle.fluid as fluid
def network():
    x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr('w', fluid.initializer.Constant(.1)))
    return fluid.layers.mean(fluid.layers.dropout(out, .5) - y)
""",
    "main.py": """\
import numpy as np
import paddle.fluid as fluid
import network
loss = network.network()
test = fluid.default_main_program().clone(for_test=True)
exe = fluid.Executor()
exe.run(fluid.default_startup_program())
feed = {'y': np.ones((2, 1), 'float32'), 'x': np.ones((2, 3), 'float32')}
print('%.5f' % exe.run(test, feed=feed, fetch_list=[loss])[0][0])
""",
}


def test_data_that_another_file_makes(run_both_ways):
    old, new = run_both_ways({"elsewhere": ELSEWHERE})
    assert new == old
    assert old == {"elsewhere": ["-0.85000"]}


COMPILED = """\
import numpy as np
import paddle.fluid as fluid
def executors(loss, train, test):
    first = fluid.ParallelExecutor(False, loss_name=loss.name, main_program=train)
    second = fluid.ParallelExecutor(use_cuda=False, main_program=test, share_vars_from=first)
    return first, second
def main():
    x, y = fluid.data('x', [None, 3]), fluid.data('y', [None, 1])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr('w', fluid.initializer.Constant(.1)))
    loss = fluid.layers.mean(fluid.layers.dropout(out, .5) - y)
    tested = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(0.0).minimize(loss)
    fluid.Executor(fluid.CPUPlace()).run(fluid.default_startup_program())
    train, test = executors(loss, fluid.default_main_program(), tested)
    feed = {'y': np.ones((2, 1), 'float32'), 'x': np.ones((2, 3), 'float32')}
    train.run(feed=feed, fetch_list=[loss.name])
    print('%.5f' % test.run(feed=feed, fetch_list=[loss.name])[0][0])
main()
"""


def test_a_copy_that_an_executor_of_its_own_runs(run_both_ways):
    old, new = run_both_ways({"compiled": {"main.py": COMPILED}})
    assert new == old
    assert old == {"compiled": ["-0.85000"]}
    assert not migrate_source(COMPILED, options=Options(programs=True)).left
