"""What 1.8.5 took where today's layers do not."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
x, flat = fluid.data('x', [4, 3, 5, 5]), fluid.data('flat', [4, 3, 5])
momentum = fluid.layers.create_global_var([1], 0.5, 'float32', persistable=True)
"""
RUN = """\
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
print(exe.run(feed={'x': np.ones([4, 3, 5, 5], 'float32'), 'flat': np.ones([4, 3, 5], 'float32')}, fetch_list=[y]))
"""


def left(line):
    return [each.name for each in migrate_source(HEAD + line + "\n" + RUN).findings if each.code == "PM303"]


@pytest.mark.parametrize("line", [
    "y = fluid.layers.batch_norm(x, momentum=momentum)",
    "def f(v, rate=0.9):\n    return fluid.layers.batch_norm(v, momentum=rate)\ny = f(x, momentum)",
    "given = {'momentum': momentum * 0.5}\ny = fluid.layers.batch_norm(x, momentum=given['momentum'])",
    "y = fluid.layers.instance_norm(flat)", "y = fluid.layers.instance_norm(input=fluid.layers.fc(x, 3))",
])  # fmt: skip
def test_what_is_told(line):
    assert left(line)


@pytest.mark.parametrize("line", [
    "y = fluid.layers.batch_norm(x)", "y = fluid.layers.batch_norm(x, momentum=0.5 * 1.5)",
    "def f(v, rate=0.9):\n    return fluid.layers.batch_norm(v, momentum=rate)\ny = f(x, 0.8)",
    "y = fluid.layers.instance_norm(x)", "y = fluid.layers.instance_norm(fluid.layers.conv2d(x, 3, 1))",
    "y = fluid.layers.sign(flat)",
])  # fmt: skip
def test_what_is_not(line):
    assert not left(line)
    assert "assign(" not in migrate_source(HEAD + line + "\n").text


SIGN = "import numpy as np\nimport paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    a = " \
    "np.array([3., 0., -2.], 'float32')\n    print(fluid.layers.sign(a).numpy().tolist())\n"


def test_signs_of_arrays(run_both_ways):
    """1.8.5 printed `[1.0, 0.0, -1.0]`."""
    static = "a = {'a': np.array([3., 0., -2.], 'float32')}\ny = fluid.layers.sign(a['a'])\n"
    old, new = run_both_ways({"signs": {"main.py": SIGN}, "static": {"main.py": HEAD + static + RUN}})
    assert old == new
