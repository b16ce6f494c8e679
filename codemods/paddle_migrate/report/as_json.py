"""The report for programs. Its form is laid down in report.schema.json beside this file."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.reasons import Reason
from paddle_migrate.report.tally import posix, tally, tool_version
from paddle_migrate.streams import in_json

VERSION = 1  # goes up when something is renamed, removed or gets another meaning


def schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of this report."""
    text = files("paddle_migrate.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def render(outcomes: list[Outcome]) -> str:
    document = {
        "version": VERSION,
        "tool": {"name": "paddle-migrate", "version": tool_version()},
        "totals": {
            "files": len(outcomes),
            "changed": sum(o.changed for o in outcomes),
            "with_something_left": sum(bool(tally(o).left) for o in outcomes),
            "failed": sum(o.failed for o in outcomes),
            "findings": asdict(tally(*outcomes)),
        },
        "files": [_file(outcome) for outcome in outcomes],
    }
    return in_json(json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def _file(outcome: Outcome) -> dict[str, Any]:
    return {
        "path": posix(outcome.path),
        "changed": outcome.changed,
        "failed": outcome.failed,
        "percent_done": 0 if outcome.failed else tally(outcome).percent,
        "findings": [_finding(finding) for finding in outcome.findings],
        "why": [_reason(reason) for reason in outcome.why],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "sign": reason.sign,
        "line": reason.line,
        "text": reason.text,
        "by": [by._asdict() for by in reason.by],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "line": finding.line,
        "place": finding.place,
        "code": finding.code,
        "level": finding.level,
        "name": finding.name,
        "message": finding.message,
    }
