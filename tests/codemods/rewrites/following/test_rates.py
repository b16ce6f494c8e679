"""The rate of the last step is read with get_lr(), before the schedule goes on."""

from __future__ import annotations

from textwrap import indent

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import paddle\nimport paddle.fluid as fluid\n"
SGD = "opt = fluid.optimizer.SGD(0.1, parameter_list=p)\n"
MODERN = "import paddle\nopt = paddle.optimizer.SGD(0.1, parameters=p)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(opt.current_step_lr())", "print(opt.get_lr())"),
        ("print(opt._global_learning_rate().numpy()[0])", "print(opt.get_lr())"),
        ("print('%f' % opt._global_learning_rate().numpy())", "print('%f' % opt.get_lr())"),
        ("rate = opt._global_learning_rate().numpy().item()", "rate = opt.get_lr()"),
        ("rate = opt._global_learning_rate().numpy()[0]\nrate.real", "rate = opt.get_lr()\nrate.real"),
        ("rate = opt._global_learning_rate().numpy()\nprint(rate)", "rate = opt.get_lr()\nprint(rate)"),
        ("total += (opt._global_learning_rate()  # now\n          .numpy()[0])", "# now\ntotal += (opt.get_lr())"),
    ],
)
def test_read(check_transformed, before, after):
    result = check_transformed(f"{HEAD}{SGD}{before}\n", f"{MODERN}{after}\n")
    assert not result.left
    assert not {"PM222", "PM323"} & {f.code for f in result.findings}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rates.update(opt._global_learning_rate(), 1)", "rates.update(paddle.to_tensor([opt.get_lr()]), 1)"),
        ("show(rate=opt._global_learning_rate())", "show(rate=paddle.to_tensor([opt.get_lr()]))"),
    ],
)
def test_what_takes_the_tensor_has_one(check_transformed, before, after):
    assert not check_transformed(f"{HEAD}{SGD}{before}\n", f"{MODERN}{after}\n").left


def test_a_number_prints_otherwise(check_transformed):
    result = check_transformed(
        f"{HEAD}{SGD}print(opt._global_learning_rate().numpy())\n", f"{MODERN}print(opt.get_lr())\n"
    )
    assert [f.line for f in result.findings if f.code == "PM123"] == [4]


@pytest.mark.parametrize(
    "use",
    [
        "rate = opt._global_learning_rate()",
        "opt._global_learning_rate().set_value(rate)",
        "rates.update(opt._global_learning_rate() * 2, 1)",
        "rate = opt._global_learning_rate().numpy()\nprint(rate[0])",
        "rate = opt._global_learning_rate().numpy()\nrate.sum()",
        "print(opt._global_learning_rate().numpy().sum())",
        "print(opt._global_learning_rate().numpy()[i])",
        "print(opt._global_learning_rate(program).numpy()[0])",
    ],
)
def test_what_a_number_cannot_do_is_left_and_said(check_transformed, use):
    result = check_transformed(f"{HEAD}{SGD}{use}\n", f"{MODERN}{use}\n")
    assert [(f.code, f.line) for f in result.left] == [("PM312", 4)]


@pytest.mark.parametrize("use", ["opt.current_step_lr()", "opt._global_learning_rate().numpy()[0]"])
def test_scripts_without_fluid_are_left(check_noop, use):
    assert not check_noop(f"import paddle\nopt = paddle.optimizer.SGD(0.1, parameters=p)\nprint({use})\n").findings


def test_a_class_with_such_a_method_of_its_own(check_transformed):
    own = "class Mine:\n    def _global_learning_rate(self):\n        return None\n"
    line = "rate = Mine()._global_learning_rate().numpy()[0]\n"
    check_transformed(f"{HEAD}{own}{SGD}{line}", f"import paddle\n{own}{MODERN[14:]}{line}")


NOAM = "opt = fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), parameter_list=p)\n"
LAST_RATE = '''

def last_rate(optimizer):
    """The rate of the optimizer's last step, which it keeps; before any, that of the first."""
    return vars(optimizer).get("last_rate", optimizer.get_lr())


'''
STEPPED = (
    "import paddle\nscheduler = paddle.optimizer.lr.NoamDecay(512, 400, last_epoch=0)\n"
    "opt = paddle.optimizer.SGD(scheduler, parameters=p)\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for i in r:\n    opt.minimize(loss)\n    go(i)\n    if i % 10:\n        go(opt.current_step_lr())  # b\n"
            "    # then\n    go(i)\n",
            "for i in r:\n    opt.step()\n    go(i)\n    if i % 10:\n        go(opt.get_lr())  # b\n"
            "    scheduler.step()\n    # then\n    go(i)\n",
        ),
        (
            "for i in r:\n    opt.minimize(loss)\n    go(opt.current_step_lr())\n    go(opt.current_step_lr())",
            "for i in r:\n    opt.step()\n    go(opt.get_lr())\n    go(opt.get_lr())\n    scheduler.step()",
        ),
        (
            "for i in r:\n\topt.minimize(loss)\n\ttry:\n\t\tgo(opt.current_step_lr())\n\tfinally:\n\t\tgo()\ngo()\n",
            "for i in r:\n\topt.step()\n\ttry:\n\t\tgo(opt.get_lr())\n\tfinally:\n\t\tgo()\n\tscheduler.step()\ngo()\n",
        ),
        (
            "while i:\n    try: go(); opt.minimize(loss)\n    finally:\n        go()\n    go(opt.current_step_lr())\n",
            "while i:\n    try: go(); opt.step()\n    finally:\n        go()\n    go(opt.get_lr())\n"
            "    scheduler.step()\n",
        ),
        (
            "for i in r:\n    try: opt.minimize(loss)\n    finally: go(opt.current_step_lr())\n    go(i)\n",
            "for i in r:\n    try: opt.step()\n    finally: go(opt.get_lr())\n    scheduler.step()\n    go(i)\n",
        ),
        (
            "for i in r:\n    try: opt.minimize(loss); go(i)\n    finally: go()\n    if i: go(opt.current_step_lr())\n",
            "for i in r:\n    try: opt.step(); go(i)\n    finally: go()\n    if i: go(opt.get_lr())\n"
            "    scheduler.step()\n",
        ),
        (
            "try:\n    try:\n        opt.minimize(loss); go(opt.current_step_lr())  # a\n    finally: go()\n"
            "finally: go()\n"
            "go(opt.current_step_lr()); go()\n",
            "try:\n    try:\n        opt.step(); go(opt.get_lr())  # a\n    finally: go()\nfinally: go()\n"
            "go(opt.get_lr()); scheduler.step(); go()\n",
        ),
    ],
)
def test_the_schedule_goes_on_behind_the_reading(check_transformed, before, after):
    result = check_transformed(HEAD + NOAM + before, STEPPED + after)
    assert not {"PM222", "PM323"} & {f.code for f in result.findings}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for i in r:\n    opt.minimize(loss)\n    if i:\n        continue\n    go(opt.current_step_lr())\n",
            "for i in r:\n    opt.last_rate = opt.get_lr()\n    opt.step()\n    scheduler.step()\n"
            "    if i:\n        continue\n    go(last_rate(opt))\n",
        ),
        (
            "for i in r:\n    go(opt.current_step_lr())\n    opt.minimize(loss)\n",
            "for i in r:\n    go(last_rate(opt))\n    opt.last_rate = opt.get_lr()\n    opt.step()\n"
            "    scheduler.step()\n",
        ),
        (
            "for i in r:\n    opt.minimize(loss)\ngo(opt.current_step_lr())\n",
            "for i in r:\n    opt.last_rate = opt.get_lr()\n    opt.step()\n    scheduler.step()\ngo(last_rate(opt))\n",
        ),
        (
            "for i in r:\n    if i: opt.minimize(loss)\n    go(opt.current_step_lr())\n",
            "for i in r:\n    if i: opt.last_rate = opt.get_lr(); opt.step(); scheduler.step()\n"
            "    go(last_rate(opt))\n",
        ),
        (
            "for i in r:\n    try: opt.minimize(loss)\n    except E: go()\n    go(opt.current_step_lr())\n",
            "for i in r:\n    try: opt.last_rate = opt.get_lr(); opt.step(); scheduler.step()\n"
            "    except E: go()\n    go(last_rate(opt))\n",
        ),
        (
            "for i in r:\n    try: go()\n    finally: opt.minimize(loss)\n    go(opt.current_step_lr())\n",
            "for i in r:\n    try: go()\n"
            "    finally: opt.last_rate = opt.get_lr(); opt.step(); scheduler.step()\n    go(last_rate(opt))\n",
        ),
        (
            "while 1:\n    try: opt.minimize(loss)\n    finally: break\n    go(opt.current_step_lr())\n",
            "while 1:\n    try: opt.last_rate = opt.get_lr(); opt.step(); scheduler.step()\n"
            "    finally: break\n    go(last_rate(opt))\n",
        ),
        (
            "with f:\n    opt.minimize(loss)\ngo(opt.current_step_lr())\n",
            "with f:\n    opt.last_rate = opt.get_lr()\n    opt.step()\n    scheduler.step()\ngo(last_rate(opt))\n",
        ),
        (
            "for i in r:\n    opt.minimize(loss)\n    opt.minimize(loss)\ngo(opt.current_step_lr())\n",
            "for i in r:\n    opt.last_rate = opt.get_lr()\n    opt.step()\n    scheduler.step()\n"
            "    opt.last_rate = opt.get_lr()\n    opt.step()\n    scheduler.step()\n"
            "go(last_rate(opt))\n",
        ),
    ],
)
def test_where_it_cannot_the_optimizer_keeps_it(check_transformed, before, after):
    head, rest = STEPPED.split("\n", 1)
    result = check_transformed(HEAD + NOAM + before, f"{head}\n{LAST_RATE}{rest}{after}")
    assert not result.left
    assert not {"PM222", "PM323"} & {f.code for f in result.findings}


@pytest.mark.parametrize("more", ["other.take(opt)\n", "step = opt.minimize\n", "opt.apply_gradients(pairs)\n"])
def test_where_its_steps_are_not_seen_that_is_left_to_a_person(more):
    result = migrate_source(HEAD + NOAM + more + "for i in r:\n    opt.minimize(loss)\ngo(opt.current_step_lr())\n")
    assert "PM323" in {f.code for f in result.left}
    assert "last_rate" not in result.text


@pytest.mark.parametrize("rate", ["0.1", "rate"])
def test_a_rate_that_stays_is_the_same_everywhere(check_transformed, rate):
    optimizer = f"optimizer.SGD({rate}, {{}}=p)\n"
    result = check_transformed(
        HEAD
        + f"opt = fluid.{optimizer}".format("parameter_list")
        + "for i in r:\n    go(opt.current_step_lr())\n    if i: opt.minimize(loss)\n    go(opt.current_step_lr())\n",
        f"import paddle\nopt = paddle.{optimizer}".format("parameters")
        + "for i in r:\n    go(opt.get_lr())\n    if i: opt.step()\n    go(opt.get_lr())\n",
    )
    assert not result.left


@pytest.mark.parametrize("read", [
    "hooks = [lambda o: go(o.current_step_lr())]\n", "def f(o):\n    go(o.current_step_lr())\nrun(f)\n",
    "class Log(Base):\n    def show(self):\n        go(self.opt.current_step_lr())\n",
    "opts = load()\ngo(opts[0].current_step_lr())\n", "go(find('opt').current_step_lr())\n",
])
def test_an_optimizer_from_elsewhere_beside_a_schedule_is_a_persons(read):
    result = migrate_source(HEAD + NOAM + "for i in r:\n    opt.minimize(loss)\n" + read)
    assert "PM323" in {f.code for f in result.left}


def test_an_optimizer_from_elsewhere_may_have_a_schedule(check_transformed):
    read = "def f(o): go(o.{}())\n"
    result = check_transformed(HEAD + SGD + read.format("current_step_lr"), MODERN + read.format("get_lr"))
    assert not result.left
    assert "PM222" in {f.code for f in result.findings}


MODEL = """\
m = fluid.dygraph.Linear(1, 1, bias_attr=False, param_attr=fluid.initializer.Constant(2.0))
x = fluid.dygraph.to_variable(np.ones((1, 1), "float32"))
opt = fluid.optimizer.SGD(fluid.dygraph.ExponentialDecay(0.2, 1, 0.5), parameter_list=m.parameters())
for i in range(4):
    loss = m(x)
    loss.backward()
"""
READ = "out.append(opt.current_step_lr())"
PROGRAMS = {
    "behind": f"opt.minimize(loss)\nm.clear_gradients()\n{READ}\n{READ}\nif i == 2: break\n",
    "finally": f"try:\n    opt.minimize(loss)\nfinally:\n    m.clear_gradients()\n{READ}\n",
    "in a finally": f"try: opt.minimize(loss)\nfinally: m.clear_gradients(); {READ}\n",
    "two": f"try:\n    try: opt.minimize(loss)\n    finally: m.clear_gradients()\nfinally: pass\nif i % 2: {READ}\n",
    "closure": f"def turn():\n    try:\n        opt.minimize(loss)\n    finally: m.clear_gradients()\n    {READ}\n"
    "turn()\n",
    "before": f"{READ}\nopt.minimize(loss)\nm.clear_gradients()\n",
    "not always": f"if i % 2:\n    opt.minimize(loss)\n    m.clear_gradients()\n{READ}\n",
    "through a function": "def turn(o, loss):\n    o.minimize(loss)\n    m.clear_gradients()\n"
    f"turn(opt, loss)\n{READ}\n"
    "out.append(opt._global_learning_rate().numpy()[0])\n",
    "one line": f"opt.minimize(loss); m.clear_gradients(); {READ}; {READ}\n",
}


def test_the_rates_are_those_of_1_8(trials):
    head = "import numpy as np\nimport paddle.fluid as fluid\nout = []\nwith fluid.dygraph.guard():\n"
    programs = {
        name: head + indent(MODEL + indent(text, "    ") + "out.append(m.weight.numpy()[0, 0])\n", "    ")
        for name, text in PROGRAMS.items()
    }
    old = trials.of_1_8("rates", programs)
    new, said = trials.migrated(programs)
    assert not {name: found for name, found in said.items() if "PM323" in found}
    assert trials.same(old, trials.of_today(programs, compat=True)) == []
    assert trials.same(old, trials.of_today(new, compat=False)) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = opt._learning_rate.step().numpy()[0]\n", "x = opt.get_lr()\n"),
        ("go(opt._learning_rate.step().numpy())\n", "go(opt.get_lr())\n"),
        ("def f(o): return o._learning_rate.step().numpy().item()\n", "def f(o): return o.get_lr()\n"),
        ("def f(o): return o.current_step_lr()\n", "def f(o): return o.get_lr()\n"),
        ("go(lambda o: o.current_step_lr())\n", "go(lambda o: o.get_lr())\n"),
    ],
)
def test_at_a_distance(check_transformed, before, after):
    tail = "opt.minimize(loss)\n"
    check_transformed(HEAD + NOAM + tail + before, STEPPED + "opt.step()\nscheduler.step()\n" + after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s = fluid.dygraph.ReduceLROnPlateau(0.1)\nx = s().numpy()[0]\n", "s = {}ReduceOnPlateau(0.1)\nx = s()\n"),
        ("s = fluid.dygraph.StepDecay(0.1, 3)\nx = s().numpy()\n", "s = {}StepDecay(0.1, 3)\nx = s()\n"),
        ("x = fluid.dygraph.ReduceLROnPlateau(0.1)().numpy()\n", "x = {}ReduceOnPlateau(0.1)()\n"),
        (
            "class A:\n    def __init__(self):\n        self.s = fluid.dygraph.ReduceLROnPlateau(0.1)\n"
            "    def f(self): return self.s().numpy().item()\n",
            "class A:\n    def __init__(self):\n        self.s = {}ReduceOnPlateau(0.1)\n"
            "    def f(self): return self.s()\n",
        ),
    ],
)
def test_a_schedule_asked_for_its_rate(before, after):
    result = migrate_source("import paddle\nimport paddle.fluid as fluid\n" + before)
    assert after.format("paddle.optimizer.lr.") in result.text


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("go(opt._learning_rate())", "PM321"),
        ("go(opt._learning_rate.step_num)", "PM321"),
        ("go(opt._learning_rate.step().numpy().mean())", "PM312"),
        ("go(opt._learning_rate.step() + 1)", "PM312"),
        ("go(opt._learning_rate.step())", "PM312"),
    ],
)
def test_a_schedule_s_insides_are_left(line, code):
    result = migrate_source(HEAD + NOAM + f"opt.minimize(loss)\n{line}\n")
    assert line in result.text
    assert code in {f.code for f in result.left}


@pytest.mark.parametrize(
    "text",
    [
        "import paddle\ngo(opt._learning_rate.step())  # fluid\n",
        "import paddle\ndef f(o): return o.current_step_lr()  # fluid\n",
        "import paddle\ngo(s().numpy())  # fluid\n",
        "import paddle.fluid as fluid\nclass O:\n    def current_step_lr(self): pass\n"
        "def f(o): return o.current_step_lr()\n",
        "import paddle\nopt._learning_rate = 3\ngo(opt._learning_rate.step().numpy())  # fluid\n",
    ],
)
def test_other_rates_stay(text):
    assert text.partition("\n")[2] in migrate_source(text).text


LOOP = """\
import paddle.fluid as fluid
def train(net, opt, x):
    fluid.layers.mean(net(x)).backward()
    opt.minimize(fluid.layers.mean(net(x)))
    net.clear_gradients()
{more}"""
MAIN = """\
import paddle.fluid as fluid
from loop import train
with fluid.dygraph.guard():
    fc = fluid.dygraph.Linear(2, 1)
    opt = fluid.optimizer.SGD({rate}, parameter_list=fc.parameters())
    train(fc, opt, x)
{more}"""
READS = {
    "where the optimizer is made": ("", "    print(opt.current_step_lr())\n", "main.py"),
    "where it is made, through a variable": ("", "    mine = opt\n    print(mine.current_step_lr())\n", "main.py"),
    "in a function of the loop's file": ("def log(opt):\n    print(opt.current_step_lr())\n", "", "loop.py"),
    "in a class": ("class Log:\n    def of(self, opt):\n        self.rate = opt.current_step_lr()\n", "", "loop.py"),
}


@pytest.mark.parametrize(("loop", "main", "where"), READS.values(), ids=READS)
@pytest.mark.parametrize(("rate", "codes"), [("fluid.dygraph.ExponentialDecay(0.4, 1, 0.5)", ["PM323"]), ("0.4", [])])
def test_a_rate_whose_schedule_another_file_steps(tmp_path, loop, main, where, rate, codes):
    (tmp_path / "loop.py").write_text(LOOP.format(more=loop))
    (tmp_path / "main.py").write_text(MAIN.format(rate=rate, more=main))
    project = Project([tmp_path / "loop.py", tmp_path / "main.py"], [tmp_path])
    result = migrate_module((tmp_path / where).read_text(), tmp_path / where, Options(), project)
    assert [finding.code for finding in result.findings if finding.code == "PM323"] == codes
    assert ".get_lr()" in result.text


LOADED = """\
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.dygraph as dg
x = np.ones([2, 3], "float32")
with dg.guard():
    net = dg.Linear(3, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    opt = fluid.optimizer.SGD(dg.ExponentialDecay(0.1, 3, 0.5), parameter_list=net.parameters())
    for i in range(3):
        loss = fluid.layers.mean(net(dg.to_variable(x)))
        loss.backward()
        opt.minimize(loss)
        net.clear_gradients()
    dg.save_dygraph(net.state_dict(), "m")
    dg.save_dygraph(opt.state_dict(), "m")
    print(float(loss.numpy()[0]))
    other = dg.Linear(3, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.7)))
    opt2 = fluid.optimizer.SGD(dg.ExponentialDecay(0.1, 3, 0.5), parameter_list=other.parameters())
    print(opt2.current_step_lr())
    state, opt_state = dg.load_dygraph("m")
    other.set_dict(state)
    opt2.set_dict(opt_state)
    print(opt2.current_step_lr())
    for i in range(3):
        loss = fluid.layers.mean(other(dg.to_variable(x)))
        loss.backward()
        opt2.minimize(loss)
        other.clear_gradients()
        print(opt2.current_step_lr(), float(loss.numpy()[0]))
    opt2.set_dict(opt_state)
    print(opt2.current_step_lr())
"""


def test_the_rate_of_an_optimizer_that_loads_its_state(run_both_ways):
    """What is loaded leaves the rate of the last step, or where there was none gives that of the first."""
    old, new = run_both_ways({"loaded": {"main.py": LOADED}})
    rates = [float(line.split()[0]) for line in old["loaded"]]
    assert [round(rate, 4) for rate in rates[1:]] == [0.1, 0.05, 0.05, 0.0397, 0.0315, 0.0315]  # by 1.8.5
    for before, after in zip(old["loaded"], new["loaded"], strict=True):
        assert [float(each) for each in after.split()] == pytest.approx([float(each) for each in before.split()])


EITHER = """\
import paddle.fluid as fluid
net = fluid.dygraph.Linear(1, 1)
class Counter:
    def current_step_lr(self): return 1
def rates(them): return [each.current_step_lr() for each in them]
rates({})
"""


@pytest.mark.parametrize(("them", "left"), [
    ("[fluid.optimizer.SGD(0.1, parameter_list=net.parameters()), Counter()]", ["PM323"]),
    ("unknown", ["PM323"]),
    ("[Counter()]", []),
])  # fmt: skip
def test_an_optimizer_or_an_object_of_ones_own(them, left):
    result = migrate_source(EITHER.format(them))
    assert [each.code for each in result.left if each.line == 5] == left
    assert "each.current_step_lr()" in result.text


def test_an_object_that_hands_on_what_it_is_asked():
    text = """\
import paddle.fluid as fluid
net = fluid.dygraph.Linear(1, 1)
class Around:
    def __init__(self, inner): self.inner = inner
    def __getattr__(self, name): return getattr(self.inner, name)
opt = Around(fluid.optimizer.SGD(0.1, parameter_list=net.parameters()))
print(opt.current_step_lr())
"""
    assert [each.line for each in migrate_source(text).left if each.code == "PM323"] == [7]
