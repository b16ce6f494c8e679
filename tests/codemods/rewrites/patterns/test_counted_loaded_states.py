"""A loaded state of an optimizer, which had one entry more."""

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid
fluid.enable_dygraph()
net = fluid.dygraph.Linear(2, 2)
opt = fluid.optimizer.Adam(0.1, parameter_list=net.parameters())
p, o = fluid.load_dygraph("m")
"""
TABLE = "'StructuredToParameterName@@'"


def said(lines):
    findings = migrate_source(f"{HEAD}{lines}\n").findings
    return [each.code for each in findings if "StructuredTo" in each.message]


@pytest.mark.parametrize("lines", [
    "print(len(o))", "for k in o:\n    print(k)", "for k, v in o.items():\n    print(k, v.shape)", "names = sorted(o)",
    "o = {k: v for k, v in o.items()}", "arrays = [v * 2 for v in o.values()]",
    "state = fluid.load_dygraph('m')[1]\nprint(len(state))", "loaded = fluid.dygraph.load_dygraph('m')\nlen(loaded[1])",
    "def count(state):\n    return len(state)\ncount(o)",
    "class T(object):\n    def __init__(self):\n        _, self.state = fluid.load_dygraph('m')\n"
    "    def names(self):\n        return list(self.state.keys())",
    f"o.pop({TABLE})", f"del o[{TABLE}]", f"names = o[{TABLE}]",
])
def test_what_is_counted_is_told(lines):
    assert said(lines) == ["PM343"]


@pytest.mark.parametrize("lines", [
    "opt.set_dict(o)", "print(len(p))", "for k, v in p.items():\n    print(k)",
    "for k in opt.state_dict():\n    print(k)",
    "if o is not None:\n    opt.set_dict(o)", f"for k in o:\n    if k != {TABLE}:\n        print(k)",
    f"o.pop({TABLE}, None)\nprint(len(o))", f"if {TABLE} in o:\n    print(1)", "o['w_moment1_0']",
    "for k in fluid.load_dygraph('m')[0]:\n    print(k)",
])
def test_others_are_not(lines):
    assert not said(lines)
