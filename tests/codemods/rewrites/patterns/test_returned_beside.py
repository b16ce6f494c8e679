"""What a `@declarative` function returns beside what is made of it had no gradient from outside in 1.8.5."""

import pytest
from paddle_migrate.api import migrate_source

CLASS = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import declarative, to_variable


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(2, 2)

    @declarative
    def forward(self, x, label):
        y = self.fc(x)
        z = fluid.layers.relu(y)
        return {returned}


with fluid.dygraph.guard():
    net = Net()
    a, b = net(to_variable(np.ones((1, 2), "float32")), None)
    {used}
"""
FUNCTION = """\
import paddle.fluid as fluid
from paddle.fluid.dygraph import declarative, Linear

fluid.enable_dygraph()
fc = Linear(2, 2)

@declarative
def run(x):
    y = fc(x)
    z = fluid.layers.relu(y)
    return {returned}

a, b = run(fluid.dygraph.to_variable([[1.0, 2.0]]))
{used}
"""


def left(text):
    return [each.name for each in migrate_source(text).left if "beside" in each.message]


@pytest.mark.parametrize("text", [CLASS, FUNCTION])
@pytest.mark.parametrize("returned", [
    "y, z", "y, fluid.layers.reduce_mean(z)", "y, y + 1.0", "[y, fluid.layers.reshape(y, [2])]", "y, y",
    "(y, self.head(z))",
])
@pytest.mark.parametrize("used", [
    "(a + b).backward()", "fluid.layers.reduce_mean(a).backward()", "learn(a, b)", "kept = [a]; use(kept)",
])
def test_what_may_be_trained_is_told(text, returned, used):
    assert set(left(text.format(returned=returned, used=used))) == {"declarative"}


def test_in_the_other_order():
    assert left(FUNCTION.format(returned="fluid.layers.softmax(z), y", used="b.backward()"))


def test_what_nobody_is_seen_to_call():
    assert left(CLASS.format(returned="y, z", used="pass").replace("    a, b = net(", "    other("))


@pytest.mark.parametrize("text", [CLASS, FUNCTION])
@pytest.mark.parametrize(("returned", "used"), [
    ("y, fluid.layers.reduce_mean(z)", "b.backward()"),
    ("y, fluid.layers.reduce_mean(z)", "b.backward(); print(a.numpy(), a.shape)"),
    ("y, fluid.layers.reduce_mean(z)", "b.backward(); acc = fluid.layers.accuracy(a, b)"),
    ("y, x", "(a + b).backward()"),
    ("y, fluid.layers.argmax(y)", "a.backward()"),
    ("y, fluid.layers.accuracy(y, x)", "a.backward()"),
    ("y, y.shape", "a.backward()"),
    ("y.detach(), z", "(a + b).backward()"),
    ("fluid.layers.relu(x), z", "(a + b).backward()"),
    ("z", "a.backward()"),
])
def test_what_is_only_read_is_not(text, returned, used):
    assert not left(text.format(returned=returned, used=used))


def test_other_functions_are_not():
    text = FUNCTION.format(returned="y, z", used="(a + b).backward()")
    assert not left(text.replace("@declarative\n", "@fluid.dygraph.no_grad\n"))
    assert not left(text.replace("@declarative\n", ""))
