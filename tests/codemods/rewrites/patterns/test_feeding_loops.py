"""Loops that ended with `EOFException` become loops over the loader, or end with `StopIteration`."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'
BOTH = """\
import numpy as np
import paddle.fluid as fluid

x = fluid.data('x', [None, 2])
loader = fluid.io.DataLoader.from_generator([x], capacity=2, iterable=False)
out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(.5), bias_attr=False)
loss = fluid.layers.mean(fluid.layers.square(out))
fluid.optimizer.SGD(fluid.layers.exponential_decay(.1, 1, .5)).minimize(loss)
main = fluid.default_main_program()
loader.set_batch_generator(lambda: iter([[np.full((2, 2), each, 'float32')] for each in (1, 2, 3, 4, 5)]))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
parallel = fluid.ParallelExecutor(False, loss.name, main)
loader.start()
step = 0
try:
    while True:
        if step % 2:
            print('%.5f' % exe.run(main, fetch_list=[loss])[0][0])
        else:
            exe.run(main)
        step += 1
except fluid.core.EOFException:
    loader.reset()
loader.start()
while True:
    try:
        exe.run(main)
        print('%.5f' % exe.run(main, fetch_list=[loss])[0][0])
    except fluid.core.EOFException:
        loader.reset()
        break
loader.start()
try:
    while True:
        if step % 2:
            print('%.5f' % parallel.run([loss.name])[0][0])
        else:
            print('%.5f' % parallel.run(fetch_list=[loss.name])[0][0])
except fluid.core.EOFException:
    loader.reset()
"""


def migrated(lines):
    result = migrate_source(HEAD + textwrap.dedent(lines), options=Options(programs=True))
    return result, result.text.partition('dtype="float32")\n')[2]


CASES = {
    "one after another": (
        """\
        def epoch():
            loader.start()
            while True:
                try:
                    exe.run(main, fetch_list=[x])
                except fluid.core.EOFException:
                    loader.reset()
                    break
            other.start()
            while True:
                try:
                    print(exe.run(test, fetch_list=[x]))
                except fluid.core.EOFException:
                    break
            other.reset()
        """,
        """\
        def epoch():
            for batch in loader():
                exe.run(main, fetch_list=[x], feed=batch)
            for batch in other():
                print(exe.run(test, fetch_list=[x], feed=batch))
            other.reset()
        """,
    ),
    "around": (
        """\
        loader.start()
        while True:
            try:
                loss = exe.run(main, fetch_list=[x])  # kept
                print(loss)
            except fluid.core.EOFException:
                loader.reset()
                break
        """,
        """\
        for batch in loader():
            loss = exe.run(main, fetch_list=[x], feed=batch)  # kept
            print(loss)
        """,
    ),
    "inside": (
        """\
        try:
            loader.start()
            step = 0
            while True:
                exe.run(main, fetch_list=[x])
                step += 1
        except fluid.core.EOFException:
            print(step)
            loader.reset()
        """,
        """\
        step = 0
        for batch in loader():
            exe.run(main, fetch_list=[x], feed=batch)
            step += 1
        print(step)
        """,
    ),
    "left early": (
        """\
        self.loader.start()
        while 1:
            try:
                if exe.run(main, fetch_list=[x]):
                    break
            except fluid.core.EOFException:
                print("end")
                self.loader.reset()
                break
        """,
        """\
        for batch in self.loader():
            if exe.run(main, fetch_list=[x], feed=batch):
                break
        else:
            print("end")
        """,
    ),
    "counted": (
        """\
        loader.start()
        try:
            for step in range(9):
                exe.run(main, fetch_list=[x])
        except (fluid.core.EOFException, StopIteration):
            done = True
        finally:
            loader.reset()
        """,
        """\
        loader.start()
        try:
            for step in range(9):
                exe.run(main, fetch_list=[x], feed=next(loader))
        except StopIteration:
            done = True
        finally:
            loader.reset()
        """,
    ),
    "one of two": (
        """\
        loader.start()
        while True:
            try:
                if step % 2:
                    print(exe.run(main, fetch_list=[x]))
                else:
                    exe.run(main)
            except fluid.core.EOFException:
                loader.reset()
                break
        """,
        """\
        for batch in loader():
            if step % 2:
                print(exe.run(main, fetch_list=[x], feed=batch))
            else:
                exe.run(main, feed=batch)
        """,
    ),
    "two in a round": (
        """\
        loader.start()
        try:
            while True:
                exe.run(main, fetch_list=[x])
                exe.run(main, fetch_list=[x])
        except fluid.core.EOFException:
            loader.reset()
        """,
        """\
        loader.start()
        try:
            while True:
                exe.run(main, fetch_list=[x], feed=next(loader))
                exe.run(main, fetch_list=[x], feed=next(loader))
        except StopIteration:
            loader.reset()
        """,
    ),
    "some in a round": (
        """\
        loader.start()
        try:
            while True:
                for _ in range(2):
                    exe.run(main, fetch_list=[x])
        except fluid.core.EOFException:
            loader.reset()
        """,
        """\
        loader.start()
        try:
            while True:
                for _ in range(2):
                    exe.run(main, fetch_list=[x], feed=next(loader))
        except StopIteration:
            loader.reset()
        """,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_loop(case):
    old, new = CASES[case]
    result, text = migrated(old)
    assert text == textwrap.dedent(new)
    assert not result.left


@pytest.mark.parametrize(
    "lines",
    [
        # nothing is run there, nothing is started, a slip, two programs, two loaders, and a generator would end
        "try:\n    train()\nexcept fluid.core.EOFException:\n    loader.reset()\n",
        "try:\n    exe.run(main, fetch_list=[x])\nexcept fluid.core.EOFException:\n    pass\n",
        "d = fluid.Program()\ntry:\n    exe.run(main, d, fetch_list=[x])\nexcept fluid.core.EOFException:\n"
        "    loader.reset()\n",
        "try:\n    exe.run(main, feed=d, fetch_list=[x])\n    exe.run(test, feed=d, fetch_list=[x])\n"
        "except fluid.core.EOFException:\n    loader.reset()\n",
        "try:\n    a.start()\n    exe.run(main, fetch_list=[x])\n    b.start()\n    exe.run(test, fetch_list=[x])\n"
        "except fluid.core.EOFException:\n    a.reset()\n",
        "def f():\n    try:\n        yield exe.run(main, fetch_list=[x])\n"
        "    except fluid.core.EOFException:\n        loader.reset()\n",
    ],
)
def test_what_stays(lines):
    result, text = migrated(lines)
    assert "EOFException" in text
    assert [finding.name for finding in result.left] == ["fluid.core.EOFException"]


def test_a_run_of_another_program_that_is_fed_by_itself():
    result, text = migrated("""\
        def run(exe, main, other, loader):
            loader.start()
            try:
                while True:
                    got = exe.run(main, fetch_list=[x])
                    exe.run(other, feed={"y": got[0]}, fetch_list=[x])
            except (StopIteration, fluid.core.EOFException):
                loader.reset()
        """)
    assert "for batch in loader():" in text
    assert 'exe.run(other, feed={"y": got[0]}, fetch_list=[x])' in text
    assert not result.left


@pytest.mark.parametrize("second", [
    'exe.run(main, feed={"y": a}, fetch_list=[x])', 'exe.run(made(), feed={"y": a}, fetch_list=[x])',
])
def test_a_run_that_may_read_and_is_fed(second):
    result, _ = migrated(f"""\
        def run(exe, main, loader):
            loader.start()
            try:
                while True:
                    exe.run(main, fetch_list=[x])
                    {second}
            except fluid.core.EOFException:
                loader.reset()
        """)
    assert [each.code for each in result.left] == ["PM303"]


def test_the_loader_that_is_reset_at_the_end_is_read_where_another_is_started_inside():
    result, text = migrated("""\
        def run(exe, main, test, loader, testing):
            try:
                loader.start()
                while True:
                    exe.run(main, fetch_list=[x])
                    testing.start()
                    try:
                        while True:
                            exe.run(test, fetch_list=[x])
                    except fluid.core.EOFException:
                        testing.reset()
            except fluid.core.EOFException:
                loader.reset()
        """)
    assert "exe.run(main, fetch_list=[x], feed=next(loader))" in text or "for batch in loader():" in text
    assert "in testing():" in text
    assert not result.left


FED = """\
import os
import numpy as np
import paddle.fluid as fluid

os.environ['CPU_NUM'] = '1'

def batches():
    drawn = np.random.RandomState(3)
    for _ in range(4):
        x = drawn.rand(2, 3).astype('float32')
        yield x, x.sum(1, keepdims=True)

def net(reads, name):
    reader = None
    if reads:
        reader = fluid.layers.py_reader(4, [[-1, 3], [-1, 1]], ['float32', 'float32'], name=name)
        x, y = fluid.layers.read_file(reader)
    else:
        x, y = fluid.layers.data('x', [3]), fluid.layers.data('y', [1])
    scale = fluid.layers.data('scale', [1], append_batch_size=False)
    constant = fluid.initializer.Constant(0.2)
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(name, constant), bias_attr=False)
    return fluid.layers.mean(fluid.layers.square_error_cost(out, y)) * scale, reader

def feeds(source, first):
    found = []
    if source is not None:
        x, y = next(source)
        found.append({'x': x, 'y': y})
    if SCALED or source is not None:
        found = found or [{}]
        found[0]['scale'] = np.array([2.0 if first else 1.0], 'float32')
    return found if found else None

def train(reads, parallel):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        loss, reader = net(reads, 'r%d%d' % (reads, parallel))
        fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    runner = fluid.ParallelExecutor(False, loss_name=loss.name, main_program=main) if parallel else None
    if reads:
        reader.decorate_tensor_provider(batches)
    for epoch in range(2):
        source, first = None, True
        if reads:
            reader.start()
        else:
            source = batches()
        while True:
            try:
                if parallel:
                    out = runner.run(fetch_list=[loss.name], feed=feeds(source, first))
                else:
                    given = feeds(source, first)
                    out = exe.run(program=main, fetch_list=[loss.name], feed=given[0] if given else None)
            except (StopIteration, fluid.core.EOFException):
                if reads:
                    reader.reset()
                break
            print('%.5f' % np.array(out[0]).sum())
            first = False

for reads in (True, False):
    for parallel in (False, True):
        train(reads, parallel)
"""
# of 1.8.5, for each of the four
FED_PRINTED = ["4.92310", "0.09010", "0.31987", "0.14041", "0.63107", "0.01607", "0.05570", "0.02064"]


def test_runs_that_are_fed_beside_what_a_loader_reads(run_both_ways):
    alone = FED.replace("SCALED or source is not None", "source is not None").replace(
        "scale = fluid.layers.data('scale', [1], append_batch_size=False)",
        "scale = fluid.layers.data('scale', [1], append_batch_size=False) if not reads else 1.0")
    scripts = {"beside": FED.replace("SCALED", "True"), "one or the other": alone}
    old, new = run_both_ways({name: {"main.py": script} for name, script in scripts.items()})
    assert old["beside"] == FED_PRINTED * 4
    assert old["one or the other"][16:] == FED_PRINTED * 2
    assert new == old


def test_a_generator_inside_of_the_function_is_none_of_its_own():
    result, text = migrated("""\
        def train(exe, loader):
            def batches():
                yield 1
            loader.start()
            while True:
                try:
                    exe.run(main, fetch_list=[x])
                except fluid.core.EOFException:
                    loader.reset()
                    break
        """)
    assert "for batch in loader():" in text
    assert not result.left


RATES = """\
import numpy as np
import paddle.fluid as fluid
import sys

def build(rate):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x = fluid.data('x', [None, 2])
        loader = fluid.io.DataLoader.from_generator([x], capacity=2, iterable=False)
        out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(.5), bias_attr=False)
        loss = fluid.layers.mean(fluid.layers.square(out))
        fluid.optimizer.SGD(rate()).minimize(loss)
    loader.set_batch_generator(lambda: iter([[np.full((2, 2), each, 'float32')] for each in (1, 2)]))
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    return exe, main, loader, loss

def around(exe, program, loader, loss):
    loader.start()
    while True:
        try:
            print('%.5f' % exe.run(program, fetch_list=[loss])[0][0])
        except fluid.core.EOFException:
            loader.reset()
            break

def inside(exe, program, loader, loss):
    try:
        loader.start()
        while True:
            print('%.5f' % exe.run(program, fetch_list=[loss])[0][0])
    except fluid.core.EOFException:
        print('end')
        loader.reset()

def counted(exe, program, loader, loss):
    loader.start()
    for _ in range(5):
        try:
            print('%.5f' % exe.run(program, fetch_list=[loss])[0][0])
        except fluid.core.EOFException:
            loader.reset()
            loader.start()
    loader.reset()

def broken(exe, program, loader, loss):
    for most in (1, 9):
        loader.start()
        step = 0
        while True:
            try:
                print('%.5f' % exe.run(program, fetch_list=[loss])[0][0])
                step += 1
                if step == most:
                    loader.reset()
                    break
            except fluid.core.EOFException:
                loader.reset()
                break

for loop in (around, inside, counted, broken):
    exe, main, loader, loss = build(lambda: fluid.layers.exponential_decay(.1, 1, .5))
    loop(exe, main, loader, loss)
    loop(exe, main, loader, loss)
"""
DECAY = "fluid.layers.exponential_decay(.1, 1, .5)"
PLAIN = RATES.replace("(rate()", f"({DECAY}").replace("build(rate)", "build(rate=None)")
COMPILED = RATES.replace("def around(exe, program, ", "def around(exe, main, ").replace(
    "    loader.start()\n    while", "    program = fluid.CompiledProgram(main)\n    loader.start()\n    while", 1
).replace("(around, inside, counted, broken)", "(around,)")


BEFORE = {  # what a round does before it reads, and prints of the run
    "counts": ("step += 1", "exe.run(main, fetch_list=[loss])"),
    "counts in an attribute": ("self.step = self.step + 1; step = self.step", "exe.run(main, fetch_list=[loss])"),
    "keeps": ("begun.append(step); step = len(begun)", "exe.run(main, fetch_list=[loss])"),
    "calls": ("step = count()", "exe.run(main, fetch_list=[loss])"),
    "says": ("print('round')", "exe.run(main, fetch_list=[loss])"),
    "leaves": ("step += 1\n            if step == 9: break", "exe.run(main, fetch_list=[loss])"),
    "turns": ("last, step = step, last", "exe.run(main, fetch_list=[loss])"),
    "is asked later": ("step = 3", "exe.run(main, fetch_list=[loss])"),
    "only here": ("started = time.time(); wanted = [loss]", "exe.run(main, fetch_list=wanted)"),
}
LASTING = RATES.partition("def around")[0] + """
import time
exe, main, loader, loss = build(lambda: .1)
class It(object):
    step = 0
self, begun, step, last = It(), [], 0, 7
count = iter(range(99)).__next__
for epoch in range(2):
    loader.start()
    while True:
        try:
            {before}
            print('%.5f' % {run}[0][0])
        except fluid.core.EOFException:
            loader.reset()
            break
    print(step)
"""


def test_what_a_round_does_before_it_reads_is_done_once_more(run_both_ways):
    scripts = {name: LASTING.format(before=before, run=run) for name, (before, run) in BEFORE.items()}
    old, new = run_both_ways({name: {"main.py": text} for name, text in scripts.items()})
    assert {name: each for name, each in old.items() if len(each) < 5} == {}
    assert old["counts"][-1] == "6"
    assert new == old


@pytest.mark.parametrize("name", BEFORE)
def test_only_what_does_not_last_is_in_a_loop_over_the_loader(name):
    before, run = BEFORE[name]
    text = migrate_source(LASTING.format(before=before, run=run)).text
    assert ("in loader():" in text) == (name == "only here")


def test_the_run_that_meets_the_end_counts_on(run_both_ways):
    scripts = {"variables": RATES, "schedules": PLAIN, "compiled": COMPILED, "branches": BOTH}
    scripts["behind"] = PLAIN.replace("        break\n\ndef inside", "        break\n        print(1)\n\ndef inside")
    assert scripts["behind"] != PLAIN
    old, new = run_both_ways({name: {"main.py": text} for name, text in scripts.items()})
    assert len(old["variables"]) == 24
    assert len(old["branches"]) == 9
    assert old["schedules"] == old["variables"]
    assert old["compiled"][:3] == old["variables"][:3]
    assert old["compiled"][3] != old["variables"][3]
    assert new == old


# the same loops, where functions run the program: who catches the end of the data counts on
STEP = "def one_step(loader, exe, program, loss):\n    return exe.run(program, fetch_list=[loss])[0][0]\n\n"
HANDED = RATES.replace("exe.run(program, fetch_list=[loss])[0][0]", "one_step(loader, exe, program, loss)").replace(
    "def around", STEP + "def around")
GLOBAL = """
exe, main, loader, loss = build(lambda: fluid.layers.exponential_decay(.1, 1, .5))
def step():
    print('%.5f' % exe.run(main, fetch_list=[loss])[0][0])
def epoch():
    loader.start()
    while True:
        try:
            step()
        except fluid.core.EOFException:
            loader.reset()
            break
epoch()
epoch()
"""
OBJECT = """
class Trainer(object):
    def __init__(self, exe, main, loader, loss):
        self.exe, self.main, self.loader, self.loss = exe, main, loader, loss
    def step(self, program):
        print('%.5f' % self.exe.run(program, fetch_list=[self.loss])[0][0])
    def epoch(self):
        self.loader.start()
        try:
            while True:
                self.step(program=self.main)
        except fluid.core.EOFException:
            self.loader.reset()
trainer = Trainer(*build(lambda: fluid.layers.exponential_decay(.1, 1, .5)))
trainer.epoch()
trainer.epoch()
"""


def test_the_run_of_a_function_that_meets_the_end_counts_on(run_both_ways):
    head = RATES.partition("def around")[0]
    scripts = {"handed": HANDED, "global": head + GLOBAL, "object": head + OBJECT,
               "default": head.replace("fluid.Program(), fluid.Program()",
                                       "fluid.default_main_program(), fluid.default_startup_program()")
               + GLOBAL.replace("exe.run(main, ", "exe.run(")}
    old, new = run_both_ways({name: {"main.py": text} for name, text in scripts.items()})
    assert old["handed"] == run_both_ways({"direct": {"main.py": RATES}})[0]["direct"]
    assert len(old["global"]) == 4
    assert old["object"] == old["global"] == old["default"]
    assert new == old


@pytest.mark.parametrize(("program", "is_left"), [
    ("self.main", True), ("parallel if fast else main", True), ("parallel", False), ("main", False)])
def test_who_counts_on_for_a_function(program, is_left):
    result, text = migrated(f"""\
        loss = fluid.layers.mean(x)
        fluid.optimizer.SGD(fluid.layers.noam_decay(8, 4)).minimize(loss)
        loader, exe = fluid.io.PyReader([x], iterable=False), fluid.Executor()
        main = fluid.default_main_program()
        parallel = fluid.CompiledProgram(main)
        def step(self):
            return exe.run({program}, fetch_list=[x])
        def train(self):
            loader.start()
            try:
                while True:
                    step(self)
            except fluid.core.EOFException:
                loader.reset()
        """)
    assert text.partition("except")[2].count("step_schedule(main)") == (program == "main")
    assert text.partition("except")[2].count("step_schedule(") == (program == "main")
    assert ("PM343" in [each.code for each in result.left]) == is_left


@pytest.mark.parametrize(("program", "steps", "is_left"), [
    ("main", 2, False), ("fluid.CompiledProgram(main)", 1, False),
    ("fluid.CompiledProgram(main) if parallel else main", 1, False), ("fast if parallel else main", 1, True),
])
def test_only_programs_that_are_not_compiled_count_on(program, steps, is_left):
    result, text = migrated(f"""\
        loss = fluid.layers.mean(x)
        fluid.optimizer.SGD(fluid.layers.noam_decay(8, 4)).minimize(loss)
        def train(exe, loader, main):
            fast = fluid.CompiledProgram(main)
            program = {program}
            loader.start()
            while True:
                try:
                    exe.run(program, fetch_list=[x])
                except fluid.core.EOFException:
                    loader.reset()
                    break
        train(fluid.Executor(), fluid.io.PyReader([x]), fluid.default_main_program())
        """)
    assert text.count("step_schedule(program)") == steps
    is_asked = program.startswith("fluid") and " if " in program
    assert ("feed=next_fed(loader, program, unless=program)" in text) == is_asked
    assert ("PM343" in [each.code for each in result.left]) == is_left


MAYBE = RATES.partition("def inside")[0].replace("def around", "def train") + """\
for fast in (True, False):
    exe, main, loader, loss = build(lambda: fluid.layers.exponential_decay(.1, 1, .5))
    for _ in range(2):
"""
LOOP = """        loader.start()
        try:
            while True:
                print('%.5f' % {run}[0][0])
        except fluid.core.EOFException:
            loader.reset()
"""
MAYBES = {  # whether what meets the end is compiled depends on the run
    "branches": "        if fast:\n            program = fluid.CompiledProgram(main).with_data_parallel(loss.name)\n"
                "        else:\n            program = main\n" + LOOP.format(run="exe.run(program, fetch_list=[loss])"),
    "expression": "        program = fluid.CompiledProgram(main) if fast else main\n"
                  "        train(exe, program, loader, loss)\n",
    "executor": "        runs = fluid.ParallelExecutor(False, loss.name, main) if fast else fluid.Executor()\n"
                "        with fluid.program_guard(main):\n"
                + LOOP.format(run="runs.run(fetch_list=[loss.name])").replace("\n    ", "\n        ").replace(
                    "        loader.start", "            loader.start", 1),
    "two lines": "        if fast:\n            parallel = fluid.ParallelExecutor(False, loss.name, main)\n"
                 + LOOP.format(run="(parallel.run([loss.name]) if fast else exe.run(main, fetch_list=[loss]))"),
    "keywords": "        program = main\n        if fast:\n            program = fluid.CompiledProgram(main)\n"
                "        train(loss=loss, exe=exe, program=program, loader=loader)\n",
}


def test_what_met_the_end_counts_on_unless_that_run_was_compiled(run_both_ways):
    old, new = run_both_ways({name: {"main.py": MAYBE + text} for name, text in MAYBES.items()})
    assert all(len(each) == 8 for each in old.values())
    assert all(each[:4] != each[4:] for each in old.values())
    assert new == old


READER = """\
loader = fluid.io.DataLoader.from_generator([x], capacity=2, iterable=False)
main = fluid.default_main_program()
exe = fluid.Executor()
"""
CALLED = """\
def step(reader, program, phase):
    if phase:
        return exe.run(program, fetch_list=[x])
    reader.start()
def train():
    loader.start()
    while True:
        try:
            step({given}, main, True)
            step(other, test, False)
        except fluid.core.EOFException:
            loader.reset()
            break
"""


def of_program(lines):
    return migrate_source(HEAD + lines, options=Options(programs=True))


def test_a_run_of_a_function_whose_caller_catches_the_end():
    result = of_program(READER + CALLED.format(given="loader"))
    assert "    return exe.run(program, fetch_list=[x], feed=next(reader))\n" in result.text
    assert "except StopIteration:\n" in result.text
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_a_run_of_a_function_that_is_not_given_the_loader():
    result = of_program(READER + CALLED.format(given="None").replace("train()", "train(loader)"))
    assert "feed=" not in result.text.partition("def step")[2]
    assert [f.name for f in result.left] == ["run"]


@pytest.mark.parametrize("before", ["loader.set_batch_generator(batches)\nloader.start()\n",
                                    "loader.decorate_sample_list_generator(batches)\nloader.start()\n",
                                    "loader.start()\n"])
def test_a_run_of_a_loader_whose_end_nobody_catches(before):
    old = f"{READER}{before}for _ in range(3):\n    out = exe.run(main, fetch_list=[x])\nloader.reset()\n"
    result = of_program(old)
    assert "    out = exe.run(main, fetch_list=[x], feed=next(loader))\n" in result.text
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize("lines", [
    "thread.start()\nout = exe.run(main, fetch_list=[x])\n",
    "loader.start()\nloader.reset()\nout = exe.run(main, feed={'x': rows}, fetch_list=[x])\n",
    "out = exe.run(main, fetch_list=[x])\nloader.start()\nloader.reset()\n",
    "def warm():\n    loader.start()\n    loader.reset()\nout = exe.run(main, fetch_list=[x])\n",
    "first.start()\nsecond.start()\nout = exe.run(main, fetch_list=[x])\nfirst.reset()\nsecond.reset()\n",
])
def test_a_run_that_reads_from_no_loader_that_is_seen(lines):
    assert "feed=next(" not in of_program(READER + lines).text


def test_runs_of_several_programs_beside_one_loader():
    runs = "exe.run(main, fetch_list=[x])\nexe.run(test, fetch_list=[x])\n"
    result = of_program(f"{READER}loader.start()\n{runs}loader.reset()\n")
    assert "feed=next(" not in result.text
    assert [f.name for f in result.left] == ["run", "run"]


STARTED = "loader.set_batch_generator(batches)\nloader.start()\nfor _ in range(3):\n    {call}\nloader.reset()\n"


@pytest.mark.parametrize(("before", "call", "run"), [
    ("def step(exe, main):\n    return exe.run(main, fetch_list=[x])\n", "out = step(exe, main)", "feed=next(loader))"),
    ("def step(reader):\n    out = exe.run(main, fetch_list=[x])\n    return out\n", "print(step(reader=loader))",
     "feed=next(reader))"),
    ("class Job(object):\n    def step(self, *, source):\n        self.out = exe.run(main, fetch_list=[x])\n",
     "Job().step(source=loader)", "feed=next(source))"),
])
def test_a_run_of_a_function_that_is_called_between_start_and_reset(before, call, run):
    result = of_program(READER + before + STARTED.format(call=call))
    assert run in result.text
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize("before", [
    "def step():\n    return exe.run(main, fetch_list=[x])\ndef around():\n    return step()\n",
    "def around():\n    loader = None\n    return exe.run(main, fetch_list=[x])\n",
    "around = lambda: exe.run(main, fetch_list=[x])\n",
    "def step(given):\n    return exe.run(main, fetch_list=[x])\nall = {1: step}\naround = lambda: all[1](loader)\n",
    "def step(given):\n    return exe.run(main, fetch_list=[x])\naround = functools.partial(step, loader)\n",
])
def test_a_run_between_start_and_reset_whose_loader_is_not_seen(before):
    result = of_program(f"import functools\n{READER}{before}{STARTED.format(call='around()')}")
    assert "feed=next(" not in result.text
    assert [f.name for f in result.left] == ["run"]


@pytest.mark.parametrize("start", [
    "class Out(object):\n    def out(self, given):\n        given.start()\nOut().out(loader)\n",
    "def start(each):\n    each.start()\nstart(loader)\n",
    "held = {'train': loader}\nheld['train'].start()\n",
    "for each in [loader]:\n    each.start()\n",
])
def test_a_run_of_a_loader_that_is_started_elsewhere(start):
    run = "for _ in range(3):\n    out = exe.run(main, fetch_list=[x])\n"
    result = of_program(f"{READER}loader.set_batch_generator(batches)\n{start}{run}")
    assert [f.name for f in result.left] == ["run"]


@pytest.mark.parametrize("start", ["thread.start()\n", "import threading\nt = threading.Thread()\nt.start()\n", ""])
def test_a_run_beside_other_things_that_are_started_stays(start):
    result = of_program(f"{READER}{start}out = exe.run(main, feed={{'x': rows}}, fetch_list=[x])\n")
    assert not result.left
    assert "feed=next(" not in result.text


GIVEN_EXECUTORS = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import layers as L

def evaluate(exe, program, reader, fetched, phase):
    if phase == 'train':
        return exe.run(fetch_list=fetched)
    reader.start()
    found = []
    while True:
        try:
            found.append(exe.run(program=program, fetch_list=fetched)[0])
        except fluid.core.EOFException:
            reader.reset()
            break
    return [np.mean(found)]

def build(name):
    reader = L.py_reader(4, [[-1, 2]], ['float32'], name=name)
    loss = L.mean(L.square(L.fc(L.read_file(reader), 1, param_attr=fluid.initializer.Constant(.5), bias_attr=False)))
    return reader, loss

train, test, startup = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(train, startup), fluid.unique_name.guard():
    reader, loss = build('train')
    rate = L.exponential_decay(.1, 1, .5)
    fluid.optimizer.SGD(rate).minimize(loss)
with fluid.program_guard(test, startup), fluid.unique_name.guard():
    other, tested = build('test')
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
parallel = fluid.ParallelExecutor(False, loss.name, train)
for each in (reader, other):
    each.decorate_tensor_provider(lambda: ([np.full((2, 2), n, 'float32')] for n in (1, 2, 3)))
for epoch in range(2):
    reader.start()
    steps = 0
    while True:
        try:
            steps += 1
            if steps % 2:
                EXE.run(fetch_list=[])
            else:
                found = evaluate(EXE, train, reader, [loss.name, rate.name], 'train')
                print('%.5f %.5f' % tuple(map(np.mean, found)))
            if steps == 2:
                print('%.5f' % evaluate(exe, test, other, [tested.name], 'dev')[0])
        except fluid.core.EOFException:
            reader.reset()
            break
"""


def test_what_reads_for_a_call_is_known_by_what_that_hands_over(run_both_ways):
    text = GIVEN_EXECUTORS.replace("EXE", "parallel")
    result = migrate_source(text, options=Options(programs=True))
    assert not result.left
    assert "step_schedule" not in result.text.partition("except")[2]
    old, new = run_both_ways({"parallel": {"main.py": text}})
    assert new == old


def test_a_call_that_may_hand_over_either_is_a_persons():
    text = GIVEN_EXECUTORS.replace("EXE", "(parallel if epoch else exe)")
    assert "PM343" in [each.code for each in migrate_source(text, options=Options(programs=True)).left]
