"""`--since REV`: the files that are not what they were where this branch left that revision."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paddle_migrate.batch.git import ask, by_checkout, differing


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
