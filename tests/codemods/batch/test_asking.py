"""`--interactive` goes through the rewrites of a file one by one."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main

BEFORE = """\
import paddle.fluid as fluid

with fluid.dygraph.guard():
    y = fluid.layers.relu(fluid.layers.softmax(x))
"""
WHOLE = "import paddle\nimport paddle.nn.functional as F\n\npaddle.device.set_device('cpu')\ny = F.relu(F.softmax(x))\n"
STRUCTURE = "with fluid.dygraph.guard()"


def run(folder, answers, *options):
    arguments = ["-w", "--interactive", *options, str(folder)]
    return CliRunner().invoke(main, arguments, input="".join(f"{answer}\n" for answer in answers))


@pytest.fixture
def old(tmp_path):
    (tmp_path / "a.py").write_text(BEFORE)
    return tmp_path / "a.py"


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        (["each", "no", "yes", "no"], ["relu", STRUCTURE]),
        (["each", "yes", "no", "yes"], ["softmax"]),
        (["each", "no", "file"], ["relu"]),
        (["each", "no", "no", "no"], ["relu", "softmax", STRUCTURE]),
        (["each", "yes", "quit"], ["softmax", STRUCTURE]),
        (["each", "file"], []),
        (["y"], []),
        (["Y"], []),
        (["n"], ["relu", "softmax", STRUCTURE]),
        (["q"], ["relu", "softmax", STRUCTURE]),
        (["e", "n", "y", "n"], ["relu", STRUCTURE]),
        (["maybe", "yess", "ne", "y"], []),
    ],
)
def test_one_by_one(old, answers, left):
    result = run(old, answers)
    assert result.exit_code == 0, result.output
    text = old.read_text()
    for name in ("relu", "softmax"):
        assert (f"fluid.layers.{name}" in text) == (name in left)
    assert (STRUCTURE in text) == (STRUCTURE in left)
    assert (text == BEFORE) == (len(left) == 3)


def test_each_shows_its_own_diff(old):
    shown = run(old, ["each", "yes", "yes", "yes"]).output
    assert "+    y = F.relu(fluid.layers.softmax(x))" in shown
    assert "+    y = fluid.layers.relu(F.softmax(x))" in shown
    assert "+y = fluid.layers.relu(fluid.layers.softmax(x))" in shown
    assert "fluid.layers.relu? (yes, no, always, never, file, quit)" in shown
    assert "all that leans on one another: devices, fluid.dygraph.guard?" in shown
    assert old.read_text().count("fluid") == 0


def test_answers_that_hold_for_all_files(old):
    other = old.with_name("b.py")
    other.write_text(BEFORE)
    shown = run(old.parent, ["each", "always", "never", "no", "each", "yes"]).output
    assert "2 changed" in shown
    assert "fluid.layers.relu(F" not in shown.rpartition("b.py? ")[2]
    assert "F.relu(fluid.layers.softmax(x))" in old.read_text()
    assert STRUCTURE in old.read_text()
    assert "F.relu(fluid.layers.softmax(x))" in other.read_text()
    assert STRUCTURE not in other.read_text()


def test_quit_ends_it_for_the_files_behind(old):
    other = old.with_name("b.py")
    other.write_text(BEFORE)
    result = run(old.parent, ["each", "quit"])
    assert result.exit_code == 0
    assert old.read_text() == other.read_text() == BEFORE


def test_with_only(old):
    shown = run(old, ["each", "yes"], "--only", "relu").output
    assert "softmax?" not in shown
    assert "F.relu(fluid.layers.softmax(x))" in old.read_text()


def test_a_notebook_goes_as_a_whole(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text(
        '{"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": '
        '["import paddle.fluid as fluid\\n", "y = fluid.layers.relu(x)"]}], "metadata": {}, "nbformat": 4, '
        '"nbformat_minor": 4}'
    )
    shown = run(path, ["yes"]).output
    assert "(yes, no, all, quit)" in shown
    assert "fluid" not in path.read_text()


def test_no_goes_before_never(tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(BEFORE)
    result = run(tmp_path, ["e", "n", "ne", "n", "e", "n", "n"])
    assert result.output.count("fluid.layers.relu? (yes") == 2
    assert result.output.count("fluid.layers.softmax? (yes") == 1
