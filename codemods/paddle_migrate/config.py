"""Options from the project's pyproject.toml: the table [tool.paddle-migrate], with the long options' names.

The file belongs to whoever wrote the repository, who need not be the one who runs the tool: only options stand in it
that neither run anything nor say where something is written.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from paddle_migrate.project import files
from paddle_migrate.text.parsing import SourceError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_TABLE = "paddle-migrate"
_HARMLESS = frozenset(
    (
        "annotate", "color", "dygraph", "exclude", "fold_softmax", "ignore", "include", "jobs", "lang",
        "launcher", "mode", "output_format", "programs", "quiet", "select", "statistics", "target", "verbose", "why",
    )
)


def load_config(options: Collection[click.Option], start: Path | None = None) -> dict[str, Any]:
    """The options' defaults by parameter name, from the nearest pyproject.toml at or above `start`.

    Raises click.UsageError, which names the file, for one that cannot be read, and for a key or a value that may not
    stand there.
    """
    try:
        here = (start or Path.cwd()).resolve()
        folders = (here, *here.parents)
        file = next((f for folder in folders if (f := folder / "pyproject.toml").is_file()), None)
    except OSError:
        return {}  # a folder that is gone, or that may not be looked into: nobody has put options there for us
    return _read(file, {str(option.name): option for option in options}) if file else {}


def _read(file: Path, options: dict[str, click.Option]) -> dict[str, Any]:
    try:
        document: dict[str, Any] = tomllib.loads(files.read_bytes(file).decode())
    except UnicodeDecodeError:
        raise click.UsageError(f"{file}: not UTF-8, as TOML has to be") from None
    except (SourceError, ValueError, RecursionError) as error:
        raise click.UsageError(f"{file}: {error or 'nested too deeply'}") from None
    for name in ("tool", _TABLE):
        document = document.get(name, {})
        if not isinstance(document, dict):
            raise click.UsageError(f"{file}: {name!r} has to be a table: [tool.{_TABLE}]")
    found: dict[str, Any] = {}
    for key, value in document.items():
        name = key.replace("-", "_")
        problem = _problem(options.get(name), name, value)
        if problem:
            raise click.UsageError(f"{file}: [tool.{_TABLE}] {problem}")
        found[name] = value
    return found


def _problem(option: click.Option | None, name: str, value: Any) -> str:
    """Why this may not stand in the table; empty when it may."""
    allowed = f"what may stand there: {', '.join(sorted(_HARMLESS))}"
    if option is None:
        return f"has no option {name!r}; {allowed}"
    if name not in _HARMLESS:
        return (
            f"may not hold {name!r}, for a repository is not asked what to run or where to write; take the line out, "
            f"and give {option.opts[-1]} on the command line where you want it; {allowed}"
        )
    wanted = _wanted(option, value)
    return f"{name!r} has to be {wanted}, not {value!r}" if wanted else ""


def _wanted(option: click.Option, value: Any) -> str:
    """What the option's value has to be; empty when it is that."""
    if option.multiple:
        right = isinstance(value, list) and all(isinstance(item, str) for item in value)
        return "" if right else 'a list of texts: ["…"]'
    if option.is_flag:
        return "" if isinstance(value, bool) else "true or false"
    if isinstance(option.type, click.Choice):
        return "" if value in option.type.choices else " or ".join(f'"{choice}"' for choice in option.type.choices)
    right = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return "" if right else "a number, 0 or more"
