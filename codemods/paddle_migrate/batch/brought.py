"""Packages that came with Paddle 1.8 and do not come with today's, which scripts import and an environment lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from paddle_migrate.project.project import Project

_IMPORT = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(\w[\w. \t,]*)", re.MULTILINE)

# what is imported, and what installs it
_BROUGHT = {
    "cv2": "opencv-python", "decorator": "decorator", "graphviz": "graphviz", "matplotlib": "matplotlib",
    "nltk": "nltk", "prettytable": "prettytable", "rarfile": "rarfile", "requests": "requests", "scipy": "scipy",
    "six": "six", "yaml": "pyyaml",
}  # fmt: skip


def missing(rewritten: Mapping[Path, bytes], project: Project) -> list[str]:
    """What to install for the rewritten files, by the names that pip knows; `rewritten`: files and what they held."""
    asked = {(path, name) for path, raw in rewritten.items() for name in _imported(raw)}
    lacking = {name for name in {name for _, name in asked} & _BROUGHT.keys() if find_spec(name) is None}
    named = [(path, name) for path, name in asked if name in lacking]
    return sorted({_BROUGHT[name] for path, name in named if not list(project.modules(path.absolute(), name))})


def _imported(raw: bytes) -> Iterator[str]:
    """The first names of what statements of their own line import."""
    for listed in _IMPORT.findall(raw):
        yield from (re.split(rb"[. \t]", part.strip(), maxsplit=1)[0].decode() for part in listed.split(b","))
