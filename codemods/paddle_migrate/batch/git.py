"""What git knows of files, asked so that nothing which the repository names is run."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

# No hook, no helper, no filter (git is not asked to read files of the work tree, which runs those), nor anything that
# would fetch what a part of a clone lacks.
_GIT = ("git", "-c", "core.fsmonitor=false", "--no-optional-locks")
_ENVIRONMENT = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}


def by_checkout(paths: Iterable[Path]) -> dict[str, list[Path]]:
    """By the top folder of the checkout that a file lies in; by the empty text where that is none."""
    by_folder: dict[Path, list[Path]] = {}
    for path in paths:
        by_folder.setdefault(Path(os.path.realpath(path)).parent, []).append(path)
    found: dict[str, list[Path]] = {}
    for folder, each in by_folder.items():
        top = os.fsdecode(ask(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n"))
        found.setdefault(top, []).extend(each)
    return found


def differing(top: Path, paths: Iterable[Path], commit: str) -> set[Path]:
    """Those of the files that are not there as they are in the commit; of what git ignores it knows nothing."""
    below = {path: os.path.relpath(os.path.realpath(path), os.path.realpath(top)) for path in paths}
    names = {path: name.replace(os.sep, "/") for path, name in below.items()}
    committed = _committed(top, commit)
    changed = {path for path, name in names.items() if committed.get(name, "") not in _hashes(path)}
    new = {path: os.fsencode(names[path]) for path in changed if names[path] not in committed}
    ignored = set(ask(top, "check-ignore", "-z", "--stdin", given=b"\0".join(new.values())).split(b"\0"))
    return changed - {path for path, name in new.items() if name in ignored}


def _committed(top: Path, commit: str) -> dict[str, str]:
    """What a commit has: paths below the top, and the hashes of their contents."""
    entries = [entry.partition(b"\t") for entry in ask(top, "ls-tree", "-r", "-z", commit).split(b"\0") if entry]
    return {os.fsdecode(name): about.split()[-1].decode() for about, _, name in entries}


def _hashes(path: Path) -> set[str]:
    """What git would call the content; also with its line ends as a commit from Windows has them."""
    try:
        raw = path.read_bytes()
    except OSError:
        return set()
    blobs = [b"blob %d\0%s" % (len(data), data) for data in {raw, raw.replace(b"\r\n", b"\n")}]
    return {hashlib.new(name, blob).hexdigest() for blob in blobs for name in ("sha1", "sha256")}


def ask(folder: Path, *words: str, given: bytes = b"") -> bytes:
    """Git's answer; empty where there is no git, or no answer."""
    environment = {**os.environ, **_ENVIRONMENT}
    try:
        done = subprocess.run([*_GIT, *words], cwd=folder, capture_output=True, check=False, input=given,
                              env=environment)
    except OSError:
        return b""
    return done.stdout if done.returncode == 0 else b""


def changed_since(revision: str, paths: Iterable[Path]) -> set[Path]:
    """Of the files those with changes, committed or not, and new ones. Raises ValueError where git cannot tell."""
    changed: set[Path] = set()
    for top, each in by_checkout(paths).items():
        if not top:
            raise ValueError(f"--since: {each[0]} is in no git checkout, or git may not read it")
        changed |= differing(Path(top), each, _start(Path(top), revision))
    return changed


def _start(top: Path, revision: str) -> str:
    """The commit that the revision and what is checked out have in common."""
    asked = ("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    commit = "" if revision.startswith("-") else _commit(top, *asked)  # else it would be an option of git's
    if not commit:
        raise ValueError(f"--since: {top} has no revision {revision!r}; git fetch brings what others have")
    common = _commit(top, "merge-base", commit, "HEAD")
    if not common:
        raise ValueError(f"--since: {revision!r} and what is checked out in {top} have no common history here; "
                         "of a shallow clone, git fetch --unshallow brings it")
    return common


def _commit(top: Path, *words: str) -> str:
    return ask(top, *words).decode(errors="replace").strip()


def uncommitted(paths: Iterable[Path]) -> list[Path]:
    """Those of the files that lie in a git repository and are not there as they are in its last commit.

    Where there is no git, or no repository, nothing is known of them, and none is named; nor is what git ignores.
    """
    paths = list(paths)
    dirty: set[Path] = set()
    for top, each in by_checkout(paths).items():
        dirty |= differing(Path(top), each, "HEAD") if top else set()
    return [path for path in paths if path in dirty]
