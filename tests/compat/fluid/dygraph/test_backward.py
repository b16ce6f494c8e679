"""What backward() leaves: gradients of every tensor, and of this run alone. Three ways: 1.8.5, compat, and migrated."""

import runpy
import warnings

import numpy as np
import paddle
import pytest
from paddle_compat._runtime import inner_gradients, warn
from paddle_migrate.api import migrate_source

# Each leaves arrays in `answer`.
SCRIPTS = {
    "names": """
x = fluid.dygraph.to_variable(given["x"])
x.stop_gradient = False
y = x * 2
z = fluid.layers.relu(y)
fixed = fluid.dygraph.to_variable(given["x"]) * 3
loss = fluid.layers.reduce_sum(z * z)
loss.backward()
answer.update(x=x.gradient(), y=y.gradient(), z=z.gradient(), loss=loss.gradient().sum())
answer.update(none=np.array(fixed.gradient() is None))
y.clear_gradient()
answer["cleared"] = y.gradient()
""",
    "attributes": """
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(3, 2, param_attr=fluid.initializer.Constant(0.5))

    def forward(self, x):
        self.seen = fluid.layers.tanh(x * 1.5)
        return self.fc(self.seen)


class Outer(fluid.dygraph.Layer):
    def __init__(self):
        super(Outer, self).__init__()
        self.net = Net()

    def forward(self, x):
        return self.net(x)


def train(model):
    x = fluid.dygraph.to_variable(given["x"])
    x.stop_gradient = False
    loss = fluid.layers.mean(model(x))
    model.clear_gradients()
    loss.backward()


model = Outer()
for _ in range(2):
    train(model)
answer["seen"] = model.net.seen.gradient()
answer["weight"] = model.net.fc.weight.gradient()
model.clear_gradients()
answer["cleared"] = model.net.fc.weight.gradient()
""",
    "one graph after the other": """
x = fluid.dygraph.to_variable(given["x"])
x.stop_gradient = False
for step in range(3):
    out, kept = x * (step + 1), x + step
    loss = fluid.layers.reduce_mean(out * kept)
    loss.backward()
    answer["out%d" % step] = out.gradient()
    answer["kept%d" % step] = kept.gradient()
""",
}
# What several runs leave where gradients are not cleared between them.
REPLACED = {
    "parameters and inputs": """
fc = fluid.dygraph.Linear(3, 2, param_attr=fluid.initializer.Constant(0.5))
x = fluid.dygraph.to_variable(given["x"])
x.stop_gradient = False
for step in range(3):
    loss = fluid.layers.reduce_sum(fc(x) * fc(x) * (step + 1))
    loss.backward()
    answer["x%d" % step] = x.gradient()
    answer["weight%d" % step] = fc.weight.gradient()
""",
    "what a run does not reach": """
one = fluid.dygraph.Linear(3, 3, param_attr=fluid.initializer.Constant(0.5))
two = fluid.dygraph.Linear(3, 3, param_attr=fluid.initializer.Constant(0.25))
x = fluid.dygraph.to_variable(given["x"])
fluid.layers.reduce_sum(two(one(x))).backward()
fluid.layers.reduce_sum(fluid.layers.square(two(x))).backward()
answer.update(one=one.weight.gradient(), two=two.weight.gradient())
one.clear_gradients()
fluid.layers.reduce_sum(two(x)).backward()
answer.update(cleared=one.weight.gradient(), again=two.weight.gradient())
""",
    "sparse": """
table = fluid.dygraph.Embedding([4, 2], is_sparse=True, param_attr=fluid.initializer.Constant(0.5))
other = fluid.dygraph.Linear(2, 1, param_attr=fluid.initializer.Constant(0.5))
sgd = fluid.optimizer.SGD(0.1, parameter_list=table.parameters())
words = fluid.dygraph.to_variable(np.array([[1], [2], [2]], "int64"))
fluid.layers.reduce_sum(table(words)).backward()
fluid.layers.reduce_sum(table(words) * 3).backward()
fluid.layers.reduce_sum(other(fluid.dygraph.to_variable(given["x"][:, :2]))).backward()
sgd.minimize(fluid.layers.reduce_sum(table(words)))
answer["table"] = table.weight.numpy()
""",
    "two optimizers": """
g = fluid.dygraph.Linear(3, 3, param_attr=fluid.initializer.Constant(0.5))
d = fluid.dygraph.Linear(3, 1, param_attr=fluid.initializer.Constant(0.25))
g_adam = fluid.optimizer.Adam(0.1, parameter_list=g.parameters())
d_adam = fluid.optimizer.Adam(0.1, parameter_list=d.parameters())
x = fluid.dygraph.to_variable(given["x"])
for step in range(4):
    g_loss = fluid.layers.reduce_mean(fluid.layers.square(d(g(x)) - 1))
    g_loss.backward()
    g_adam.minimize(g_loss)
    g.clear_gradients()
    d_loss = fluid.layers.reduce_mean(fluid.layers.square(d(x) - 1) + fluid.layers.square(d(g(x).detach())))
    d_loss.backward()
    d_adam.minimize(d_loss)
    d.clear_gradients()
    answer["g%d" % step], answer["d%d" % step] = g_loss.numpy(), d_loss.numpy()
""",
}
ASKED = ("parameters and inputs", "what a run does not reach")  # gradients that the script itself looks at
NEVER_CLEARED = """
fc = fluid.dygraph.Linear(3, 2, param_attr=fluid.initializer.Constant(0.5))
momentum = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=fc.parameters())
x = fluid.dygraph.to_variable(given["x"])
for step in range(4):
    loss = fluid.layers.reduce_mean(fluid.layers.square(fc(x)))
    loss.backward()
    momentum.minimize(loss)
    answer["weight%d" % step] = fc.weight.numpy()
"""
HEAD = "import numpy as np\nimport paddle.fluid as fluid\n"
GUARD = "with fluid.dygraph.guard(fluid.CPUPlace()):\n"
GIVEN = {"x": np.array([[0.3, -0.7, 1.1], [0.9, 0.2, -0.4]], "float32")}


def script(text):
    body = "".join(f"    {line}\n" if line else "\n" for line in text.strip().splitlines())
    return f"{HEAD}{GUARD}{body}"


@pytest.fixture
def run(tmp_path):
    """What a script leaves in `answer`, run from a file as users run theirs."""

    def answers(text):
        file = tmp_path / "script.py"
        file.write_text(text)
        answer = {}
        with warnings.catch_warnings():
            # migrated code still says gradient(), whose successor is grad
            warnings.filterwarnings("ignore", r"[\s\S]*gradient. is deprecated since 2\.1\.0")
            runpy.run_path(str(file), {"given": GIVEN, "answer": answer, "paddle": paddle})
        return {key: np.asarray(value) for key, value in answer.items()}

    return answers


def compare(got, wanted):
    assert got.keys() == wanted.keys()
    for key, value in wanted.items():
        np.testing.assert_allclose(got[key], value, rtol=1e-6, err_msg=key)


@pytest.fixture
def theirs(harness):
    return lambda name, text: harness.ask(f"backward_{name.replace(' ', '_')}", script(text), GIVEN)


@pytest.fixture
def run_migrated(run, monkeypatch):
    """What the migrated script leaves, with tensors as they are where fluid was never imported."""

    def answers(text):
        for method in ("backward", "gradient"):
            monkeypatch.setattr(paddle.Tensor, method, getattr(paddle.Tensor, method).__wrapped__)
        result = migrate_source(script(text))
        assert "fluid" not in result.text
        return run(result.text)

    return answers


@pytest.mark.oracle
@pytest.mark.parametrize("name", SCRIPTS)
def test_gradients_inside_the_graph(theirs, run, run_migrated, name):
    wanted = theirs(name, SCRIPTS[name])
    compare(run(script(SCRIPTS[name])), wanted)
    compare(run_migrated(SCRIPTS[name]), wanted)


@pytest.mark.oracle
@pytest.mark.parametrize("name", REPLACED)
def test_gradients_are_replaced(theirs, run, run_migrated, name):
    wanted = theirs(name, REPLACED[name])
    compare(run(script(REPLACED[name])), wanted)
    if name in ASKED:
        assert {each.code for each in migrate_source(script(REPLACED[name])).left} == {"PM320"}
    else:
        compare(run_migrated(REPLACED[name]), wanted)


@pytest.mark.oracle
def test_a_script_that_never_clears(theirs, run, run_migrated):
    wanted = theirs("never cleared", NEVER_CLEARED)
    compare(run(script(NEVER_CLEARED)), wanted)
    compare(run_migrated(NEVER_CLEARED), wanted)


def asks_in_text(frame):
    """This file speaks of gradients all the time, and it is among the callers."""
    return frame.f_code.co_filename == "<asked>" and inner_gradients._names_it(frame.f_code)


def test_who_does_not_ask_is_not_told(fluid, monkeypatch):
    """Nothing is kept for code that never asks: that would cost it memory."""
    names = {"fluid": fluid, "np": np, "given": GIVEN}
    text = (
        "with fluid.dygraph.guard():\n"
        "    x = fluid.dygraph.to_variable(given['x'])\n    x.stop_gradient = False\n"
        "    y = x * 2\n    fluid.layers.mean(y).backward()\n"
    )
    monkeypatch.setattr(inner_gradients, "_asks", asks_in_text)
    exec(compile(text, "<asked>", "exec"), names)
    assert names["y"].grad is None
    exec(compile(text + "    y.gradient\n", "<asked>", "exec"), names)
    assert names["y"].grad is not None


def test_what_was_not_kept_is_said(fluid, monkeypatch):
    monkeypatch.setattr(warn, "_warned", set())
    monkeypatch.setattr(inner_gradients, "_asks", lambda frame: False)
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(GIVEN["x"])
        x.stop_gradient = False
        y = x * 2
        fluid.layers.mean(y).backward()
        with pytest.warns(UserWarning, match=r"retain_grads\(\) is called before backward\(\)"):
            assert y.gradient() is None
        assert x.gradient() is not None


def test_training_after_eval_is_said(fluid, monkeypatch):
    """1.8.5 recorded nothing then, for no layer; its gradients are None or what they were."""
    monkeypatch.setattr(warn, "_warned", set())
    with fluid.dygraph.guard():
        evaluated, trained = fluid.dygraph.Linear(3, 2), fluid.dygraph.Linear(3, 2)
        x = fluid.dygraph.to_variable(GIVEN["x"])
        evaluated.eval()
        with pytest.warns(UserWarning, match=r"after eval\(\) 1\.8 recorded no gradients"):
            fluid.layers.mean(trained(x)).backward()
        trained.train()
        fluid.layers.mean(trained(x)).backward()  # warnings are errors here


def test_a_strategy_by_name(fluid):
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(GIVEN["x"])
        x.stop_gradient = False
        fluid.layers.mean(x).backward(backward_strategy=fluid.dygraph.BackwardStrategy())
        assert x.gradient() is not None


@pytest.mark.parametrize(("trains", "said"), [(False, True), (True, False)])
def test_a_parameter_that_is_not_trained_has_no_gradient(fluid, monkeypatch, trains, said):
    """1.8.5 had one, which its optimizers passed over."""
    from paddle_compat._runtime import warn

    monkeypatch.setattr(warn, "_warned", set())
    with fluid.dygraph.guard(), warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        net = fluid.dygraph.Linear(2, 2, param_attr=fluid.ParamAttr(trainable=trains))
        fluid.layers.reduce_sum(net(fluid.dygraph.to_variable(np.ones([2, 2], "float32")))).backward()
        assert (net.weight.gradient() is None) == said
        assert net.bias.gradient() is not None
    assert any("not trained" in str(each.message) for each in found) == said
