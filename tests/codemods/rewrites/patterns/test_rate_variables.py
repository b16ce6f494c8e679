"""Learning rates that are variables of a program: today's optimizers are given them by a function of the script's."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = (
    "import paddle.fluid as fluid\n"
    "out = fluid.layers.fc(x, 1)\n"
    "rate = fluid.layers.create_global_var([1], 0.1, 'float32', persistable=True)\n"
)


def migrated(line):
    return migrate_source(HEAD + line, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fluid.optimizer.SGD(rate).minimize(out)", "with_rate(paddle.optimizer.SGD(0.0), rate).minimize(out)"),
        (
            "other = rate\nopt = fluid.optimizer.Momentum(learning_rate=other, momentum=0.9)",
            "opt = with_rate(paddle.optimizer.Momentum(learning_rate=0.0, momentum=0.9), other)",
        ),
        (
            "opt = fluid.optimizer.SGD(0.1 if fast else rate)",
            "opt = with_rate(paddle.optimizer.SGD(0.0), 0.1 if fast else rate)",
        ),
        (
            "opt = fluid.optimizer.SGD(fluid.layers.scale(rate * 2, 0.5))",
            "opt = with_rate(paddle.optimizer.SGD(0.0), paddle.scale(rate * 2, 0.5))",
        ),
        (
            "def made():\n    return -rate\nopt = fluid.optimizer.SGD(made() / 2)",
            "opt = with_rate(paddle.optimizer.SGD(0.0), made() / 2)",
        ),
        (
            "step = fluid.layers.learning_rate_scheduler._decay_step_counter()\n"
            "one, other = scheduled(step)\nopt = fluid.optimizer.SGD(one)",
            "opt = with_rate(paddle.optimizer.SGD(0.0), one)",
        ),
        (
            "step = fluid.layers.learning_rate_scheduler._decay_step_counter()\n"
            "opt = fluid.optimizer.SGD(getattr(rates, kind)(step))",
            "opt = with_rate(paddle.optimizer.SGD(0.0), getattr(rates, kind)(step))",
        ),
        (
            "step = fluid.layers.learning_rate_scheduler._decay_step_counter()\n"
            "made = RATES[kind]\nopt = fluid.optimizer.SGD(made(step))",
            "opt = with_rate(paddle.optimizer.SGD(0.0), made(step))",
        ),
        (
            "pairs = dict([('a', lambda: fluid.layers.exponential_decay(0.1, 2, 0.5)), ('b', lambda: 0.1)])\n"
            "opt = fluid.optimizer.SGD(pairs[kind]())",
            "opt = with_rate(paddle.optimizer.SGD(0.0), pairs[kind]())",
        ),
        (
            "step = fluid.layers.learning_rate_scheduler._decay_step_counter()\n"
            "for name, made in listed:\n    opt = fluid.optimizer.SGD(made())",
            "    opt = with_rate(paddle.optimizer.SGD(0.0), made())",
        ),
        (
            "step = fluid.layers.learning_rate_scheduler._decay_step_counter()\n"
            "opt = fluid.optimizer.SGD(given.rate())",
            "opt = with_rate(paddle.optimizer.SGD(0.0), given.rate())",
        ),
        (
            "opt = fluid.optimizer.SGD(warmed(fluid.layers.cosine_decay(0.1, 3, 4)))\nexe.run(fetch_list=[out])",
            "opt = with_rate(paddle.optimizer.SGD(0.0), warmed(cosine_decay(0.1, 3, 4)))\nexe.run(fetch_list=[out])",
        ),
        (  # what nobody sees may be the file's variable
            "one, other = read()\nopt = fluid.optimizer.SGD(one)",
            "one, other = read()\nopt = with_rate(paddle.optimizer.SGD(0.0), one)",
        ),
        (
            "class Kept:\n    pass\nkept = Kept()\nkept.rate = rate\nopt = fluid.optimizer.SGD(kept.rate)",
            "opt = with_rate(paddle.optimizer.SGD(0.0), kept.rate)",
        ),
        (
            "kept = argparse.Namespace()\nkept.rate = rate\nopt = fluid.optimizer.SGD(learning_rate=kept.rate)",
            "opt = with_rate(paddle.optimizer.SGD(learning_rate=0.0), kept.rate)",
        ),
        (
            "opt = fluid.optimizer.SGD(rate)\nfluid.clip.set_gradient_clip(fluid.clip.GradientClipByNorm(1.0))",
            "opt = with_rate(paddle.optimizer.SGD(0.0, grad_clip=grad_clip), rate)",
        ),
    ],
)
def test_a_variable(old, new):
    result = migrated(old + "\n")
    assert result.text.endswith(f"\n{new}\n")
    assert result.text.count("def with_rate(") == 1
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "line",
    ["fluid.optimizer.SGD(0.1).minimize(rate)", "opt = fluid.optimizer.Adam(learning_rate=given)",
     "opt = fluid.optimizer.SGD(fluid.layers.exponential_decay(0.1, 1, 0.5))\nexe.run(fetch_list=[out])",
     "opt = fluid.optimizer.SGD(args.rate * 0.1)",
     "args.rate = 0.1 * args.rate\nopt = fluid.optimizer.SGD(args.rate)",
     "n = n * 2\nopt = fluid.optimizer.SGD(n)",
     "opt = SGD(rate)",
     "fluid.layers.learning_rate_scheduler._decay_step_counter()\nopt = fluid.optimizer.SGD(settings.get('rate'))",
     "import numpy as np\nfluid.layers.learning_rate_scheduler._decay_step_counter()\n"
     "opt = fluid.optimizer.SGD(np.sqrt(n))",
     "fluid.layers.learning_rate_scheduler._decay_step_counter()\nopt = fluid.optimizer.SGD(float(n))"],
)
def test_a_number_or_a_schedule(line):
    assert "with_rate" not in migrated(line + "\n").text


@pytest.mark.parametrize(("made", "new"), [
    ("fluid.layers.learning_rate_scheduler._decay_step_counter()", "with_rate(paddle.optimizer.SGD(0.0), rate(0.1))"),
    ("given", "paddle.optimizer.SGD(rate(0.1))"),
])  # fmt: skip
def test_a_function_of_another_file(tmp_path, made, new):
    paths = [tmp_path / "rates.py", tmp_path / "train.py"]
    paths[0].write_text(f"import paddle.fluid as fluid\ndef rate(given):\n    return {made}\n")
    text = f"from rates import rate\n{HEAD.replace('rate =', 'other =')}opt = fluid.optimizer.SGD(rate(0.1))\n"
    paths[1].write_text(text)
    result = migrate_module(text, paths[1], Options(), Project(paths, [tmp_path]))
    assert result.text.endswith(f"opt = {new}\n")


MAIN = """\
import numpy as np
import paddle.fluid as fluid
from makers import sgd, Trainer, make

L = fluid.layers

def run(train):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x = fluid.data('x', [3, 4], 'float32')
        out = L.fc(x, 2, param_attr=fluid.initializer.Constant(.3), bias_attr=False)
        loss = L.mean(out * out)
        train(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        for _ in range(4):
            print('%.5f' % exe.run(main, feed={'x': np.ones([3, 4], 'float32')}, fetch_list=[loss])[0].mean())

def here(loss, rate=0.02):
    fluid.optimizer.SGD(learning_rate=rate).minimize(loss)

run(here)
run(lambda loss: here(loss, L.exponential_decay(0.05, 1, 0.5)))
run(lambda loss: here(loss, L.fill_constant([1], 'float32', 0.03)))
run(lambda loss: sgd(L.piecewise_decay([1, 2], [.05, .02, .01])).minimize(loss))
run(lambda loss: sgd(.03).minimize(loss))
run(lambda loss: Trainer(L.natural_exp_decay(.02, 1, .5) * 2.).minimize(loss))
run(lambda loss: make(rate=L.create_global_var([1], 0.04, 'float32', persistable=True)).minimize(loss))
"""
MAKERS = """\
import paddle.fluid as fluid

def sgd(rate):
    return fluid.optimizer.SGD(rate)

def make(**given):
    rate = given.get('rate')
    return fluid.optimizer.SGD(learning_rate=rate)

class Trainer(object):
    def __init__(self, rate):
        self.optimizer = fluid.optimizer.Momentum(rate, momentum=0.9)

    def minimize(self, loss):
        self.optimizer.minimize(loss)
"""


def test_a_rate_that_another_file_gives(run_both_ways):
    """It may be a number there, a decay or a variable."""
    old, new = run_both_ways({"rates": {"main.py": MAIN, "makers.py": MAKERS}})
    assert old == new
    assert len(old["rates"]) == 28


@pytest.mark.parametrize("rate", ["0.1", "args.lr", "config['lr']"])
def test_rates_that_are_seen_to_be_numbers(rate):
    text = f"import paddle.fluid as fluid\nopt = fluid.optimizer.SGD({rate})\nx = fluid.data('x', [2])\n"
    assert "with_rate" not in migrate_source(text, options=Options(programs=True)).text


HANDED = "rate = fluid.layers.exponential_decay(0.1, 3, 0.5)\n"


@pytest.mark.parametrize(
    "lines",
    [
        "made = {'sgd': fluid.optimizer.SGD}\nopt = made['sgd'](learning_rate=rate)\n",
        "def fit(rate, kind=fluid.optimizer.Momentum):\n    return kind(rate, 0.9)\nfit(rate)\n",
        "kinds = [fluid.optimizer.AdamOptimizer]\nopt = kinds[0](rate)\n",
        "opt = (fluid.optimizer.SGD if fast else fluid.optimizer.Adagrad)(rate)\n",
    ],
)
def test_a_class_that_is_handed_on(lines):
    result = migrated(HANDED + lines + "use(rate + 1)\n")
    assert re.search(r"of_any_rate\((paddle\.optimizer\.\w+|Adam)\)", result.text)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


HELD = """\
import numpy as np
import paddle.fluid as fluid
from elsewhere import make, L, constant
with fluid.program_guard(fluid.Program(), fluid.Program()):
    x = fluid.data('x', [None, 4])
    start = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.2))
    loss = fluid.layers.mean(fluid.layers.fc(x, 1, param_attr=start, bias_attr=False))
    step = fluid.layers.learning_rate_scheduler._decay_step_counter() if {counts} else 1
    {lines}
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for i in range(3):
        print(round(float(exe.run(feed={{'x': np.ones((2, 4), 'float32')}}, fetch_list=[loss])[0][0]), 5))
"""
ELSEWHERE = """\
import paddle.fluid as fluid
L = fluid.layers
constant = {'made': fluid.layers.fill_constant}
def make(*args, **kwargs):
    return fluid.optimizer.SGD(*args, **kwargs)
"""
COUNTED, MADE = "0.1 * (step + 1.0)", "fluid.layers.fill_constant([1], 'float32', 0.1)"
HOLDERS = {
    "stars": (True, f"make({COUNTED}).minimize(loss)"),
    "keyword": (True, f"make(learning_rate={COUNTED}).minimize(loss)"),
    "dictionary": (True, f"{{'sgd': fluid.optimizer.SGD}}['sgd']({COUNTED}).minimize(loss)"),
    "partial": (True, f"import functools; functools.partial(fluid.optimizer.SGD, {COUNTED})().minimize(loss)"),
    "maker": (False, "fluid.optimizer.SGD(constant['made']([1], 'float32', 0.1)).minimize(loss)"),
    "function": (False, "f = fluid.layers.fill_constant; fluid.optimizer.SGD(f([1], 'float32', 0.1)).minimize(loss)"),
    "list": (False, "f = [L.fill_constant]; fluid.optimizer.SGD(f[0]([1], 'float32', 0.1)).minimize(loss)"),
    "made": (False, f"make(**{{'learning_rate': {MADE}}}).minimize(loss)"),
    "number": (False, "make(0.1).minimize(loss)"),
}


def test_whoever_holds_the_class_or_what_makes_the_rate(run_both_ways):
    texts = {name: HELD.format(counts=counts, lines=lines) for name, (counts, lines) in HOLDERS.items()}
    old, new = run_both_ways({name: {"main.py": each, "elsewhere.py": ELSEWHERE} for name, each in texts.items()})
    grown, same = ["0.8", "0.4", "-0.4"], ["0.8", "0.4", "0.0"]
    assert old == {name: grown if counts else same for name, (counts, _) in HOLDERS.items()}
    assert new == old


@pytest.mark.parametrize(
    "lines",
    ["made = {'sgd': fluid.optimizer.SGD}\nopt = made['sgd'](learning_rate=0.1)\n",
     "from paddle.fluid.optimizer import SGD\nopt = SGD(0.1)\n"],
)
def test_a_class_beside_no_rate(lines):
    assert not migrated(lines).left


GIVEN = """\
import paddle.fluid as fluid
class Algorithm(object):
    def learn(self, x, rate):
        loss = fluid.layers.mean(fluid.layers.fc(x, 1))
        {}
class Agent(object):
    def __init__(self, algorithm):
        self.algorithm = algorithm
    def build(self):
        x, rate = fluid.data('x', [None, 3]), {}
        self.algorithm.learn(x, rate)
Agent(Algorithm()).build()
"""


@pytest.mark.parametrize("optimizer", ["fluid.optimizer.SGD(rate).minimize(loss)",
                                       "opt = fluid.optimizer.SGD(learning_rate=rate); opt.minimize(loss)"])
@pytest.mark.parametrize("rate", ["fluid.data('rate', [1])", "fluid.layers.fill_constant([1], 'float32', 0.1)"])
def test_a_variable_that_an_object_of_the_scripts_own_is_given(optimizer, rate):
    assert "with_rate(paddle.optimizer.SGD(" in migrated(GIVEN.format(optimizer, rate)).text


def test_a_number_that_it_is_given():
    assert "with_rate" not in migrated(GIVEN.format("fluid.optimizer.SGD(rate).minimize(loss)", "0.1")).text


@pytest.mark.parametrize(("line", "new"), [
    ("class Own(fluid.optimizer.SGD):\n    def __init__(self, rate):\n        super().__init__(rate)",
     "class Own(with_any_rate(paddle.optimizer.SGD)):"),
    ("def made():\n    class Own(fluid.optimizer.Momentum, Mixed):\n        def __init__(self):\n"
     "            super(Own, self).__init__(rate, 0.9)\n    return Own()",
     "class Own(with_any_rate(paddle.optimizer.Momentum), Mixed):"),
    ("def made(kind=fluid.optimizer.SGD):\n    return kind(rate)", "def made(kind=of_any_rate(paddle.optimizer.SGD)):"),
    ("kinds = {'sgd': fluid.optimizer.SGD}", "kinds = {'sgd': of_any_rate(SGDOptimizer)}"),
])
def test_classes_that_are_handed_on(line, new):
    result = migrated(line + "\n")
    assert new in result.text
    assert not result.left
