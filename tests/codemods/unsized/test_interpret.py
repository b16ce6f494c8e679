"""Old-form layers that a script makes, and what they are called with."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.places import Places
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source
from paddle_migrate.unsized.apply import interpret
from paddle_migrate.unsized.dialect import old_calls

TEXT = """\
import numpy as np
import paddle.fluid as fluid
with fluid.dygraph.guard():
    net = fluid.dygraph.FC("fc", size=10)
    x = fluid.dygraph.to_variable(np.zeros([2, 3, 4], "float32"))
    {call}
"""


def _made(call):
    script = Script.of(Source(TEXT.format(call=call)), Options())
    return interpret(script, Places(script.source), list(old_calls(script)))


@pytest.mark.parametrize(("call", "inputs"), [
    ("net(x)", [(2, 3, 4)]), ("net(input=x)", [(2, 3, 4)]), ("y = net(net2(x))", [None]),
    ("net(x); net(fluid.layers.reshape(x, [6, 4]))", [(2, 3, 4), (6, 4)]),
])  # fmt: skip
def test_what_it_is_called_with(call, inputs):
    (made,) = _made(call)
    assert made.short == "FC"
    assert [shapes[0] for shapes in made.inputs] == inputs


@pytest.mark.parametrize("call", ["pass", "other(x)"])
def test_a_layer_that_nothing_calls(call):
    assert [made.inputs for made in _made(call)] == [[]]
