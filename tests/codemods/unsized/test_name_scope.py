"""`name_scope` goes from the script's own layers too where nothing reads it."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

NET = """\
import numpy as np
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope{more}):
        super(Net, self).__init__({parent})
        {body}
        self.fc = fluid.dygraph.FC({scope}, 4)
    def forward(self, x):
        return self.fc(x)
with fluid.dygraph.guard():
    net = {made}
    y = net(fluid.dygraph.to_variable(np.zeros([2, 3], 'float32')))
"""


def _migrated(more="", parent="name_scope", body="pass", scope="name_scope", made="Net('net')"):
    result = migrate_source(NET.format(more=more, parent=parent, body=body, scope=scope, made=made))
    assert "Linear(3, 4)" in result.text
    return result


@pytest.mark.parametrize(("options", "wanted"), [
    ({}, "net = Net()"),
    ({"made": "Net(name_scope='net')"}, "net = Net()"),
    ({"more": ", n", "made": "Net('net', 3)"}, "net = Net(3)"),
    ({"scope": "self.full_name()"}, "net = Net()"),
])  # fmt: skip
def test_it_goes(options, wanted):
    result = _migrated(**options)
    assert "name_scope" not in result.text
    assert wanted in result.text
    assert "PM215" in {f.code for f in result.findings}


@pytest.mark.parametrize("options", [
    {"body": "self.name = name_scope"},
    {"body": "print(name_scope)"},
    {"made": "Net(make_name())"},
    {"made": "Net(*names)"},
    {"made": "build(Net)"},
])  # fmt: skip
def test_it_stays_where_something_may_read_it(options):
    given = {"more": "", "parent": "name_scope", "body": "pass", "scope": "name_scope", "made": "Net('n')", **options}
    result = migrate_source(NET.format(**given))
    assert "def __init__(self, name_scope):" in result.text
    assert f"net = {given['made']}\n" in result.text
    assert "PM215" not in {f.code for f in result.findings}
