"""A layer that is called with a list had a weight for each input: left to a person."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

NET = """\
import numpy as np
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        {made}
    def forward(self, a, b):
        return {called}
with fluid.dygraph.guard():
    a = fluid.dygraph.to_variable(np.zeros([2, 3], 'float32'))
    b = fluid.dygraph.to_variable(np.zeros([2, 5], 'float32'))
    y = Net()(a, b)
"""
MADE = "self.fc = fluid.dygraph.FC('fc', 4)"


@pytest.mark.parametrize(("made", "called", "words"), [
    (MADE, "self.fc([a, b])", "list of inputs"),
    (MADE, "self.fc((a, b)) * 2", "list of inputs"),
    (MADE, "self.fc(parts(a, b))", "did not find out"),
    ("self.fcs = [fluid.dygraph.FC('fc', 4)]", "self.fcs[0]([a, b])", "list of inputs"),
])  # fmt: skip
def test_it_is_left_and_said(made, called, words):
    result = migrate_source(NET.format(made=made, called=called))
    assert f"return {called}\n" in result.text
    assert "FC('fc'" in result.text
    assert any(words in f.message for f in result.left)
