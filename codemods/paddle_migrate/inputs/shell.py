"""Shell scripts and CI files that start training: the launcher's flags."""

from __future__ import annotations

import re

from paddle_migrate.api import Result
from paddle_migrate.findings import Finding
from paddle_migrate.launcher import FLAGS, VARIABLES
from paddle_migrate.script import Options

_LAUNCH = "paddle.distributed.launch"


def migrate_shell(text: str, filename: str = "<stdin>", options: Options | None = None) -> Result:
    """Rename the launcher's flags in a shell script or a CI file; a command may go on over several lines."""
    del filename, options
    if _LAUNCH not in text and not any(name in text for name in VARIABLES):
        return Result(text)
    lines, findings, inside = [], [], False
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        inside = inside or _LAUNCH in line
        new, found = migrate_line(line, number, inside)
        lines.append(new)
        findings += found
        inside = inside and line.rstrip().endswith("\\")
    new_text = "".join(lines)
    return Result(new_text, findings, new_text != text)


def migrate_line(line: str, number: int, launches: bool | None = None) -> tuple[str, list[Finding]]:
    """One line with its flags renamed, and what is to be said about it."""
    findings = []
    names = dict(VARIABLES)
    if launches or (launches is None and _LAUNCH in line):
        names |= FLAGS
    for old, new in names.items():
        pattern = rf"{re.escape(old)}(?![\w-])"
        if re.search(pattern, line):
            line = re.sub(pattern, new, line)
            findings.append(Finding(number, "PM112", old, f"→ {new}"))
    return line, findings
