"""Names of parameters that 1.8.5 made up are said."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nout = fluid.layers.fc(x, 1)\n"


def said(line):
    result = migrate_source(HEAD + line, options=Options(programs=True))
    assert result.text.endswith(line)
    return [finding.name for finding in result.left]


@pytest.mark.parametrize("name", ["fc_0.w_0", "conv2d_12.b_0", "batch_norm_3.w_1"])
def test_a_name(name):
    assert said(f"w = scope.find_var('{name}').get_tensor()\n") == [name]


@pytest.mark.parametrize("name", ["fc_weights", "w_0", "fc_0.tmp_0", "fc_0.w_0 is the weight", "my.w_0"])
def test_another_string(name):
    assert said(f"w = scope.find_var('{name}').get_tensor()\n") == []


GIVEN = "out = fluid.layers.fc(x, 1, {}={})\nw = scope.find_var('fc_0.w_0').get_tensor()\n"


@pytest.mark.parametrize(
    ("parameter", "attribute"),
    [
        ("param_attr", "fluid.ParamAttr(name='fc_0.w_0')"),
        ("param_attr", "fluid.ParamAttr('fc_0.w_0')"),
        ("param_attr", "'fc_0.w_0'"),
        ("bias_attr", "fluid.ParamAttr(name='fc_0.w_0', trainable=False)"),
    ],
)
def test_a_name_that_the_script_gives(parameter, attribute):
    result = migrate_source("import paddle.fluid as fluid\n" + GIVEN.format(parameter, attribute))
    assert result.text.count("fc_0.w_0") == 2
    assert [finding.name for finding in result.left] == []


def test_another_name_that_the_script_gives():
    text = "import paddle.fluid as fluid\n" + GIVEN.format("param_attr", "fluid.ParamAttr(name='fc_1.w_0')")
    assert [finding.name for finding in migrate_source(text).left] == ["fc_0.w_0"]


def test_in_a_program_of_todays(check_noop):
    check_noop("import paddle\npaddle.enable_static()\nw = scope.find_var('fc_0.w_0')\n", programs=True)
