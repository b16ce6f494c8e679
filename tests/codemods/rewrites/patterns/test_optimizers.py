"""minimize, clear_gradients and the like: only on what is known to be an optimizer or a model."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.batch.finding import Walk
from paddle_migrate.options import Options
from paddle_migrate.run import Run

HEAD = "import paddle\nimport paddle.fluid as fluid\n"
MODEL = "import paddle\nimport paddle.nn as nn\nclass Net(nn.Layer):\n    pass\n"


def test_the_usual_loop(check_transformed):
    check_transformed(
        HEAD
        + """\
class Net(fluid.dygraph.Layer):
    pass
model = Net()
opt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
loss.backward()
opt.minimize(loss)
model.clear_gradients()
""",
        MODEL
        + """\
model = Net()
opt = paddle.optimizer.SGD(0.1, parameters=model.parameters())
loss.backward()
opt.step()
opt.clear_grad()
""",
    )


def test_an_optimizer_made_by_a_function_and_passed_on(check_transformed):
    check_transformed(
        HEAD
        + """\
def make(parameters):
    if parameters:
        return fluid.optimizer.SGD(0.1, parameter_list=parameters)
    return fluid.optimizer.Momentum(0.1, 0.9, parameter_list=parameters)
def step(opt, loss):
    opt.minimize(loss)
    opt.clear_gradients()
step(make(p), loss)
""",
        """\
import paddle
def make(parameters):
    if parameters:
        return paddle.optimizer.SGD(0.1, parameters=parameters)
    return paddle.optimizer.Momentum(0.1, 0.9, parameters=parameters)
def step(opt, loss):
    opt.step()
    opt.clear_grad()
step(make(p), loss)
""",
    )


def test_an_optimizer_in_an_attribute(check_transformed):
    check_transformed(
        HEAD
        + """\
class Trainer:
    def __init__(self, parameters):
        self.opt = fluid.optimizer.SGD(0.1, parameter_list=parameters)
    def step(self, loss):
        self.opt.minimize(loss)
        return self.opt.current_step_lr()
""",
        """\
import paddle
class Trainer:
    def __init__(self, parameters):
        self.opt = paddle.optimizer.SGD(0.1, parameters=parameters)
    def step(self, loss):
        self.opt.step()
        return self.opt.get_lr()
""",
    )


def test_a_model_of_two_optimizers_clears_its_own_gradients(check_transformed):
    check_transformed(
        HEAD
        + """\
class Net(fluid.dygraph.Layer):
    pass
model = Net()
a = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
b = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
a.minimize(loss)
b.minimize(loss)
model.clear_gradients()
""",
        MODEL
        + """\
model = Net()
a = paddle.optimizer.SGD(0.1, parameters=model.parameters())
b = paddle.optimizer.SGD(0.1, parameters=model.parameters())
a.step()
b.step()
model.clear_gradients()
""",
    )


def test_a_model_with_more_parameters_than_the_optimizer(check_transformed):
    check_transformed(
        HEAD
        + """\
class Net(fluid.dygraph.Layer):
    pass
model = Net()
a = fluid.optimizer.SGD(0.1, parameter_list=model.head.parameters())
a.minimize(loss)
model.clear_gradients()
""",
        MODEL
        + """\
model = Net()
a = paddle.optimizer.SGD(0.1, parameters=model.head.parameters())
a.step()
model.clear_gradients()
""",
    )


def test_state_dicts(check_transformed):
    check_transformed(
        HEAD
        + "class Net(fluid.dygraph.Layer):\n    pass\nmodel = Net()\nmodel.set_dict(state)\nmodel.load_dict(state)\n",
        MODEL + "model = Net()\nmodel.set_state_dict(state)\nmodel.set_state_dict(state)\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "solver.minimize(loss)",
        "scipy.optimize.minimize(loss)",
        "model.clear_gradients()",
        "window.minimize()",
        "config.set_dict(values)",
    ],
)
def test_anything_else_is_left(check_noop, line):
    check_noop(f"import paddle\nsolver = make()\n{line}\n")


@pytest.mark.parametrize(("call", "words"), [
    ("train(lambda solver, loss: solver.minimize(loss, parameter_list=some))", "takes no parameter_list"),
    ("def step(solver, loss):\n    solver.minimize(loss=loss, parameter_list=p())", "takes no parameter_list"),
    ("solvers = load()\nsolvers[0].minimize(loss, grad_clip=clip)", "takes no grad_clip"),
    ("class Job(Base):\n    def step(self, loss):\n        self.solver.minimize(loss, parameter_list=self.some)",
     "takes no parameter_list"),
    ("solver.minimize(loss, startup)", None),
    ("scipy.optimize.minimize(loss, x0, method='BFGS')", None),
])
def test_what_no_optimizer_of_today_takes_is_said(call, words):
    result = migrate_source(f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    pass\n{call}\n")
    assert [f.code for f in result.left] == ["PM303"] * (words is not None)
    assert words is None or words in result.left[0].message


def test_what_minimize_returns_may_be_used(check_transformed):
    result = check_transformed(
        HEAD + "opt = fluid.optimizer.SGD(0.1, parameter_list=p)\nops, grads = opt.minimize(loss)\n",
        "import paddle\nopt = paddle.optimizer.SGD(0.1, parameters=p)\nops, grads = opt.minimize(loss)\n",
    )
    assert any(f.name == "minimize" and f.level == "note" for f in result.findings)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("_, pairs = opt.minimize(loss)", "its result is used here"),
        ("opt.minimize(loss, grad_clip=clip)", "takes no grad_clip"),
        ("pairs = opt.minimize(loss, grad_clip=clip)", "takes no grad_clip"),
        ("_, pairs = opt.minimize(loss, parameter_list=some)", "takes no parameter_list"),
        ("opt.minimize(loss, parameter_list=made())", "takes no parameter_list"),  # which may do something
        ("opt.minimize(loss)", None),
        ("opt.minimize(loss, parameter_list=[])", None),
    ],
)
def test_why_minimize_is_left(call, words):
    text = f"import paddle.fluid as fluid\nopt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())\n{call}\n"
    result = migrate_source(text)
    said = [f.message for f in result.findings if f.code in ("PM212", "PM303")]
    assert len(said) == (words is not None)
    raises = words is not None and words.startswith("takes no")
    assert any(f.code == "PM303" for f in result.left) is raises
    assert words is None or (words in said[0] and call in result.text)


UNHEEDED = """\
import numpy as np
import paddle.fluid as fluid
def made():
    return fluid.optimizer.SGD({made})
with fluid.dygraph.guard():
    net = fluid.dygraph.Linear(3, 2, param_attr=fluid.initializer.Constant(.3))
    opt = {opt}
    for i in range(3):
        x = fluid.dygraph.to_variable(np.ones((4, 3), 'float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square(net(x) - 1.))
        loss.backward()
        opt.minimize({step})
        net.clear_gradients()
    print('%.4f %.4f' % (net.weight.numpy().sum(), net.bias.numpy().sum()))
"""
MADE = "0.1, parameter_list=net.parameters()"
OF_STEPS = {
    "named": (MADE, "made()", "loss, parameter_list=[net.weight]"),
    "placed": ("0.1, net.parameters()", "made()", "loss, None, [net.bias]"),
    "of_the_network": (MADE, "made()", "loss, parameter_list=net.parameters()"),
    "not_trained": (MADE, "made()", "loss, no_grad_set={net.bias.name}"),
    "on_the_spot": (MADE, f"fluid.optimizer.SGD({MADE})", "loss, parameter_list=[p for p in net.parameters()][:1]"),
    "told_nothing": (MADE, "made()", "loss"),
}


def test_parameters_that_a_step_is_told_are_not_heeded(run_both_ways):
    files = {name: {"main.py": UNHEEDED.format(made=m, opt=o, step=s)} for name, (m, o, s) in OF_STEPS.items()}
    old, new = run_both_ways(files)
    assert old == {name: ["1.9176 0.0392"] for name in OF_STEPS}  # what 1.8.5 prints for each
    assert new == old


ELSEWHERE = """\
import paddle
{imports}from models import Net
def make(rate, held):
    return {module}.optimizer.SGD(rate, {keyword}=held)
model = Net()
opt = make(0.1, model.parameters())
for x in data:
    model(x).backward()
    {step}
"""


def test_a_model_of_another_file(check_transformed):
    check_transformed(
        ELSEWHERE.format(
            imports="import paddle.fluid as fluid\n", module="fluid", keyword="parameter_list",
            step="opt.minimize(loss)\n    model.clear_gradients()",
        ),
        ELSEWHERE.format(
            imports="", module="paddle", keyword="parameters",
            step="opt.step()\n    opt.clear_grad()",
        ),
    )


def test_a_model_that_the_optimizer_does_not_hold(check_transformed):
    check_transformed(
        HEAD + "from models import net, more\nopt = fluid.optimizer.SGD(0.1, parameter_list=more.parameters())\n"
        "opt.minimize(net())\nnet.clear_gradients()\n",
        "import paddle\nfrom models import net, more\nopt = paddle.optimizer.SGD(0.1, parameters=more.parameters())\n"
        "net()\nopt.step()\nnet.clear_gradients()\n",
    )


RUNS = """\
import numpy as np
import paddle.fluid as fluid
half = fluid.ParamAttr(initializer=fluid.initializer.Constant(.3))
x = np.ones((4, 3), 'float32')
def build(net, by=1.):
    loss = fluid.layers.reduce_mean(fluid.layers.square(net(fluid.dygraph.to_variable(x)) - by))
    loss.backward()
    return loss
class Task(object):
    def __init__(self):
        self.net = fluid.dygraph.Linear(3, 2, param_attr=half)
        self.opt = fluid.optimizer.SGD(0.1, parameter_list=self.net.parameters())
    def run(self):
        return build(self.net)
    def turn(self):
        self.opt.minimize(self.run())
        self.net.clear_gradients()
with fluid.dygraph.guard():
    net = fluid.dygraph.Linear(3, 2, param_attr=half)
    opt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    task = Task()
    for i in range(3):
        {}
        net.clear_gradients()
    print('%.4f' % sum(float(np.sum(p.numpy())) for p in [*net.parameters(), *task.net.parameters()]))
"""
RUN = {
    "function": "opt.minimize(build(net))",
    "named": "opt.minimize(loss=build(net, by=1.))",
    "of_more": "opt.minimize(fluid.layers.mean(build(net)))",
    "computed": "opt.minimize(build(net) * 1.)",
    "over_lines": "opt.minimize(build(net)\n                     + 0.)",
    "in_a_row": "print(i); opt.minimize(build(net)); print(i)",
    "under_if": "if i < 2: opt.minimize(build(net))",
    "method": "task.turn()",
    "attribute": "task.opt.minimize(task.run()); task.net.clear_gradients()",
    "lambda": "opt.minimize((lambda: build(net))())",
}


def test_what_gives_the_loss_may_run_backward(run_both_ways):
    """It was left out, with the loss, and nothing was trained."""
    old, new = run_both_ways({name: {"main.py": RUNS.format(line)} for name, line in RUN.items()})
    assert new == old
    assert all(lines[-1] != "3.6000" for lines in old.values())


@pytest.mark.parametrize("loss", ["loss", "losses[0]", "fluid.layers.mean(loss)", "loss / 2", "self.loss"])
def test_a_loss_that_is_only_computed_is_left_out(loss):
    text = HEAD + f"opt = fluid.optimizer.SGD(0.1, parameter_list=p)\nopt.minimize({loss})\n"
    assert migrate_source(text).text.endswith("parameters=p)\nopt.step()\n")


def test_an_optimizer_and_a_loss_that_are_both_made_in_the_line():
    text = HEAD + "def made():\n    return fluid.optimizer.SGD(0.1, parameter_list=p)\nmade().minimize(build(net))\n"
    result = migrate_source(text)
    assert [each.code for each in result.left] == ["PM303"]
    assert "made().minimize(build(net))" in result.text


LATER = """\
opts = [{0}.optimizer.SGD(0.1, {1}=each.parameters()) for each in net.sublayers()]
for x in data:
    net(x).backward()
    for each in opts:
        each.minimize(loss)
    {2}.clear_gradients()
for rate in (0.1, 0.2):
    opt = {0}.optimizer.SGD(rate, {1}=net.parameters())
    net(x).backward()
    opt.{3}
    {4}
"""


def test_an_optimizer_that_is_made_further_down(check_transformed):
    check_transformed(
        HEAD + "from models import net\n" + LATER.format(
            "fluid", "parameter_list", "net", "minimize(loss)", "net.clear_gradients()"),
        "import paddle\nfrom models import net\n" + LATER.format(
            "paddle", "parameters", "net", "step()", "opt.clear_grad()"))


NETS = """\
net, more = {0}.Linear(2, 1), {0}.Linear(1, 1)
opt = {1}.optimizer.SGD(0.1, {2}=net.parameters())
others = {{'more': {1}.optimizer.SGD(0.1, {2}=more.parameters())}}
other = others['more']
"""


@pytest.mark.parametrize("turn", [
    "def turn(x):\n    loss = more(net(x))\n    loss.backward()\n    opt.{0}\n    {1}.{2}()\n"
    "    more.clear_gradients()\n",
    "def turn(x, first=net, second=more):\n    loss = second(first(x))\n    loss.backward()\n    opt.{0}\n"
    "    {3}.{4}()\n    second.clear_gradients()\n",
])
def test_a_model_of_another_optimizer_that_is_not_seen(turn):
    text = HEAD + NETS.format("fluid.dygraph", "fluid", "parameter_list") + turn.format(
        "minimize(loss)", "net", "clear_gradients", "first", "clear_gradients") + "turn(x)\n"
    result = migrate_source(text)
    assert "    opt.step()\n    " in result.text
    assert "more.clear_gradients()\n" in result.text or "second.clear_gradients()\n" in result.text
    assert result.text.count("clear_gradients") + result.text.count("opt.clear_grad()") == 2


@pytest.mark.parametrize("method", ["set_dict", "load_dict"])
def test_a_state_that_was_loaded(check_transformed, method):
    check_transformed(
        f"import paddle.fluid as fluid\nstate, _ = fluid.load_dygraph('m')\nnet.{method}(state)\n",
        "import paddle\nstate = paddle.load('m.pdparams')\nnet.set_state_dict(state)\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "words.load_dict('words.txt')",
        "net.set_dict(state)",
        "net.set_dict(read('m'))",
        "class Own:\n    def set_dict(self, state):\n        pass\nOwn().set_dict(model.state_dict())",
    ],
)
def test_what_may_be_something_else(check_noop, line):
    check_noop(f"import paddle\n{line}\n")


@pytest.mark.parametrize("text", [
    "def resume(opt, state):\n    opt.set_dict(state)\n", "def resume(pair):\n    pair[0].set_dict(pair[1])\n",
    "class Saver:\n    def resume(self):\n        self.opt.set_dict(self.state)\n",
    "from other import make, load\nopt = make()\nopt.set_dict(load())\n",
])
def test_nobody_but_paddle_has_set_dict(text):
    result = migrate_source("import paddle.fluid as fluid\nfluid.dygraph.to_variable(x)\n" + text)
    assert ".set_state_dict(" in result.text


@pytest.mark.parametrize("text", [
    "def resume(opt, state):\n    opt.set_dict(state)\n",
    "import paddle.fluid as fluid\nfluid.dygraph.to_variable(x)\nclass Own:\n    def set_dict(self, state):\n"
    "        pass\ndef resume(own, state):\n    own.set_dict(state)\n",
    "import paddle.fluid as fluid\nfluid.dygraph.to_variable(x)\ndef resume(own, state):\n    own.set_dict(state, 1)\n",
    "import paddle.fluid as fluid\nfluid.dygraph.to_variable(x)\nclass Own:\n"
    "    set_dict = property(lambda self: self.net.load)\ndef resume(own, state):\n    own.set_dict(state)\n",
    "import paddle.fluid as fluid\nfluid.dygraph.to_variable(x)\nclass Own:\n    def __init__(self, net):\n"
    "        self.set_dict = net.load\ndef resume(own, state):\n    own.set_dict(state)\n",
])
def test_set_dict_of_others_stays(text):
    assert ".set_dict(" in migrate_source(text).text


@pytest.mark.parametrize(("given", "left"), [
    ("state, True", "state"), ("state, include_sublayers=False", "state"), ("stat_dict=state", "state"),
    ("state, True, False", "state, use_structured_name=False"),
    ("include_sublayers=deep, stat_dict=state, use_structured_name=how", "state, use_structured_name=how"),
    ("state, use_structured_name=how", "state, use_structured_name=how"), ("state", "state"),
    ("*given", "*given"), ("state, f()", "state, f()"),
])  # fmt: skip
@pytest.mark.parametrize("where", [
    "net = Net()\nnet", "def f(net):\n    net", "nets = [Net()]\nfor net in nets:\n    net"
])  # fmt: skip
def test_what_a_layers_set_dict_read(check_transformed, given, left, where):
    if not where.startswith("net =") and given in ("*given", "state, f()"):
        return  # of nobody knows what
    text = "class Net({}.Layer):\n    pass\n" + where
    check_transformed(f"{HEAD}{text.format('fluid.dygraph')}.set_dict({given})\n",
                      f"import paddle\nimport paddle.nn as nn\n{text.format('nn')}.set_state_dict({left})\n")


STATE = """\
import numpy as np
import paddle.fluid as fluid


def load(layer, state, **given):
    layer.set_dict(state, True, given.get("structured", True))


with fluid.dygraph.guard():
    net = fluid.dygraph.Sequential(fluid.dygraph.Linear(2, 3), fluid.dygraph.Linear(3, 1))
    state = {key: np.full(value.shape, n, "float32") for n, (key, value) in enumerate(net.state_dict().items())}
    net.set_dict(stat_dict=state, include_sublayers=True)
    print([p.numpy().sum() for p in net.parameters()])
    by_name = {p.name: np.full(p.shape, 5 * n, "float32") for n, p in enumerate(net.parameters())}
    net.load_dict(by_name, True, False)
    print([p.numpy().sum() for p in net.parameters()])
    load(net, state)
    print([p.numpy().sum() for p in net.parameters()])
    load(net, by_name, structured=False)
    print([p.numpy().sum() for p in net.parameters()])
"""


def test_a_state_is_set_as_before(run_both_ways):
    old, new = run_both_ways({"state": {"main.py": STATE}})
    assert old == new
    assert old["state"][0] == old["state"][2] != old["state"][1] == old["state"][3]


def test_set_dict_of_a_class_of_an_importing_file_stays(tmp_path):
    keeper = "import paddle.fluid as fluid\nfluid.dygraph.to_variable(x)\n"
    keeper += "def keep(model, state):\n    model.set_dict(state)\n"
    own = "from keeper import keep\nclass Fitter:\n    set_dict = property(lambda self: self.net.set_state_dict)\n"
    (tmp_path / "keeper.py").write_text(keeper)
    (tmp_path / "fitter.py").write_text(own)
    Run(Options(), write=True).all(Walk([tmp_path]))
    assert "    model.set_dict(state)\n" in (tmp_path / "keeper.py").read_text()


SCHEDULED = "rate = fluid.dygraph.NoamDecay(10, 100)\n"
FROM_ELSEWHERE = {
    "of_two": "state, opt = fluid.load_dygraph('m')\nheld.optimizer.set_dict(opt)\n",
    "by_index": "held.optimizer.set_dict(fluid.load_dygraph('m')[1])\n",
    "named": "both = fluid.dygraph.load_dygraph('m')\nopt = both[1]\nheld.optimizer.set_dict(opt)\n",
    "parameter": "def restore(held, opt):\n    held.optimizer.set_dict(opt)\n_, last = fluid.load_dygraph('m')\n"
                 "restore(held, last)\n",
    "attribute": "class Kept:\n    def __init__(self, held):\n        self.state, self.opt = fluid.load_dygraph('m')\n"
                 "        held.optimizer.set_dict(self.opt)\n",
}


@pytest.mark.parametrize("case", FROM_ELSEWHERE)
def test_the_state_of_an_optimizer_from_elsewhere(case):
    """Of a schedule, 1.8.5's file holds less than today's."""
    text = migrate_source(f"{HEAD}{SCHEDULED}{FROM_ELSEWHERE[case]}").text
    assert "set_optimizer_state(" in text.split("optimizer.set_state_dict(state_dict)")[1]
    assert migrate_source(text).text == text


@pytest.mark.parametrize("text", [
    SCHEDULED + "state, opt = fluid.load_dygraph('m')\nheld.net.set_dict(state)\n",
    SCHEDULED + "held.net.set_dict(fluid.load_dygraph('m')[0])\n",
    "state, opt = fluid.load_dygraph('m')\nheld.optimizer.set_dict(opt)\n",
])
def test_other_states_are_todays(text):
    assert "set_optimizer_state(" not in migrate_source(f"{HEAD}{text}").text
