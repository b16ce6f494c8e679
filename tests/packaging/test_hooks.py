"""What other tools read at the top of the repository: the pre-commit hooks and the GitHub Action."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap

import pytest
from curves import ROOT

HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")
OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
NEW = "import paddle.nn.functional as F\ny = F.relu(x)\n"


@pytest.fixture
def run(tmp_path):
    """Run a command in a folder with an old file and a new one; `paddle-migrate` and `python` are those of this run."""
    (tmp_path / "old.py").write_text(OLD)
    (tmp_path / "new one.py").write_text(NEW)
    path = tmp_path / "bin"
    path.mkdir()
    (path / "paddle-migrate").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m paddle_migrate "$@"\n')
    (path / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    for file in path.iterdir():
        file.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{path}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("codemods", "compat")),
    }

    def start(command, **more):
        return subprocess.run(
            command, cwd=tmp_path, env={**environment, **more}, capture_output=True, text=True, check=False
        )

    return start


def entries():
    """The commands as pre-commit runs them, before the names of the files."""
    found = re.findall(r"^  entry: (.*)\n  args: \[(.*?)\]", HOOKS, re.MULTILINE)
    return [[*shlex.split(entry), *args.split(", ")] for entry, args in found]


@pytest.mark.slow
def test_the_hook_that_looks(run, tmp_path):
    check, _ = entries()
    assert run([*check, "new one.py"]).returncode == 0
    assert run([*check, "new one.py", "old.py"]).returncode == 1
    assert (tmp_path / "old.py").read_text() == OLD


@pytest.mark.slow
def test_a_file_is_no_option(run, tmp_path):
    """`--trace` would run the repository's scripts; pre-commit hands names on as they are."""
    (tmp_path / "--trace").write_text("#!/usr/bin/env python\nx = 1\n")
    for entry in entries():
        done = run([*entry, "--trace", "new one.py"])
        assert (done.returncode, "2 file(s): 0" in done.stderr) == (0, True), done.stderr


@pytest.mark.slow
def test_the_hook_that_writes(run, tmp_path):
    _, write = entries()
    assert run([*write, "new one.py", "old.py"]).returncode == 0
    assert (tmp_path / "old.py").read_text() == NEW


def test_each_hook_runs_once_over_all_files():
    assert HOOKS.count("- id: ") == HOOKS.count("require_serial: true") == HOOKS.count("language: python") == 2


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="the action runs in bash")
@pytest.mark.parametrize(
    ("paths", "options", "report", "status"),
    [
        (".", "--check", "", 1),
        (".", "--check --exclude old.py", "", 0),
        ("old.py bin", "--check", "found.sarif", 1),
        ("$(touch hit)", "--check", "", 2),
    ],
)
def test_the_action(run, tmp_path, paths, options, report, status):
    script = textwrap.dedent(ACTION.split("run: |\n")[-1])
    done = run(["bash", "-e", "-c", script], PATHS=paths, OPTIONS=options, REPORT=report)
    assert done.returncode == status, done.stderr
    assert not report or (tmp_path / report).stat().st_size > 0
    assert not (tmp_path / "hit").exists()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="the action runs in bash")
def test_the_action_imports_nothing_and_lets_no_text_speak_to_the_runner(run, tmp_path):
    for name in ("click", "paddle_migrate", "secrets", "runpy", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w')\n")
    (tmp_path / "old.py").write_text(f'{OLD}"""\n::set-output name=a::b\n"""\n')
    script = textwrap.dedent(ACTION.split("run: |\n")[-1])
    done = run(["bash", "-e", "-c", script], PATHS="old.py", OPTIONS="", REPORT="", PYTHONPATH=".")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "imported").exists()
    first, *between, last = done.stdout.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert last == f"::{token}::"
    assert " ::set-output name=a::b" in between
    assert len(re.findall(r"python -I -", ACTION)) == ACTION.count("python -") == 3


def test_the_action_takes_no_input_into_its_scripts():
    """`${{ … }}` is put into a script as text: whoever names a branch could run commands."""
    scripts = re.findall(r"run: (?:\|\n((?:        .*\n)+)|(.*)\n)", ACTION)
    assert len(scripts) == 2
    assert not any("${{" in part for script in scripts for part in script)
