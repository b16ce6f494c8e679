"""Killed at any moment, every file is the old one or the new one, and the next run finishes and tidies up.

PADDLE_MIGRATE_KILLS=200 does it more often.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.project import files

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("PADDLE_MIGRATE_KILLS", "6"))
FILES = 100
OLD = "import paddle.fluid as fluid\n\n\ndef f{n}(x):\n    return fluid.layers.relu(x)\n" + "# é {n}\n" * 100


def texts():
    old = {f"f{n}.py": OLD.replace("{n}", str(n)) for n in range(FILES)}
    return old, {name: migrate_source(text).text for name, text in old.items()}


def start(folder):
    paths = os.pathsep.join(str(ROOT / part) for part in ("codemods", "compat"))
    return subprocess.Popen(
        [sys.executable, "-m", "paddle_migrate", "--write", "-j", "2", str(folder)],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def wait_for_writing(process, folder, before):
    """Until the first file has changed (or the run is over)."""
    while process.poll() is None and os.stat(folder).st_mtime_ns == before:
        time.sleep(0.0005)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills a process group")
def test_killed_at_random_moments(tmp_path):
    chance = random.Random(8)
    old, new = texts()
    half_done = 0
    whole = 1.0  # seconds that a run takes
    for n in range(KILLS):
        folder = tmp_path / str(n)
        folder.mkdir()
        for name, text in old.items():
            (folder / name).write_text(text, encoding="utf-8")
        before, began = os.stat(folder).st_mtime_ns, time.monotonic()
        process = start(folder)
        if n % 4:
            wait_for_writing(process, folder, before)
            whole = time.monotonic() - began
            time.sleep(chance.random() * 0.2)
        else:
            time.sleep(chance.random() * whole)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        found = {p.name: p.read_bytes().decode() for p in folder.iterdir() if not p.name.startswith(".paddle-migrate-")}
        assert found.keys() == old.keys()
        assert [name for name, text in found.items() if text not in (old[name], new[name])] == []
        half_done += 0 < sum(found[name] == new[name] for name in found) < FILES
        assert start(folder).wait() == 0
        assert {p.name: p.read_bytes().decode() for p in folder.iterdir()} == new
    assert half_done > 0, "no run was killed while it wrote"


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="this system has no files without a name")
def test_a_file_has_no_name_before_it_is_whole(tmp_path, monkeypatch):
    """Whoever is killed before that leaves nothing."""
    names = []
    monkeypatch.setattr(os, "fsync", lambda file: names.extend(os.listdir(tmp_path)))
    files.write(tmp_path / "a.py", b"x")
    assert names == []
    assert [p.name for p in tmp_path.iterdir()] == ["a.py"]
    assert (tmp_path / "a.py").read_bytes() == b"x"


@pytest.mark.parametrize("name", ["O_TMPFILE", "link"])
def test_where_files_always_have_a_name(tmp_path, monkeypatch, name):
    if name == "O_TMPFILE":
        monkeypatch.delattr(os, name, raising=False)
    else:
        monkeypatch.setattr(os, "open", refuse_unnamed(os.open))
    files.write(tmp_path / "a.py", b"x")
    assert (tmp_path / "a.py").read_bytes() == b"x"


def refuse_unnamed(real):
    def open_(path, flags, *more, **options):
        if flags & getattr(os, "O_TMPFILE", 0) == getattr(os, "O_TMPFILE", -1):
            raise OSError("not on this file system")
        return real(path, flags, *more, **options)

    return open_


def test_only_what_dead_processes_left_is_taken_away(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    names = [f".paddle-migrate-{dead.pid}", f".paddle-migrate-{os.getppid()}", ".paddle-migrate-x", "a.py"]
    for name in names:
        (tmp_path / name).write_text("")
    files.clean(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(names[1:])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays(tmp_path):
    path = tmp_path / "a.py"
    path.write_bytes(b"old")
    path.chmod(0o640)
    os.chown(path, 12345, 12345)
    files.write(path, b"new")
    found = path.stat()
    assert (path.read_bytes(), found.st_uid, found.st_gid, found.st_mode & 0o777) == (b"new", 12345, 12345, 0o640)
