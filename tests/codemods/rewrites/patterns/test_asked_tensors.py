"""What tensors are asked for, and answer otherwise today."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

DYNAMIC = """\
import numpy as np
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(2, 2)
    def forward(self, x):
        return self.fc(x)
def show(t):
    return t.to_string(True)
class Table(object):
    def to_string(self, wide):
        return 'own'
def told(unknown):
    return unknown.to_string()
with fluid.dygraph.guard():
    net = Net()
    x = fluid.dygraph.to_variable(np.ones([2, 2], 'float32'))
    print(LINE)
"""
STATIC = """\
import numpy as np
import paddle.fluid as fluid
w = fluid.layers.create_global_var([2], 1., 'float32', persistable=True, name='w')
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
class Own(object):
    def _dtype(self):
        return 'own'
t = fluid.global_scope().find_var('w').get_tensor()
"""


@pytest.mark.parametrize("line", [
    "net(x).to_string(True)", "fluid.layers.mean(x).to_string(throw_on_error=False)", "show(x)",
    "[each.to_string(True, True) for each in net.parameters()]",
])  # fmt: skip
def test_texts_of_tensors(line):
    text = migrate_source(DYNAMIC.replace("LINE", line)).text
    assert "str(" in text
    assert "unknown.to_string()" in text
    assert migrate_source(text).text == text


@pytest.mark.parametrize("line", ["Table().to_string(True)", "told(3)", "net(x).numpy()"])
def test_other_texts_stay(line):
    text = migrate_source(DYNAMIC.replace("LINE", line)).text
    assert "str(" not in text.replace("str(t)", "")


@pytest.mark.parametrize(("line", "told"), [
    ("print(t._dtype() == fluid.core.VarDesc.VarType.FP32)", True),
    ("print(fluid.create_lod_tensor(np.ones([2, 1]), [[1, 1]], fluid.CPUPlace())._dtype())", True),
    ("def of(v):\n    return v._dtype()\nprint(of(t))", True),
    ("print(Own()._dtype())", False), ("print(np.array(t).dtype)", False), ("print(w.dtype)", False),
])  # fmt: skip
def test_dtypes_of_what_a_scope_has(line, told):
    found = [each.name for each in migrate_source(STATIC + line + "\n").findings if each.code == "PM333"]
    assert ("_dtype" in found) == told
