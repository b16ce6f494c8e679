"""Files are rewritten in place only where git could give back what they were."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from click.testing import CliRunner
from paddle_migrate.batch.uncommitted import uncommitted
from paddle_migrate.cli import main

OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


@pytest.fixture
def repository(tmp_path):
    for name in ("a.py", "参数.py", "with space.py"):
        (tmp_path / name).write_text(OLD)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.py").write_text(OLD)
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=folder, check=True,
                   capture_output=True)


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def test_all_is_committed(repository):
    assert uncommitted(repository.rglob("*.py")) == []
    assert run("-w", repository).exit_code == 0
    assert "fluid" not in (repository / "sub" / "b.py").read_text()


@pytest.mark.parametrize("name", ["a.py", "参数.py", "with space.py", "sub/b.py"])
def test_a_change_is_not_overwritten(repository, name):
    text = OLD + "# mine\n"
    (repository / name).write_text(text)
    result = run("-w", repository)
    assert result.exit_code == 2
    assert name in result.stderr
    assert "--allow-dirty" in result.stderr
    assert (repository / name).read_text() == text
    assert (repository / "a.py").read_text().startswith(OLD)
    assert run("-w", "--allow-dirty", repository).exit_code == 0
    assert (repository / name).read_text().endswith("F.relu(x)\n# mine\n")


def test_staged_untracked_and_renamed(repository):
    (repository / "new.py").write_text(OLD)
    (repository / "a.py").write_text(OLD + "# staged\n")
    git(repository, "add", "a.py")
    git(repository, "mv", "with space.py", "moved.py")
    found = uncommitted(sorted(repository.rglob("*.py")))
    assert [path.name for path in found] == ["a.py", "moved.py", "new.py"]


@pytest.mark.parametrize("clean", ["notes.txt", "modern.py"])
def test_a_change_in_a_file_that_stays(repository, clean):
    (repository / clean).write_text("x = 1\n")
    assert run("-w", repository).exit_code == 0


def test_where_there_is_no_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "a.py").write_text(OLD)
    assert uncommitted([tmp_path / "a.py"]) == []
    assert run("-w", tmp_path).exit_code == 0
