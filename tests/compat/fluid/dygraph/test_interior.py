"""Gradients of tensors inside the graph, three ways: 1.8.5, compat, and migrated."""

import runpy
import warnings

import numpy as np
import paddle
import pytest
from paddle_compat import _interior, _rule
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
before = y.gradient() is None
loss.backward()
answer.update(x=x.gradient(), y=y.gradient(), z=z.gradient(), loss=loss.gradient().sum())
answer.update(none=np.array([before, fixed.gradient() is None]))
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
HEAD = "import numpy as np\nimport paddle.fluid as fluid\n"
GUARD = "with fluid.dygraph.guard(fluid.CPUPlace()):\n"
GIVEN = {"x": np.array([[0.3, -0.7, 1.1], [0.9, 0.2, -0.4]], "float32")}


def script(name):
    body = "".join(f"    {line}\n" if line else "\n" for line in SCRIPTS[name].strip().splitlines())
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


@pytest.mark.oracle
@pytest.mark.parametrize("name", SCRIPTS)
def test_gradients(harness, run, name):
    wanted = harness.ask(f"interior_{name.replace(' ', '_')}", script(name), GIVEN)
    compare(run(script(name)), wanted)
    result = migrate_source(script(name))
    assert "fluid" not in result.text
    assert not [f for f in result.findings if f.code == "PM220"]
    compare(run(result.text), wanted)


def asks_in_text(frame):
    """This file speaks of gradients all the time, and it is among the callers."""
    return frame.f_code.co_filename == "<asked>" and _interior._names_it(frame.f_code)


def test_who_does_not_ask_is_not_told(fluid, monkeypatch):
    """Nothing is kept for code that never asks: that would cost it memory."""
    names = {"fluid": fluid, "np": np, "given": GIVEN}
    text = (
        "with fluid.dygraph.guard():\n"
        "    x = fluid.dygraph.to_variable(given['x'])\n    x.stop_gradient = False\n"
        "    y = x * 2\n    fluid.layers.mean(y).backward()\n"
    )
    monkeypatch.setattr(_interior, "_asks", asks_in_text)
    exec(compile(text, "<asked>", "exec"), names)
    assert names["y"].grad is None
    exec(compile(text + "    y.gradient\n", "<asked>", "exec"), names)
    assert names["y"].grad is not None


def test_what_was_not_kept_is_said(fluid, monkeypatch):
    monkeypatch.setattr(_rule, "_warned", set())
    monkeypatch.setattr(_interior, "_asks", lambda frame: False)
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(GIVEN["x"])
        x.stop_gradient = False
        y = x * 2
        fluid.layers.mean(y).backward()
        with pytest.warns(UserWarning, match=r"retain_grads\(\) is called before backward\(\)"):
            assert y.gradient() is None
        assert x.gradient() is not None


def test_a_strategy_by_name(fluid):
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(GIVEN["x"])
        x.stop_gradient = False
        fluid.layers.mean(x).backward(backward_strategy=fluid.dygraph.BackwardStrategy())
        assert x.gradient() is not None
