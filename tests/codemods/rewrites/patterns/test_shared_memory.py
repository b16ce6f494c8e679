"""Arrays that are changed while a tensor of them is in use, whose memory 1.8.5's tensor had on the CPU."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.findings import Finding

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Layer, to_variable
class Net(Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = fluid.dygraph.Linear(2, 1)
        self.kept = np.zeros([4, 2], 'float32')
        self.place = 0

    def put(self, rows):
        self.kept[self.place:self.place + len(rows)] = rows

    def look(self):
        return self.kept.sum()

"""


def found(body: str) -> list[Finding]:
    lines = "".join(f"        {line}\n" for line in body.split("; "))
    findings = migrate_source(f"{HEAD}    def step(self, a, b):\n{lines}").findings
    return [finding for finding in findings if finding.code == "PM343"]


@pytest.mark.parametrize(
    "body",
    [
        "t = to_variable(self.kept); self.put(b); loss = self.fc(t); loss.backward()",
        "t = to_variable(value=self.kept); loss = self.fc(t); self.kept[0] = b; loss.backward()",
        "t = to_variable(a); a += b; return self.fc(t)",
        "t = to_variable(a, zero_copy=True); a[:, 0] -= 1; return self.fc(t)",
        "t = to_variable(a); a[0][1] = b; return self.fc(t)",
        "t = to_variable(a); np.copyto(a, b); return self.fc(t)",
        "t = to_variable(a); a.fill(0); return self.fc(t)",
        "t = to_variable(a); np.exp(b, out=a); return self.fc(t)",
        "for i in range(3):;     loss = self.fc(to_variable(self.kept));     self.put(b);     loss.backward()",
    ],
)
def test_what_changed_the_tensor_too(body):
    (finding,) = found(body)
    assert finding.level == "person"
    assert finding.line == 18 + ["to_variable" in part for part in body.split("; ")].index(True)
    assert "changes the array" in finding.message


@pytest.mark.parametrize(
    "body",
    [
        "self.put(b); t = to_variable(self.kept); loss = self.fc(t); loss.backward()",  # before
        "t = to_variable(self.kept); loss = self.fc(t); loss.backward(); self.put(b)",  # behind
        "t = to_variable(self.kept); loss = self.fc(t); loss.backward(); opt.minimize(loss); a += b; self.kept[0] = 1",
        "t = to_variable(self.kept, zero_copy=False); self.put(b); return self.fc(t)",
        "t = to_variable(self.kept.copy()); self.put(b); return self.fc(t)",
        "t = to_variable(self.kept); self.look(); self.place += 1; return self.fc(t)",  # only read
        "t = to_variable(a); a = a + b; a[0] = 1; return self.fc(t)",  # another array
        "t = to_variable(a); b[0] = 1; b += a; return self.fc(t)",
        "a = fluid.layers.relu(b); t = to_variable(a); a += b; return self.fc(t)",  # a tensor, then as now
    ],
)
def test_what_did_not(body):
    assert found(body) == []


DATA = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable

class Data(object):
    def __init__(self):
        self.rows = np.zeros([4, 2], 'float32')
        self.tensor = None

    def get(self):
        return to_variable(self.rows)

    def keep(self):
        self.tensor = to_variable(self.rows[:2])

    def change(self):
        self.rows[0] = 1

    def new(self):
        self.rows = np.ones([4, 2], 'float32')

def fill(array):
    array[:] = 7.0

fluid.enable_dygraph()
net = fluid.dygraph.Linear(2, 1)
data = Data()
"""


@pytest.mark.parametrize("lines", [
    "x = data.get()\ndata.change()\nprint(x.numpy())",
    "x = data.get()\nloss = net(x)\ndata.change()\nloss.backward()",
    "x = data.get()\nfill(data.rows)\ny = x * 2",
    "data.keep()\ndata.change()\nprint(net(data.tensor).numpy())",
    "for _ in range(3):\n    if data.tensor is not None:\n        net(data.tensor)\n    data.keep()\n    data.change()",
    "x = data.get()\ndata.rows += 1\nprint(x.numpy())",
    "def step():\n    x = data.get()\n    data.change()\n    return net(x)",
    "a = np.zeros([4, 2], 'float32')\nx = to_variable(a)\nfill(a)\nprint(x.numpy())",
])
def test_what_another_function_changes(lines):
    findings = [each for each in migrate_source(f"{DATA}{lines}\n").findings if "changes the array" in each.message]
    assert len(findings) == 1


@pytest.mark.parametrize("lines", [
    "data.change()\nx = data.get()\nprint(x.numpy())",
    "for _ in range(3):\n    data.change()\n    loss = net(data.get())\n    loss.backward()\n    data.change()",
    "x = data.get()\nprint(x.numpy())\ndata.change()",
    "x = data.get()\ndata.change()\nx = data.get()\nprint(x.numpy())",
    "def step():\n    data.change()\n    x = data.get()\n    return net(x)",
    "a = np.zeros([4, 2], 'float32')\nx = to_variable(a)\nprint(x.numpy())\nfill(a)",
    "a = np.zeros([4, 2], 'float32')\nx = to_variable(a.copy())\nfill(a)\nprint(x.numpy())",
    "a = np.zeros([4, 2], 'float32')\nx = to_variable(a[[0, 1]])\nfill(a)\nprint(x.numpy())",
    "x = data.get()\nfill(np.zeros([2]))\nprint(x.numpy())",
])
def test_what_is_changed_before_or_behind(lines):
    findings = [each for each in migrate_source(f"{DATA}{lines}\n").findings if "changes the array" in each.message]
    assert not findings


PADDED = """\
def padded(rows):
    found = np.zeros([4, 2], 'float32')
    for at, row in enumerate(rows):
        found[at] = row{}
    return found

def read():
    for _ in range(3):
        yield padded([[1, 2]])

for array in read():
    x = to_variable(array)
    print(net(x).numpy())
"""


def test_an_array_that_is_filled_where_it_is_made():
    result = migrate_source(f"{DATA}{PADDED.format('')}")
    assert not [each for each in result.findings if "changes the array" in each.message]


@pytest.mark.parametrize("more", [
    "\n    keep(found)\n    found[0] = 1", "\n    data.tensor = to_variable(found)\n    found[0] = 1",
])
def test_an_array_that_is_handed_on_before_it_is_filled(more):
    head = DATA + "def keep(array):\n    data.tensor = to_variable(array)\n"
    made = PADDED.partition("def read")[0].format(more)
    result = migrate_source(f"{head}{made}padded([[1, 2]])\nprint(data.tensor.numpy())\n")
    assert [each for each in result.findings if "changes the array" in each.message]
