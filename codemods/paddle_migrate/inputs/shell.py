"""Shell scripts and CI files that start training: the launcher's flags."""

from __future__ import annotations

import re
from pathlib import Path

from paddle_migrate.api import Result
from paddle_migrate.findings import Finding
from paddle_migrate.inputs.launches import replace_starts, without_launcher
from paddle_migrate.launcher import FLAGS, VARIABLES
from paddle_migrate.project import Project
from paddle_migrate.script import Options

_LAUNCH = "paddle.distributed.launch"


def migrate_shell(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Rename the launcher's flags in a shell script or a CI file, and take the launcher off where the script that it
    starts is a file of the project that has come to start its own processes."""
    new_text, findings = migrate_commands(text, Path(filename), options or Options(), project)
    return Result(new_text, findings, new_text != text)


def migrate_commands(
    text: str, path: Path, options: Options, project: Project | None, first_line: int = 1
) -> tuple[str, list[Finding]]:
    """Commands in the file at `path`, from its line `first_line` on; one may go on over several lines."""
    if _LAUNCH not in text and not any(name in text for name in VARIABLES):
        return text, []
    starts, findings = without_launcher(text, path, options, project, first_line) if project else ([], [])

    def rest(piece: str, at: int) -> str:
        new, found = _rename(piece, first_line + text.count("\n", 0, at))
        findings.extend(found)
        return new

    new_text = replace_starts(text, starts, rest)
    return new_text, sorted([*findings, *(f for s in starts for f in s.findings)])


def _rename(text: str, first_line: int) -> tuple[str, list[Finding]]:
    lines, findings, inside = [], [], False
    for number, line in enumerate(text.splitlines(keepends=True), first_line):
        inside = inside or _LAUNCH in line
        new, found = migrate_line(line, number, inside)
        lines.append(new)
        findings += found
        inside = inside and line.rstrip().endswith("\\")
    return "".join(lines), findings


def migrate_line(line: str, number: int, launches: bool) -> tuple[str, list[Finding]]:
    """One line with its flags renamed, and what is to be said about it."""
    findings = []
    names = dict(VARIABLES)
    if launches:
        names |= FLAGS
    for old, new in names.items():
        pattern = rf"{re.escape(old)}(?![\w-])"
        if re.search(pattern, line):
            line = re.sub(pattern, new, line)
            findings.append(Finding(number, "PM112", old, f"→ {new}"))
    return line, findings
