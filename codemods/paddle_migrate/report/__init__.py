"""What a run found, as a file for programs (JSON), code scanning (SARIF) or readers (HTML), and in a few lines."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files
from paddle_migrate.report.summary import left_to_a_person, statistics, summary

__all__ = ["check_ending", "left_to_a_person", "rendered", "statistics", "summary", "write_report"]

_FORMATS = {".json": "as_json", ".sarif": "as_sarif", ".html": "html"}


def check_ending(path: Path) -> str:
    """The report's format by the file's ending; raises ValueError when there is no such format."""
    ending = path.suffix.lower()
    if ending not in _FORMATS:
        raise ValueError(f"{path}: a report's name ends in .json, .sarif or .html")
    return ending


def write_report(path: Path, outcomes: list[Outcome]) -> None:
    """Write a report in the format that the file's ending names, in one step.

    Raises ValueError for another ending and SourceError when the file cannot be written.
    """
    files.write(path, _rendered(_FORMATS[check_ending(path)], outcomes), follow=False)


def rendered(form: str, outcomes: list[Outcome]) -> bytes:
    """What a run found as "json", "sarif" or "github" (commands to its runner), in UTF-8."""
    return _rendered(f"as_{form}", outcomes)


def _rendered(module: str, outcomes: list[Outcome]) -> bytes:
    found = import_module(f"{__name__}.{module}")  # a run needs one of them, mostly none
    render = cast("Callable[[list[Outcome]], str]", found.render)
    text = render(sorted(outcomes, key=lambda outcome: outcome.path))
    # a path may hold bytes that are no text; in JSON, too, a backslash and a number stand for such a character
    return text.encode("utf-8", "backslashreplace")
