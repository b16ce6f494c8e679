"""Parameters that have no names are called otherwise in classes: where a program goes by names, that is said."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

NET = "import paddle.fluid as fluid\n\n\ndef net(x):\n    return fluid.layers.fc(x, 4{attr})\n\n\n{more}\n"
NAMED = ", param_attr=fluid.ParamAttr(name='w'), bias_attr=fluid.ParamAttr(name='b')"


def asked(more: str, attr: str = "") -> tuple[str, list[str]]:
    result = migrate_source(NET.format(attr=attr, more=more), options=Options(dygraph=True))
    return result.text, [f.message for f in result.findings if f.code == "PM340"]


@pytest.mark.parametrize("more", [
    "def freeze(program):\n    return [v for v in program.list_vars() if v.name.startswith('fc')]",
    "def bias(scope):\n    return scope.find_var('fc_0.b_0')",
])
def test_a_program_that_reads_names_keeps_them(more):
    text, said = asked(more)
    assert "nn.Layer" not in text
    assert len([each for each in said if "are found by the names that 1.8 counted" in each]) == 1


def test_what_was_saved_does_not_load():
    text, said = asked("def load(exe):\n    fluid.io.load_params(exe, 'old')")
    assert "class Net(nn.Layer):" in text
    assert len([each for each in said if "what earlier runs saved does not load" in each]) == 1


@pytest.mark.parametrize(("more", "attr"), [("", ""), ("def load(exe):\n    fluid.io.load_params(exe, 'old')", NAMED)])
def test_nothing_is_said_where_names_are_the_same_or_nobody_asks(more, attr):
    text, said = asked(more, attr)
    assert "class Net(nn.Layer):" in text
    assert said == []
