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


def test_in_a_program_of_todays(check_noop):
    check_noop("import paddle\npaddle.enable_static()\nw = scope.find_var('fc_0.w_0')\n", programs=True)
