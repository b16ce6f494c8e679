"""Numbers of NumPy's float32, which 1.8.5 cut off beside a tensor of dynamic mode."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
RATE = np.float32(0.05)
rates = np.linspace(0.1, 0.5, 3).astype('float32')
class Net(fluid.dygraph.Layer):
    def __init__(self, rate):
        super(Net, self).__init__()
        self.rate = rate
    def forward(self, x):
        return fluid.layers.relu(x) * self.rate
with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.full([2], 2, 'float32'))
    LINE
"""


def told(line, text=HEAD):
    result = migrate_source(text.replace("LINE", line))
    assert migrate_source(result.text).text == result.text
    return [each.code for each in result.findings if each.code == "PM343"]


@pytest.mark.parametrize("line", [
    "y = x * np.float32(0.05)", "y = x + RATE", "x -= RATE", "y = x / rates[1]", "y = Net(RATE)(x)",
    "y = x * {'rate': RATE}['rate']", "by = RATE\n    y = x * by",
    "y = x ** np.ones(3, np.float16).mean()", "y = x > RATE", "y = x * np.mean(rates)", "y = x * np.float32(RATE)",
    "y = x < fluid.layers.mean(x).numpy()[0]", "y = x * x.numpy().max()", "best = 1e9\n    for y in (x, x * 2):\n"
    "        if fluid.layers.mean(y) < best:\n            best = fluid.layers.mean(y).numpy()[0]",
])  # fmt: skip
def test_what_is_told(line):
    assert told(line)


@pytest.mark.parametrize("line", [
    "y = x * 0.05", "y = x * float(RATE)", "y = x * np.float64(0.05)", "y = x * np.float32(2.0)", "y = rates * RATE",
    "y = x * np.linspace(0.1, 0.5, 3)[1]", "y = x * fluid.dygraph.to_variable(rates[:2])", "y = Net(0.05)(x)",
    "y = RATE * 3",
    "y = fluid.layers.mean(x).numpy()[0] * x.numpy()[0]", "y = x.numpy()[0] + 0.5",
    "y = x * fluid.layers.cast(x, 'int64').numpy()[0]", "y = x < float(fluid.layers.mean(x).numpy()[0])",
    "y = x * fluid.layers.argmax(x).numpy()[0]",
     "y = (lambda image: image * RATE)(x.numpy())", "y = x * RATE.item()", "y = x.numpy() * RATE",
])  # fmt: skip
def test_what_is_not(line):
    assert not told(line)


def test_programs_counted_them():
    text = "import numpy as np\nimport paddle.fluid as fluid\nx = fluid.data('x', [2])\nLINE\nfluid.Executor().run()\n"
    assert not told("y = x * np.float32(0.05)", text)
