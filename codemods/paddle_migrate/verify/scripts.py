"""The migrated copy of a script, and of the modules around it that it imports, in a folder of its own."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator
from pathlib import Path

from paddle_migrate.api import Options, migrate_module
from paddle_migrate.findings import Finding
from paddle_migrate.formats.magics import is_python, only_python
from paddle_migrate.formats.notebook import cells_of, migrate_notebook
from paddle_migrate.project import files
from paddle_migrate.project.project import Project
from paddle_migrate.text.parsing import SourceError, python_error
from paddle_migrate.text.pytree import python_tree

NUMBERS_DIFFER = "PM202"
_SHOWN = "display = print  # as a notebook has it\n"


class NotMigrated(Exception):
    """A script, or a module that it imports, could not be migrated."""


def migrate_into(folder: Path, old: Path, options: Options) -> tuple[Path, list[tuple[Path, Finding]]]:
    """Write the migration of `old` into `folder`; also returns what was left to a person, and what was said of numbers
    that differ. Raises NotMigrated."""
    findings: list[tuple[Path, Finding]] = []
    old = old.resolve()
    project, root = Project(bases=[old]), root_of(old)
    done: set[Path] = set()
    waiting = [old]
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        migrate = _migrate_notebook if is_notebook(path) else _migrate_one
        text, found = migrate(path, folder / path.relative_to(root), options, project)
        findings += [(path, f) for f in found if f.level == "person" or f.code == NUMBERS_DIFFER]
        waiting += [each for each in _imported(text, path, project) if each.is_relative_to(root)]
    _show_the_rest(folder, root, done)
    return as_python(folder / old.relative_to(root)), findings


def root_of(old: Path) -> Path:
    """The folder whose copy the migrated script lies in: the current one, where the script is below it."""
    return Project(bases=[old.resolve()]).roots[0]


def _show_the_rest(folder: Path, root: Path, done: set[Path]) -> None:
    """Links to all else that lies beside the copies: scripts find their data, and modules, by `__file__`."""
    for copied in {parent for path in done for parent in path.relative_to(root).parents}:
        for each in (root / copied).iterdir():
            link = folder / copied / each.name
            if each.name != "__pycache__" and each not in folder.parents and not link.exists():
                with contextlib.suppress(OSError):  # not everybody may make links on Windows
                    link.symlink_to(each)


def is_notebook(path: Path) -> bool:
    return path.suffix == ".ipynb"


def as_python(path: Path) -> Path:
    """Where the script that a notebook comes to is written."""
    return path.with_suffix(".py") if is_notebook(path) else path


def script_of(folder: Path, path: Path) -> Path:
    """A script as it is; of a notebook, the script that it comes to, in `folder`. Raises NotMigrated."""
    target = as_python(folder / path.name)
    try:
        if not is_notebook(path):
            error = python_error(files.read(path).text)
            if error is not None:
                raise error
            return path
        files.write(target, as_script(files.read(path).text).encode())
    except SourceError as error:
        raise NotMigrated(f"{path}:{error.line}: {error}" if error.line else f"{path}: {error}") from None
    return target


def _migrate_notebook(path: Path, target: Path, options: Options, project: Project) -> tuple[str, list[Finding]]:
    try:
        source = files.read(path)
        result = migrate_notebook(source.text, str(path), options, project)
        files.write(as_python(target), as_script(result.text).encode())
        return as_script(source.text), result.findings
    except SourceError as error:
        raise NotMigrated(f"{path}: {error}") from None


def _migrate_one(path: Path, target: Path, options: Options, project: Project) -> tuple[str, list[Finding]]:
    try:
        source = files.read(path)
        result = migrate_module(source.text, path, options, project)
        errors = [finding for finding in result.findings if finding.level == "error"]
        if errors:
            raise NotMigrated(errors[0].show(str(path)))
        files.write(target, source.encode(result.text) if result.changed else source.raw)
    except SourceError as error:
        raise NotMigrated(f"{path}: {error}") from None
    return source.text, result.findings


def _imported(text: str, path: Path, project: Project) -> Iterator[Path]:
    """The files that a module imports, the packages that hold them included."""
    tree = python_tree(text)
    for name in [name for node in ast.walk(tree) for name in _names(node)] if tree is not None else []:
        plain = name.lstrip(".")
        dots, parts = name[: len(name) - len(plain)], plain.split(".")
        for length in range(1, len(parts) + 1):
            yield from (module.path for module in project.modules(path, dots + ".".join(parts[:length])))


def _names(node: ast.AST) -> list[str]:
    """The modules that an import may name: `from a import b` names `a` and `a.b`."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    start = "." * node.level + (node.module or "")
    behind = "." if node.module else ""
    return [start, *(start + behind + alias.name for alias in node.names if alias.name != "*")]


def as_script(text: str) -> str:
    """The code cells one after the other, without what only IPython can do. Raises SourceError, also where a cell
    needs what a shell or a magic gives."""
    cells = [_python(number, source) for number, source in _code(text)]
    return "\n\n".join([_SHOWN, *cells]) + "\n"


def _code(text: str) -> list[tuple[int, str]]:
    try:
        cells = enumerate(cells_of(text), 1)
        return [(number, "".join(cell["source"])) for number, cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"not a notebook: {error}") from None


def _python(number: int, source: str) -> str:
    source = source.lstrip() if source.lstrip().startswith("%%") else source
    if not is_python(source):
        return f"# cell {number} is none of Python's: {source.split()[0]}"
    python, needed = only_python(source)
    if needed:
        raise SourceError(f"cell {number} needs what IPython alone can give: {needed[0].strip()}")
    return python
