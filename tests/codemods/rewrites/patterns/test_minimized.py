"""Parameters that `minimize()` of a program is told."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nout = fluid.layers.fc(x, 1)\nopt = fluid.optimizer.SGD(0.1)\n"


def migrated(line):
    return migrate_source(HEAD + line, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt.minimize(out, parameter_list=names)\n", "opt.minimize(out, parameters=parameters_of(out, names))\n"),
        ("opt.minimize(loss=out, parameter_list=[p.name for p in ps], no_grad_set=None)\n",
         "opt.minimize(loss=out, parameters=parameters_of(out, [p.name for p in ps]), no_grad_set=None)\n"),
        ("opt.minimize(out, parameter_list=None)\n", "opt.minimize(out, parameters=None)\n"),
        ("opt.minimize(out, None, ['w'])\n", "opt.minimize(out, None, parameters_of(out, ['w']))\n"),
        ("opt.minimize(out, no_grad_set={'w'} if x else None)\n",
         "opt.minimize(out, no_grad_set=set(variables({'w'} if x else None, out.block.program)))\n"),
        ("opt.minimize(out, no_grad_set={'w'})\n",
         "opt.minimize(out, no_grad_set=set(variables({'w'}, out.block.program)))\n"),
        ("opt.minimize(out, parameter_list=main.all_parameters())\n",
         "opt.minimize(out, parameters=parameters_of(out, all_parameters(main)))\n"),
        ("pairs = opt.backward(out, parameter_list=names)\nuse(pairs)\n",
         "pairs = opt.backward(out, parameters=parameters_of(out, names))\nuse(pairs)\n"),
    ],
)
def test_what_it_is_told(old, new):
    result = migrated(old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize("line", ["opt.minimize(out)\n", "minimize(out, parameter_list=names)\n",
                                  "scipy.minimize(f, x0, parameters=names)\n"])
def test_what_stays(line):
    assert migrated(line).text.endswith(line)


GUARDED = """\
main = fluid.Program()
with fluid.program_guard(main):
    loss = fluid.layers.mean(fluid.layers.fc(x, 1))
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt.minimize(loss)\n", "with paddle.static.program_guard(main):\n    opt.minimize(loss)\n"),
        ("_, pairs = opt.minimize(loss=loss)\nprint(pairs)\n",
         "with paddle.static.program_guard(main):\n    _, pairs = as_made(opt.minimize(loss=loss))\n"
         "print(pairs)\n"),
        ("if True:\n    opt.minimize(loss)\n",
         "if True:\n    with paddle.static.program_guard(main):\n        opt.minimize(loss)\n"),
        ("def train():\n    opt.minimize(loss)\n",  # by whomever it is called
         "def train():\n    with paddle.static.program_guard(loss.block.program):\n        opt.minimize(loss)\n"),
        ("with fluid.program_guard(other):\n    opt.minimize(loss)\n",
         "with paddle.static.program_guard(other):\n    with paddle.static.program_guard(main):\n"
         "        opt.minimize(loss)\n"),
    ],
)
def test_a_loss_of_another_guard(old, new):
    result = migrated(GUARDED + old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "lines",
    [
        "    opt.minimize(loss)\n",  # under the guard
        "loss = network()\nopt.minimize(loss)\n",  # of this program or that
        "def train(loss):\n    opt.minimize(loss)\n",
    ],
)
def test_the_current_program_is_its_own_as_far_as_is_known(lines):
    assert migrated(GUARDED + lines).text.endswith(lines)


@pytest.mark.parametrize("given", ["parameter_list=names", "no_grad_set=set(names)", "parameter_list=[p.name]"])
def test_a_loss_that_is_computed_there_beside_names(given):
    """What is given could be asked of the loss's program, but the loss is not to be computed twice."""
    result = migrate_source(f"{HEAD}opt.minimize(made(), {given})\n", options=Options(programs=True))
    assert "PM333" in {each.code for each in result.left}
    named = migrate_source(f"{HEAD}loss = made()\nopt.minimize(loss, {given})\n", options=Options(programs=True))
    assert "PM333" not in {each.code for each in named.left}


def test_where_no_block_can_stand_it_is_said():
    result = migrated(GUARDED + "if True: opt.minimize(loss)\n")
    assert result.text.endswith("if True: opt.minimize(loss)\n")
    assert [(f.code, f.name) for f in result.left] == [("PM333", "minimize")]


TWO_PROGRAMS = """\
import numpy as np
import paddle.fluid as fluid

def scored(x):
    return fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(name="w", initializer=fluid.initializer.Constant(0.5)))

judge, maker = fluid.Program(), fluid.Program()
with fluid.program_guard(judge):
    x = fluid.layers.data("x", [4])
    judged = fluid.layers.mean(fluid.layers.square(scored(x)))
with fluid.program_guard(maker):
    y = fluid.layers.data("y", [4])
    made = fluid.layers.fc(y, 4, param_attr=fluid.ParamAttr(name="v", initializer=fluid.initializer.Constant(0.1)))
    fooled = fluid.layers.mean(fluid.layers.square(scored(made) - 1.0))
opt = fluid.optimizer.SGD(0.1)
opt.minimize(judged)
opt.minimize(loss=fooled, parameter_list=["v"])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
given = np.arange(8, dtype="float32").reshape(2, 4) / 8
for _ in range(3):
    print(exe.run(judge, feed={"x": given}, fetch_list=[judged])[0][0])
    print(exe.run(maker, feed={"y": given}, fetch_list=[fooled])[0][0])
"""
OF_185 = [1.015625, 0.5453765, 0.41742, 0.5284936, 0.1934678, 0.520996]


def test_two_programs_that_share_parameters_by_one_optimizer(run_both_ways):
    for printed in run_both_ways({"two": {"main.py": TWO_PROGRAMS}}):
        assert [float(line) for line in printed["two"]] == pytest.approx(OF_185, rel=1e-5)


STARTED = GUARDED.replace("main = fluid.Program()", "main, start = fluid.Program(), fluid.Program()")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt.minimize(loss, startup_program=start)\n",
         "with paddle.static.program_guard(main, start):\n    opt.minimize(loss, startup_program=start)\n"),
        ("with fluid.program_guard(main):\n    opt.minimize(loss, start)\n",
         "with paddle.static.program_guard(main):\n    with paddle.static.program_guard(main, start):\n"
         "        opt.minimize(loss, start)\n"),
        ("def train(cost, begin):\n    return opt.minimize(cost * 2, begin)\n",
         "def train(cost, begin):\n    with paddle.static.program_guard(cost.block.program, begin):\n"
         "        return as_made(opt.minimize(cost * 2, begin))\n"),
        ("class Net:\n    def fit(self):\n        opt.minimize(self.it, startup_program=self.own)\n",
         "class Net:\n    def fit(self):\n        with paddle.static.program_guard(self.it.block.program, self.own):\n"
         "            opt.minimize(self.it, startup_program=self.own)\n"),
    ],
)
def test_a_program_of_its_own_begins_it(old, new):
    result = migrated(STARTED + old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "lines",
    [
        "    opt.minimize(loss, startup_program=None)\n",
        "    opt.minimize(loss, startup_program=fluid.default_startup_program())\n",
        "with fluid.program_guard(main, start):\n    opt.minimize(loss, startup_program=start)\n",
        "minimize(loss, startup_program=start)\n",
    ],
)
def test_what_begins_it_is_that_of_the_guard(lines):
    assert migrated(STARTED + lines).text.count("program_guard(") == lines.count("guard(") + 1


STARTING = """\
import numpy as np
import paddle.fluid as fluid
from fitting import fit, Fitter
L = fluid.layers
exe, feed = fluid.Executor(fluid.CPUPlace()), {"x": np.arange(8, dtype="float32").reshape(2, 4) / 8}

def built(rate):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        attr = fluid.ParamAttr(learning_rate=rate, initializer=fluid.initializer.Constant(0.1))
        loss = L.mean(L.square(L.fc(fluid.data("x", [None, 4]), 2, param_attr=attr) - 0.5))
    return main, startup, loss

def show(main, startup, loss):
    with fluid.scope_guard(fluid.Scope()):
        exe.run(startup)
        print(["%.5f" % exe.run(main, feed=feed, fetch_list=[loss])[0][0] for i in range(3)])

main, startup, loss = built(0.5)
fluid.optimizer.SGD(0.1).minimize(loss, startup_program=startup)
show(main, startup, loss)
main, startup, loss = built(0.5)
with fluid.program_guard(main):
    fluid.optimizer.Adam(0.1).minimize(loss, startup)
show(main, startup, loss)
for rate in (0.5, 2.0):
    programs = built(rate)
    fit(programs)
    show(*programs)
    programs = built(rate)
    Fitter(programs[1]).fit(programs[2])
    show(*programs)
"""
FITTING = """\
import paddle.fluid as fluid

def fit(programs):
    main, startup, loss = programs
    return fluid.optimizer.Momentum(0.1, 0.9).minimize(loss=loss, startup_program=startup)

class Fitter(object):
    def __init__(self, startup):
        self.startup, self.optimizer = startup, fluid.optimizer.Adagrad(0.1)

    def fit(self, loss):
        _, pairs = self.optimizer.minimize(loss, self.startup)
        return pairs
"""
STARTING_OF_185 = """\
['0.11563', '0.09015', '0.07147']
['0.11563', '0.04141', '0.03592']
['0.11563', '0.09015', '0.05495']
['0.11563', '0.04141', '0.03155']
['0.11563', '0.07595', '0.04003']
['0.11563', '0.10562', '0.04967']
"""


def test_what_another_program_begins(run_both_ways):
    for printed in run_both_ways({"starting": {"main.py": STARTING, "fitting.py": FITTING}}):
        assert printed["starting"] == STARTING_OF_185.splitlines()


OWN_MINIMIZE = """\
import paddle.fluid as fluid
class Accumulator(object):
    def minimize(self, loss, lr, parameter_list=None):
        return fluid.backward.append_backward(loss)
class Sgd(fluid.optimizer.SGD):
    def minimize(self, loss, clip):
        return super(Sgd, self).minimize(loss)
main = fluid.Program()
with fluid.program_guard(main):
    x = fluid.data('x', [None, 3])
    loss = fluid.layers.mean(fluid.layers.fc(x, 1))
    {}
"""


@pytest.mark.parametrize("line", [
    "pairs = Accumulator().minimize(loss, rate)", "made = Accumulator()\n    pairs = made.minimize(loss, lr=rate)",
    "pairs = {'sum': Accumulator()}['sum'].minimize(loss, rate, parameter_list=['w'])",
    "pairs = Sgd(0.1).minimize(loss, clip)", "read().minimize(loss, 2.0, tag='t')", "how['x'].minimize(loss, tag=1)",
    "read().opt.minimize(loss, rate, lr=0.1)", "half = 0.5\n    read().minimize(loss, half)", "read().backward(2)",
    "def fit(how):\n        how.minimize(loss, rate)\n    fit(Accumulator())",
])
def test_a_method_of_the_scripts_own(line):
    result = migrate_source(OWN_MINIMIZE.format(line), options=Options(programs=True))
    assert result.text.endswith(f"    {line}\n")


BUILDING = """\
import numpy as np
import paddle.fluid as fluid

START = fluid.initializer.Constant


def loss_of(size):
    x = fluid.data('x', [None, 4], 'float32')
    return fluid.layers.mean(fluid.layers.square(fluid.layers.fc(x, size, param_attr=START(0.5), bias_attr=START(0.1))))


def build(main, startup):
    with fluid.program_guard(main, startup):
        loss = loss_of(2)
    return loss


class Net(object):
    def __init__(self):
        self.main, self.startup = fluid.Program(), fluid.Program()
        with fluid.program_guard(self.main, self.startup):
            self.loss = loss_of(3)

    def train(self, optimizer):
        optimizer.minimize(self.loss)


def run(main, startups, loss):
    exe = fluid.Executor(fluid.CPUPlace())
    with fluid.scope_guard(fluid.Scope()):
        for startup in startups:
            exe.run(startup)
        feed = {'x': np.ones((2, 4), 'float32')}
        print([round(float(exe.run(main, feed=feed, fetch_list=[loss])[0]), 4) for _ in range(3)])


default = fluid.default_startup_program()
"""
BUILT = {
    "by a function": "m, s = fluid.Program(), fluid.Program()\nloss = build(m, s)\n"
                     "fluid.optimizer.SGD(0.1).minimize(loss)\nrun(m, [s, default], loss)\n",
    "in a class": "net = Net()\nnet.train(fluid.optimizer.Momentum(0.1, 0.9))\n"
                  "run(net.main, [net.startup, default], net.loss)\n",
    "in a dictionary": "m, s = fluid.Program(), fluid.Program()\nfound = {'loss': build(m, s)}\n"
                       "fluid.optimizer.Adagrad(0.1).minimize(found['loss'])\nrun(m, [s, default], found['loss'])\n",
    "handed on": "def step(losses, optimizer):\n    for each in losses:\n        optimizer.minimize(each)\n"
                 "m, s = fluid.Program(), fluid.Program()\nwith fluid.program_guard(m, s):\n    loss = loss_of(4)\n"
                 "step([loss], fluid.optimizer.SGD(0.2))\nrun(m, [s, default], loss)\n",
    "scaled": "m, s = fluid.Program(), fluid.Program()\nloss = build(m, s)\n"
              "fluid.optimizer.SGD(0.1).minimize(0.5 * loss)\nrun(m, [s, default], loss)\n",
    "by a constant": "HALF = 0.5\nm, s = fluid.Program(), fluid.Program()\nloss = build(m, s)\n"
                     "fluid.optimizer.SGD(0.1).minimize(HALF * loss * 2.0, s)\nrun(m, [s, default], loss)\n",
    "by an option": "import argparse\nargs = argparse.Namespace(half=0.5)\nm, s = fluid.Program(), fluid.Program()\n"
                    "loss = build(m, s)\nfluid.optimizer.SGD(0.1).minimize(args.half * loss)\n"
                    "run(m, [s, default], loss)\n",
    "beside another": "class Half(object):\n    def __init__(self, loss):\n        self.loss = loss\n"
                      "    def train(self, scale=0.5):\n"
                      "        fluid.optimizer.SGD(0.1).minimize(scale * self.loss + self.loss / 4.0)\n"
                      "m, s = fluid.Program(), fluid.Program()\nhalf = Half(build(m, s))\nhalf.train()\n"
                      "run(m, [s, default], half.loss)\n",
    "of two": "m, s = fluid.Program(), fluid.Program()\nwith fluid.program_guard(m, s):\n    loss = loss_of(2)\n"
              "first = loss\nfluid.optimizer.SGD(0.1).minimize(loss)\nloss = loss_of(3)\n"
              "fluid.optimizer.SGD(0.1).minimize(loss)\nrun(m, [s, default], first)\n"
              "run(fluid.default_main_program(), [default], loss)\n",
}


def test_under_the_guard_of_its_program(run_both_ways):
    old, new = run_both_ways({name: {"main.py": BUILDING + text} for name, text in BUILT.items()})
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


def test_a_scaled_loss_of_which_no_side_is_known():
    text = "def train(scale, loss, s):\n    opt.minimize(scale * loss, s)\n"
    result = migrate_source(HEAD + text + "train(*read())\n", options=Options(programs=True))
    assert "opt.minimize(scale * loss, s)" in result.text
    assert [f.code for f in result.left] == ["PM333"]


@pytest.mark.parametrize("text", [
    "with fluid.program_guard(m, s):\n    loss = loss_of(2)\n    opt.minimize(loss)\n",
    "def train(loss):\n    opt.minimize(loss)\nwith fluid.program_guard(m, s):\n    train(loss_of(2))\n",
    "with fluid.program_guard(m, s):\n    loss = loss_of(2)\nwith fluid.program_guard(m, s):\n    opt.minimize(loss)\n",
    "opt.minimize(loss_of(2))\n",
    "def train(loss):\n    opt.minimize(loss)\n",
])
def test_under_its_guard_already(text):
    head = "m, s = fluid.Program(), fluid.Program()\nopt = fluid.optimizer.SGD(0.1)\n"
    result = migrate_source(BUILDING.replace("self.loss)", "self)") + head + text)
    assert "block.program" not in result.text
    assert not result.left


STOPPED = """\
import numpy as np
import paddle.fluid as fluid
def train(names=None):
    with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):
        x = fluid.data("x", [None, 2])
        w = lambda name: fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(0.3))
        y = fluid.layers.fc(fluid.layers.fc(x, 2, param_attr=w("a"), bias_attr=False), 1, param_attr=w("b"))
        loss = fluid.layers.mean(fluid.layers.square(y - 1.0))
        fluid.optimizer.SGD(0.1).minimize(loss, no_grad_set={given})
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        for _ in range(3):
            out = exe.run(feed={"x": np.ones((2, 2), "float32")}, fetch_list=[loss])
        print("%.5f" % out[0][0])
train()
train(["a"])
"""


def test_nothing_and_names_where_gradients_stop(run_both_ways):
    given = {"choice": "set(names) if names else None", "handed": "names and set(names)"}
    old, new = run_both_ways({name: {"main.py": STOPPED.replace("{given}", each)} for name, each in given.items()})
    assert {len(set(lines)) for lines in old.values()} == {2}
    assert new == old
