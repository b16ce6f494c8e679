"""What lies in the folder of the scripts, and what they may do to it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.verify.kept import Kept, files_below
from paddle_migrate.verify.words import written_over

SMALL = Path(__file__).parent / "small_legacy.py"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    for name, text in {"a.txt": "a", "deep/er/b.bin": "bb", "deep/c.txt": "ccc"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_what_is_written_over_is_there_again(here: Path, tmp_path: Path) -> None:
    kept = Kept(here, tmp_path / "kept")
    (here / "a.txt").write_text("other")
    shutil.rmtree(here / "deep")
    (here / "new.txt").write_text("new")
    kept.restore()
    assert [(here / name).read_text() for name in ("a.txt", "deep/er/b.bin", "deep/c.txt", "new.txt")] == [
        "a", "bb", "ccc", "new"]
    assert kept.aside is not None
    assert (kept.aside / "a.txt").read_text() == "other", "what was written is not lost either"
    again, gone = written_over(kept)
    assert "wrote over a.txt: as before again" in again
    assert str(kept.aside) in again
    assert "took away deep/c.txt, deep/er/b.bin" in gone
    (here / "a.txt").write_text("for once")
    kept.restore()
    assert (here / "a.txt").read_text() == "a", "behind every run"
    assert (kept.aside / "a.txt").read_text() == "for once"


def test_nothing_is_said_and_touched_where_nothing_is_lost(here: Path, tmp_path: Path) -> None:
    kept = Kept(here, tmp_path / "kept")
    before = (here / "a.txt").stat()
    (here / "new.txt").write_text("new")
    with open(here / "deep/c.txt", "a") as log:  # what another process writes there, or `verify … > c.txt`
        log.write("more")
    kept.restore()
    assert (here / "deep/c.txt").read_text() == "cccmore"
    assert written_over(kept) == []
    assert kept.aside is None
    after = (here / "a.txt").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_what_has_no_room_is_said(here: Path, tmp_path: Path) -> None:
    kept = Kept(here, tmp_path / "kept", room=3)
    assert {path.name for path in kept.copies} == {"a.txt", "b.bin"}, "the small ones first"
    (here / "deep/c.txt").write_text("another")
    kept.restore()
    kept.restore()
    assert (here / "deep/c.txt").read_text() == "another"
    assert written_over(kept) == [
        "the scripts wrote over deep/c.txt, for whose copy there was no room: what was there is gone"]


def test_links_and_environments_are_no_files_of_the_folder(here: Path, tmp_path: Path) -> None:
    (here / "link.txt").symlink_to(here / "a.txt")
    for name in (".git/config", "env/pyvenv.cfg", "env/lib/x.py", "deep/__pycache__/x.pyc"):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text("")
    found = [str(path.relative_to(here)) for path in files_below(here, beside=tmp_path / "kept")]
    assert found == ["a.txt", "deep/c.txt", "deep/er/b.bin"], "those of upper folders first"


@pytest.mark.slow
def test_a_checkpoint_of_old_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = SMALL.read_text()
    saving = '    with open("model.pdparams", "w") as file:\n        file.write("new")\n'
    Path("train.py").write_text(text + f'\n\nif __name__ == "__main__":\n{saving}')
    Path("model.pdparams").write_text("old")
    result = CliRunner().invoke(main, ["verify", "train.py"])
    assert result.exit_code == 0, result.output
    assert "note: the scripts wrote over model.pdparams: as before again" in result.stdout
    assert Path("model.pdparams").read_text() == "old"
