"""Global variables that a script opens to gradients: today's optimizers train them."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid
x = fluid.data('x', [None, 4])
scale = fluid.layers.create_global_var([4], 0.5, 'float32', persistable=True)
weight = fluid.layers.create_parameter([4], 'float32')
loss = fluid.layers.mean(x * scale * weight)
"""
MINIMIZE = "fluid.optimizer.SGD(0.1).minimize(loss)\n"


def said(text):
    return [(each.code, each.name) for each in migrate_source(HEAD + text).left]


@pytest.mark.parametrize("text", [
    "scale.stop_gradient = False\n",
    "for each in [scale, weight]:\n    each.stop_gradient = False\n",
    "def opened(v):\n    v.stop_gradient = False\n    return v\nopened(scale)\n",
    "held = {'scale': scale}\nheld['scale'].stop_gradient = False\n",
])
def test_what_would_be_trained_is_said(text):
    assert said(text + MINIMIZE) == [("PM343", "stop_gradient")]


@pytest.mark.parametrize("text", [
    f"scale.stop_gradient = True\n{MINIMIZE}",
    f"weight.stop_gradient = False\n{MINIMIZE}",
    f"x.stop_gradient = False\n{MINIMIZE}",
    "scale.stop_gradient = False\nfluid.optimizer.SGD(0.1).minimize(loss, parameter_list=[weight])\n",
    f"scale.stop_gradient = False  # paddle-migrate: skip\n{MINIMIZE}",
])
def test_what_is_not(text):
    assert said(text) == []
