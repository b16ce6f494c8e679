"""Which files git could not give back: what is rewritten in place had better be committed first."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

_GIT = ("git", "-c", "core.fsmonitor=false", "--no-optional-locks")  # nothing that the repository names is run


def uncommitted(paths: Iterable[Path]) -> list[Path]:
    """Those of the files that lie in a git repository and are changed there, or not added yet.

    Where there is no git, or no repository, nothing is known of them, and none is named.
    """
    by_folder: dict[Path, list[Path]] = {}
    for path in paths:
        real = Path(os.path.realpath(path))
        by_folder.setdefault(real.parent, []).append(path)
    tops = {folder: _ask(folder, "rev-parse", "--show-toplevel").strip() for folder in by_folder}
    dirty = {top: _dirty(Path(os.fsdecode(top))) for top in set(tops.values()) if top}
    return [path for folder, each in by_folder.items() if tops[folder] for path in each
            if os.path.realpath(path) in dirty[tops[folder]]]


def _dirty(top: Path) -> set[str]:
    """Absolute paths of what differs from the last commit; of a renamed file the new name."""
    entries = iter(_ask(top, "status", "--porcelain", "-z", "--untracked-files=all").split(b"\0"))
    found = set()
    for entry in entries:
        if entry:
            found.add(os.path.realpath(top / os.fsdecode(entry[3:])))
            if b"R" in entry[:2] or b"C" in entry[:2]:
                next(entries, None)  # the old name
    return found


def _ask(folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run([*_GIT, *words], cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except OSError:
        return b""
    return done.stdout if done.returncode == 0 else b""
