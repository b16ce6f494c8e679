"""`--since REV`: only files that changed since the branch left a revision."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from click.testing import CliRunner
from paddle_migrate.batch.git import changed_since
from paddle_migrate.cli import main

OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=folder, check=True,
                   capture_output=True)


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")


@pytest.fixture
def branch(tmp_path):
    """Left `trunk` after one commit, and has one of its own; so has `trunk`."""
    (tmp_path / "sub").mkdir()
    for name in ("kept.py", "changed.py", "of_trunk.py", "sub/参数.py"):
        (tmp_path / name).write_text(OLD)
    git(tmp_path, "init", "-q", "-b", "trunk")
    commit(tmp_path)
    git(tmp_path, "checkout", "-q", "-b", "mine")
    (tmp_path / "changed.py").write_text(OLD + "# mine\n")
    commit(tmp_path)
    git(tmp_path, "checkout", "-q", "trunk")
    (tmp_path / "of_trunk.py").write_text(OLD + "# theirs\n")
    commit(tmp_path)
    git(tmp_path, "checkout", "-q", "mine")
    return tmp_path


def names(folder, revision="trunk"):
    return {path.name for path in changed_since(revision, folder.rglob("*.py"))}


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def test_what_the_branch_changed_and_what_is_not_committed(branch):
    assert names(branch) == {"changed.py"}
    (branch / "sub" / "参数.py").write_text(OLD + "# not committed\n")
    (branch / "new.py").write_text(OLD)
    (branch / "staged.py").write_text(OLD)
    git(branch, "add", "staged.py")
    assert names(branch) == {"changed.py", "参数.py", "new.py", "staged.py"}
    assert names(branch, "HEAD") == {"参数.py", "new.py", "staged.py"}


def test_only_these_are_looked_at(branch):
    result = run("--check", "--no-cache", "--since", "trunk", branch)
    assert result.exit_code == 1
    assert "1 file(s)" in result.stderr
    assert run("-w", "--since", "trunk", branch).exit_code == 0
    assert [p.name for p in sorted(branch.rglob("*.py")) if "fluid" not in p.read_text()] == ["changed.py"]
    assert run("--check", "--since", "mine", branch / "kept.py").exit_code == 0


def test_names_still_come_from_files_that_did_not_change(branch):
    (branch / "ours.py").write_text("from paddle.fluid import layers as L\n")
    commit(branch)
    (branch / "changed.py").write_text("import paddle\nfrom ours import L\ny = L.relu(x)\n")
    assert "F.relu(x)" in run("--since", "HEAD", branch).stdout


@pytest.mark.parametrize("revision", ["nowhere", "--all", "-x", "trunk:kept.py", "", "HEAD^9"])
def test_an_unknown_revision(branch, revision):
    result = run("--check", f"--since={revision}", branch)
    assert result.exit_code == 2
    assert "has no revision" in result.stderr


def test_where_there_is_no_checkout(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "a.py").write_text(OLD)
    result = run("--check", "--since", "HEAD", tmp_path)
    assert result.exit_code == 2
    assert "is in no git checkout" in result.stderr


def test_before_the_first_commit_and_without_common_history(branch, tmp_path_factory):
    git(branch, "checkout", "-q", "--orphan", "other")
    commit(branch)
    result = run("--check", "--since", "trunk", branch)
    assert (result.exit_code, "no common history" in result.stderr) == (2, True)
    bare = tmp_path_factory.mktemp("bare")
    (bare / "a.py").write_text(OLD)
    git(bare, "init", "-q")
    assert run("--check", "--since", "HEAD", bare).exit_code == 2


def test_what_git_ignores_is_not_new(branch):
    (branch / ".gitignore").write_text("made.py\n")
    (branch / "made.py").write_text(OLD)
    assert names(branch) == {"changed.py"}


def test_nothing_of_the_repository_is_run(branch):
    for key in ("core.fsmonitor", "filter.x.clean", "filter.x.process", "diff.external", "diff.x.textconv"):
        git(branch, "config", key, f"touch {branch}/ran; cat")
    (branch / ".gitattributes").write_text("*.py filter=x diff=x\n")
    (branch / "kept.py").write_text(OLD + "# mine\n")
    assert names(branch) == {"changed.py", "kept.py"}
    assert not (branch / "ran").exists()
