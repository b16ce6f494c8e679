"""`--baseline`, which shrinks: what is mended leaves it, nothing comes in."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main

LEFT = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\nz = fluid.layers.no_such(y)\n"
MENDED = "import paddle.nn.functional as F\ny = F.relu(x)\n"


def run(*arguments):
    return CliRunner().invoke(main, ["--no-cache", *map(str, arguments)])


@pytest.fixture
def base(tmp_path, monkeypatch):
    """The baseline of two files, in whose folder one is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(LEFT)
    (tmp_path / "b.py").write_text(LEFT)
    run("--report", "base.json", ".")
    return tmp_path / "base.json"


def counted(base):
    found = json.loads(base.read_text())
    schema = files("paddle_migrate.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    jsonschema.validate(found, json.loads(schema))
    return {file["path"]: [f["level"] for f in file["findings"]] for file in found["files"]}, found["totals"]


def test_what_is_mended_leaves_it_and_may_not_come_back(base, tmp_path):
    (tmp_path / "a.py").write_text(MENDED)
    before = base.read_bytes()
    result = run("--check", "--baseline", base, ".")
    assert result.exit_code == 0
    assert "2 finding(s) no longer there: still in the baseline; --shrink takes them out" in result.stderr
    assert base.read_bytes() == before

    result = run("--check", "--baseline", base, "--shrink", ".")
    assert (result.exit_code, "2 finding(s) no longer there: taken out of the baseline" in result.stderr) == (0, True)
    found, totals = counted(base)
    assert found == {"a.py": [], "b.py": ["rewritten", "person"]}
    assert (totals["changed"], totals["findings"]) == (1, {"rewritten": 1, "note": 0, "person": 1, "error": 0})

    (tmp_path / "a.py").write_text(LEFT)
    assert run("--check", "--baseline", base, ".").exit_code == 1


def test_what_is_known_is_not_said(base):
    quiet, loud = run("--check", "--baseline", base, "."), run("--check", "--baseline", base, "-v", ".")
    assert "PM301:" not in quiet.stderr
    assert "a.py:3: person PM301:" in loud.stderr


def test_only_what_is_gone_differs(base, tmp_path):
    """So that a reviewer sees it."""
    run("--check", "--report", base, ".")
    before = base.read_text().splitlines()
    (tmp_path / "a.py").write_text("import paddle.fluid as fluid\nz = fluid.layers.no_such(x)\n")
    run("--check", "--baseline", base, "--shrink", ".")
    added = set(base.read_text().splitlines()) - set(before)
    assert len(added) <= 4, added


def test_what_is_the_same_is_left_as_it_stands(tmp_path, monkeypatch):
    """Helpers that two files share stand in a module where a report is written, in each where it is not."""
    monkeypatch.chdir(tmp_path)
    text = "import paddle.fluid as fluid\ny = fluid.layers.pad2d(x, p, 'reflect')\nz = fluid.layers.pool2d(x, 2, t)\n"
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text(text)
    base = tmp_path / "base.json"
    run("--check", "--report", base, ".")
    before = json.loads(base.read_text())["files"]
    (tmp_path / "c.py").write_text(MENDED)
    assert CliRunner().invoke(main, ["--check", "--baseline", str(base), "--shrink", "."]).exit_code == 0
    after = {file["path"]: file for file in json.loads(base.read_text())["files"]}
    assert [after[file["path"]] == file for file in before if file["path"] in "a.py b.py"] == [True, True]
    assert after["c.py"]["findings"] == []
    assert run("--check", "--baseline", base, "--output-format", "github", ".").exit_code == 0


def test_nothing_comes_in(base, tmp_path):
    (tmp_path / "a.py").write_text(MENDED)
    (tmp_path / "b.py").write_text(LEFT + "w = fluid.layers.no_such_2(y)\n")
    (tmp_path / "c.py").write_text(LEFT)
    result = run("--check", "--baseline", base, "--shrink", ".")
    assert result.exit_code == 1
    assert result.stderr.count("new: ") == 3
    assert counted(base)[0] == {"a.py": [], "b.py": ["rewritten", "person"]}


def test_a_file_that_is_gone_leaves_and_one_that_was_not_looked_at_stays(base, tmp_path):
    (tmp_path / "a.py").unlink()
    (tmp_path / "c.py").write_text(MENDED)
    run("--check", "--baseline", base, "--shrink", "c.py")  # none of its own: whether they are there is not known
    assert set(counted(base)[0]) == {"a.py", "b.py"}
    run("--check", "--baseline", base, "--shrink", "b.py")
    assert set(counted(base)[0]) == {"b.py"}


def test_where_nothing_is_gone_nothing_is_written(base):
    before = base.stat().st_mtime_ns
    result = run("--check", "--baseline", base, "--shrink", ".")
    assert (result.exit_code, "no longer" in result.stderr, base.stat().st_mtime_ns) == (0, False, before)


def test_nothing_is_taken_out_while_a_file_cannot_be_read(base, tmp_path):
    """It may hold what seems gone, and other files may hang on it."""
    before = base.read_text()
    (tmp_path / "a.py").write_text(LEFT + "def f(:\n")
    (tmp_path / "b.py").write_text(MENDED)
    result = run("--check", "--baseline", base, "--shrink", ".")
    assert (result.exit_code, "nothing is taken out of the baseline" in result.stderr) == (2, True)
    assert base.read_text() == before
    (tmp_path / "a.py").write_text(LEFT)
    assert run("--check", "--baseline", base, ".").exit_code == 0


def test_one_of_another_folder_is_said_to_be(base, tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.py").write_text(LEFT)
    assert "another folder" in run("--check", "--baseline", base, "sub").stderr
    assert "another folder" not in run("--check", "--baseline", base, ".").stderr
    monkeypatch.chdir(tmp_path / "sub")
    assert f"none of these files is in {base}" in run("--check", "--baseline", base, "..").stderr


def test_what_is_new_is_counted(base, tmp_path):
    assert run("--check", "--baseline", base, ".").stderr == f"nothing new since {base}\n"
    (tmp_path / "b.py").write_text(LEFT + "w = fluid.layers.no_such_2(y)\nv = fluid.layers.relu(w)\n")
    lines = run("--check", "--baseline", base, ".").stderr.splitlines()
    assert [line[:4] for line in lines[:2]] == ["new:", "new:"]
    assert lines[2:] == [f"2 new since {base}"]


@pytest.mark.parametrize(("form", "one"), [("github", "::warning"), ("sarif", '"ruleId":')])
def test_programs_are_told_what_is_new(base, tmp_path, form, one):
    words = ("--check", "--baseline", base, "--output-format", form, ".")
    assert one not in run(*words).stdout.replace(" ", "")
    (tmp_path / "b.py").write_text(LEFT + "w = fluid.layers.no_such_2(y)\n")
    found = run(*words).stdout
    assert found.replace(" ", "").count(one) == 1
    assert "no_such_2" in found


@pytest.mark.parametrize(
    "words", [["--check", "--shrink"], ["--watch"], ["--check", "--watch", "--output-format", "json"]]
)
def test_what_goes_together(tmp_path, words):
    assert run(*words, tmp_path).exit_code == 2
