"""Shell scripts, CI files and what else holds commands: the launcher's flags, and what they install."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.choosing import takes_rest
from paddle_migrate.findings import Finding
from paddle_migrate.formats.embedded import between, embedded
from paddle_migrate.formats.launches import FLAG, replace_starts, without_launcher
from paddle_migrate.formats.skips import is_skipped
from paddle_migrate.options import Options
from paddle_migrate.outcome import Result
from paddle_migrate.project.project import Project
from paddle_migrate.rules.launcher import FLAGS, VARIABLES
from paddle_migrate.rules.pins import Pins
from paddle_migrate.text.skipping import SKIP

_LAUNCH = "paddle.distributed.launch"
_SCRIPT = re.compile(r"(?<![\w./$}-])[\w./${}-]+\.py(?![\w.])")
_COMMAND = re.compile(rf"paddle\.distributed\.launch(?P<flags>(?:{FLAG})+)")
_CLUSTER, _NODE, _PORT = "--cluster_node_ips", "--node_ip", "--started_port"
_FIRST_PORT = "6070"  # 1.8.5's
_ADDRESS = re.compile(r"[\w.-]+")


def migrate_shell(
    text: str, filename: str = "<stdin>", options: Options | None = None, project: Project | None = None
) -> Result:
    """Rename the launcher's flags in a shell script or a CI file, and take the launcher off where the script that it
    starts is a file of the project that has come to start its own processes; lift pins of PaddlePaddle 1.x."""
    if is_skipped(text) or not takes_rest(options):
        return Result(text)
    new_text, findings = migrate_commands(text, Path(filename), options or Options(), project)
    return Result(new_text, findings, new_text != text)


def migrate_commands(
    text: str, path: Path, options: Options, project: Project | None, first_line: int = 1
) -> tuple[str, list[Finding]]:
    """Commands in the file at `path`, from its line `first_line` on; one may go on over several lines."""
    pins = Pins(text, options, first_line).lift_commands().lift_items().report()
    new_text, findings = migrate_programs(pins.result(), path, options, project, first_line)
    return new_text, sorted([*pins.findings, *findings])


def migrate_programs(
    text: str, path: Path, options: Options, project: Project | None, first_line: int = 1
) -> tuple[str, list[Finding]]:
    """The same of Python that commands hold, and of commands that start training, only."""
    lines: list[str] = []
    findings: list[Finding] = []
    for before, at, python in between(text, embedded(text, options, first_line)):
        line = first_line + text.count("\n", 0, at)
        new, found = migrate_starts(before, path, options, project, line)
        lines += [new, python.text if python else ""]
        findings += [*found, *(python.findings if python else ())]
    return "".join(lines), findings


def migrate_starts(
    text: str, path: Path, options: Options, project: Project | None, first_line: int = 1
) -> tuple[str, list[Finding]]:
    """The same of commands that start training, only."""
    if _LAUNCH not in text and not any(name in text for name in VARIABLES):
        return text, []
    starts, findings = without_launcher(text, path, options, project, first_line) if project else ([], [])

    def rest(piece: str, at: int) -> str:
        line = first_line + text.count("\n", 0, at)
        new, found = _with_nodes(piece, line)
        findings.extend(found)
        new, found = _rename(new, line)
        findings.extend(found)
        return new

    new_text = replace_starts(text, starts, rest)
    return new_text, sorted([*findings, *(f for s in starts for f in s.findings)])


def _rename(text: str, first_line: int) -> tuple[str, list[Finding]]:
    lines: list[str] = []
    findings: list[Finding] = []
    inside = False
    for number, line in enumerate(text.splitlines(keepends=True), first_line):
        start = 0 if inside else line.find(_LAUNCH)
        script = _SCRIPT.search(line, start) if start >= 0 else None
        own = script.start() if script is not None else len(line)  # from there on they are the script's
        for part, launches in ((line[:own], start >= 0), (line[own:], False)):
            new, found = migrate_line(part, number, launches) if part and not SKIP.search(line.rstrip()) else (part, [])
            lines.append(new)
            findings += found
        inside = start >= 0 and script is None and line.rstrip().endswith("\\")
    return "".join(lines), findings


def migrate_line(line: str, number: int, launches: bool) -> tuple[str, list[Finding]]:
    """One line with its flags renamed, and what is to be said about it."""
    findings: list[Finding] = []
    if SKIP.search(line.rstrip()):
        return line, findings
    names = dict(VARIABLES)
    if launches:
        names |= {**FLAGS, "--gpu": "--gpus"}
    for old, new in names.items():
        pattern = rf"{re.escape(old)}(?![\w-])"
        if re.search(pattern, line):
            line = re.sub(pattern, new, line)
            findings.append(Finding(number, "PM112", old, f"→ {new}"))
    return line, findings


@dataclass
class _Flag:
    """A flag of the command, with the space before it, in the whole text."""

    start: int
    end: int
    gap: str
    value: str


def _with_nodes(text: str, first_line: int) -> tuple[str, list[Finding]]:
    """The text with today's flags in the commands that say which nodes there are, `--cluster_node_ips`, `--node_ip` →
    `--nnodes`, `--master`, `--rank`; others stay as they are."""
    findings: list[Finding] = []
    for command in reversed(list(_COMMAND.finditer(text))):
        line_end = text.find("\n", command.end())
        flags = dict(_flags(command))
        new = _todays(flags)
        if not new or SKIP.search(text[command.start() : line_end if line_end >= 0 else None]):
            continue
        for name in sorted(new, key=lambda name: -flags[name].start):
            flag = flags[name]
            gap = flag.gap if new[name] else ""
            text = text[: flag.start] + gap + " ".join(new[name]) + text[flag.end :]
            line = first_line + text.count("\n", 0, flag.start + len(flag.gap))
            findings.append(Finding(line, "PM112", name, f"→ {' '.join(new[name])}" if new[name] else "is not needed"))
    return text, sorted(findings)


def _flags(command: re.Match[str]) -> Iterator[tuple[str, _Flag]]:
    at = command.start("flags")
    for match in re.finditer(FLAG, command["flags"]):
        value = (match[2] or match[3] or "").strip("\"'")
        yield match[1], _Flag(at + match.start(), at + match.end(), match[0][: match.start(1) - match.start()], value)


def _todays(flags: dict[str, _Flag]) -> dict[str, list[str]]:
    """What stands for each flag of them; nothing at all where an address or a port is known to the shell only."""
    if _CLUSTER not in flags:
        return {}
    nodes = [each.strip() for each in flags[_CLUSTER].value.split(",")]
    node = flags[_NODE].value if _NODE in flags else "127.0.0.1"
    port = flags[_PORT].value if _PORT in flags else _FIRST_PORT
    if node not in nodes or not port.isdigit() or not all(map(_ADDRESS.fullmatch, nodes)):
        return {}
    if len(nodes) == 1:
        return {name: [] for name in (_CLUSTER, _NODE) if name in flags} if _PORT not in flags else {}
    if _NODE not in flags:
        return {}
    new = {_CLUSTER: [f"--nnodes={len(nodes)}", f"--master={nodes[0]}:{port}"],
           _NODE: [f"--rank={nodes.index(node)}", f"--host={node}"]}
    return {**new, _PORT: []} if _PORT in flags else new
