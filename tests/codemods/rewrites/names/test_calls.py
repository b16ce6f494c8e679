"""Every call of a legacy name that a rule describes."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"
F, P = "import paddle.nn.functional as F\n", "import paddle\n"


@pytest.mark.parametrize(("before", "after"), [
    ("y = fluid.layers.relu(x)\n", f"{F}y = F.relu(x)\n"),
    ("y = fluid.layers.relu(x=a)\n", f"{F}y = F.relu(x=a)\n"),
    ("y = fluid.layers.concat([a, b], axis=1)\n", f"{P}y = paddle.concat([a, b], axis=1)\n"),
    ("y = fluid.layers.relu(fluid.layers.concat([a, b]))\n",
     f"{P}{F}y = F.relu(paddle.concat([a, b]))\n"),
    ("y = fluid.dygraph.to_variable(x)  # here\n", f"{P}y = paddle.to_tensor(x)  # here\n"),
])  # fmt: skip
def test_the_rule_is_written_in_place_of_the_call(check_transformed, before, after):
    result = check_transformed(HEAD + before, after)
    assert {f.code for f in result.findings} >= {"PM101"}


@pytest.mark.parametrize("call", ["fluid.layers.relu(*a)", "fluid.layers.concat(**a)", "fluid.layers.relu(x, y, z, 1)"])
def test_a_call_that_the_rule_cannot_read_is_left_and_said(call):
    result = migrate_source(f"{HEAD}y = {call}\n")
    assert result.text == f"{HEAD}y = {call}\n"
    assert [f.code for f in result.left] == ["PM303"]


@pytest.mark.parametrize("text", [
    "y = fluid.layers.relu(x)\n", "import own as fluid\ny = fluid.layers.relu(x)\n", "y = layers.relu(x)\n",
    "import paddle\ny = paddle.nn.functional.relu(x)\n", "# fluid.layers.relu\ny = relu(x)\n",
])  # fmt: skip
def test_other_calls(check_noop, text):
    check_noop(text)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("", "dtype='float32'"), ("lod_level=0", "dtype='float32'"), ("'int64', 0", "'int64'"),
     ("lod_level=n", "lod_level=n, dtype='float32'")],
)
def test_data_without_levels(check_transformed, given, kept):
    before = f"{HEAD}x = fluid.data('x', [None, 1]{given and ', '}{given})\n"
    check_transformed(before, f"{P}\npaddle.enable_static()\nx = paddle.static.data('x', [None, 1], {kept})\n")
