"""Launch lines of 1.x for several nodes: `--cluster_node_ips`, `--node_ip` → `--nnodes`, `--master`, `--rank`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paddle_migrate.findings import Finding
from paddle_migrate.formats.launches import FLAG
from paddle_migrate.text.skipping import SKIP

_COMMAND = re.compile(rf"paddle\.distributed\.launch(?P<flags>(?:{FLAG})+)")
_CLUSTER, _NODE, _PORT = "--cluster_node_ips", "--node_ip", "--started_port"
_FIRST_PORT = "6070"  # 1.8.5's
_ADDRESS = re.compile(r"[\w.-]+")


@dataclass
class _Flag:
    """A flag of the command, with the space before it, in the whole text."""

    start: int
    end: int
    gap: str
    value: str


def with_nodes(text: str, first_line: int) -> tuple[str, list[Finding]]:
    """The text with today's flags in the commands that say which nodes there are; others stay as they are."""
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
