"""`parameters[i] = weight` of a `ParameterList` puts the parameter there, as in 1.8.5."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

NET = """\
import paddle.fluid as fluid

def make(*shape):
    return fluid.layers.create_parameter(list(shape), 'float32', default_initializer=fluid.initializer.Constant(1.0))

class Net(fluid.dygraph.Layer):
    def __init__(self, count):
        super(Net, self).__init__()
        self.kept = fluid.dygraph.ParameterList([make(2, 2)] * count)
        self.names = ['a'] * count
        {more}

def listed(net):
    return net.kept

with fluid.dygraph.guard():
    net = Net(3)
    last = 2
    {change}
    print([list(each.shape) for each in net.kept], sorted(net.state_dict()))
"""


def same(run_both_ways, source):
    old, new = run_both_ways({"net": {"main.py": source}})
    assert old == new
    assert old["net"]


@pytest.mark.parametrize(("change", "new"), [
    ("net.kept[2] = make(2, 3)", "setattr(net.kept, str(2), make(2, 3))"),
    ("net.kept[last - 1] = make(2, 3)", "setattr(net.kept, str(last - 1), make(2, 3))"),
    ("kept = listed(net); kept[0] = make(3, 2)", "setattr(kept, str(0), make(3, 2))"),
    ("for place in range(2): net.kept[place] = make(4, place + 1)",
     "setattr(net.kept, str(place), make(4, place + 1))"),
])
def test_the_parameter_goes_there(run_both_ways, change, new):
    source = NET.format(change=change, more="pass")
    assert new in migrate_source(source, "script.py").text
    same(run_both_ways, source)


def test_inside_of_the_layer(run_both_ways):
    source = NET.format(change="pass", more="self.kept[count - 1] = make(2, 3)")
    assert "setattr(self.kept, str(count - 1), make(2, 3))" in migrate_source(source, "script.py").text
    same(run_both_ways, source)


@pytest.mark.parametrize("change", [
    "net.kept[0] = other = make(2, 3)",
    "either = net.kept if last else {}; either[0] = make(2, 3)",
    "(lambda given: given)(unseen())[0] = make(2, 3)",
])
def test_what_a_person_has_to_see(change):
    result = migrate_source(NET.format(change=change, more="pass").replace("import paddle.fluid as fluid", (
        "import paddle.fluid as fluid\nfrom elsewhere import unseen"), 1), "script.py")
    assert "setattr" not in result.text
    assert [finding.code for finding in result.findings if "ParameterList has" in finding.message] == ["PM303"]


@pytest.mark.parametrize("change", [
    "net.names[2] = 'b'",
    "import numpy as np; rows = np.zeros(3); rows[0] = 1",
    "table = {}; table[0] = make(2, 3)",
    "layers = fluid.dygraph.LayerList([]); layers[0] = fluid.dygraph.Linear(1, 1)",
    "first = net.kept[0]",
])
def test_what_stays(change):
    result = migrate_source(NET.format(change=change, more="pass"), "script.py")
    assert "setattr" not in result.text
    assert not [finding for finding in result.findings if "ParameterList has" in finding.message]


def test_names_of_the_scripts_own():
    source = NET.format(change="net.kept[2] = make(2, 3)", more="pass")
    result = migrate_source(source.replace("last = 2", "str = repr"), "script.py")
    assert "setattr" not in result.text
    assert [finding.code for finding in result.findings if "ParameterList has" in finding.message] == ["PM303"]
