"""Which files may hold legacy code: those that speak of Paddle, and those that work with what others make of fluid."""

from __future__ import annotations

import re
from pathlib import Path

from paddle_migrate.project.importers import program
from paddle_migrate.project.project import Project
from paddle_migrate.rules.library_names import WORDS

NAMES_FLUID = re.compile(rb"\bpaddle(?:\.|[ \t]+import\b[^\n]*\b)fluid\b")
_IMPORTS_PADDLE = re.compile(rb"(?m)^[ \t]*(?:import|from)[ \t]+paddle\b")
# a run of a program, names of variables, a step of the dynamic graph, its end, what is detached there, the logger that
# today's import of Paddle takes, classes that today's Python has elsewhere, whole shapes that are compared or written
# out, and names that its libraries have dropped
_WORKS = re.compile(
    rb"\bfetch_list\b|[\w\])]\.name\b|\.(?:clear_gradients?|set_dict|apply_collective_grads|scale_loss)\("
    rb"|\bbasicConfig\(|\.(?:eval|detach)\(\)|\bcollections(?:[ \t]+as\b|(?:\.|[ \t]+import\b[\s\w,(]*\b)"
    rb"(?:\w*Iter\w+|Callable|Collection|\w*Mapping|\w*Set|\w*Sequence|\w+View|Hashable|Sized|Container|Generator)\b)"
    rb"|\.shape\b(?:\[[^\]\n]*:[^\]\n]*\])?[ \t]*[!=]=|(?:[!=]=|%)[ \t]*[^\s,()]+\.shape\b(?!\[)"
    rb"|" + WORDS
)


def is_of_interest(path: Path, raw: bytes, project: Project) -> bool:
    """Whether a file may hold legacy code, at a look at its bytes."""
    if b"paddle" in raw:
        return True
    return path.suffix == ".py" and (project.hands_on(path, raw) or works_with_fluid(path, raw, project))


def works_with_fluid(path: Path, raw: bytes, project: Project) -> bool:
    """Whether a file that imports nothing of Paddle itself has such words, and others of its program have fluid."""
    if not _WORKS.search(raw) or _IMPORTS_PADDLE.search(raw):
        return False
    return any(project.file(each).has(NAMES_FLUID) for each in program(path, raw, project))
