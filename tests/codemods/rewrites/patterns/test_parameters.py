"""Optimizers of the 1.6 dialect are told which parameters they update."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

NET = """\
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    pass
"""
NEW_NET = """\
import paddle
import paddle.nn as nn
class Net(nn.Layer):
    pass
"""


def train(make, steps, indent="    "):
    text = f"{make}\nfor x in data:\n    loss = net(x)\n    loss.backward()\n{steps}\n"
    return "".join(f"{indent}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("make", "steps", "new_make", "new_steps"),
    [
        (
            "net = Net()\nopt = fluid.optimizer.SGD(0.1)",
            "    opt.minimize(loss)\n    net.clear_gradients()",
            "net = Net()\nopt = paddle.optimizer.SGD(0.1, parameters=net.parameters())",
            "    opt.step()\n    opt.clear_grad()",
        ),
        (
            "net = Net()\nopt = fluid.optimizer.RMSProp(learning_rate=0.1)",
            "    opt.minimize(loss)",
            "net = Net()\nopt = paddle.optimizer.RMSProp(learning_rate=0.1, parameters=net.parameters())",
            "    opt.step()\n    opt.clear_grad()",
        ),
        (
            "net, other = Net(), Net()\nopt = fluid.optimizer.SGD(0.1)",
            "    opt.minimize(loss, parameter_list=net.parameters())",
            "net, other = Net(), Net()\nopt = paddle.optimizer.SGD(0.1, parameters=net.parameters())",
            "    opt.step()\n    opt.clear_grad()",
        ),
        (
            "net = Net()\nother = Net()\nopt = fluid.optimizer.SGD(0.1)",
            "    opt.minimize(loss, parameter_list=net.parameters())",
            "net = Net()\nother = Net()\nopt = paddle.optimizer.SGD(0.1, parameters=net.parameters())",
            "    opt.step()\n    opt.clear_grad()",
        ),
        (
            "net = Net()\nother = Net()\nopt = fluid.optimizer.SGD(0.1)",
            "    opt.minimize(loss)",
            "net = Net()\nother = Net()\n"
            "opt = paddle.optimizer.SGD(0.1, parameters=net.parameters() + other.parameters())",
            "    opt.step()\n    opt.clear_grad()",
        ),
    ],
)
def test_parameters(check_transformed, make, steps, new_make, new_steps):
    before = f"{NET}with fluid.dygraph.guard():\n{train(make, steps)}"
    check_transformed(before, NEW_NET + train(new_make, new_steps, ""))


@pytest.mark.parametrize(
    ("takes", "gives", "new_takes", "new_gives"),
    [
        ("", "", "parameters", "parameters=net.parameters()"),
        ("rate", "0.1", "rate, parameters", "0.1, parameters=net.parameters()"),
        ("rate=0.1", "", "rate=0.1, parameters=None", "parameters=net.parameters()"),
    ],
)
def test_a_function_that_makes_the_optimizer_takes_them(check_transformed, takes, gives, new_takes, new_gives):
    check_transformed(
        f"{NET}def make({takes}):\n    return fluid.optimizer.SGD(0.5)\nwith fluid.dygraph.guard():\n"
        + train(f"net = Net()\nopt = make({gives})", "    opt.minimize(loss)"),
        f"{NEW_NET}def make({new_takes}):\n    return paddle.optimizer.SGD(0.5, parameters=parameters)\n"
        + train(f"net = Net()\nopt = make({new_gives})", "    opt.step()\n    opt.clear_grad()", ""),
    )


@pytest.mark.parametrize(
    "make",
    [
        "opt = fluid.optimizer.SGD(0.1)\nnet = Net()",  # the model comes later
        "opt = make_optimizer()\nnet = Net()",
    ],
)
def test_what_is_not_clear_is_said(make):
    text = f"{NET}def make_optimizer():\n    return fluid.optimizer.SGD(0.1)\nwith fluid.dygraph.guard():\n"
    result = migrate_source(text + train(make, "    opt.minimize(loss)"))
    assert "PM310" in [f.code for f in result.left]
    assert "parameters=" not in result.text


@pytest.mark.parametrize(
    "make",
    [
        "opt = paddle.optimizer.SGD(0.1, parameters=net.parameters())",
        "opt = paddle.optimizer.SGD(0.1)",
        "opt = SGD(0.1)",
    ],
)
def test_today_s_optimizers_stay(check_noop, make):
    check_noop(f"import paddle\nnet = paddle.nn.Linear(2, 3)\n{make}\nopt.minimize(net(x))\n")


@pytest.mark.parametrize("name", ["parameter_list", "params"])
def test_a_function_that_tells_another_optimizer(check_transformed, name):
    """The static graph's branch, mostly: the function takes them already."""
    text = (
        "def make(rate, {name}=None):\n    if {dynamic}:\n        opt = {sgd}(rate, {told}={name})\n"
        "    else:\n        opt = {sgd}(rate{more})\n    return opt\n{net}\nopt = make(0.1, {name}=net.parameters())\n"
    )
    before = text.format(name=name, dynamic="fluid.in_dygraph_mode()", sgd="fluid.optimizer.SGD", told="parameter_list",
                         more="", net="net = fluid.dygraph.Linear(2, 2)")
    after = text.format(name=name, dynamic="paddle.in_dynamic_mode()", sgd="paddle.optimizer.SGD", told="parameters",
                        more=f", parameters={name}", net="net = nn.Linear(2, 2)")
    check_transformed(f"import paddle.fluid as fluid\n{before}", f"import paddle\nimport paddle.nn as nn\n{after}")


@pytest.mark.parametrize("told", ["net.parameters()", "own", "p if a else q"])
def test_what_another_optimizer_is_told_may_not_be_there(told):
    text = (
        "import paddle.fluid as fluid\ndef make(rate):\n    if rate:\n        own = net.parameters()\n"
        f"        return fluid.optimizer.SGD(rate, parameter_list={told})\n    return fluid.optimizer.Adam(0.1)\n"
    )
    assert "Adam(0.1)" in migrate_source(text).text


def test_the_static_graph_has_no_models():
    text = (
        "import paddle.fluid as fluid\nx = fluid.layers.data('x', [2])\nloss = fluid.layers.mean(x)\n"
        "opt = fluid.optimizer.SGD(0.1)\nopt.minimize(loss)\nexe = fluid.Executor(fluid.CPUPlace())\n"
    )
    result = migrate_source(text)
    assert "parameters=" not in result.text
    assert "PM310" not in [f.code for f in result.findings]


def test_a_function_that_reads_a_global_model(check_transformed):
    check_transformed(
        f"{NET}net = Net()\ndef run():\n{train('opt = fluid.optimizer.SGD(0.1)', '    opt.minimize(loss)')}"
        "with fluid.dygraph.guard():\n    run()\n",
        f"{NEW_NET}net = Net()\ndef run():\n"
        + train("opt = paddle.optimizer.SGD(0.1, parameters=net.parameters())", "    opt.step()\n    opt.clear_grad()")
        + "run()\n",
    )


def test_parameters_that_come_later_are_said():
    net = NET.replace("    pass", "    def _build_once(self, x):\n        self.w = self.create_parameter([2])")
    result = migrate_source(
        f"{net}with fluid.dygraph.guard():\n"
        + train("net = Net()\nopt = fluid.optimizer.SGD(0.1)", "    opt.minimize(loss)")
    )
    assert [(f.code, "line 3" in f.message) for f in result.left] == [("PM310", True)]
    assert "parameters=net.parameters()" in result.text


def test_commented_out_optimizers_are_told_them_too():
    make = "net = Net()\nopt = fluid.optimizer.SGD(0.1)\n#opt = fluid.optimizer.Adam(0.2)"
    before = NET + train(make, "    opt.minimize(loss)", "")
    text = migrate_source(before).text
    assert "#opt = paddle.optimizer.Adam(0.2, parameters=net.parameters())\n" in text


def test_commented_out_optimizers_of_another_name_are_not():
    make = "net = Net()\nopt = fluid.optimizer.SGD(0.1)\n#old = fluid.optimizer.Adam(0.2)"
    before = NET + train(make, "    opt.minimize(loss)", "")
    assert "#old = paddle.optimizer.Adam(0.2)\n" in migrate_source(before).text


TRAINER = """\
import numpy as np
import paddle.fluid as fluid
class Trainer:
    def __init__(self, {takes}):
        {sets}
    def step(self, x):
        loss = fluid.layers.mean({loss})
        loss.backward()
        self.opt.minimize(loss)
        {clears}
"""
OPT = "self.opt = fluid.optimizer.AdamOptimizer(1e-3)"
CLASSES = [
    # what the class is given and sets, how it uses it, and what the optimizer is told
    ("model", f"self.model = model; {OPT}", "self.model(x)", "self.model.clear_gradients()", "self.model.parameters()"),
    (
        "d, g", f"self.d = d; self.g = g; {OPT}", "self.d(self.g(x))", "self.d.clear_gradients(); self.g.train()",
        "self.d.parameters() + self.g.parameters()",
    ),
    (
        "model", f"self.net = model\n        {OPT}; self.rate = 3", "self.net(x)",
        "for p in self.net.parameters(): p.clear_gradient()", "self.net.parameters()",
    ),
    ("model", f"self.model = fluid.dygraph.Linear(1, 1); {OPT}", "self.model(x)", "pass", "self.model.parameters()"),
    ("model", f"{OPT}; self.model = model", "self.model(x)", "self.model.clear_gradients()", ""),
    ("model", f"if model: self.model = model\n        {OPT}", "self.model(x)", "self.model.clear_gradients()", ""),
    ("model", f"self.models = [model]; {OPT}", "self.models[0](x)", "self.models[0].clear_gradients()", ""),
    ("model", f"self.run = model; {OPT}", "self.run(x)", "pass", ""),
]


@pytest.mark.parametrize(("takes", "sets", "loss", "clears", "told"), CLASSES)
def test_a_class_that_holds_the_model(takes, sets, loss, clears, told):
    result = migrate_source(TRAINER.format(takes=takes, sets=sets, loss=loss, clears=clears))
    written = f"self.opt = Adam(1e-3{f', parameters={told}' if told else ''})"
    assert written in result.text.replace("(\n            ", "(")
    assert ("PM310" in {f.code for f in result.left}) == (not told)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("def train(model):\n    opt = fluid.optimizer.SGD(0.1)\n    model.train()\n", "model.parameters()"),
        ("from net import make\nnet = make()\nnet.train()\nopt = fluid.optimizer.SGD(0.1)\n", "net.parameters()"),
        (
            "class Net(fluid.dygraph.Layer):\n    def __init__(self):\n        super().__init__()\n"
            "        self.fc = fluid.dygraph.Linear(1, 1)\n        self.opt = fluid.optimizer.SGD(0.1)\n",
            "self.parameters()",
        ),
        (
            "class Net(fluid.dygraph.Layer):\n    def __init__(self):\n        super().__init__()\n"
            "        self.opt = fluid.optimizer.SGD(0.1)\n        self.fc = fluid.dygraph.Linear(1, 1)\n",
            "",
        ),
        ("def make(rate):\n    return fluid.optimizer.SGD(0.1)\n", ""),
        ("opts = {n: fluid.optimizer.SGD(0.1) for n in nets}\n", ""),
        ("def train(model):\n    opt = fluid.optimizer.SGD(0.1)\n    return model(opt)\n", ""),
    ],
)
def test_without_a_guard_in_the_file(body, told):
    steps = "def step(opt, loss):\n    loss.backward()\n    opt.minimize(loss)\n"
    if "opt = " in body:
        body += f"{'    ' if body.startswith('def') and 'return' not in body else ''}opt.minimize(loss)\n"
    elif "self.opt" in body:
        body += "    def turn(self, loss):\n        self.opt.minimize(loss)\n"
    result = migrate_source(f"import paddle.fluid as fluid\n{steps}{body}")
    assert (f"SGD(0.1, parameters={told})" if told else "SGD(0.1)") in result.text
    assert ("PM310" in {f.code for f in result.left}) == (not told)


def test_they_train_as_before(trials):
    programs = {}
    for number, (takes, sets, loss, clears, told) in enumerate(CLASSES):
        if told:
            made = ", ".join("linear()" for _ in takes.split(","))
            run = (
                "with fluid.dygraph.guard():\n    linear = lambda: fluid.dygraph.Linear(1, 1, param_attr="
                "fluid.initializer.Constant(2.0))\n"
                f"    t = Trainer({made})\n    x = fluid.dygraph.to_variable(np.ones((1, 1), 'float32'))\n"
                "    t.step(x); t.step(x)\n    net = getattr(t, 'model', None) or getattr(t, 'd', None) or t.net\n"
                "    out = [net.weight.numpy(), net.bias.numpy()]\n"
            )
            sets = sets.replace("Linear(1, 1)", "Linear(1, 1, param_attr=fluid.initializer.Constant(1.0))")
            sets = sets.replace("AdamOptimizer(1e-3)", "SGD(0.1)")
            programs[str(number)] = TRAINER.format(takes=takes, sets=sets, loss=loss, clears=clears) + run
    new, _ = trials.migrated(programs)
    assert trials.same(trials.of_today(programs, compat=True), trials.of_today(new, compat=False)) == []
