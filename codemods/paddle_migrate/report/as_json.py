"""The report for programs. Its form is laid down in report.schema.json beside this file."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.reasons import Reason
from paddle_migrate.report.tally import posix, tally, tally_of, tool_version
from paddle_migrate.streams import in_json

VERSION = 1  # goes up when something is renamed, removed or gets another meaning


def schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of this report."""
    text = files("paddle_migrate.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def render(outcomes: list[Outcome]) -> str:
    return document([file(outcome) for outcome in outcomes])


def document(found: list[dict[str, Any]]) -> str:
    """A report of files, each as `file` makes it."""
    tallies = [tally_of(findings_of(each)) for each in found]
    about = {
        "version": VERSION,
        "tool": {"name": "paddle-migrate", "version": tool_version()},
        "totals": {
            "files": len(found),
            "changed": sum(each["changed"] for each in found),
            "with_something_left": sum(bool(each.left) for each in tallies),
            "failed": sum(each["failed"] for each in found),
            "findings": asdict(tally_of(finding for each in found for finding in findings_of(each))),
        },
        "files": found,
    }
    return in_json(json.dumps(about, ensure_ascii=False, indent=1) + "\n")


def findings_of(found: dict[str, Any]) -> list[Finding]:
    """What a report says of a file. Raises KeyError or TypeError where it is none."""
    return [Finding(*(each[name] for name in ("line", "code", "name", "message", "place")))
            for each in found["findings"]]


def file(outcome: Outcome) -> dict[str, Any]:
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
