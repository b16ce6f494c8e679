"""`python -m paddle.distributed.launch … train.py`, when the script has come to start its own processes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from paddle_migrate.findings import Finding
from paddle_migrate.options import Options
from paddle_migrate.project import files
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_module
from paddle_migrate.rules.kinds import may_start_processes
from paddle_migrate.rules.launcher import DEVICES, HOSTS, NOT_NEEDED
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.skipping import SKIP

_GAP = r"(?:[ \t]|\\\r?\n)+"
_VALUE = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\\\"']+)"
FLAG = rf"{_GAP}(--\w+)(?:=({_VALUE})|{_GAP}(?!-)(?!\S+\.py\b)({_VALUE}))?"
_COMMAND = re.compile(
    rf"(?P<python>(?:[\w./]*python[\d.]*|\$\{{?\w+\}}?)(?:[ \t]+-u)?){_GAP}-m{_GAP}paddle\.distributed\.launch"
    rf"(?P<flags>(?:{FLAG})*){_GAP}(?P<script>[\w./-]+\.py)(?![\w.])"
)
_LAUNCH = re.compile(r"paddle\.distributed\.launch(?P<rest>(?:\\\r?\n|[^\n;&|])*)")
_SCRIPT = re.compile(r"(?<![\w./$}-])[\w./-]+\.py(?![\w.])")
_SETS = re.compile(r"(?:\w+=\S*[ \t]+)*\Z")
_STARTS = re.compile(r"(?:^|[;&|(`$#>]|\b(?:then|do|else)|\b\w+:|^[ \t]*-)[ \t]*\Z", re.MULTILINE)
_SPAWN = re.compile(r"(?<![\w.])(?:dist|paddle\.distributed)\.spawn\(")
_LAUNCHER = "migrate with --launcher launch, or start it with python"


@dataclass
class Start:
    """A command that is now written otherwise: where it stood, what comes there, what is to be said."""

    start: int
    end: int
    text: str
    findings: list[Finding] = field(default_factory=list)


def starts_itself(path: Path, options: Options, project: Project) -> bool:
    """Whether the migrated script calls dist.spawn(); found out once for each script."""
    if path not in project.starts_itself:
        try:
            text = files.read(path).text
        except SourceError:
            text = ""
        every = {path.absolute(), *project.paths} if "paddle" in text else ()
        has_ranks = any(may_start_processes(project.file(each).raw) for each in every)
        new = migrate_module(text, path, options, project).text if has_ranks or _SPAWN.search(text) else ""
        project.starts_itself[path] = _SPAWN.search(new) is not None
    return project.starts_itself[path]


def without_launcher(
    text: str, path: Path, options: Options, project: Project, first_line: int = 1
) -> tuple[list[Start], list[Finding]]:
    """The commands in the text that need no launcher any more, and what is to be said of those that cannot lose it."""

    def spawns(script: str) -> bool:
        found = project.scripts(path, script)
        return bool(found) and all(starts_itself(p, options, project) for p in found)

    starts: list[Start] = []
    findings: list[Finding] = []
    for launch in _LAUNCH.finditer(text) if options.launcher == "spawn" else ():
        script = _SCRIPT.search(launch["rest"])
        if SKIP.search(launch["rest"].rstrip()):
            continue
        if script is None or not spawns(script[0]):
            continue
        line = first_line + text.count("\n", 0, launch.start())
        start, reason = _start(text, _command_at(text, launch.start()), line)
        if start is not None:
            starts.append(start)
        else:
            message = f"{script[0]} starts its own processes, on one machine: {reason}; {_LAUNCHER}"
            findings.append(Finding(line, "PM311", "distributed.launch", message))
    return starts, findings


def _command_at(text: str, module: int) -> re.Match[str] | None:
    """The command whose `paddle.distributed.launch` stands at this offset, when all of it can be read."""
    around = (m for m in _COMMAND.finditer(text) if m.start() < module < m.end())
    return next(around, None)


def _start(text: str, match: re.Match[str] | None, line: int) -> tuple[Start | None, str]:
    if match is None:
        return None, "its flags cannot be read"
    findings: list[Finding] = []
    devices = ""
    for flag, value in _flags(match["flags"]):
        if flag in DEVICES:
            devices = value
        elif flag in NOT_NEEDED:
            findings.append(Finding(line, "PM201", flag, f"is dropped: {NOT_NEEDED[flag]}"))
        elif flag not in HOSTS or re.search(r"[,$]", value):
            return None, f"{flag} has no place there"
    before = text[: match.start()]
    sets = _SETS.search(before)
    assert sets is not None
    kept = re.sub(r"CUDA_VISIBLE_DEVICES=\S*[ \t]+", "", sets[0]) if devices else sets[0]
    if devices:
        kept += f"CUDA_VISIBLE_DEVICES={devices} "
    if kept and not sets[0] and not _STARTS.search(before):
        kept = f"env {kept}"  # behind another command, such as nohup
    new = f"{match['python']} {match['script']}"
    findings.append(Finding(line, "PM118", "distributed.launch", f"→ {kept}{new}"))
    return Start(sets.start(), match.end(), kept + new, sorted(findings)), ""


def _flags(text: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(FLAG, text):
        yield match[1], match[2] or match[3] or ""


def replace_starts(text: str, starts: list[Start], rest: Callable[[str, int], str]) -> str:
    """The text with the commands as they are now; `rest` is asked for each piece between, with its offset."""
    pieces: list[str] = []
    at = 0
    for start in starts:
        pieces += [rest(text[at : start.start], at), start.text]
        at = start.end
    return "".join([*pieces, rest(text[at:], at)])
