"""Which files git could not give back: what is rewritten in place had better be committed first."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

# Nothing that the repository names is run: no hook, no helper, no filter (git is not asked to read files of the work
# tree, which runs those), nor anything that would fetch what a part of a clone lacks.
_GIT = ("git", "-c", "core.fsmonitor=false", "--no-optional-locks")
_ENVIRONMENT = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}


def uncommitted(paths: Iterable[Path]) -> list[Path]:
    """Those of the files that lie in a git repository and are not there as they are in its last commit.

    Where there is no git, or no repository, nothing is known of them, and none is named; nor is what git ignores.
    """
    by_folder: dict[Path, list[Path]] = {}
    for path in paths:
        by_folder.setdefault(Path(os.path.realpath(path)).parent, []).append(path)
    tops = {folder: os.fsdecode(_ask(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n"))
            for folder in by_folder}
    dirty = {top: _dirty(Path(top), [path for f, each in by_folder.items() if tops[f] == top for path in each])
             for top in set(tops.values()) if top}
    return [path for folder, each in by_folder.items() if tops[folder] for path in each if path in dirty[tops[folder]]]


def _dirty(top: Path, paths: list[Path]) -> set[Path]:
    below = {path: os.path.relpath(os.path.realpath(path), os.path.realpath(top)) for path in paths}
    names = {path: name.replace(os.sep, "/") for path, name in below.items()}
    committed = _committed(top)
    changed = {path for path, name in names.items() if committed.get(name, "") not in _hashes(path)}
    new = {path: os.fsencode(names[path]) for path in changed if names[path] not in committed}
    ignored = set(_ask(top, "check-ignore", "-z", "--stdin", given=b"\0".join(new.values())).split(b"\0"))
    return changed - {path for path, name in new.items() if name in ignored}


def _committed(top: Path) -> dict[str, str]:
    """What the last commit has: paths below the top, and the hashes of their contents."""
    entries = [entry.partition(b"\t") for entry in _ask(top, "ls-tree", "-r", "-z", "HEAD").split(b"\0") if entry]
    return {os.fsdecode(name): about.split()[-1].decode() for about, _, name in entries}


def _hashes(path: Path) -> set[str]:
    """What git would call the content; also with its line ends as a commit from Windows has them."""
    try:
        raw = path.read_bytes()
    except OSError:
        return set()
    blobs = [b"blob %d\0%s" % (len(data), data) for data in {raw, raw.replace(b"\r\n", b"\n")}]
    return {hashlib.new(name, blob).hexdigest() for blob in blobs for name in ("sha1", "sha256")}


def _ask(folder: Path, *words: str, given: bytes = b"") -> bytes:
    environment = {**os.environ, **_ENVIRONMENT}
    try:
        done = subprocess.run([*_GIT, *words], cwd=folder, capture_output=True, check=False, input=given,
                              env=environment)
    except OSError:
        return b""
    return done.stdout if done.returncode == 0 else b""
