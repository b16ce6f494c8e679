"""`sublayers(include_sublayers=…)` of 1.8 in today's form."""

from __future__ import annotations

import pytest

SCRIPT = """\
    import {module}
    class Net({base}):
        def __init__(self):
            super().__init__()
            self.size = len({new})
    """


def script(text: str, *, old: bool) -> str:
    if old:
        return SCRIPT.format(module="paddle.fluid as fluid", base="fluid.dygraph.Layer", new=text)
    return SCRIPT.replace("import {module}", "import paddle.nn as nn").format(base="nn.Layer", new=text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.sublayers(include_sublayers=True)", "self.sublayers()"),
        ("self.sublayers(True)", "self.sublayers()"),
        ("self.sublayers(include_sublayers=False)", "[]"),
        ("self.sublayers(False)", "[]"),
        ("list(self.named_sublayers('net', True, True))", "list(self.named_sublayers('net', include_self=True))"),
        (
            "list(self.named_sublayers(include_sublayers=True, prefix='net'))",
            "list(self.named_sublayers(prefix='net'))",
        ),
        ("self.named_sublayers(prefix='net', include_sublayers=True)", "self.named_sublayers(prefix='net')"),
        ("list(self.named_sublayers(include_sublayers=False))", "list([])"),
    ],
)
def test_the_argument_goes(check_transformed, before, after):
    result = check_transformed(script(before, old=True), script(after, old=False))
    assert [f.code for f in result.findings if "sublayers" in f.name] == ["PM105"]


def test_what_false_meant_is_said(check_transformed):
    result = check_transformed(script("self.sublayers(False)", old=True), script("[]", old=False))
    assert any("children() gives the direct ones" in f.message for f in result.findings)


@pytest.mark.parametrize("call", ["self.sublayers(include_sublayers=deep)", "self.named_sublayers('net', False, True)"])
def test_the_rest_is_left_to_a_person(check_transformed, call):
    result = check_transformed(script(call, old=True), script(call, old=False))
    assert [(f.code, f.level) for f in result.findings if "sublayers" in f.name] == [("PM303", "person")]


@pytest.mark.parametrize(
    "call",
    [
        "self.sublayers()",
        "self.sublayers(*how)",
        "list(self.named_sublayers('net'))",
        "self.sublayers(include_self=True)",
    ],
)
def test_without_the_argument_it_stays(check_transformed, call):
    result = check_transformed(script(call, old=True), script(call, old=False))
    assert not [f for f in result.findings if "sublayers" in f.name]


def test_today_s_own_stays(check_noop):
    check_noop(script("self.sublayers(True)", old=False))


def test_a_method_of_the_script_s_own_stays(check_transformed):
    more = "    def sublayers(self, deep):\n            return [deep]\n    "
    before, after = (script("self.sublayers(False)", old=old) + more for old in (True, False))
    check_transformed(before, after)
