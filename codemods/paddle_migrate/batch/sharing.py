"""Helpers that several files of a project need stand in one module, where each of these files surely finds it."""

from __future__ import annotations

import ast
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from paddle_migrate.batch.looked import Looked
from paddle_migrate.changes.helper_module import module_text
from paddle_migrate.dynamic.lines import origins_through
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Helper, Outcome
from paddle_migrate.project import files
from paddle_migrate.project.common_place import Loading, Parts, Way
from paddle_migrate.project.helper_modules import ENDING, is_helper_module
from paddle_migrate.project.project import Project
from paddle_migrate.reasons import By, Origins
from paddle_migrate.text.pytree import python_tree, read_in
from paddle_migrate.text.wrapping import wrapped

_INTO_SCRIPT = ", written into the script"
_NOTHING = files.Text("", "utf-8", b"", b"")
_OLD = re.compile(r"\bfluid\b")
_MANIPULATED = re.compile(rb"\bsys\.path\b")


@dataclass
class _File:
    """A file with helpers: its text without them, where they stood, and the folders of which it can import."""

    looked: Looked
    text: str
    at: int
    helpers: dict[str, Helper]  # by their names in the file
    used: dict[str, Helper] = field(default_factory=dict[str, Helper])  # of which it speaks itself
    ways: dict[Path, Way] = field(default_factory=dict[Path, Way])

    @property
    def known(self) -> set[str]:
        return {helper.shared_name for helper in self.helpers.values()}


def share(results: Sequence[Looked], project: Project, places: Mapping[Path, Path]) -> list[Looked]:
    """The results with what the files of a group have in common in modules, which come behind them; `places`: where
    the files are written, if that is elsewhere."""
    with_helpers = [each for each in map(_without_helpers, results) if each is not None]
    if not with_helpers or (len(with_helpers) == 1 and not _may_join(with_helpers[0])):
        return list(results)
    loading, parts = Loading(project), Parts(project)
    for file in with_helpers:
        for way in loading.ways(file.looked.path, file.text):
            if way.folder not in file.ways and _can_stand(file, way):
                file.ways[way.folder] = way
    groups = {folder: each for folder, each in _groups(with_helpers, parts).items()
              if _is_shared(folder, each) and _keeps_places(folder, each, places)}
    changed: dict[Path, Looked] = {}
    made: list[Looked] = []
    names: set[str] = set()
    for folder, group in groups.items():
        name = _name(folder, group, len(groups) == 1, project, names)
        names.add(name)
        made.append(_module(folder, name, group, parts, results))
        changed.update((file.looked.path, _importing(file, file.ways[folder], name)) for file in group)
    return [*(changed.get(each.path, each) for each in results), *made]


def place_of_module(module: Path, places: Mapping[Path, Path]) -> Path:
    """Where a module goes when the files around it are written elsewhere."""
    nearest = max(places, key=lambda path: len(os.path.commonpath([path.absolute(), module.absolute()])))
    return _placed(module.absolute(), nearest, places[nearest])


def _placed(target: Path, path: Path, new: Path) -> Path:
    """The place that is to the new one as the target is to the old one."""
    return Path(os.path.normpath(new.parent / os.path.relpath(target, path.absolute().parent)))


# -- what there is ------------------------------------------------------------------------------------------------


def _without_helpers(looked: Looked) -> _File | None:
    outcome = looked.outcome
    if not outcome.given or outcome.failed or looked.source is None or looked.path.suffix != ".py":
        return None
    text, at = outcome.new, 0
    for given in outcome.given:
        if text.count(given.text) != 1:
            return None
        at = text.index(given.text)
        behind = given.text[: len(given.text) - len(given.text.lstrip("\r\n"))]
        ended = "" if not at or text[:at].endswith(("\n", "\r")) else behind[: len(behind) // 3] or "\n"
        text = f"{text[:at]}{ended}{given.own}{text[at + len(given.text) :]}"
        at += len(ended)
    for line in (line for given in outcome.given for line in given.imports):
        found = re.search(rf"(?m)^{re.escape(line)}[ \t]*(?:\r\n|\n|\r)", text)
        without = text[: found.start()] + text[found.end() :] if found is not None else text
        if found is not None and python_tree(without) is not None and line.split()[-1] not in read_in(without):
            text, at = without, at - len(found[0]) * (found.start() < at)
    if python_tree(text) is None:
        return None
    helpers = {helper.name: helper for given in outcome.given for helper in given.helpers}
    if not helpers:
        return None
    read = read_in(text)
    return _File(looked, text, at, helpers, {name: helper for name, helper in helpers.items() if name in read})


def _may_join(file: _File) -> bool:
    """Whether there is a module that the file's helpers may belong to."""
    folders = [file.looked.path.absolute().parent, *file.looked.path.absolute().parents]
    return any(_existing(folder) for folder in folders)


def _existing(folder: Path) -> Path | None:
    return next((path for path in sorted(folder.glob(f"*{ENDING}.py")) if is_helper_module(path)), None)


def _can_stand(file: _File, way: Way) -> bool:
    """Whether nothing asks for a helper before the line behind which the import works."""
    between = "".join(file.text[file.at :].splitlines(keepends=True)[: max(0, way.line - _line(file))])
    return not re.search(rf"\b(?:{'|'.join(map(re.escape, file.used))})\b", between) if file.used else True


def _line(file: _File) -> int:
    """How many lines stand before the place of the helpers."""
    return len(file.text[: file.at].splitlines())


# -- groups -------------------------------------------------------------------------------------------------------


def _groups(all_files: Iterable[_File], parts: Parts) -> dict[Path, list[_File]]:
    """The files by the folder of their module: of those that import one another as many as can in one."""
    together: dict[Path, list[_File]] = defaultdict(list)
    for file in all_files:
        if file.ways:
            together[parts.of(file.looked.path)].append(file)
    groups: dict[Path, list[_File]] = defaultdict(list)
    for part in together.values():
        while part:
            reach = Counter(folder for file in part for folder in file.ways)
            best = min(reach, key=lambda f: (_existing(f) is None, -reach[f], len(f.parts), f))
            groups[best] += [file for file in part if best in file.ways]
            part = [file for file in part if best not in file.ways]
    return groups


def _is_shared(folder: Path, group: list[_File]) -> bool:
    """Whether a helper stands in two of the files, or the module is there already."""
    times = Counter(name for file in group for name in file.known)
    return any(number > 1 for number in times.values()) or _existing(folder) is not None


def _keeps_places(folder: Path, group: list[_File], places: Mapping[Path, Path]) -> bool:
    """Whether the files stand to one another where they are written as they do here."""
    if not places:
        return True
    return len({_placed(folder, f.looked.path, places[f.looked.path]) for f in group}) == 1


def _name(folder: Path, group: list[_File], is_only: bool, project: Project, others: set[str]) -> str:
    """That of the module that is there, or a new one. In one process a name means one module: where several may be on
    Python's path, it tells which one it is."""
    existing = _existing(folder)
    if existing is not None:
        return existing.stem
    alone = is_only and not any(_MANIPULATED.search(project.file(f.looked.path.absolute()).raw) for f in group)
    taken = {path.stem for path in project.paths} | {path.name.partition(".")[0] for path in folder.iterdir()} | others
    names = [re.sub(r"\W", "_", "_".join(folder.parts[-number:])).strip("_").lower() for number in (1, 2, 3)]
    names = ["paddle"] * alone + [name for name in names if name.isidentifier()] + ["paddle"]
    return next(name for last in count(1) for each in names
                if (name := f"{each}{'' if last == 1 else last}{ENDING}") not in taken)


# -- what becomes of it -------------------------------------------------------------------------------------------


def _module(folder: Path, name: str, group: list[_File], parts: Parts, results: Sequence[Looked]) -> Looked:
    path = _as_given(folder / f"{name}.py", group[0].looked.path)
    source = files.read(path) if path.is_file() else _NOTHING
    texts = [_canonical(file) for file in group]
    if source.raw:
        texts += _other_users(name, group, parts.project)
    own = {file.looked.path.absolute() for file in group}
    every = {path: parts.project.file(path).raw for path in parts.beside(own)}

    def others(pattern: str) -> set[str]:
        each = re.compile(pattern.encode())
        return {found.decode() for raw in every.values() for found in each.findall(raw)}

    helpers = [helper for file in group for helper in file.helpers.values()]
    new = module_text(helpers, "\n".join(texts), others, source.text, _given(every, results))
    is_asked = any(file.looked.outcome.origins is not None for file in group)
    origins = Origins(otherwise=By("helpers")) if is_asked else None
    return Looked(path, Outcome(str(path), source.text, new, origins=origins, is_made=not path.is_file()), source)


def _given(every: Mapping[Path, bytes], results: Sequence[Looked]) -> Callable[[str, str], bool]:
    """Whether one of the files has the one in its new text, with helpers, or the other one where it is 1.8's still."""
    new = {each.path.absolute(): each.outcome.new for each in results if not each.outcome.failed}
    done = "\n".join(text for path, text in new.items() if path in every)
    waiting = [raw for path, raw in every.items() if path not in new or _OLD.search(new[path])]

    def is_given(today: str, before: str) -> bool:
        old = re.compile(before.encode())
        return bool(re.search(today, done)) or any(map(old.search, waiting))

    return is_given


def _other_users(name: str, group: list[_File], project: Project) -> list[str]:
    """The texts of files that have imported the module since an earlier run."""
    own = {file.looked.path.absolute() for file in group}
    others = [project.file(path) for path in sorted(project.paths - own) if path.suffix == ".py"]
    return [module.raw.decode(errors="replace") for module in others if name.encode() in module.raw]


def _as_given(path: Path, beside: Path) -> Path:
    """Spelled as the other file is."""
    if beside.is_absolute():
        return path
    return Path(os.path.normpath(beside.parent / os.path.relpath(path, beside.absolute().parent)))


def _canonical(file: _File) -> str:
    """The file's text with its helpers under the names that they have in the module."""
    text = file.text
    for name, helper in file.used.items():
        text = re.sub(rf"\b{name}\b", helper.shared_name, text) if name != helper.shared_name else text
    return text


def _importing(file: _File, way: Way, module: str) -> Looked:
    """The file with an import where its helpers stood, or among those of the module that it imports already."""
    looked, outcome = file.looked, file.looked.outcome
    lines = file.text.splitlines(keepends=True)
    names = {name: helper.shared_name for name, helper in file.used.items()}
    before = _import_of(file.text, f"{way.before}{module}")
    if before is not None:
        first, last = before.lineno - 1, before.end_lineno or before.lineno
        names |= {alias.asname or alias.name: alias.name for alias in before.names}
    else:
        first = last = _behind_imports(file.text, max(_line(file), way.line), way.line)
    newline = "\r\n" if "\r\n" in file.text else "\n"
    lines[first:last] = [_statement(f"{way.before}{module}", names).replace("\n", newline) + newline]
    new = "".join(lines)
    findings = [_said(finding, f"{module}.py") for finding in outcome.findings]
    origins = outcome.origins
    if origins is not None:
        moved = Origins(otherwise=By("helpers"), new={first + 1: [By("helpers")]})
        origins = replace(origins_through((outcome.old, outcome.new, new), origins, moved), units=origins.units,
                          met=origins.met)
    return replace(looked, outcome=Outcome(outcome.path, outcome.old, new, findings, origins))


def _import_of(text: str, module: str) -> ast.ImportFrom | None:
    tree = python_tree(text)
    found = [n for n in tree.body if isinstance(n, ast.ImportFrom)] if tree is not None else []
    return next((node for node in found if "." * node.level + (node.module or "") == module), None)


def _statement(module: str, names: Mapping[str, str]) -> str:
    pairs = sorted((known, name) for name, known in names.items())
    listed = ", ".join(known if known == name else f"{known} as {name}" for known, name in pairs)
    line = wrapped(f"from {module} import ({listed})", 0, "    ")
    return line if "\n" in line else f"from {module} import {listed}"


def _behind_imports(text: str, line: int, least: int) -> int:
    """The last line of the imports above the line, if there are some from the other one on; else the line itself."""
    tree = python_tree(text)
    imports = [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom))] if tree is not None else []
    ends = [node.end_lineno or node.lineno for node in imports]
    return max((end for end in ends if least <= end <= line), default=line)


def _said(finding: Finding, module: str) -> Finding:
    name, found, why = finding.message.partition(_INTO_SCRIPT)
    if not found:
        return finding
    name, why = name.removeprefix("→ "), why.removeprefix(": ")
    return finding._replace(message=f"→ {name}, written into {module}: {why}" if why else
                            f"→ {name}, written into {module}")
