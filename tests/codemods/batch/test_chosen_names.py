"""What --only and --except take."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.batch.chosen_names import names_to_choose, what_is_wrong
from paddle_migrate.cli import main


@pytest.mark.parametrize(
    "pattern", ["relu", "fluid.layers.relu", "paddle.fluid.layers.relu", "fluid.layers.reduce_*", "optimizers",
                "structure", "Conv2D", "*", "fluid.*"]
)
def test_names(pattern):
    assert what_is_wrong(pattern) == ""


@pytest.mark.parametrize("pattern", ["relx", "fluid.layers.rleu", "", "fluid.", "PM203"])
@pytest.mark.parametrize("option", ["--only", "--except"])
def test_no_names(pattern, option, tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    result = CliRunner().invoke(main, [option, pattern, str(tmp_path)])
    assert result.exit_code == 2
    assert f"{pattern!r} is neither a legacy name such as fluid.layers.mean nor a rewrite" in result.output


def test_a_near_one_is_named():
    assert "did you mean relu" in what_is_wrong("fluid.layers.rleu")


def test_completion_knows_them():
    assert {"structure", "relu", "optimizers"} <= names_to_choose()


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        (["--only", "sigmoid"], "--only sigmoid: nothing of this name"),
        (["--except", "relu", "--except", "Adam"], "--except Adam: nothing of this name"),
        (["--only", "relu"], ""),
        (["--except", "structure", "--only", "fluid.layers.*"], ""),
    ],
)
def test_names_that_chose_nothing_are_said(options, idle, tmp_path):
    (tmp_path / "a.py").write_text(
        "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    y = fluid.layers.relu(x)\n"
    )
    (tmp_path / "b.py").write_text("x = 1\n")
    said = CliRunner().invoke(main, [*options, str(tmp_path)]).output
    assert said.count("nothing of this name") == bool(idle)
    assert idle in said
