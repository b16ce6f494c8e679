"""Files are rewritten in place only where git could give back what they were."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner
from paddle_migrate.batch.git import uncommitted
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


def test_what_git_ignores(repository):
    """No commit can hold it, so nobody could commit it first."""
    (repository / ".gitignore").write_text("made.py\n")
    commit(repository)
    (repository / "made.py").write_text(OLD)
    assert uncommitted([repository / "made.py"]) == []


def test_before_the_first_commit(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text(OLD)
    git(tmp_path, "add", "-A")
    assert uncommitted([tmp_path / "a.py"]) == [tmp_path / "a.py"]


def test_line_ends_of_windows(repository):
    (repository / "a.py").write_bytes(OLD.replace("\n", "\r\n").encode())
    assert uncommitted([repository / "a.py"]) == []


def test_a_link_and_a_folder_below(repository, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "link.py"
    outside.symlink_to(repository / "sub" / "b.py")
    assert uncommitted([outside]) == []
    (repository / "sub" / "b.py").write_text(OLD + "# mine\n")
    assert uncommitted([outside]) == [outside]


def test_hashes_of_the_longer_kind(tmp_path):
    (tmp_path / "a.py").write_text(OLD)
    git(tmp_path, "init", "-q", "--object-format=sha256")
    commit(tmp_path)
    assert uncommitted([tmp_path / "a.py"]) == []
    (tmp_path / "a.py").write_text(OLD + "# mine\n")
    assert uncommitted([tmp_path / "a.py"]) == [tmp_path / "a.py"]


@pytest.mark.parametrize(
    ("key", "attributes"),
    [
        ("filter.x.clean", "*.py filter=x"),
        ("filter.x.process", "*.py filter=x"),
        ("filter.x.smudge", "*.py filter=x"),
        ("core.fsmonitor", ""),
        ("diff.x.textconv", "*.py diff=x"),
        ("diff.external", ""),
        ("remote.origin.uploadpack", ""),
    ],
)
def test_nothing_that_the_repository_names_is_run(repository, key, attributes):
    """Its settings came with it: a stranger's command is not run because a file is to be rewritten."""
    ran = repository.parent / "ran"
    (repository / ".gitattributes").write_text(attributes)
    commit(repository)
    git(repository, "config", key, f"touch {ran}; cat")
    git(repository, "config", "remote.origin.url", str(repository))
    git(repository, "config", "remote.origin.promisor", "true")
    (repository / "a.py").write_text(OLD + "# mine, of another length\n")
    assert run("-w", repository).exit_code == 2
    assert run("-w", "--allow-dirty", repository).exit_code == 0
    assert not ran.exists()


def test_what_a_part_of_a_clone_lacks_is_not_fetched(repository):
    ran = repository.parent / "ran"
    tree = subprocess.run(["git", "rev-parse", "HEAD^{tree}"], cwd=repository, capture_output=True, text=True,
                          check=True).stdout.strip()
    (repository / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    for key, value in (("remote.origin.url", str(repository)), ("remote.origin.promisor", "true"),
                       ("remote.origin.uploadpack", f"touch {ran}; git-upload-pack"),
                       ("extensions.partialClone", "origin"), ("core.repositoryFormatVersion", "1")):
        subprocess.run(["git", "config", key, value], cwd=repository, check=True)
    assert run("-w", repository).exit_code == 2
    assert not ran.exists()


SHARING = "import paddle.fluid as fluid\ny = fluid.layers.pad2d(x, p, 'reflect')\nz = fluid.layers.pool2d(x, 2, t)\n"


def test_a_module_of_helpers_is_lost_to_nobody(repository):
    """It is not there yet, so nothing of it need be committed."""
    for name in ("a.py", "with space.py"):
        (repository / name).write_text(SHARING)
    commit(repository)
    result = run("--write", repository)
    assert result.exit_code == 0, result.stderr
    made = [path.name for path in repository.glob("*_helpers.py")]
    assert len(made) == 1
    assert f"helpers that several files share: {made[0]}" in re.sub(r"\S*/", "", result.stderr)
    assert "4 file(s): 4 changed" in result.stderr, "it was not given"
