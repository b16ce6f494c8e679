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
