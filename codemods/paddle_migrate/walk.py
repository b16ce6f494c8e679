"""Which files a directory brings: the kinds that can hold legacy code, what .gitignore names left out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paddle_migrate.inputs import migrator

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_NEVER = {".git", ".hg", ".svn", "__pycache__", "node_modules", "site-packages", ".tox", ".nox", ".ipynb_checkpoints"}


def find_files(root: Path, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> list[Path]:
    """The files below a directory, sorted; a file is itself, whatever its name.

    `include` and `exclude` are patterns as in .gitignore, for paths below `root`; with `include`, only those.
    """
    if not root.is_dir():
        return [root]
    wanted = _patterns(include) if include else None
    unwanted = _patterns(exclude) if exclude else None
    found = []
    for path in _walk(root, _ignores_above(root)):
        relative = path.relative_to(root).as_posix()
        named = wanted.match_file(relative) if wanted else migrator(path.name) is not None
        if named and not (unwanted and unwanted.match_file(relative)):
            found.append(path)
    return sorted(found)


def _patterns(lines: Iterable[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # as long as a file takes, and only some repositories need it

    return GitIgnoreSpec.from_lines(lines)


_Ignores = list[tuple[Path, "GitIgnoreSpec"]]


def _walk(folder: Path, ignores: _Ignores) -> Iterator[Path]:
    ignores = [*ignores, *_ignores_of(folder)]
    with os.scandir(folder) as entries:
        for entry in entries:
            path = folder / entry.name
            if entry.is_dir(follow_symlinks=False):
                hidden = entry.name in _NEVER or (path / "pyvenv.cfg").exists()
                if not hidden and not _is_ignored(path, ignores, "/"):
                    yield from _walk(path, ignores)
            elif entry.is_file() and not (ignores and _is_ignored(path, ignores)):
                yield path


def _is_ignored(path: Path, ignores: _Ignores, end: str = "") -> bool:
    return any(spec.match_file(path.relative_to(base).as_posix() + end) for base, spec in ignores)


def _ignores_of(folder: Path) -> _Ignores:
    file = folder / ".gitignore"
    if not file.is_file():
        return []
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return [(folder, _patterns(lines))]


def _ignores_above(root: Path) -> _Ignores:
    """The .gitignore files between the repository's top and `root`."""
    absolute = root.resolve()
    if absolute != root.absolute():
        return []  # reached through a link: the paths would not match
    found: _Ignores = []
    for folder in absolute.parents:
        if (absolute / ".git").exists() or (folder / ".git").exists():
            chain = [p for p in absolute.parents if p == folder or folder in p.parents]
            found = (
                [pair for p in reversed(chain) for pair in _ignores_of(p)] if not (absolute / ".git").exists() else []
            )
            break
    return [(_as_given(base, root), spec) for base, spec in found]


def _as_given(base: Path, root: Path) -> Path:
    """`base` spelled so that paths below `root`, as they were given, lie below it."""
    return Path(os.path.relpath(base, Path.cwd())) if not root.is_absolute() else base
