"""Which of the formats a file has by its name, of all but notebooks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePath

from paddle_migrate.choosing import takes_rest
from paddle_migrate.formats import docstrings
from paddle_migrate.formats.documents import migrate_markdown, migrate_restructured
from paddle_migrate.formats.shell import migrate_shell
from paddle_migrate.formats.skips import is_skipped
from paddle_migrate.options import Options
from paddle_migrate.outcome import Result
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_module, migrate_source
from paddle_migrate.rules.pins import Pins
from paddle_migrate.text.parsing import python_error

Migrate = Callable[[str, str, Options, Project], Result]
_EXAMPLES = (docstrings.rewrite,)
_FILES = re.compile(
    r"(?:[\w.-]*requirements?[\w.-]*|constraints[\w.-]*)\.(?:txt|in|pip)|setup\.cfg|tox\.ini|pyproject\.toml|pipfile"
    r"|(?:conda[\w.-]*|env|environment[\w.-]*)\.ya?ml"
)


def migrate_python(text: str, filename: str, options: Options, project: Project | None = None) -> Result:
    """Migrate a Python file; of a project, with what its imports from the project's own modules mean."""
    if project is None:
        return migrate_source(text, filename, options, None, _EXAMPLES)
    return migrate_module(text, Path(filename), options, project, _EXAMPLES)


def _markdown(text: str, filename: str, options: Options, project: Project | None = None) -> Result:
    return migrate_markdown(text, filename, options, project, _EXAMPLES)


def _restructured(text: str, filename: str, options: Options, project: Project | None = None) -> Result:
    return migrate_restructured(text, filename, options, project, _EXAMPLES)


_BY_ENDING: dict[str, Migrate] = {
    ".py": migrate_python,
    ".md": _markdown,
    ".markdown": _markdown,
    ".rst": _restructured,
    ".sh": migrate_shell,
    ".bash": migrate_shell,
    ".yml": migrate_shell,
    ".yaml": migrate_shell,
    ".zsh": migrate_shell,
    ".ksh": migrate_shell,
    ".mk": migrate_shell,
    ".dockerfile": migrate_shell,
}
# kinds of which only some files, such as requirements.txt, are looked into; pre-commit hands on all of them
_NO_PYTHON = (".txt", ".toml", ".ini", ".cfg", ".json", ".lock", ".csv", ".html")
_BY_NAME = re.compile(r"(?:docker|container)file(?:[._-][\w.-]*)?|(?:gnu)?makefile|jenkinsfile")


def migrate_unknown(text: str, filename: str, options: Options, project: Project | None = None) -> Result:
    """Migrate a file that is given by name and whose name tells nothing: as Python, unless it is of another kind."""
    if PurePath(filename).suffix.lower() in _NO_PYTHON and python_error(text) is not None:
        return Result(text)
    return migrate_python(text, filename, options, project)


def migrator(path: str) -> Migrate | None:
    """What migrates a text of this name; None when texts of this kind are not looked into."""
    pure = PurePath(path)
    if is_requirements(path):
        return migrate_requirements
    if _BY_NAME.fullmatch(pure.name.lower()) and pure.suffix != ".py":
        return migrate_shell
    return _BY_ENDING.get(pure.suffix.lower())


def is_requirements(path: str) -> bool:
    """Whether a file of this path says which packages a project needs."""
    pure = PurePath(path.lower())
    in_folder = pure.parent.name == "requirements" and pure.suffix in (".txt", ".in")
    return in_folder or _FILES.fullmatch(pure.name) is not None


def migrate_requirements(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Lift pins that only PaddlePaddle 1.x (or 2.0 to 2.4) fulfils to the Paddle that the result is for."""
    del filename, project
    if is_skipped(text) or not takes_rest(options):
        return Result(text)
    pins = Pins(text, options or Options()).lift_commands().lift_all().report()
    new = pins.result()
    return Result(new, sorted(pins.findings), new != text)
