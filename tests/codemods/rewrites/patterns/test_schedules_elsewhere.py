"""Schedules whose optimizers step where the script does not show which they are, or in another file."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

HEAD = "import paddle\nimport paddle.fluid as fluid\n"
NOAM, TODAY = "fluid.layers.noam_decay(512, 400)", "paddle.optimizer.lr.NoamDecay(512, 400, last_epoch=0)"
ASKED = """\
if isinstance({0}, paddle.optimizer.lr.LRScheduler):
    opt._learning_rate.step()
"""
ANYTHING = "opt.minimize(loss)\n" + ASKED.format('getattr(opt, "_learning_rate", None)')
KNOWN = "opt.step()\nopt._learning_rate.step()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def make():\n    return {old}({noam}, parameter_list=p)\ndef train(opt):\n    {minimize}",
            "def make():\n    return {new}({today}, parameters=p)\ndef train(opt):\n    {step}",
        ),
        (
            "made = []\nfor p in ps:\n    made.append({old}({noam}, parameter_list=p))\n"
            "for opt in made:\n    {minimize}",
            "made = []\nfor p in ps:\n    made.append({new}({today}, parameters=p))\nfor opt in made:\n    {step}",
        ),
        (
            "class A:\n    def make(self):\n        return {old}({noam}, parameter_list=p)\n"
            "opt = A().make()\n{minimize}",
            "class A:\n    def make(self):\n        return {new}({today}, parameters=p)\nopt = A().make()\n{known}",
        ),
    ],
)
def test_an_optimizer_from_anywhere_is_asked_for_its_schedule(check_transformed, before, after):
    margin = " " * (before.index("{minimize}") - before.rindex("\n", 0, before.index("{minimize}")) - 1)
    step = ANYTHING.replace("\n", "\n" + margin).rstrip(" ")
    result = check_transformed(
        HEAD + before.format(noam=NOAM, old="fluid.optimizer.SGD", minimize="opt.minimize(loss)\n"),
        "import paddle\n" + after.format(today=TODAY, new="paddle.optimizer.SGD", step=step, known=KNOWN),
    )
    assert not result.left


RATES = """
    import paddle.fluid as fluid

    def make(layer):
        rate = fluid.dygraph.PolynomialDecay(0.5, 4)
        return fluid.optimizer.SGD(rate, parameter_list=layer.parameters())
"""
LOOP = """
    import numpy as np
    import paddle.fluid as fluid

    class Trainer:
        def __init__(self, layer, optimizers):
            self.layer, self.optimizers = layer, optimizers

        def step(self, x):
            loss = fluid.layers.reduce_sum(self.layer(x))
            loss.backward()
            for number, _ in enumerate(self.optimizers):
                self.optimizers[number].minimize(loss)
            self.layer.clear_gradients()

    def run(layer, optimizer):
        trainer = Trainer(layer, [optimizer])
        for step in range(5):
            trainer.step(fluid.dygraph.to_variable(np.ones([1, 1], "float32")))
            print("%.5f" % float(layer.weight.numpy().reshape([-1])[0]))
"""
MAIN = """
    import paddle.fluid as fluid
    from rates import make
    from loop import run

    with fluid.dygraph.guard(fluid.CPUPlace()):
        layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
        run(layer, make(layer))
"""


def test_fluid_that_a_module_of_the_project_brings(run_both_ways):
    """The file that makes the optimizer says nothing of Paddle by itself."""
    made = {"import": ("from kept import fluid", "fluid"), "star": ("from kept import *", "fluid"),
            "module": ("import kept", "kept.fluid"), "renamed": ("from kept import fluid as f", "f")}
    text = "{}\ndef make(p):\n    return {}.optimizer.SGD({}.dygraph.PiecewiseDecay([1, 2], [0.5, 0.05, 0.0], 0), " \
           "parameter_list=p)\n"
    main = """\
import numpy as np
import paddle.fluid as fluid
from optimizers import make
with fluid.dygraph.guard():
    net = fluid.dygraph.Linear(2, 1, param_attr=fluid.initializer.Constant(0.5), bias_attr=False)
    optimizer = make(net.parameters())
    for i in range(4):
        loss = fluid.layers.mean(net(fluid.dygraph.to_variable(np.ones((1, 2), 'float32'))))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print(round(float(loss.numpy()[0]), 5))
"""
    kept = "import paddle.fluid as fluid\n"
    scripts = {name: {"main.py": main, "kept.py": kept, "optimizers.py": text.format(line, fluid, fluid)}
               for name, (line, fluid) in made.items()}
    old, new = run_both_ways(scripts)
    assert old == {name: ["1.0", "0.0", "-0.1", "-0.1"] for name in made}
    assert new == old


def test_over_files(run_both_ways):
    old, new = run_both_ways({"over": {"main.py": MAIN, "rates.py": RATES, "loop.py": LOOP}})
    assert old == new
    assert old["over"] == [f"-{x:.5f}" for x in (0.5, 0.87503, 1.12508, 1.25015, 1.25025)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("main.py", MAIN.replace("from loop import run", "run = print")),  # nobody steps it
        ("loop.py", LOOP.replace("self.optimizers[number].minimize(loss)", "print(self.optimizers[0].minimize(loss))")),
        ("main.py", MAIN + "    decay = fluid.dygraph.StepDecay(0.1, 2)\n"),
        ("rates.py", RATES.replace("return", "use(rate)\n        return")),
    ],
)
def test_over_files_it_is_left_where_a_step_cannot_be_seen(tmp_path, name, text):
    for each, old in {"main.py": MAIN, "rates.py": RATES, "loop.py": LOOP, name: text}.items():
        (tmp_path / each).write_text(textwrap.dedent(old))
    Run(Options(), write=True).all(Walk([tmp_path]))
    assert "fluid.dygraph.PolynomialDecay(0.5, 4)" in (tmp_path / "rates.py").read_text()
    assert "_learning_rate" not in (tmp_path / "loop.py").read_text()


BUILDERS = """
    import paddle.fluid as fluid

    class Poly:
        def __call__(self):
            rate = fluid.layers.polynomial_decay(0.5, 4)
            rate = fluid.layers.linear_lr_warmup(rate, 2, 0.0, 0.5)
            return rate

    def cosine(count):
        return fluid.layers.cosine_decay(0.5, 2, count)
"""
HANDED = """
    import numpy as np
    import paddle.fluid as fluid
    from rates import Poly, cosine

    def train(rate, show):
        layer = fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
        optimizer = fluid.optimizer.SGD(rate, parameter_list=layer.parameters())
        for step in range(6):
            loss = fluid.layers.reduce_sum(layer(fluid.dygraph.to_variable(np.ones([1, 1], "float32"))))
            loss.backward()
            optimizer.minimize(loss)
            layer.clear_gradients()
            print("%s %.5f" % (show, float(layer.weight.numpy().reshape([-1])[0])))

    with fluid.dygraph.guard(fluid.CPUPlace()):
        train(Poly()(), "poly")
        train(cosine(3), "cosine")
        train(0.5, "plain")
"""
PACKAGE = {"rates/__init__.py": "from .builders import Poly, cosine\n", "rates/builders.py": BUILDERS}


def test_schedules_that_are_handed_on_by_themselves(run_both_ways):
    old, new = run_both_ways({"handed": {"main.py": HANDED, **PACKAGE}})
    assert old == new
    assert len(old["handed"]) == 18


def migrated(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(textwrap.dedent(text))
    Run(Options(), write=True).all(Walk([folder]))
    return (folder / "rates" / "builders.py").read_text()


def test_what_is_handed_on_comes_out_whole(tmp_path):
    assert "fluid" not in migrated(tmp_path, {"main.py": HANDED, **PACKAGE})
    assert "optimizer._learning_rate.step()" in (tmp_path / "main.py").read_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("optimizer.minimize(loss)", "print(optimizer.minimize(loss))"),  # no place for a step
        ("optimizer.minimize(loss)", "pass"),
        ("train(0.5,", "fluid.dygraph.StepDecay(0.1, 2)\n        train(0.5,"),  # one that the script steps
    ],
)
def test_what_is_handed_on_is_left_where_a_step_cannot_be_seen(tmp_path, old, new):
    found = migrated(tmp_path, {"main.py": HANDED.replace(old, new), **PACKAGE})
    assert "fluid.layers.polynomial_decay(0.5, 4)" in found
    assert "_learning_rate" not in (tmp_path / "main.py").read_text()


@pytest.mark.parametrize(
    "use", ["print(rate)\n            return rate", "self.rate = rate\n            return rate", "yield rate"]
)
def test_what_is_used_besides_is_left(tmp_path, use):
    builders = {"rates/builders.py": BUILDERS.replace("return rate\n", use + "\n")}
    assert "fluid.layers.linear_lr_warmup" in migrated(tmp_path, {"main.py": HANDED, **PACKAGE, **builders})


@pytest.mark.parametrize("kept", ["rates.py", "main.py"])
def test_a_step_is_not_written_again_while_another_file_is_old(tmp_path, kept):
    texts = {"main.py": MAIN, "rates.py": RATES, "loop.py": LOOP}
    for name, text in texts.items():
        (tmp_path / name).write_text(textwrap.dedent(text))
    found = []
    for _ in range(2):
        Run(Options(), write=True).all(Walk([tmp_path]))
        (tmp_path / kept).write_text(textwrap.dedent(texts[kept]))
        found.append((tmp_path / "loop.py").read_text())
    assert found[0].count("_learning_rate.step()") == 1
    assert found[0] == found[1]


ARCHITECT = """
    import paddle.fluid as fluid

    class Architect:
        def __init__(self, layer, eta):
            self.layer, self.eta = layer, eta
            self.inner = fluid.optimizer.SGD(self.eta, parameter_list=layer.parameters())

        def step(self, x):
            loss = fluid.layers.reduce_sum(self.layer(x))
            loss.backward()
            self.inner.minimize(loss)
            self.layer.clear_gradients()
            return self.inner.current_step_lr()
"""
SEARCH = """
    import numpy as np
    import paddle.fluid as fluid
    from search import Architect

    with fluid.dygraph.guard(fluid.CPUPlace()):
        layer, other = [fluid.dygraph.Linear(1, 1, param_attr=fluid.initializer.Constant(0.0), bias_attr=False)
                        for _ in range(2)]
        rate = fluid.dygraph.CosineDecay(0.5, 2, 4)
        optimizer = fluid.optimizer.SGD(rate, parameter_list=layer.parameters())
        architect = Architect(other, rate)
        x = fluid.dygraph.to_variable(np.ones([1, 1], "float32"))
        for step in range(4):
            print("%.5f" % optimizer.current_step_lr())
            if step % 2:
                print("%.5f" % architect.step(x))
            loss = fluid.layers.reduce_sum(layer(x))
            loss.backward()
            optimizer.minimize(loss)
            layer.clear_gradients()
            print("%.5f %.5f" % tuple(float(each.weight.numpy().reshape([-1])[0]) for each in (layer, other)))
"""


def test_one_schedule_of_optimizers_in_two_files(run_both_ways):
    """Each step of either lets it go on, and each optimizer has the rate of its own last step."""
    old, new = run_both_ways({"search": {"main.py": SEARCH, "search.py": ARCHITECT}})
    assert old == new
    assert old["search"] == [
        "0.50000", "-0.50000 0.00000", "0.50000", "0.50000", "-0.92678 -0.50000", "0.42678",
        "-1.35355 -0.50000", "0.42678", "0.25000", "-1.60355 -0.75000",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self.inner.minimize(loss)", "print(self.inner.minimize(loss))"),  # no place for a step
        ("self.inner.minimize(loss)", "pass"),
        ("self.inner = ", "self.more = "),
        ("self.layer, self.eta = layer, eta", "self.layer, self.eta = layer, print(eta)"),
    ],
)
def test_one_schedule_is_left_where_a_step_in_another_file_cannot_be_seen(tmp_path, old, new):
    for name, text in {"main.py": SEARCH, "search.py": ARCHITECT.replace(old, new)}.items():
        (tmp_path / name).write_text(textwrap.dedent(text))
    Run(Options(), write=True).all(Walk([tmp_path]))
    assert "fluid.dygraph.CosineDecay(0.5, 2, 4)" in (tmp_path / "main.py").read_text()
