"""Schedules: scheduler.step() behind every step of the optimizer, or the whole left alone."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest
from paddle_migrate import written

HEAD = "import paddle\nimport paddle.fluid as fluid\n"


def test_in_a_variable(check_transformed):
    result = check_transformed(
        HEAD
        + """\
lr = fluid.dygraph.PiecewiseDecay([10, 20], [0.1, 0.01, 0.001], 0)
opt = fluid.optimizer.Momentum(lr, 0.9, parameter_list=p)
for x in data:
    loss(x).backward()
    opt.minimize(loss)
    opt.clear_gradients()
""",
        """\
import paddle
lr = paddle.optimizer.lr.PiecewiseDecay([10, 20], [0.1, 0.01, 0.001])
opt = paddle.optimizer.Momentum(lr, 0.9, parameters=p)
for x in data:
    loss(x).backward()
    opt.step()
    lr.step()
    opt.clear_grad()
""",
    )
    assert not result.left


def test_inside_the_optimizers_call(check_transformed):
    check_transformed(
        HEAD
        + """\
def train():
    with fluid.dygraph.guard():
        opt = fluid.optimizer.SGD(
            learning_rate=fluid.layers.natural_exp_decay(
                learning_rate=0.1, decay_steps=100, decay_rate=0.5),
            parameter_list=p)
        opt.minimize(loss)
""",
        """\
import paddle
def train():
    scheduler = paddle.optimizer.lr.NaturalExpDecay(learning_rate=0.1, gamma=0.5 / 100)
    opt = paddle.optimizer.SGD(
        learning_rate=scheduler,
        parameters=p)
    opt.step()
    scheduler.step()
""",
    )


def test_epochs(check_transformed):
    check_transformed(
        HEAD + "lr = fluid.dygraph.StepDecay(0.1, step_size=3)\nopt = fluid.optimizer.SGD(lr, p)\nlr.epoch()\n",
        "import paddle\nlr = paddle.optimizer.lr.StepDecay(0.1, step_size=3)\n"
        "opt = paddle.optimizer.SGD(lr, p)\nlr.step()\n",
    )


NOAM = "fluid.layers.noam_decay(512, 400)"
TODAY = "paddle.optimizer.lr.NoamDecay(512, 400, last_epoch=0)"
MADE = f"def make(p):\n    return fluid.optimizer.SGD({NOAM}, parameter_list=p)\n\n\n"


def test_each_optimizer_has_its_own(check_transformed):
    check_transformed(
        HEAD
        + f"""\
one = fluid.optimizer.SGD({NOAM}, parameter_list=p)
two = fluid.optimizer.SGD({NOAM}, parameter_list=q)
one.minimize(loss)
two.minimize(loss)
""",
        f"""\
import paddle
scheduler = {TODAY}
one = paddle.optimizer.SGD(scheduler, parameters=p)
lr_scheduler = {TODAY}
two = paddle.optimizer.SGD(lr_scheduler, parameters=q)
one.step()
scheduler.step()
two.step()
lr_scheduler.step()
""",
    )


def test_made_in_another_function(check_transformed):
    check_transformed(
        HEAD
        + MADE
        + """\
def train():
    one, two = make(p), make(q)
    one.minimize(loss)
    step(two)


def step(optimizer):
    optimizer.minimize(loss)
""",
        f"""\
import paddle
def make(p):
    return paddle.optimizer.SGD({TODAY}, parameters=p)


def train():
    one, two = make(p), make(q)
    one.step()
    one._learning_rate.step()
    step(two)


def step(optimizer):
    optimizer.step()
    optimizer._learning_rate.step()
""",
    )


def test_where_the_rate_may_be_a_number(check_transformed):
    check_transformed(
        HEAD
        + f"""\
if decay:
    opt = fluid.optimizer.SGD({NOAM}, parameter_list=p)
else:
    opt = fluid.optimizer.SGD(0.1, parameter_list=p)
opt.minimize(loss)
""",
        f"""\
import paddle
if decay:
    opt = paddle.optimizer.SGD({TODAY}, parameters=p)
else:
    opt = paddle.optimizer.SGD(0.1, parameters=p)
opt.step()
if isinstance(opt._learning_rate, paddle.optimizer.lr.LRScheduler):
    opt._learning_rate.step()
""",
    )


def test_where_the_variable_may_be_a_number(check_transformed):
    check_transformed(
        HEAD
        + f"""\
lr = 0.1
if decay:
    lr = {NOAM}
opt = fluid.optimizer.SGD(lr, parameter_list=p)
for x in data:
    opt.minimize(loss)
""",
        f"""\
import paddle
lr = 0.1
if decay:
    lr = {TODAY}
opt = paddle.optimizer.SGD(lr, parameters=p)
for x in data:
    opt.step()
    if isinstance(lr, paddle.optimizer.lr.LRScheduler):
        lr.step()
""",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def rate():\n    return {noam}\n\n\nopt = {old}(rate(), parameter_list=p)\n{minimize}",
            "def rate():\n    return {noam}\n\n\nopt = {new}(rate(), parameters=p)\n{step}",
        ),
        (
            "def rate(c):\n    if c:\n        lr = {noam}\n        return lr\n    return {noam}\n\n\n"
            "def make():\n    lr = rate(1)\n    return {old}(learning_rate=lr, parameter_list=p)\n\n\n"
            "opt = make()\n{minimize}",
            "def rate(c):\n    if c:\n        lr = {noam}\n        return lr\n    return {noam}\n\n\n"
            "def make():\n    lr = rate(1)\n    return {new}(learning_rate=lr, parameters=p)\n\n\n"
            "opt = make()\n{step}",
        ),
        ("lr = {noam} if c else {noam}\nopt = {old}(lr, parameter_list=p)\n{minimize}",
         "lr = {noam} if c else {broken}\nopt = {new}(lr, parameters=p)\nopt.step()\nlr.step()\n"),
    ],
)
def test_made_away_from_its_optimizer(check_transformed, before, after):
    old, new = "fluid.optimizer.SGD", "paddle.optimizer.SGD"
    before = before.format(noam=NOAM, old=old, minimize="opt.minimize(loss)\n")
    broken = TODAY.replace("(", "(\n    ")
    after = after.format(noam=TODAY, broken=broken, new=new, step="opt.step()\nopt._learning_rate.step()\n")
    result = check_transformed(HEAD + before, "import paddle\n" + after)
    assert not [f for f in result.findings if f.code == "PM348"]


def test_one_that_may_be_a_number_is_asked(check_transformed):
    check_transformed(
        HEAD
        + f"""\
class Trainer:
    def __init__(self, c):
        self.rate = {NOAM} if c else 0.1
        self.opt = fluid.optimizer.SGD(self.rate, parameter_list=p)
    def step(self):
        if c: self.opt.minimize(loss)
""",
        f"""\
import paddle
class Trainer:
    def __init__(self, c):
        self.rate = {TODAY} if c else 0.1
        self.opt = paddle.optimizer.SGD(self.rate, parameters=p)
    def step(self):
        if c:
            self.opt.step()
            if isinstance(self.opt._learning_rate, paddle.optimizer.lr.LRScheduler):
                self.opt._learning_rate.step()
""",
    )


AWAY = """
    import numpy as np
    import paddle.fluid as fluid

    def rate(kind):
        if kind == "piecewise":
            return fluid.dygraph.PiecewiseDecay([1, 3], [0.5, 0.25, 0.125], 0)
        return fluid.dygraph.PolynomialDecay(0.5, 4) if kind == "polynomial" else 0.5

    class Trainer:
        def __init__(self, kind):
            self.layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
            self.rate = rate(kind)
            self.optimizer = fluid.optimizer.SGD(self.rate, parameter_list=self.layer.parameters())

        def step(self, x):
            loss = fluid.layers.reduce_sum(self.layer(x))
            loss.backward()
            self.optimizer.minimize(loss)
            self.layer.clear_gradients()

    with fluid.dygraph.guard(fluid.CPUPlace()):
        for kind in ("piecewise", "polynomial", "number"):
            trainer = Trainer(kind)
            for step in range(5):
                trainer.step(fluid.dygraph.to_variable(np.ones([1, 1], "float32")))
                print(kind, "%.5f" % float(trainer.layer.weight.numpy().reshape([-1])[0]))
"""


WARM_UPS = """
    import numpy as np
    import paddle.fluid as fluid

    def train(kind):
        layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
        if kind == "piecewise":
            lr = fluid.dygraph.PiecewiseDecay([4, 6], [0.5, 0.25, 0.125], begin=1)
        elif kind == "cosine":
            lr = fluid.layers.cosine_decay(0.5, 2, 4)
        else:
            lr = fluid.layers.exponential_decay(0.5, 2, 0.5, staircase=True)
        lr = fluid.dygraph.LinearLrWarmup(lr, 3, 0.1, 0.5, begin=1)
        optimizer = fluid.optimizer.SGD(lr, parameter_list=layer.parameters())
        for step in range(8):
            loss = fluid.layers.reduce_sum(layer(fluid.dygraph.to_variable(np.ones([1, 1], "float32"))))
            loss.backward()
            optimizer.minimize(loss)
            layer.clear_gradients()
            print(kind, "%.5f" % float(layer.weight.numpy().reshape([-1])[0]))

    with fluid.dygraph.guard(fluid.CPUPlace()):
        for kind in ("piecewise", "cosine", "exponential"):
            train(kind)
"""

READ = """
    import numpy as np
    import paddle.fluid as fluid
    from paddle.fluid.dygraph.learning_rate_scheduler import LearningRateDecay

    class Linear(LearningRateDecay):
        def __init__(self, rate, steps, begin=0, step=1, dtype="float32"):
            super().__init__(begin, step, dtype)
            self.rate = rate
            self.steps = steps

        def step(self):
            if self.step_num < self.steps:
                rate = self.create_lr_var(self.rate * (self.step_num + 1) / self.steps)
            else:
                rate = self.rate
            return rate

    class Optimizer:
        def __init__(self, layer, kind):
            self.layer, self.kind, self.rate = layer, kind, 0.0
            self.optimizer = self.make()

        def make(self):
            if self.kind == "linear":
                self.rate = Linear(0.5, 3)
                return fluid.optimizer.SGD(self.rate, parameter_list=self.layer.parameters())
            self.rate = fluid.dygraph.NoamDecay(4, 3)
            return fluid.optimizer.SGD(self.rate, parameter_list=self.layer.parameters())

        def update(self, loss):
            loss.backward()
            _, pairs = self.optimizer.minimize(loss)
            self.layer.clear_gradients()
            rate = self.rate.step()
            if isinstance(self.rate.step(), float):
                print(len(pairs), "%.5f" % self.rate.step())
            else:
                print(len(pairs), "%.5f" % float(self.rate.step().numpy()))

    with fluid.dygraph.guard(fluid.CPUPlace()):
        for kind in ("linear", "noam"):
            layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
            optimizer = Optimizer(layer, kind)
            for step in range(5):
                optimizer.update(fluid.layers.reduce_sum(layer(fluid.dygraph.to_variable(np.ones([1, 1], "float32")))))
                print(kind, "%.5f" % float(layer.weight.numpy().reshape([-1])[0]))
"""


CHOSEN = """
    import numpy as np
    import paddle.fluid as fluid

    def noam():
        return fluid.dygraph.NoamDecay(4, 3)

    def cosine(rate=0.5):
        return fluid.dygraph.CosineDecay(rate, 2, 4)

    class Rates(object):
        def piecewise(self):
            return fluid.dygraph.PiecewiseDecay([1, 3], [0.5, 0.25, 0.125], begin=0)

        def table(self):
            return {"bound": self.piecewise, "other": lambda: fluid.dygraph.ExponentialDecay(0.5, 2, 0.5)}

    FUNCTIONS = {"noam": noam, "cosine": cosine}
    LAMBDAS = dict(poly=lambda: fluid.dygraph.PolynomialDecay(0.5, 4, 0.1), number=lambda: 0.25)
    make = lambda: fluid.dygraph.NaturalExpDecay(0.5, 2, 0.5)

    def train(kind, rate):
        layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
        optimizer = fluid.optimizer.SGD(rate, parameter_list=layer.parameters())
        for step in range(5):
            loss = fluid.layers.reduce_sum(layer(fluid.dygraph.to_variable(np.ones([1, 1], "float32"))))
            loss.backward()
            optimizer.minimize(loss)
            layer.clear_gradients()
            print(kind, "%.5f" % float(layer.weight.numpy().reshape([-1])[0]))

    with fluid.dygraph.guard(fluid.CPUPlace()):
        for kind in ("noam", "cosine"):
            train(kind, FUNCTIONS[kind]())
        for kind in ("poly", "number"):
            train(kind, LAMBDAS.get(kind)())
        for kind in ("bound", "other"):
            train(kind, Rates().table()[kind]())
        train("natural", make())
"""


def test_schedules_made_away_run_as_before(run_both_ways):
    old, new = run_both_ways({"away": {"main.py": AWAY}, "read": {"main.py": READ}, "warm": {"main.py": WARM_UPS},
                              "chosen": {"main.py": CHOSEN}})
    assert old == new
    assert [line.split()[0] for line in old["chosen"][::5]] == [
        "noam", "cosine", "poly", "number", "bound", "other", "natural"]
    assert old["away"][4] == "piecewise -1.25000"
    assert len(old["away"]) == 15
    assert old["read"][:4] == ["1 0.33333", "linear -0.16667", "1 0.50000", "linear -0.50000"]
    assert len(old["read"]) == 20
    assert old["warm"][:8] == [f"piecewise -{x:.5f}" for x in (0.13333, 0.4, 0.9, 1.15, 1.4, 1.525, 1.65, 1.775)]
    assert len(old["warm"]) == 24


def test_a_function_that_another_file_names_is_left(tmp_path):
    from paddle_migrate.api import Options
    from paddle_migrate.batch.finding import Walk
    from paddle_migrate.run import Run

    rates = f"def rate():\n    return {NOAM}\nopt = fluid.optimizer.SGD(rate(), parameter_list=p)\nopt.minimize(loss)\n"
    (tmp_path / "rates.py").write_text(HEAD + rates)
    (tmp_path / "main.py").write_text("from rates import rate\nuse(rate())\n")
    Run(Options(), write=True).all(Walk([tmp_path]))
    assert NOAM in (tmp_path / "rates.py").read_text()
    assert "_learning_rate" not in (tmp_path / "rates.py").read_text()


@pytest.mark.parametrize(
    "body",
    [
        "def rate():\n    return fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(rate(), p)\n"
        "opt.minimize(loss)\nuse(rate)\n",
        "@cache\ndef rate():\n    return fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(rate(), p)\n"
        "opt.minimize(loss)\n",
        "def rate():\n    return fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(rate(), p)\n"
        "opt.minimize(loss)\nprint(rate().step_num)\n",
        "class A:\n    def __init__(self):\n        self.lr = fluid.dygraph.NoamDecay(512, 400)\n"
        "        self.opt = fluid.optimizer.SGD(self.lr, p)\n    def step(self):\n        self.opt.minimize(loss)\n"
        "a = A()\nprint(a.lr())\n",
        "S = {'a': lambda: fluid.dygraph.NoamDecay(512, 400)}\nopt = fluid.optimizer.SGD(S[k](), p)\n"
        "opt.minimize(loss)\nuse(S)\n",
        "def rate():\n    return fluid.dygraph.NoamDecay(512, 400)\nS = [rate]\nopt = fluid.optimizer.SGD(S[0](), p)\n"
        "opt.minimize(loss)\nfor each in S:\n    print(each().step_num)\n",
        "def make():\n    return fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), p)\nmake().minimize(loss)\n",
        "def make():\n    return fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), p)\nopt = make()\n"
        "opt.minimize(loss)\nif other.minimize(loss): pass\n",
        "class A:\n    def make(self):\n        return fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), p)\n"
        "opt = given().make()\nopt.minimize(loss)\nby_epoch = fluid.dygraph.StepDecay(0.1, 2)\n",
        "def make():\n    return fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), p)\nopt = make()\n"
        "print(opt.minimize(loss))\n",
        "lr = fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(lr, p)\nprint(lr())\nopt.minimize(loss)\n",
        "lr = fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(lr, p)\nuse(opt)\n",
        "d = fluid.dygraph.NoamDecay(512, 400)\nlr = fluid.dygraph.LinearLrWarmup(d, 10, 0.0, 0.1)\n"
        "opt = fluid.optimizer.SGD(lr, p)\nopt.minimize(loss)\nother = fluid.optimizer.SGD(d, p)\n",
        "d = fluid.dygraph.NoamDecay(512, 400) if c else 0.1\nlr = fluid.dygraph.LinearLrWarmup(d, 10, 0.0, 0.1)\n"
        "opt = fluid.optimizer.SGD(lr, p)\nopt.minimize(loss)\n",
        "lr = fluid.dygraph.LinearLrWarmup(fluid.dygraph.NoamDecay(512, 400), 10, 0.0, 0.1, step=2)\n"
        "opt = fluid.optimizer.SGD(lr, p)\nopt.minimize(loss)\n",
        "lr = fluid.dygraph.LinearLrWarmup(fluid.dygraph.NoamDecay(512, 400), 10, 0.0, 0.1)\nuse(lr)\n",
        "d = fluid.dygraph.NoamDecay(512, 400)\nlr = fluid.dygraph.LinearLrWarmup(d, 10, 0.0, 0.1)\n"
        "lr = fluid.dygraph.LinearLrWarmup(lr, 10, 0.0, 0.1)\nopt = fluid.optimizer.SGD(lr, p)\nopt.minimize(loss)\n",
        "lr = fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(lr, p)\nprint(lr.step().shape)\n"
        "opt.minimize(loss)\n",
        "lr = fluid.dygraph.NoamDecay(512, 400)\nif c:\n    lr = use(lr)\nopt = fluid.optimizer.SGD(lr, p)\n"
        "opt.minimize(loss)\n",
    ],
)
def test_where_the_steps_cannot_be_seen_it_is_left(body):
    from paddle_migrate.api import migrate_source

    result = migrate_source(HEAD + body)
    assert "fluid.dygraph.NoamDecay(512, 400)" in result.text
    assert any("minimize()" in f.message or "warm-up" in f.message for f in result.left)


WARM_UP = """
    lr = fluid.dygraph.PiecewiseDecay(boundaries=[20], values=[0.1, 0.01], begin=3)
    lr = fluid.layers.linear_lr_warmup(lr, warmup_steps=10, start_lr=0.0, end_lr=0.1)
    opt = fluid.optimizer.SGD(lr, parameter_list=p)
    for x in data:
        opt.minimize(loss)
"""


def test_a_decay_inside_a_warm_up(check_transformed):
    helper = (Path(written.__file__).parent / "warm_up.py").read_text()
    helper = helper[helper.index("class ") : helper.index("\n\nclass WarmUpFrom")]
    plain = re.sub(r": (Any|int|float)(?=[,) ])| -> \w+", "", helper)
    plain = re.sub(r" = (1|None)(?=\))", r"=\1", plain)
    plain = re.sub(r'\n        """[^"]*"""', "", plain)
    result = check_transformed(
        HEAD + textwrap.dedent(WARM_UP),
        f"""\
import paddle


{plain}

lr = paddle.optimizer.lr.PiecewiseDecay(boundaries=[20], values=[0.1, 0.01], last_epoch=3 - 1)
lr = WarmUp(lr, warmup_steps=10, start_lr=0.0, end_lr=0.1)
opt = paddle.optimizer.SGD(lr, parameters=p)
for x in data:
    opt.step()
    lr.step()
""",
    )
    assert not result.left


@pytest.mark.parametrize(
    ("rate", "said"),
    [("NoamDecay(512)", 1), ("utils.lr_warmup(0.1)", 1), ("lr", 0), ("float(lr)", 0), ("0.1", 0)],
)
def test_a_schedule_of_the_scripts_own_is_said(rate, said):
    from paddle_migrate.api import migrate_source

    made = f"opt = fluid.optimizer.SGD({rate}, parameter_list=p)\n"
    result = migrate_source(HEAD + "from model import NoamDecay\n" + made)
    assert f"paddle.optimizer.SGD({rate}, parameters=p)" in result.text
    assert len([f for f in result.findings if f.code == "PM348"]) == said


OWN = """\
import paddle
from paddle.fluid.dygraph.learning_rate_scheduler import LearningRateDecay
class Own(LearningRateDecay):
    def __init__(self, rate):
        super().__init__({})
        # the first one
        self.rate = rate
        self.list = [rate]

    def step(self):
        return {}
"""
MODERN = """\
import paddle
class Own(paddle.optimizer.lr.LRScheduler):
    def __init__(self, rate):
        # the first one
        self.rate = rate
        self.list = [rate]
        super().__init__({})

    def get_lr(self):
        return {}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("", "self.rate ** self.step_num"), ("", "self.rate ** self.last_epoch")),
        (("0, 1", "self.rate"), ("", "self.rate")),
        (("1", "self.create_lr_var(self.rate)"), ("last_epoch=0", "float(self.rate)")),
        (("begin=rate, step=1, dtype='float64'", "-self.step_num"), ("last_epoch=rate - 1", "-self.last_epoch")),
    ],
)
def test_a_schedule_of_ones_own(check_transformed, before, after):
    result = check_transformed(OWN.format(*before), MODERN.format(*after))
    assert not result.left


def test_a_schedule_of_ones_own_goes_on_behind_each_step(check_transformed):
    use = "opt = {}(Own(0.1), p)\nfor x in data:\n    {}\n"
    result = check_transformed(
        OWN.format("", "self.rate").replace("import paddle\n", "import paddle\nimport paddle.fluid as fluid\n")
        + use.format("fluid.optimizer.SGD", "opt.minimize(loss)"),
        MODERN.format("", "self.rate")
        + "scheduler = Own(0.1)\nopt = paddle.optimizer.SGD(scheduler, p)\n"
        "for x in data:\n    opt.step()\n    scheduler.step()\n",
    )
    assert not result.left
    assert "PM348" not in {f.code for f in result.findings}


def test_functions_of_numbers(check_transformed):
    name = "fluid.layers.{}(1.0, fluid.layers.{}(self.step_num))"
    before = OWN.format("", name.format("elementwise_min", "exp"))
    check_transformed(
        before.replace("import paddle\n", "import paddle\nimport paddle.fluid as fluid\n"),
        "import math\n" + MODERN.format("", "min(1.0, math.exp(self.last_epoch))"),
    )


@pytest.mark.parametrize(
    "text",
    [
        OWN.format("0, 2", "self.rate"),
        OWN.format("*rate", "self.rate"),
        OWN.format("rate()", "self.rate"),
        OWN.format("", "self.rate * self.step_size"),
        OWN.format("", "super().step()"),
        OWN.format("", "self.step_num") + "\n    def more(self):\n        pass\n",
        OWN.format("", "self.step_num") + "\nprint(decay.step_num)\n",
        OWN.format("", "self.step_num") + "\nisinstance(decay, Own)\n",
        OWN.format("", "self.step_num") + "\ndecay = Own(0.1)\nprint(decay())\n",
        OWN.format("", "self.step_num").replace("self.list = [rate]", "print(rate)"),
        OWN.format("", "self.step_num").replace("self.list", "self.last_lr"),
        OWN.format("", "LearningRateDecay.step(self)"),
    ],
)
def test_another_form_says_what_to_derive_from(check_noop, text):
    result = check_noop(text)
    assert any("LRScheduler" in finding.message for finding in result.left)
