"""Pins of PaddlePaddle 1.x in requirements files and project metadata."""

from __future__ import annotations

import re

from paddle_migrate.api import Result
from paddle_migrate.findings import Finding
from paddle_migrate.project import Project
from paddle_migrate.script import Options

_PIN = re.compile(
    r"(?P<name>\bpaddlepaddle(?:[-_]gpu)?)(?P<space>\s*)(?P<pins>(?:[=<>~!]=?=?|===)\s*[\w.*+!]+"
    r"(?:\s*,\s*(?:[=<>~!]=?=?)\s*[\w.*+!]+)*)"
)
_FILES = re.compile(
    r"(?:requirements[\w.-]*|constraints[\w.-]*)\.(?:txt|in)|setup\.cfg|pyproject\.toml|environment\.ya?ml"
)


def is_requirements(name: str) -> bool:
    """Whether a file of this name says which packages a project needs."""
    return _FILES.fullmatch(name.lower()) is not None


def migrate_requirements(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Lift pins that only PaddlePaddle 1.x (or 2.0 to 2.4) fulfils to the Paddle that the result is for."""
    del filename, project
    lowest = {"2.6": "2.6", "3": "3.0"}[(options or Options()).target]
    findings: list[Finding] = []

    def lift(match: re.Match[str]) -> str:
        if not _is_old(match["pins"]):
            return match[0]
        line = text.count("\n", 0, match.start()) + 1
        new = f"{match['name']}{match['space']}>={lowest}"
        findings.append(Finding(line, "PM113", match["name"], f"{match['pins']} → >={lowest}"))
        return new

    new_text = _PIN.sub(lift, text)
    return Result(new_text, findings, new_text != text)


def _is_old(pins: str) -> bool:
    """Whether no Paddle of today fulfils the pins: an exact or an upper bound below 2.5."""
    for operator, version in re.findall(r"([=<>~!]+)\s*([\w.*+!]+)", pins):
        numbers = [int(n) for n in re.findall(r"\d+", version)[:2]]
        major_minor = tuple([*numbers, 0, 0][:2])
        if operator in ("==", "===", "~=", "<=") and major_minor < (2, 5):
            return True
        if operator == "<" and major_minor <= (2, 5):
            return True
    return False
