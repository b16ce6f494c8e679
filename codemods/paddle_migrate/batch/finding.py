"""Which files a run is about: of a directory the kinds that can hold legacy code, what .gitignore names left out."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paddle_migrate.findings import Finding
from paddle_migrate.formats import migrator
from paddle_migrate.project import files
from paddle_migrate.text.parsing import SourceError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_NEVER = {".git", ".hg", ".svn", "__pycache__", "node_modules", "site-packages", ".tox", ".nox", ".ipynb_checkpoints"}
# a folder, what its own path is called by the patterns (with a slash behind it, or nothing), and these
_Ignores = list[tuple[Path, str, "GitIgnoreSpec"]]


class Walk:
    """The files below the given paths; what of them could not be looked into is in `problems`.

    `include` and `exclude` are patterns as in .gitignore, for paths below a given directory; with `include`, only
    those. `output`: where the run writes; what lies there is no input. Raises ValueError for a wrong pattern.
    """

    def __init__(
        self,
        bases: Iterable[Path],
        include: tuple[str, ...] = (),
        exclude: tuple[str, ...] = (),
        output: Path | None = None,
    ) -> None:
        self.bases = list(bases)
        self.problems: list[tuple[Path, Finding]] = []
        self._wanted = _patterns(include) if include else None
        self._unwanted = _patterns(exclude) if exclude else None
        self._output = os.path.realpath(output) if output is not None else ""
        self._links = {base for base in self.bases if os.path.islink(base)}
        self._roots = [os.path.realpath(base) for base in self.bases]

    def files(self) -> dict[Path, Path]:
        """Every file with the given path that it came from; a file that has two names only once, unless it is to be
        written anew under each."""
        found = {file: base for base in self.bases for file in self._below(base)}
        if self._output or (len(self.bases) == 1 and not self._links):
            return found
        # a name that is no link goes before one that is
        kept = {os.path.realpath(f): f for f in sorted(found, key=lambda f: f not in self._links)}
        return {file: base for file, base in found.items() if kept[os.path.realpath(file)] == file}

    def _below(self, root: Path) -> list[Path]:
        """The files below a directory, sorted; a file is itself, whatever its name."""
        if not os.path.isdir(root):
            return [root]
        return sorted(self._walk(root))

    def _walk(self, root: Path) -> Iterator[Path]:
        open_folders = [(root, self._ignores_above(root))]
        while open_folders:  # no recursion: folders may lie deeper than Python's stack
            folder, ignores = open_folders.pop()
            ignores = [*ignores, *self._ignores_of(folder)]
            for entry in self._entries(folder):
                path = folder / entry.name
                if _is(entry.is_dir, follow_symlinks=False):
                    if not self._is_hidden(path) and not _is_ignored(path, ignores, "/"):
                        open_folders.append((path, ignores))
                elif (
                    self._is_asked_for(path, root)
                    and not _is_ignored(path, ignores)
                    and _is(entry.is_file, otherwise=True)
                ):
                    if entry.is_symlink():
                        self._links.add(path)
                        if self._leads_out(path):
                            continue
                    yield path

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except OSError as error:
            self._add(folder, f"cannot be looked into: {error.strerror or error}")
            return []

    def _is_hidden(self, folder: Path) -> bool:
        return (
            folder.name in _NEVER
            or os.path.exists(folder / "pyvenv.cfg")
            or bool(self._output and os.path.realpath(folder) == self._output)
        )

    def _is_asked_for(self, path: Path, root: Path) -> bool:
        relative = path.relative_to(root).as_posix()
        named = self._wanted.match_file(relative) if self._wanted else migrator(str(path)) is not None
        return named and not (self._unwanted and self._unwanted.match_file(relative))

    def _leads_out(self, link: Path) -> bool:
        """Whether the link's file lies elsewhere; it is not for the repository to say what else is rewritten."""
        target = os.path.realpath(link)
        if any(target == root or target.startswith(os.path.join(root, "")) for root in self._roots):
            return False
        self._add(link, f"a link to {target}, outside of what was given: left alone; give that file itself, or "
                        "leave the link out with --exclude", code="PM904")
        return True

    def _add(self, path: Path, message: str, code: str = "PM901") -> None:
        self.problems.append((path, Finding(0, code, "", message)))

    def _ignores_of(self, folder: Path) -> _Ignores:
        file = folder / ".gitignore"
        if not os.path.isfile(file):
            return []
        try:
            lines = files.read_bytes(file).decode(errors="replace").splitlines()
        except SourceError as error:
            self._add(file, f"{error}; what it names is not left out")
            return []
        return [(folder, "", _patterns(lines, strict=False))]

    def _ignores_above(self, root: Path) -> _Ignores:
        """The .gitignore files between the repository's top and `root`."""
        absolute = root.resolve()
        if str(absolute) != os.path.abspath(root):
            return []  # reached through a link: the paths would not match
        if os.path.exists(absolute / ".git"):
            return []
        top = next((p for p in absolute.parents if os.path.exists(p / ".git")), None)
        chain = [p for p in absolute.parents if top is not None and (p == top or top in p.parents)]
        above = [(base, spec) for p in reversed(chain) for base, _, spec in self._ignores_of(p)]
        return [(root, f"{absolute.relative_to(base).as_posix()}/", spec) for base, spec in above]


def _is(question: Callable[..., bool], otherwise: bool = False, **how: bool) -> bool:
    """What a directory's entry answers; a circle of links has no answer."""
    try:
        return question(**how)
    except OSError:
        return otherwise


def _patterns(lines: Iterable[str], strict: bool = True) -> GitIgnoreSpec:
    """Raises ValueError for a wrong pattern; without `strict` it is passed over, as git does."""
    from pathspec import GitIgnoreSpec  # as long as a file takes, and only some repositories need it

    lines = list(lines)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the regular expression that a pattern becomes
            return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error) as error:
        if strict:
            raise ValueError(f"{lines}: {error}") from None
        return _patterns(filter(_is_pattern, lines))


def _is_pattern(line: str) -> bool:
    try:
        _patterns([line])
    except ValueError:
        return False
    return True


def _is_ignored(path: Path, ignores: _Ignores, end: str = "") -> bool:
    return any(spec.match_file(f"{name}{path.relative_to(folder).as_posix()}{end}") for folder, name, spec in ignores)
