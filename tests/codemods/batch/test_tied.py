"""Half a project is not migrated without a word."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main

MODEL = """\
import paddle.fluid as fluid
def f(x):
    with fluid.dygraph.guard():
        return fluid.layers.relu(x)
"""
MAIN = MODEL.replace("def f", "from model import f\ndef g")
FILES = {"model.py": MODEL, "main.py": MAIN, "other.py": MODEL, "numbers_.py": "from model import f\n"}
TIED = "tied to what is rewritten, and not given: "


@pytest.fixture
def project(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*arguments):
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code in (0, 1), result.output
    return result.output


@pytest.mark.parametrize(("given", "named"), [("main.py", "model.py"), ("model.py", "main.py")])
@pytest.mark.parametrize("options", [(), ("-w",), ("-o", "out.py")])
def test_what_imports_it_and_what_it_imports(project, given, named, options):
    assert f"{TIED}{named}; old and new" in said(*options, given)


@pytest.mark.parametrize(
    "given",
    [
        ("main.py", "model.py"),
        (".",),
        ("other.py",),  # nobody imports it
        ("numbers_.py",),  # nothing of it is rewritten
        ("--check", "main.py"),
        ("-q", "main.py"),
    ],
)
def test_nothing_is_tied(project, given):
    assert TIED not in said(*given)


def test_a_file_that_is_migrated_is_not(project):
    said("-w", "model.py")
    assert TIED not in said("-w", "main.py")
