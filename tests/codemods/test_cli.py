"""The command line: diff by default, writing on request, exit codes."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest
from click.testing import CliRunner
from paddle_migrate.chinese.wanted import choose
from paddle_migrate.cli import main

BEFORE = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
AFTER = "import paddle.nn.functional as F\ny = F.relu(x)\n"
LEFT = "import paddle.fluid as fluid\ny = fluid.layers.no_such(x)\n"
MODERN = "import paddle\ny = paddle.ones([1])\n"


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.py"
    path.write_text(BEFORE)
    return path


def run(*arguments, **options):
    return CliRunner().invoke(main, [str(a) for a in arguments], **options)


def test_a_diff_by_default(old):
    result = run(old)
    assert result.exit_code == 0
    assert "-import paddle.fluid as fluid\n-y = fluid.layers.relu(x)\n+import" in result.stdout
    assert "1 file(s): 1 would change, 1 uses rewritten, 0 note(s)\n" in result.stderr
    assert old.read_text() == BEFORE


def test_the_diff_is_one_that_patch_takes(old, tmp_path):
    old.write_text(BEFORE.rstrip("\n"))
    diff = CliRunner().invoke(main, [old.name], env={}) if os.chdir(tmp_path) is None else None
    assert diff is not None
    done = subprocess.run(["git", "apply", "--unsafe-paths", "-p1", "-"], input=diff.stdout, text=True, cwd=tmp_path)
    assert done.returncode == 0
    assert old.read_text() == AFTER.rstrip("\n")


def test_write(old):
    old.chmod(0o640)
    assert run("--write", old).exit_code == 0
    assert old.read_text() == AFTER
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert [p.name for p in old.parent.iterdir()] == ["old.py"]


def test_write_through_a_symbolic_link(old, tmp_path):
    link = tmp_path / "link.py"
    link.symlink_to(old)
    assert run("-w", link).exit_code == 0
    assert link.is_symlink()
    assert old.read_text() == AFTER


def test_output_file(old, tmp_path):
    assert run("-o", tmp_path / "sub" / "new.py", old).exit_code == 0
    assert (tmp_path / "sub" / "new.py").read_text() == AFTER
    assert old.read_text() == BEFORE


def test_output_directory(tmp_path):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.py").write_text(BEFORE)
    (tmp_path / "in" / "deep" / "b.py").write_text(MODERN)
    assert run("-o", tmp_path / "out", tmp_path / "in").exit_code == 0
    assert (tmp_path / "out" / "a.py").read_text() == AFTER
    assert (tmp_path / "out" / "deep" / "b.py").read_text() == MODERN


def test_several_files_need_a_directory(old, tmp_path):
    other = tmp_path / "other.py"
    other.write_text(MODERN)
    assert run("-o", other, old, other).exit_code == 2
    assert other.read_text() == MODERN


@pytest.mark.parametrize(("text", "status"), [(BEFORE, 1), (LEFT, 1), (MODERN, 0), ("x = 1\n", 0)])
def test_check(tmp_path, text, status):
    path = tmp_path / "f.py"
    path.write_text(text)
    result = run("--check", path)
    assert result.exit_code == status
    assert result.stdout == ""
    assert path.read_text() == text


def test_stdin():
    result = run("-", input=BEFORE)
    assert (result.exit_code, result.stdout) == (0, AFTER)
    result = run("-", input=MODERN)
    assert (result.exit_code, result.stdout) == (0, MODERN)


def test_findings_name_file_line_and_name(tmp_path):
    path = tmp_path / "f.py"
    path.write_text(LEFT)
    result = run(path)
    assert f"{path}:2: person PM301: fluid.layers.no_such: " in result.stderr


def test_verbose_lists_what_was_rewritten(old):
    assert "rewritten" not in run(old).stderr.replace("uses rewritten", "")
    assert f"{old}:2: rewritten PM101: fluid.layers.relu: → F.relu" in run("-v", old).stderr


def test_why_names_the_rule_of_each_changed_line(old):
    result = run("--why", old)
    assert f"{old}:2: + y = F.relu(x)\n    rule of fluid.layers.relu (paddle_compat/fluid/layers/" in result.stderr
    assert "rule of" not in run(old).stderr
    assert "rule of fluid.layers.relu" in run("--why", "-", input=BEFORE).stderr
    assert result.stdout == run(old).stdout


def test_why_of_what_came_through_another_module(tmp_path):
    (tmp_path / "both.py").write_text("import paddle.fluid as fluid\n")
    (tmp_path / "user.py").write_text("from both import fluid\ny = fluid.layers.relu(x)\n")
    lines = run("--why", tmp_path).stderr.splitlines()
    at = lines.index(f"{tmp_path / 'user.py'}:2: + y = F.relu(x)")
    assert lines[at + 1].startswith("    rule of fluid.layers.relu (")


@pytest.mark.parametrize("text", [MODERN, LEFT, "x = 1\n"])
def test_why_says_nothing_where_nothing_changes(tmp_path, text):
    path = tmp_path / "new.py"
    path.write_text(text)
    assert run("--why", path).stderr == run(path).stderr


def test_what_to_do_next(old, tmp_path):
    assert "to rewrite: the same with --write" in run("--check", old).stderr
    assert "--write" not in run("-w", old).stderr
    left = tmp_path / "left.py"
    left.write_text(LEFT)
    (tmp_path / "py2.py").write_text("import paddle.fluid\nprint 1\n")
    assert "what to do: paddle-migrate explain PM301 (also PM902)" in run(left, tmp_path / "py2.py").stderr
    assert "explain" not in run(old).stderr


@pytest.mark.parametrize(
    ("text", "options", "is_said"),
    [
        ("import paddle\n", [], True),
        ("hello there: no Python\n", [], True),
        ("import paddle.fluid as fluid\nfluid.layers.fc\n", [], False),
        ("import paddle.fluid as fluid\nfluid.embedding.what\n", ["--select", "PM906"], False),
    ],
)
def test_nothing_old_in_what_was_given(tmp_path, text, options, is_said):
    path = tmp_path / "given.py"
    path.write_text(text)
    assert ("no use of PaddlePaddle 1.x in what was given" in run(str(path), *options).stderr) is is_said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--report", "a.json", "--report", "b.html"], "--report is given more than once: a.json, b.html"),
        (["--report=a.json", "--report", "a.json"], "--report is given more than once: a.json, a.json"),
        (["-o", "a.py", "--output", "b.py"], "--output is given more than once: a.py, b.py"),
        (["--since", "a", "--check", "--since=b"], "--since is given more than once: a, b"),
        (["--check", "--baseline", "a.json", "--baseline", "b.json"], "--baseline is given more than once"),
        (["--select", "XX"], "--select XX: no code begins so; paddle-migrate explain lists them\n"),
        (["--select", "PM3", "--select", "pm301"], "explain lists them; did you mean PM301 or"),
        (["--ignore", "PM3011"], "--ignore PM3011: no code begins so; paddle-migrate explain lists them; did you mean"),
        (["--ignore", "PM2", "--select", "PM"], ""), (["--report", "a.json"], ""), (["-o", "a.py"], ""),
        (["--color", "always", "--color", "never"], ""), (["--exclude", "a", "--exclude", "b"], ""),
    ],
)  # fmt: skip
def test_what_is_given_twice_or_is_no_code(old, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    result = run(old, *words)
    assert result.exit_code == (2 if said else 0), result.output
    assert said in result.stderr
    assert old.read_text() == BEFORE
    assert not said or sorted(each.name for each in tmp_path.iterdir()) == [old.name]


def test_a_missing_file_does_not_stop_the_others(old, tmp_path):
    result = run("-w", tmp_path / "none.py", old)
    assert result.exit_code == 2
    assert "none.py: error PM901: cannot be read: No such file" in result.stderr
    assert old.read_text() == AFTER


@pytest.mark.parametrize(
    "arguments",
    [
        ["--write", "--check", "x.py"],
        ["--target", "4", "x.py"],
        ["--launcher", "x", "y.py"],
        ["--quiet", "--verbose", "x.py"],
        ["--copy", "x.py"],
        ["--interactive", "x.py"],
        ["--baseline", "b.json", "x.py"],
        ["--stdin-filename", "x.ipynb", "x.py"],
        ["--output-format", "json", "-"],
    ],
)
def test_wrong_usage(arguments):
    assert run(*arguments).exit_code == 2


def test_a_directory(tmp_path):
    (tmp_path / ".venv" / "site-packages").mkdir(parents=True)
    (tmp_path / ".venv" / "site-packages" / "x.py").write_text(BEFORE)
    (tmp_path / "a.py").write_text(BEFORE)
    (tmp_path / "notes.txt").write_text(BEFORE)
    assert run("-w", tmp_path).exit_code == 0
    assert (tmp_path / "a.py").read_text() == AFTER
    assert (tmp_path / "notes.txt").read_text() == BEFORE
    assert (tmp_path / ".venv" / "site-packages" / "x.py").read_text() == BEFORE


def test_a_bug_in_the_tool_ends_neither_the_run_nor_the_file(old, tmp_path, monkeypatch):
    other = tmp_path / "zz.py"
    other.write_text(BEFORE)

    def broken(text, path, options):
        raise KeyError("x")

    breaks_old = lambda name: broken if name.endswith("old.py") else None  # noqa: E731
    monkeypatch.setattr("paddle_migrate.batch.migrating.migrator", breaks_old)
    result = run("-w", old, other)
    assert result.exit_code == 2
    assert "please report it" in result.stderr
    assert (old.read_text(), other.read_text()) == (BEFORE, AFTER)


def test_a_file_that_cannot_be_written_is_kept(old, monkeypatch):
    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    result = run("-w", old)
    assert result.exit_code == 2
    assert "No space left" in result.stderr
    assert old.read_text() == BEFORE
    assert [p.name for p in old.parent.iterdir()] == ["old.py"]


def test_target_3_needs_no_order_of_imports():
    source = "import paddle.fluid as fluid\nimport gzip\ny = fluid.layers.relu(x)\n"
    assert run("-", input=source).stdout == "import gzip\nimport paddle.nn.functional as F\ny = F.relu(x)\n"
    assert (
        run("--target", "3", "-", input=source).stdout
        == "import paddle.nn.functional as F\nimport gzip\ny = F.relu(x)\n"
    )


def test_module():
    done = subprocess.run(
        [sys.executable, "-m", "paddle_migrate", "--version"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
    )
    assert done.returncode == 0
    assert done.stdout.startswith("paddle-migrate")


def test_select_and_ignore(tmp_path):
    path = tmp_path / "f.py"
    path.write_text(LEFT)
    assert "PM301" in run(path).stderr
    assert "PM301" not in run("--ignore", "PM3", path).stderr
    assert "PM301" not in run("--select", "PM2", path).stderr
    assert run("--check", "--ignore", "PM301", path).exit_code == 0


def test_options_from_pyproject(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text('[tool.paddle-migrate]\nignore = ["PM301"]\ntarget = "3"\n')
    (tmp_path / "f.py").write_text(LEFT)
    monkeypatch.chdir(tmp_path)
    assert "PM301" not in run("f.py").stderr
    (tmp_path / "pyproject.toml").write_text("[tool.paddle-migrate]\nlaunchr = 1\n")
    result = run("f.py")
    assert result.exit_code == 2
    assert "no option 'launchr'" in result.output


def test_explain():
    assert "ranks" in run("explain", "PM203").stdout
    mean = run("explain", "fluid.layers.mean").stdout
    assert "paddle.fluid.layers.mean(x, name=None)" in mean
    assert "today: paddle.mean(" in mean
    assert run("explain", "fluid.no_such").exit_code == 2


def test_skip(tmp_path):
    path = tmp_path / "f.py"
    path.write_text(
        "import paddle.fluid as fluid\ny = fluid.layers.relu(x)  # paddle-migrate: skip\nz = fluid.layers.relu(x)\n"
    )
    assert run("-w", path).exit_code == 0
    assert path.read_text() == (
        "import paddle.nn.functional as F\nimport paddle.fluid as fluid\n"
        "y = fluid.layers.relu(x)  # paddle-migrate: skip\nz = F.relu(x)\n"
    )
    text = "# paddle-migrate: skip-file\n" + BEFORE
    path.write_text(text)
    assert run("-w", path).exit_code == 0
    assert path.read_text() == text


def test_annotate_once(tmp_path):
    path = tmp_path / "f.py"
    path.write_text("import paddle.fluid as fluid\nif x:\n    y = (1,\n         fluid.layers.no_such(x))\n")
    for _ in range(2):
        assert run("-w", "--annotate", path).exit_code == 0
        lines = path.read_text().splitlines()
        assert lines[2].startswith("    # TODO(paddle-migrate): fluid.layers.no_such: ")
        assert lines[3] == "    y = (1,"
        assert len(lines) == 5


@pytest.mark.parametrize(
    ("where", "given"), [("pkg", "."), ("", "pkg"), ("", "."), ("pkg/deep", ".."), ("other", "../pkg")]
)
def test_gitignore_of_the_repository_above(tmp_path, monkeypatch, where, given):
    for name in ("pkg/a.py", "pkg/gen/b.py", "pkg/deep/c.py", "gen/d.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(BEFORE)
    (tmp_path / "other").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("/pkg/gen/\n")
    monkeypatch.chdir(tmp_path / where)
    result = run("-o", tmp_path / "out", given)
    assert result.exit_code == 0, result.stderr
    done = {p.name for p in (tmp_path / "out").rglob("*.py")}
    assert done == ({"a.py", "c.py"} if given != "." or where else {"a.py", "c.py", "d.py"})


def test_gitignore_include_and_exclude(tmp_path):
    for name in ("a.py", "b.py", "sub/c.py", "sub/d.py", "build/e.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BEFORE)
    (tmp_path / ".gitignore").write_text("build/\n")
    (tmp_path / "sub" / ".gitignore").write_text("d.py\n")
    assert run("-w", "--exclude", "b.py", tmp_path).exit_code == 0
    done = sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.py") if p.read_text() == AFTER)
    assert done == ["a.py", "sub/c.py"]
    assert run("-w", "--include", "b.*", tmp_path).exit_code == 0
    assert (tmp_path / "b.py").read_text() == AFTER
    assert (tmp_path / "build" / "e.py").read_text() == BEFORE


def test_many_files_on_two_processes(tmp_path):
    for i in range(40):
        (tmp_path / f"f{i}.py").write_text(BEFORE if i % 2 else LEFT)
    result = run("-w", "-j", "2", tmp_path)
    assert result.exit_code == 0
    assert "40 file(s): 20 changed" in result.stderr
    lines = [line for line in result.stderr.splitlines() if "PM301: " in line]
    assert lines == sorted(lines)
    assert len(lines) == 20
    assert (tmp_path / "f1.py").read_text() == AFTER


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_cache_says_the_same(tmp_path, monkeypatch, jobs):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "in").mkdir()
    for i in range(20):
        (tmp_path / "in" / f"f{i}.py").write_text(BEFORE if i % 2 else LEFT)
    first = run("--check", "-j", jobs, tmp_path / "in")
    monkeypatch.setattr("paddle_migrate.batch.migrating.migrator", None)  # a second look would fail
    second = run("--check", "-j", jobs, tmp_path / "in")
    assert (first.exit_code, first.stderr) == (second.exit_code, second.stderr)
    assert first.exit_code == 1


def test_what_is_kept_of_a_file_hangs_on_its_program(tmp_path, monkeypatch):
    """Another file makes a layer that is counted with this one's, and reads names, now."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    inside = tmp_path / "in"
    inside.mkdir()
    head = "import paddle.fluid as fluid\n"
    (inside / "net.py").write_text(f"{head}def net(x):\n    return fluid.layers.fc(x, 2)\n")
    more = "fluid.layers.fc(x, 3, 2)\nprint([v.name for v in fluid.default_main_program().list_vars()])\n"
    for other, counted in (("", False), (more, True)):
        data = "x = fluid.data('x', [None, 3, 4])\n"
        (inside / "main.py").write_text(f"{head}from net import net\n{data}net(x)\n{other}")
        report = tmp_path / "report.json"
        run("--check", "--why", "--report", report, inside)
        assert ("name=counted" in report.read_text()) == counted


def test_alone_it_says_what_it_can_do():
    result = run()
    assert result.exit_code == 0
    for word in ("verify", "explain", "checkpoint"):
        assert f"  {word}  " in result.stdout


def test_quiet(old, tmp_path):
    left = tmp_path / "left.py"
    left.write_text(LEFT)
    result = run("-q", old, left)
    assert result.stderr.splitlines() == [line for line in run(left).stderr.splitlines() if " person " in line]
    assert "+y = F.relu(x)" in result.stdout


def test_statistics(old, tmp_path):
    left = tmp_path / "left.py"
    left.write_text(LEFT * 2)
    said = run("--statistics", old, left).stderr
    assert "\n     2  PM301  person     " in said
    assert "PM301  person" not in run(old, left).stderr


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_findings_in_place_of_the_diff(tmp_path, form, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "left.py").write_text(LEFT)
    result = run("--output-format", form, "left.py")
    assert "PM301" not in result.stderr.replace("explain PM301", "")
    if form == "github":
        assert result.stdout.startswith("::warning file=left.py,line=2,title=PM301 ")
    else:
        found = json.loads(result.stdout)
        assert "PM301" in json.dumps(found)
        assert found == _without_run(tmp_path, form)


def _without_run(folder, form):
    run("--report", folder / f"report.{form}", "left.py")
    return json.loads((folder / f"report.{form}").read_text())


def test_a_notebook_on_standard_input():
    cells = [{"cell_type": "code", "source": BEFORE, "metadata": {}, "outputs": [], "execution_count": None}]
    book = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    result = run("--stdin-filename", "book.ipynb", "-", input=book)
    assert json.loads(result.stdout)["cells"][0]["source"] == AFTER
    assert run("--stdin-filename", "old.py", "-", input=BEFORE).stdout == AFTER
    assert run("--stdin-filename", "old.py", "-", input=LEFT).stderr.startswith("old.py:2: person PM301")


def test_the_other_files_go_along(tmp_path):
    inside = tmp_path / "in"
    (inside / "deep").mkdir(parents=True)
    (inside / "old.py").write_text(BEFORE)
    (inside / "deep" / "a.png").write_bytes(b"\x89PNG\0")
    (inside / "deep" / "b.log").write_text("x")
    (inside / ".gitignore").write_text("*.log\n")
    result = run("-o", tmp_path / "out", "--copy", inside)
    assert result.exit_code == 0
    assert (tmp_path / "out" / "old.py").read_text() == AFTER
    assert (tmp_path / "out" / "deep" / "a.png").read_bytes() == b"\x89PNG\0"
    assert not (tmp_path / "out" / "deep" / "b.log").exists()
    assert "2 copied" in result.stderr
    run("-o", tmp_path / "bare", inside)
    assert not (tmp_path / "bare" / "deep").exists()


@pytest.mark.parametrize(
    ("answers", "changed"), [("yes\nno\nyes\n", "ac"), ("no\nall\n", "bc"), ("quit\n", ""), ("yes\nquit\n", "a")]
)
def test_file_by_file(tmp_path, answers, changed):
    for name in "abc":
        (tmp_path / f"{name}.py").write_text(BEFORE)
    result = run("-w", "--interactive", tmp_path, input=answers)
    assert result.exit_code == 0
    assert [p.stem for p in sorted(tmp_path.glob("*.py")) if p.read_text() == AFTER] == list(changed)
    assert f": {len(changed)} changed," in result.stderr


def test_only_what_is_new_counts(old, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "left.py").write_text(LEFT)
    base = tmp_path / "base.json"
    run("--report", base, ".")
    assert run("--check", "--baseline", base, ".").exit_code == 0
    (tmp_path / "left.py").write_text("# moved\n" + LEFT + "z = fluid.layers.no_such(y)\n")
    result = run("--check", "--baseline", base, ".")
    assert result.exit_code == 1
    assert result.stderr.count("new: ") == 1
    assert "new: left.py:4: person PM301" in result.stderr


@pytest.mark.parametrize("text", ["", "[]", '{"files": [1]}', "not JSON"])
def test_a_baseline_that_is_none(old, tmp_path, text):
    base = tmp_path / "base.json"
    base.write_text(text)
    result = run("--check", "--baseline", base, old)
    assert result.exit_code == 2
    assert "not a report" in result.stderr


@pytest.fixture
def _as_the_environment():
    yield
    choose(None)  # --lang holds for the whole process


@pytest.mark.usefixtures("_as_the_environment")
def test_the_language_may_stand_before_a_command():
    assert run("--lang", "zh", "explain", "PM201").stdout == run("explain", "--lang", "zh", "PM201").stdout
    assert run("--lang=en", "explain", "PM201").stdout == run("explain", "--lang", "en", "PM201").stdout


def test_what_is_nearly_a_command_and_no_file_is_not_migrated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("verfy", "train.py")
    assert result.exit_code == 2
    assert "there is no file 'verfy'; did you mean paddle-migrate verify?" in result.stderr
    (tmp_path / "models").mkdir()
    assert run("models").exit_code == 0


@pytest.mark.usefixtures("_as_the_environment")
def test_the_summary_is_chinese_with_errors_too(tmp_path):
    (tmp_path / "a.py").write_text("print 1\nimport paddle.fluid\n")
    line = run("--lang", "zh", tmp_path).stderr.splitlines()[-2:]
    assert any(each.endswith("0 条注意，1 个错误") for each in line), line
