"""Parameters that fluid's functions got in Paddle 2.0 to 2.4, in the scripts of those days."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle\nimport paddle.fluid as fluid\n"


@pytest.mark.parametrize(("before", "after"), [
    ('fluid.layers.fill_constant([1], "int64", 1, name="one")', 'paddle.full([1], dtype="int64", fill_value=1)'),
    ("fluid.layers.equal(x, y, name=None)", "paddle.equal(x, y)"),
    ("fluid.dygraph.to_variable(x, dtype=None)", "paddle.to_tensor(x)"),
    ("fluid.layers.stack([x, y], name='s')", "paddle.stack([x, y])"),
])  # fmt: skip
def test_as_they_are_by_default_they_go(before, after):
    result = migrate_source(f"{HEAD}z = {before}\n")
    assert result.text == f"import paddle\nz = {after}\n"
    assert not result.left


def test_of_classes_too():
    text = "clip = fluid.clip.GradientClipByGlobalNorm(1.0, auto_skip_clip=False)\n"
    assert "clip = nn.ClipGradByGlobalNorm(1.0)\n" in migrate_source(HEAD + text).text


@pytest.mark.parametrize("call", [
    "fluid.layers.softplus(x, beta=2.0)",
    "fluid.layers.softplus(x, beta=b)",
    "fluid.layers.stack([x, y], name=made())",  # would not be called any more
    "fluid.initializer.MSRAInitializer(negative_slope=0.1)",
])  # fmt: skip
def test_others_are_left_and_said(call):
    result = migrate_source(f"{HEAD}z = {call}\n")
    assert result.text == f"{HEAD}z = {call}\n"
    (left,) = result.left
    assert left.code == "PM303"
    assert left.message.endswith("since Paddle 2: write today's call")


@pytest.mark.parametrize("call", ["fluid.layers.relu(x, beta=1.0)", "fluid.layers.softplus(x, alpha=1.0)"])
def test_what_no_paddle_had_is_left_as_before(call):
    result = migrate_source(f"{HEAD}z = {call}\n")
    assert result.text == f"{HEAD}z = {call}\n"
    (left,) = result.left
    assert "in 1.8, and raised" in left.message
