"""What lies in the folder where the scripts run, and is there again when they have ended: they may write over it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path

ROOM = 1 << 30  # bytes for the copies, and no more than a quarter of what is free
MOST = 50_000  # files that are looked at, those of upper folders first
PASSED = ("__pycache__", "node_modules", ".git", ".hg", ".svn")


class Kept:
    """Copies, in `folder`, of the files below `root`, the small ones first while there is room for them.

    `again`: the files that are there as before, with what was written over them, in the end, in the folder `aside`;
    `lost`: those that were written over, and had no room."""

    def __init__(self, root: Path, folder: Path, room: int = ROOM) -> None:
        self.root, self.folder = root, folder
        folder.mkdir(parents=True)
        self.again: set[Path] = set()
        self.lost: set[Path] = set()
        self.aside: Path | None = None
        left = min(room, shutil.disk_usage(folder).free // 4)
        self.marks: dict[Path, tuple[int, int]] = {}
        self.copies: dict[Path, Path] = {}
        for path in files_below(root, beside=folder):
            mark = _mark(path)
            if mark is not None:
                self.marks[path] = mark
        for path, (size, _) in sorted(self.marks.items(), key=lambda item: item[1][0]):
            left -= size
            if left < 0:
                break
            copy = folder / str(len(self.copies))
            try:
                shutil.copy2(path, copy)
            except OSError:  # nobody who may not read it writes over it
                continue
            self.copies[path] = copy

    def restore(self) -> None:
        """Put back what is no longer there; a file that has only grown, such as a log, holds it still."""
        for path in [path for path, mark in self.marks.items() if path not in self.lost and _mark(path) != mark]:
            if path not in self.copies:
                self.lost.add(path)
                continue
            if path.is_file():
                if _begins_with(path, self.copies[path]):
                    continue
                self._put_aside(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            between = path.with_name(f".{path.name}.{os.getpid()}")
            shutil.copy2(self.copies[path], between)
            os.replace(between, path)
            self.again.add(path)

    def _put_aside(self, path: Path) -> None:
        if self.aside is None:
            self.aside = Path(tempfile.mkdtemp(prefix="paddle-verify-written-"))
        to = self.aside / path.relative_to(self.root)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to)


def files_below(root: Path, beside: Path) -> Iterator[Path]:
    """Files of its own, those of upper folders first; no links, nothing of environments, of version control, or below
    `beside`."""
    waiting, count = deque([root]), 0
    while waiting:
        try:
            entries = sorted(os.scandir(waiting.popleft()), key=lambda entry: entry.name)
        except OSError:
            continue
        if any(entry.name == "pyvenv.cfg" for entry in entries):
            continue
        for entry in entries:
            path = Path(entry.path)
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in PASSED and not beside.is_relative_to(path):
                    waiting.append(path)
            elif entry.is_file(follow_symlinks=False):
                count += 1
                if count > MOST:
                    return
                yield path


def _begins_with(path: Path, copy: Path) -> bool:
    with open(path, "rb") as new, open(copy, "rb") as old:
        while part := old.read(1 << 20):
            if new.read(len(part)) != part:
                return False
    return True


def _mark(path: Path) -> tuple[int, int] | None:
    """The size, and when it was written last."""
    try:
        status = path.stat(follow_symlinks=False)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
