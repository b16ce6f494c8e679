"""Pins of PaddlePaddle 1.x in files that say what a project needs."""

from __future__ import annotations

import re
from pathlib import PurePath

from paddle_migrate.choosing import takes_rest
from paddle_migrate.formats.skips import is_skipped
from paddle_migrate.options import Options
from paddle_migrate.outcome import Result
from paddle_migrate.project.project import Project
from paddle_migrate.rules.pins import Pins

_FILES = re.compile(
    r"(?:[\w.-]*requirements?[\w.-]*|constraints[\w.-]*)\.(?:txt|in|pip)|setup\.cfg|tox\.ini|pyproject\.toml|pipfile"
    r"|(?:conda[\w.-]*|env|environment[\w.-]*)\.ya?ml"
)


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
