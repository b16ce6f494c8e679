"""Schedules of programs go on behind each run of what trains."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = """\
import paddle.fluid as fluid
main = fluid.default_main_program()
loss = network(fluid.data("x", [None, 4]))
"""
RATE = "opt = fluid.optimizer.SGD(fluid.layers.piecewise_decay([1], [1.0, 0.1]))\nopt.minimize(loss)\n"


def migrated(lines):
    return migrate_source(HEAD + lines, options=Options(programs=True))


@pytest.mark.parametrize(
    ("run", "new"),
    [
        ("a, = exe.run(main, fetch_list=[loss])\n", "a, = exe.run(main, fetch_list=[loss])\nstep_schedule(main)\n"),
        ("exe.run(main, feed={'x': rows})\n", "exe.run(main, feed={'x': rows})\nstep_schedule(main)\n"),
        ("exe.run(main)\n", "exe.run(main)\nstep_schedule(main)\n"),
        ("exe.run(fetch_list=[loss])\n", "exe.run(fetch_list=[loss])\nstep_schedule()\n"),
        (
            "for b in r():\n    exe.run(self.train_program, b, [loss])\n",
            "for b in r():\n    exe.run(self.train_program, b, [loss])\n    step_schedule(self.train_program)\n",
        ),
    ],
)
def test_a_run(run, new):
    result = migrated(RATE + run)
    assert "paddle.optimizer.SGD(paddle.optimizer.lr.PiecewiseDecay([1], [1.0, 0.1]))" in result.text
    assert result.text.endswith(new)
    assert not result.left


@pytest.mark.parametrize("runs", [
    "v = [{} for _ in range(3)]", "each = lambda: {}", "got = dict((n, {}) for n in a)", "def step():\n    return {}",
    "v = {} if on else None", "show({}[0])\nif {}[0] < 1:\n    pass",
])
def test_a_run_within_a_statement_steps_behind_itself(runs):
    result = migrated(RATE + runs.replace("{}", "exe.run(main, fetch_list=[loss])") + "\n")
    assert not result.left
    within = result.text.partition("\nif exe.run")[2] or result.text
    assert "stepped(exe.run(main, fetch_list=[loss]), main)" in within or "step_schedule(main)" in result.text
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize("run", ["lambda: exe.run(**given)", "[exe.run(made(), fetch_list=[loss]) for _ in a]"])
def test_a_run_of_a_program_out_of_sight_is_a_persons(run):
    assert [finding.code for finding in migrated(RATE + f"v = {run}\n").left] == ["PM322"]


STEPPED = """\
import numpy as np
import paddle.fluid as fluid
def rate(kind):
    return fluid.layers.piecewise_decay([1, 2], [.1, .05, .01])
class Trainer(object):
    def __init__(self):
        self.main, self.startup = fluid.Program(), fluid.Program()
        with fluid.program_guard(self.main, self.startup):
            x = fluid.data('x', [2, 3])
            self.loss = fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(.1)))
            self.test = self.main.clone(for_test=True)
            self.opt = fluid.optimizer.SGD(rate('steps'))
            self.opt.minimize(self.loss)
            self.lr = self.opt._global_learning_rate()
        self.exe = fluid.Executor()
        self.exe.run(self.startup)
    def returned(self):
        return self.exe.run(self.main, feed=FEED, fetch_list=[self.loss, self.lr])
    def shown(self):
        print('%.4f' % self.exe.run(self.main, feed=FEED, fetch_list=[self.loss])[0][0])
    def tested(self):
        return self.exe.run(self.test, feed=FEED, fetch_list=[self.loss.name])[0][0]
FEED = {'x': np.ones((2, 3), 'float32')}
for way in ('returned', 'listed', 'called', 'shown'):
    with fluid.scope_guard(fluid.Scope()):
        t = Trainer()
        again = lambda: t.exe.run(t.main, feed=FEED, fetch_list=[t.loss, t.lr])
        if way == 'returned':
            found = [t.returned() for _ in range(4)]
        elif way == 'listed':
            found = [t.exe.run(t.main, feed=FEED, fetch_list=[t.loss, t.lr]) for _ in range(4)]
        elif way == 'called':
            found = [again() for _ in range(4)]
        else:
            t.shown(), t.shown()
            found = []
        print(['%.4f/%.4f' % (a[0], b[0]) for a, b in found], '%.4f' % t.tested())
"""


def test_the_rate_goes_on_behind_runs_within_statements(run_both_ways):
    old, new = run_both_ways({"stepped": {"main.py": STEPPED}})
    assert new == old
    assert old["stepped"][0] == "['0.3000/0.1000', '-0.1000/0.0500', '-0.3000/0.0100', '-0.3400/0.0100'] -0.3800"


RUNS = "found = [exe.run(test, feed=b, fetch_list=[loss])[0] for b in batches()]\n"


@pytest.mark.parametrize(("lines", "is_trained"), [
    ("test = fluid.Program()\ntest = test.clone(for_test=True)\n" + RUNS, False),
    ("test = build(main)\nif fast:\n    test = test.clone(for_test=True)\n    " + RUNS, False),
    ("def run(test):\n    test = test.clone(for_test=True)\n    for _ in range(2):\n        " + RUNS, False),
    ("test = main\nif fast:\n    test = test.clone(for_test=True)\n" + RUNS, True),
    ("for _ in range(2):\n    test = main\n    " + RUNS + "    test = main.clone(for_test=True)\n", True),
    ("test = main.clone(for_test=True)\ntest = main\n" + RUNS, True),
    ("def run():\n    " + RUNS + "test = main\nrun()\ntest = main.clone(for_test=True)\n", True),
])
def test_a_copy_for_tests_that_takes_its_programs_name(lines, is_trained):
    assert ("stepped(exe.run(test, " in migrated(RATE + lines).text) == is_trained


@pytest.mark.parametrize("run", [
    "exe.run(startup)\n", "exe.run(fluid.default_startup_program())\n",
    "exe.run(test, fetch_list=in_program(test, [loss]))\n",
])
def test_other_runs_stay(run):
    copy, fetched = "test = main.clone(for_test=True)\n", run.replace("in_program(test, [loss])", "[loss]")
    result = migrated(f"{RATE}{copy}exe.run(main, fetch_list=[loss])\n{fetched}")
    today = run.replace("fluid.", "paddle.static.")
    assert result.text.endswith(f"step_schedule(main)\n{today}")


@pytest.mark.parametrize(
    ("lines", "new"),
    [
        (
            "rate = fluid.layers.cosine_decay(0.1, 5, 2)\nclipped = fluid.layers.clip(rate, 0.01, 1.0)\n",
            "rate = cosine_decay(0.1, 5, 2)\nclipped = F.hardtanh(rate, 0.01, 1.0)\n",
        ),
        ("rate = fluid.layers.noam_decay(4, 5)\nshow(rate)\n", "rate = noam_decay(4, 5)\nshow(rate)\n"),
        ("rate = fluid.layers.noam_decay(4, 5)\nhalf = rate / 2\n", "rate = noam_decay(4, 5)\nhalf = rate / 2\n"),
        (
            "rate = fluid.layers.linear_lr_warmup(fluid.layers.noam_decay(4, 5), 2, 0.0, 0.1)\n",
            "rate = linear_lr_warmup(noam_decay(4, 5), 2, 0.0, 0.1)\n",
        ),
    ],
)
def test_a_rate_that_something_else_takes_is_a_variable(lines, new):
    run = "exe.run(main, fetch_list=[loss])\n"
    result = migrated(lines + run)
    assert result.text.endswith(new + run)
    assert "step_schedule" not in result.text
    assert not result.left


def test_a_rate_that_an_optimizer_and_something_else_take_is_a_variable():
    lines = "rate = fluid.layers.noam_decay(4, 5)\nfluid.optimizer.SGD(rate).minimize(loss)\nshow(rate)\n"
    result = migrated(lines + "exe.run(main, fetch_list=[loss])\n")
    assert "rate = noam_decay(4, 5)\nwith_rate(paddle.optimizer.SGD(0.0), rate).minimize(loss)\n" in result.text
    assert not result.left


@pytest.mark.parametrize("take", ["return rate", "self.rate = rate", "yield rate"])
def test_a_rate_that_goes_where_nothing_shows_what_takes_it(take):
    made = f"def schedule(self):\n    rate = fluid.layers.noam_decay(4, 5)\n    {take}\n"
    result = migrated(made + "exe.run(main, fetch_list=[loss])\n")
    assert "    rate = fluid.layers.noam_decay(4, 5)\n" in result.text
    assert [finding.code for finding in result.left] == ["PM303"]


def test_where_no_run_is_shown_it_counts_by_itself():
    result = migrated(RATE)
    assert "with_rate(paddle.optimizer.SGD(0.0), piecewise_decay([1], [1.0, 0.1]))" in result.text
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_a_second_run_finds_the_schedule_of_another_file_going_on_already(tmp_path):
    """Run, and in a copy that a compiled program was, by an executor and by one of a single program."""
    net = HEAD + RATE + "def build(main):\n    return main.clone(for_test=True)\n"
    runs = """\
import paddle.fluid as fluid
from net import loss

exe = fluid.Executor(fluid.CPUPlace())
train_program = fluid.Program()
compiled = fluid.CompiledProgram(train_program).with_data_parallel(loss_name=loss.name)
exe.run(compiled, fetch_list=[loss])
parallel = fluid.ParallelExecutor(use_cuda=False, main_program=train_program)
parallel.run(fetch_list=[loss])
"""
    first = _migrated_project(tmp_path / "first", {"net.py": net, "runs.py": runs})
    assert first["runs.py"].count("step_schedule(compiled)") == 1
    assert _migrated_project(tmp_path / "second", first) == first


TRAINED = "opt = {}\nopt.minimize(loss)\nexe = fluid.Executor()\nexe.run(main, fetch_list=[loss])\n"
SGD = "fluid.optimizer.SGD(rate)"


@pytest.mark.parametrize(
    ("net", "optimizer", "steps"),
    [
        ("rate = fluid.layers.cosine_decay(0.1, 5, 2)", SGD, 1),
        ("rate = own_decay_of(0.1)", SGD, 1),
        ("class Slow(LearningRateDecay):\n    pass", SGD, 1),
        ("import paddle\nrate = paddle.optimizer.lr.LinearWarmup(0.1, 5, 0, 1)", SGD, 1),
        ("rate = 0.1  # without decay", "make(rate)", 1),  # made where nothing is seen of it
        ("rate = 0.1  # without decay", SGD, 0),
        ("rate, l2 = 0.1, fluid.regularizer.L2Decay(0.1)", SGD, 0),
        ("rate = 0.1\nopt = fluid.optimizer.DecayedAdagrad(rate, decay=0.9)", SGD, 0),
    ],
)
def test_a_schedule_of_another_file(tmp_path, net, optimizer, steps):
    runs = f"from net import rate\n{HEAD}{TRAINED.format(optimizer)}"
    made = _migrated_project(tmp_path / "made", {"net.py": f"import paddle.fluid as fluid\n{net}\n", "runs.py": runs})
    assert made["runs.py"].count("step_schedule(main)") == steps
    assert _migrated_project(tmp_path / "again", made) == made


@pytest.mark.parametrize("trains", [False, True])
def test_a_loaded_program_has_no_schedule(trains):
    lines = "loaded, names, targets = fluid.io.load_inference_model('d', exe)\n"
    lines += "with fluid.program_guard(loaded, startup):\n    opt.minimize(more)\n" if trains else ""
    result = migrated(f"{RATE}exe.run(main, fetch_list=[loss])\n{lines}out = exe.run(loaded, fetch_list=targets)\n")
    assert result.text.count("\nstep_schedule(main)\n") == 1
    assert result.text.count("\nstep_schedule(loaded)\n") == trains


def _migrated_project(folder, texts):
    folder.mkdir()
    paths = {name: folder / name for name in texts}
    for name, path in paths.items():
        path.write_text(texts[name])
    project = Project(list(paths.values()), [folder])
    return {name: migrate_module(texts[name], path, Options(), project).text for name, path in paths.items()}


PARALLEL = """\
import paddle.fluid as fluid
import numpy as np
with fluid.scope_guard(fluid.Scope()), fluid.program_guard(fluid.Program(), fluid.Program()):
    x = fluid.data("x", [None, 4])
    y = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.2), bias_attr=False)
    loss = fluid.layers.mean(fluid.layers.square(y))
    rate = fluid.layers.piecewise_decay([1, 2], [0.1, 0.01, 0.0])
    fluid.optimizer.SGD(rate).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    {made}
    for i in range(5):
        feed = {{"x": np.arange(8).reshape(2, 4).astype("float32") / 8}}
        got = {run}
        print(round(float(np.ravel(got[0])[0]), 5))
"""
RUNS = {
    "plain": ("pass", "exe.run(feed=feed, fetch_list=[loss])"),
    "parallel": ("pe = fluid.ParallelExecutor(use_cuda=False, loss_name=loss.name)", "pe.run([loss], feed=feed)"),
    "named": ("pe = fluid.ParallelExecutor(False, loss.name, main_program=fluid.default_main_program())",
              "pe.run(fetch_list=[loss], feed=feed)"),
    "starred": ("pass", "exe.run(**dict(feed=feed, fetch_list=[loss]))"),
    "compiled": ("c = fluid.CompiledProgram(fluid.default_main_program()).with_data_parallel(loss_name=loss.name)",
                 "exe.run(c, feed=feed, fetch_list=[loss])"),
}


def test_behind_every_run_a_rate_goes_on_once(run_both_ways):
    """1.8.5 gives these losses: twice or not at all would be others."""
    scripts = {name: {"main.py": PARALLEL.format(made=made, run=run)} for name, (made, run) in RUNS.items()}
    old, new = run_both_ways(scripts)
    assert set(map(tuple, old.values())) == {("0.1625", "0.10017", "0.09591", "0.09591", "0.09591")}
    assert new == old


@pytest.mark.parametrize(("made", "run"), [RUNS["parallel"], (RUNS["named"][0], RUNS["parallel"][1])])
def test_a_parallel_executor_steps_by_itself(made, run):
    text = migrate_source(PARALLEL.format(made=made, run=run)).text
    assert "step_schedule(self.program)" in text
    assert text.count("step_schedule(") == 2  # its definition, and that call


RUN = "ex.run(feed=feed, fetch_list=[loss])"
EITHER = {  # the executor, or one that ran on all devices: what an option chooses
    "branches": "if {0}:\n        ex = fluid.ParallelExecutor(use_cuda=False, loss_name=loss.name)\n"
                "    else:\n        ex = exe",
    "other_branches": "ex = exe\n    if {0}:\n        ex = fluid.ParallelExecutor(False, loss.name)",
    "expression": "ex = fluid.ParallelExecutor(False, loss.name) if {0} else exe",
    "function": "def chosen(several):\n        if several:\n"
                "            return fluid.ParallelExecutor(False, loss.name)\n        return exe\n    ex = chosen({0})",
    "dictionary": "ex = {{True: fluid.ParallelExecutor(False, loss.name), False: exe}}[{0}]",
    "loop": "for several in (not {0}, {0}):\n        if several:\n"
            "            ex = fluid.ParallelExecutor(False, loss.name)\n        else:\n            ex = exe",
    "class": "class Kept:\n        pass\n    kept = Kept()\n    kept.ex = exe\n    if {0}:\n"
             "        kept.ex = fluid.ParallelExecutor(False, loss.name)\n    ex = kept.ex",
}


def test_a_rate_goes_on_whichever_executor_an_option_chooses(run_both_ways):
    """1.8.5 gives these losses: with the executor alone the rate had stood still."""
    runs = {f"{name}_{several}": text.format(several) for name, text in EITHER.items() for several in (False, True)}
    scripts = {name: {"main.py": PARALLEL.format(made=made, run=RUN)} for name, made in runs.items()}
    old, new = run_both_ways(scripts)
    assert set(map(tuple, old.values())) == {("0.1625", "0.10017", "0.09591", "0.09591", "0.09591")}
    assert new == old


@pytest.mark.parametrize("clothes", EITHER)
def test_either_is_an_executor(clothes):
    text = migrate_source(PARALLEL.format(made=EITHER[clothes].format("few"), run=RUN)).text
    assert "ProgramExecutor" not in text
    assert text.count("step_schedule(") == 2  # its definition, and one behind the run


def test_one_that_is_told_what_it_runs_by_a_dictionary_is_told_of():
    result = migrate_source(PARALLEL.format(made=EITHER["expression"].format("few"), run="ex.run(**given)"))
    assert "ProgramExecutor(False" in result.text
    assert [f.code for f in result.findings if f.code == "PM322"] == ["PM322"]


EACH_ITS_WAY = {  # as each of both takes it
    "written": "ex.run([loss.name], feed=feed) if {0} else ex.run(feed=feed, fetch_list=[loss])",
    "tuple": "ex.run((loss,), feed=feed) if {0} else ex.run(feed=feed, fetch_list=(loss,))",
    "words": "ex.run(fetch_list=[loss], feed=feed)",
}


@pytest.mark.parametrize("several", [False, True])
def test_the_list_that_stands_first_is_no_program(run_both_ways, several):
    """1.8.5 gives these losses both ways, of a ParallelExecutor and of an Executor by the same name."""
    scripts = {f"{name}_{how}": {"main.py": PARALLEL.format(made=made.format(several), run=run.format(several))}
               for name, made in EITHER.items() for how, run in EACH_ITS_WAY.items()}
    old, new = run_both_ways(scripts)
    assert set(map(tuple, old.values())) == {("0.1625", "0.10017", "0.09591", "0.09591", "0.09591")}
    assert new == old


@pytest.mark.parametrize("clothes", EITHER)
def test_what_may_do_it_itself_is_asked(clothes):
    made, run = EITHER[clothes].format("few"), EACH_ITS_WAY["written"].format("few")
    result = migrate_source(PARALLEL.format(made=made, run=run))
    assert "step_unless_done(ex)" in result.text
    assert not [f for f in result.findings if f.code == "PM322"]
