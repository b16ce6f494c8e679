"""What lies in a stranger's repository: modules that are not imported, links, pipes and circles."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main

ROOT = Path(__file__).resolve().parents[2]
OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
NEW = "import paddle.nn.functional as F\ny = F.relu(x)\n"
PATHS = [str(ROOT / part) for part in ("codemods", "compat")]
unix = pytest.mark.skipif(sys.platform == "win32", reason="names, links and pipes as Unix has them")


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


SHADOWS = ["click", "libcst", "tomllib", "pathspec", "paddle_compat", "multiprocessing", "concurrent", "pickle", "json"]


@pytest.fixture
def trap(tmp_path):
    """A repository with modules that say so when they are imported, and enough files for several processes."""
    folder = tmp_path / "repository"
    folder.mkdir()
    for name in SHADOWS:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'a').write({name!r} + ' ')\n")
    for n in range(20):
        (folder / f"f{n}.py").write_text(OLD)
    (folder / ".gitignore").write_text("nothing\n")
    return folder


def imported(trap):
    file = trap.parent / "imported"
    return file.read_text() if file.exists() else ""


def test_the_module_imports_nothing_from_the_current_folder(trap):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(PATHS)}
    command = [sys.executable, "-m", "paddle_migrate", "--check", "--no-cache", "-j", "1", "."]
    done = subprocess.run(command, cwd=trap, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, imported(trap)) == (1, ""), done.stderr
    assert "20 would change" in done.stderr


SCRIPT = """
import os, sys
sys.path += {paths}
os.cpu_count = lambda: 2
if __name__ == "__main__":
    import multiprocessing
    multiprocessing.set_start_method({method!r})
    from paddle_migrate.cli import main
    main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_processes_import_nothing_from_the_current_folder(trap, method):
    """As the console script, which lies elsewhere; Python starts its processes anew on macOS and Windows."""
    script = trap.parent / "paddle-migrate.py"
    script.write_text(SCRIPT.format(paths=PATHS, method=method))
    command = [sys.executable, str(script), "--write", "-j", "2", "."]
    done = subprocess.run(command, cwd=trap, capture_output=True, text=True, check=False)
    assert (done.returncode, imported(trap)) == (0, ""), done.stderr
    assert "20 changed" in done.stderr
    assert (trap / "f7.py").read_text() == NEW


# --- links, pipes, circles


@pytest.fixture
def tree(tmp_path):
    inside = tmp_path / "tree"
    inside.mkdir()
    (inside / "a.py").write_text(OLD)
    (tmp_path / "outside.py").write_text(OLD)
    return inside


@unix
@pytest.mark.parametrize("arguments", [["-w"], ["--check"], [], ["-o", "OUT"]])
def test_a_link_that_leads_out_is_left_alone(tree, tmp_path, arguments):
    (tree / "link.py").symlink_to(tmp_path / "outside.py")
    arguments = [tmp_path / "out" if a == "OUT" else a for a in arguments]
    result = run(*arguments, tree)
    assert result.exit_code == 2
    assert f"link.py: error PM904: a link to {tmp_path / 'outside.py'}, outside of what was given" in result.stderr
    assert (tmp_path / "outside.py").read_text() == OLD
    assert not (tmp_path / "out" / "link.py").exists()
    assert "1 error(s)" in result.stderr
    if arguments == ["-w"]:
        assert (tree / "a.py").read_text() == NEW


@unix
def test_links_that_are_meant(tree, tmp_path):
    """One that the user names, one whose file is given too, one that is left out."""
    link = tree / "link.py"
    link.symlink_to(tmp_path / "outside.py")
    assert run("-w", "--exclude", "link.py", tree).exit_code == 0
    (tree / "a.py").write_text(OLD)
    result = run("-w", tree, tmp_path / "outside.py")
    assert (result.exit_code, "2 changed" in result.stderr) == (0, True)
    assert [(tree / "a.py").read_text(), (tmp_path / "outside.py").read_text()] == [NEW, NEW]
    (tmp_path / "outside.py").write_text(OLD)
    assert run("-w", link).exit_code == 0
    assert (link.is_symlink(), (tmp_path / "outside.py").read_text()) == (True, NEW)


@unix
def test_a_file_with_two_names_is_rewritten_once(tree):
    (tree / "Link.py").symlink_to("a.py")  # sorted before it
    result = run("-w", tree, tree / "a.py", tree.parent / "tree" / ".." / "tree" / "a.py")
    assert result.exit_code == 0, result.stderr
    assert "1 file(s): 1 changed" in result.stderr
    assert ((tree / "a.py").read_text(), (tree / "Link.py").is_symlink()) == (NEW, True)


@unix
def test_another_name_outside_keeps_the_old_text(tree, tmp_path):
    os.link(tree / "a.py", tmp_path / "hard.py")
    assert run("-w", tree).exit_code == 0
    assert ((tree / "a.py").read_text(), (tmp_path / "hard.py").read_text()) == (NEW, OLD)


@unix
def test_links_to_folders_are_not_followed(tree, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "b.py").write_text(OLD)
    (tree / "other").symlink_to(tmp_path / "other")
    (tree / "up").symlink_to("..")
    (tree / "itself").symlink_to(".")
    result = run("-w", tree)
    assert (result.exit_code, "1 file(s): 1 changed" in result.stderr) == (0, True)
    assert (tmp_path / "other" / "b.py").read_text() == OLD


@unix
def test_circles_pipes_sockets_and_what_leads_nowhere(tree):
    (tree / "circle.py").symlink_to("circle.py")
    (tree / "nowhere.py").symlink_to("nothing")
    (tree / "zero.py").symlink_to("/dev/zero")
    os.mkfifo(tree / "pipe.py")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(tree)  # the path of a socket is short
        server.bind("socket.py")
        os.chdir(here)
        result = run("-w", tree)
        given = run("--check", *(tree / f"{name}.py" for name in ("pipe", "socket", "zero")), tree)
    assert result.exit_code == 2
    assert "circle.py: error PM904" in result.stderr or "circle.py: error PM901: cannot be read" in result.stderr
    assert "Traceback" not in result.stderr
    assert (tree / "a.py").read_text() == NEW
    assert given.exit_code == 2
    assert given.stderr.count("cannot be read") >= 3
    assert "a.py" not in given.stderr


def test_folders_that_lie_deep(tree, monkeypatch):
    """Deeper than Python's stack; taken away again, for pytest's own tidying up is a recursion."""
    monkeypatch.chdir(tree)
    depth = 1200
    for _ in range(depth):
        os.mkdir("d")
        os.chdir("d")
    Path("deep.py").write_text(OLD)
    try:
        result = run("--check", tree)
    finally:
        Path("deep.py").unlink()
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")
    assert (result.exit_code, "2 would change" in result.stderr) == (1, True)


# --- what cannot be read


def test_a_folder_that_cannot_be_looked_into(tree, monkeypatch):
    (tree / "closed").mkdir()
    real = os.scandir

    def closed(path):
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", closed)
    result = run("-w", tree)
    assert result.exit_code == 2
    assert "closed: error PM901: cannot be looked into: Permission denied" in result.stderr
    assert (tree / "a.py").read_text() == NEW


def test_a_gitignore_that_cannot_be_read(tree, monkeypatch):
    (tree / ".gitignore").write_text("a.py\n")
    real = os.open

    def closed(path, *how, **more):
        if Path(path).name == ".gitignore":
            raise PermissionError(13, "Permission denied")
        return real(path, *how, **more)

    monkeypatch.setattr("paddle_migrate.project.files.os.open", closed)
    result = run("--check", tree)
    assert result.exit_code == 2
    assert ".gitignore: error PM901: cannot be read: Permission denied; what it names is not left out" in result.stderr
    assert "1 would change" in result.stderr


@pytest.mark.parametrize(
    ("content", "changed"),
    [
        (b"!\n\\\n[z-a]\nb.py\n", ["a.py"]),
        (b"\xff\xfe\na.py\n", ["b.py"]),
        (b"a.py\\\nb.py\r\n", ["a.py"]),
        (b"", ["a.py", "b.py"]),
        (None, ["a.py", "b.py"]),
    ],
)
def test_wrong_lines_of_a_gitignore_are_passed_over(tree, content, changed):
    """As git does it. A folder of that name says nothing."""
    (tree / "b.py").write_text(OLD)
    if content is None:
        (tree / ".gitignore").mkdir()
    else:
        (tree / ".gitignore").write_bytes(content)
    assert run("-w", tree).exit_code == 0
    assert [p.name for p in sorted(tree.glob("*.py")) if p.read_text() == NEW] == changed


def test_a_wrong_pattern_of_the_command_line(tree):
    result = run("-w", "--exclude", "!", tree)
    assert (result.exit_code, (tree / "a.py").read_text()) == (2, OLD)
    assert "'!'" in result.stderr


def test_a_file_that_goes_away_meanwhile(tree, monkeypatch):
    (tree / "b.py").write_text(OLD)
    from paddle_migrate.batch.finding import Walk

    real = Walk.files

    def gone(self):
        found = real(self)
        (tree / "b.py").unlink()
        return found

    monkeypatch.setattr(Walk, "files", gone)
    result = run("-w", tree)
    assert result.exit_code == 2
    assert "b.py: error PM901: cannot be read: No such file" in result.stderr
    assert (tree / "a.py").read_text() == NEW
