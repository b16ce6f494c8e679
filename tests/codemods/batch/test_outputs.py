"""What is written: never two files in one place, never over an input, never half, and counted only when it is done."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.project import files

OLD = "import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n"
NEW = "import paddle.nn.functional as F\ny = F.relu(x)\n"
MODERN = "import paddle\ny = paddle.ones([1])\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


def put(**texts):
    for name, text in texts.items():
        path = Path(name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def found():
    return {p.as_posix(): p.read_text() for p in sorted(Path().rglob("*.py"))}


# --- --output


@pytest.mark.parametrize(
    "paths", [["a/train.py", "b/train.py"], ["a", "b"], ["a/train.py", "b"], ["a", "b/train.py", "c"]]
)
def test_two_files_do_not_go_to_one_place(paths):
    put(a__train=OLD, b__train=MODERN, c__other=OLD)
    before = found()
    result = run(*paths, "-o", "out")
    assert result.exit_code == 2
    assert f"{Path('a/train.py')} and {Path('b/train.py')} both become {Path('out/train.py')}" in result.stderr
    assert not Path("out").exists()
    assert found() == before


def test_folders_beside_one_another_and_files_of_other_names():
    put(a__train=OLD, b__train=MODERN, a__other=OLD)
    assert run(".", "-o", "out").exit_code == 0
    assert Path("out/a/train.py").read_text() == NEW
    assert Path("out/b/train.py").read_text() == MODERN
    assert run("a/other.py", "b/train.py", "-o", "more").exit_code == 0
    assert sorted(p.name for p in Path("more").iterdir()) == ["other.py", "train.py"]


@pytest.mark.parametrize("output", ["out", "deep/in/out", "./out/", "a/../out"])
def test_what_was_written_is_no_input_of_the_next_run(output):
    put(a__train=OLD, x=OLD)
    for _ in range(3):
        assert run(".", "-o", output).exit_code == 0
    names = sorted(found())
    assert len(names) == 4
    assert not any("out/" in name.partition("out/")[2] for name in names)


@pytest.mark.parametrize(
    ("paths", "output"),
    [(["x.py"], "x.py"), (["."], "."), (["a"], "a"), (["x.py"], "."), (["a/train.py"], "a"), (["x.py"], "link.py")],
)
def test_an_input_is_not_written_over(here, paths, output):
    put(a__train=OLD, x=OLD)
    if sys.platform != "win32":
        Path("link.py").symlink_to("x.py")
    before = found()
    result = run(*paths, "-o", output)
    assert result.exit_code == 2
    assert "--write" in result.stderr
    assert found() == before


def test_a_file_is_no_folder():
    put(a__train=OLD, b=OLD, file=MODERN)
    for paths in (["a"], ["a", "b.py"], ["b.py", "a/train.py"]):
        result = run(*paths, "-o", "file.py")
        assert (result.exit_code, "is a file, but" in result.stderr) == (2, True)
        result = run(*paths, "-o", "file.py/in")
        assert (result.exit_code, "cannot be made: Not a directory" in result.stderr) == (2, True)
    assert Path("file.py").read_text() == MODERN


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_links_below_the_output_do_not_lead_elsewhere(here):
    put(in__train=OLD, in__sub__deep=OLD, mine=MODERN, elsewhere__deep=MODERN)
    Path("out").mkdir()
    Path("out/train.py").symlink_to(here / "mine.py")
    Path("out/sub").symlink_to(here / "elsewhere")
    result = run("in", "-o", "out")
    assert result.exit_code == 2
    assert "a link that leads out of out" in result.stderr
    assert Path("mine.py").read_text() == Path("elsewhere/deep.py").read_text() == MODERN
    assert (Path("out/train.py").is_symlink(), Path("out/train.py").read_text()) == (False, NEW)
    assert "2 file(s): 1 changed" in result.stderr


def test_an_output_that_is_a_link_itself_is_followed():
    put(**{"in__train": OLD})
    Path("real").mkdir()
    Path("out").symlink_to("real")
    assert run("in", "-o", "out").exit_code == 0
    assert Path("real/train.py").read_text() == NEW


# --- counted when it is done


@pytest.fixture
def full(monkeypatch):
    """No room for the file b.py, and whatever is asked to be too large."""

    def fill(name):
        real = os.replace

        def replace(source, target):
            if Path(target).name == name:
                raise OSError(errno.ENOSPC, "No space left on device")
            real(source, target)

        monkeypatch.setattr(os, "replace", replace)

    return fill


@pytest.mark.parametrize("options", [["-w", "."], ["-o", "out", "."]])
def test_what_could_not_be_written_is_not_counted(full, options):
    put(a=OLD, b=OLD, c=OLD)
    full("b.py")
    result = run(*options, "--report", "r.json")
    assert result.exit_code == 2
    assert "3 file(s): 2 changed" in result.stderr
    assert "1 error(s)" in result.stderr
    assert Path("b.py").read_text() == OLD
    report = {f["path"]: f for f in json.loads(Path("r.json").read_text())["files"]}
    assert {p: f["changed"] for p, f in report.items()} == {"a.py": True, "b.py": False, "c.py": True}
    assert [f["message"] for f in report["b.py"]["findings"] if f["level"] == "error"] == [
        "cannot be written: No space left on device"
    ]
    assert not list(Path().rglob("*paddle-migrate*"))


def test_a_read_only_file_is_left(here):
    put(a=OLD, b=OLD)
    Path("b.py").chmod(0o444)
    result = run("-w", ".")
    assert result.exit_code == 2
    assert "b.py: error PM901: cannot be written: it is read-only" in result.stderr
    assert "2 file(s): 1 changed" in result.stderr
    assert Path("b.py").read_text() == OLD
    assert stat.S_IMODE(Path("b.py").stat().st_mode) == 0o444


def test_what_changed_meanwhile_is_left(monkeypatch):
    put(a=OLD, b=OLD)
    real = files.write

    def changing(path, data, follow=True):
        """As an editor that saves b.py while a.py is written."""
        Path("b.py").write_text(MODERN)
        real(path, data, follow)

    monkeypatch.setattr(files, "write", changing)
    result = run("-w", "-j", "1", ".")
    assert result.exit_code == 2
    assert "b.py: error PM901: changed on disk meanwhile" in result.stderr
    assert "2 file(s): 1 changed" in result.stderr
    assert (Path("a.py").read_text(), Path("b.py").read_text()) == (NEW, MODERN)


# --- the report


@pytest.mark.parametrize("place", ["file/r.json", "folder.json", "r.txt", "/dev/null/r.json"])
def test_a_report_that_cannot_be_written_is_noticed_first(place):
    put(a=OLD)
    Path("file").touch()
    Path("folder.json").mkdir()
    before = sorted(p.name for p in Path().iterdir())
    result = run("-w", "a.py", "--report", place)
    assert result.exit_code == 2
    assert "--report" in result.stderr
    assert Path("a.py").read_text() == OLD
    assert sorted(p.name for p in Path().iterdir()) == before


def test_a_report_for_which_there_is_no_room_in_the_end(full):
    put(a=OLD)
    Path("r.html").write_text("the report of yesterday")
    full("r.html")
    result = run("-w", "a.py", "--report", "r.html")
    assert result.exit_code == 2
    assert "--report r.html: cannot be written: No space left on device" in result.stderr
    assert "1 changed" in result.stderr
    assert Path("r.html").read_text() == "the report of yesterday"
    assert Path("a.py").read_text() == NEW


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_a_report_does_not_follow_a_link(here):
    put(a=OLD)
    Path("mine").write_text("mine")
    Path("r.html").symlink_to("mine")
    assert run("a.py", "--report", "r.html").exit_code == 0
    assert (Path("mine").read_text(), Path("r.html").is_symlink()) == ("mine", False)


# --- the diff


@pytest.mark.skipif(sys.platform == "win32", reason="names as Unix has them")
@pytest.mark.parametrize("name", ["a.py", "new one.py", 'q"\\.py', "n\nl.py", "参数.py"])
@pytest.mark.parametrize(
    "raw",
    [
        OLD.encode(),
        OLD.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + OLD.encode(),
        b"# -*- coding: gbk -*-\n" + f"{OLD}# 参数\n".encode("gbk"),
        OLD.replace("y =", "\x0cz = 'a\x0b\x1c\x85'\ny =").encode(),
        OLD.rstrip("\n").encode(),
    ],
    ids=["plain", "crlf", "mark", "gbk", "form feeds", "no end"],
)
def test_git_takes_the_diff_of_any_text_and_name(name, raw):
    Path(name).write_bytes(raw)
    diff = run(name).stdout_bytes
    assert run("-w", name).exit_code == 0
    wanted = Path(name).read_bytes()
    assert wanted != raw
    Path(name).write_bytes(raw)
    done = subprocess.run(["git", "apply", "-p1", "-"], input=diff, capture_output=True, check=False)
    assert done.returncode == 0, (done.stderr, diff)
    assert Path(name).read_bytes() == wanted
