"""A layer that is called with a list: a weight for each input, and what they gave added up."""

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
MADE, CALLED = "self.fc = fluid.dygraph.FC('fc', 4)", "self.fc([a, b])"


def _migrated(made=MADE, called=CALLED):
    return migrate_source(NET.format(made=made, called=called))


@pytest.mark.parametrize(("called", "wanted"), [
    (CALLED, "return self.fc(a) + self.fc_2(b)\n"),
    ("self.fc((a, b))", "return self.fc(a) + self.fc_2(b)\n"),
    ("self.fc([a, b]) * 2", "return (self.fc(a) + self.fc_2(b)) * 2\n"),
])  # fmt: skip
def test_a_layer_for_each_input(called, wanted):
    result = _migrated(called=called)
    assert wanted in result.text
    assert "self.fc = nn.Linear(3, 4)\n        self.fc_2 = nn.Linear(5, 4, bias_attr=False)\n" in result.text
    assert [f.message for f in result.findings if f.code == "PM217"] == [
        "state_dict has self.fc.weight and self.fc.bias, self.fc_2.weight for the old self.fc._w1"
    ]


def test_a_name_that_there_is_is_not_taken():
    result = _migrated(made=f"self.fc_2 = None\n        {MADE}")
    assert "return self.fc(a) + self.fc_3(b)\n" in result.text


@pytest.mark.parametrize(("made", "called", "words"), [
    (MADE, "self.fc(parts(a, b))", "did not find out"),
    ("self.fc = fluid.dygraph.FC('fc', 4, param_attr=p)", CALLED, "has a param_attr"),
    ("self.fcs = [fluid.dygraph.FC('fc', 4)]", "self.fcs[0]([a, b])", "list of inputs"),
    (f"{MADE}\n        self.parts = [0, 1]", "self.fc([a, b] if a is None else [b, a])", ""),
])  # fmt: skip
def test_what_cannot_be_written_out_is_left_and_said(made, called, words):
    result = _migrated(made, called)
    assert f"return {called}\n" in result.text
    assert "FC('fc'" in result.text
    assert any(words in f.message for f in result.left)
