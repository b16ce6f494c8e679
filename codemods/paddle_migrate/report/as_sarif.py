"""SARIF 2.1.0, the form that code scanning reads."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from paddle_migrate.codes import CODES, Level, level_of
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.lines import split
from paddle_migrate.report.tally import LEVELS, tool_version
from paddle_migrate.streams import in_json

_LEVELS: dict[Level, str] = {"rewritten": "none", "note": "note", "person": "warning", "error": "error"}
MOST = 25_000  # code scanning refuses a run with more results
_RULES = {code: index for index, code in enumerate(CODES)}


def render(outcomes: list[Outcome], root: Path | None = None) -> str:
    """Paths become relative to `root`: by default the repository that the files lie in."""
    root = root or _root([Path(os.path.abspath(o.path)) for o in outcomes])
    results = [result for outcome in outcomes for result in _results(outcome, root)]
    results.sort(key=lambda result: -LEVELS.index(result[0]))  # stable: within a level in the files' order
    run: dict[str, Any] = {
        "tool": {"driver": {"name": "paddle-migrate", "version": tool_version(), "rules": [_rule(c) for c in CODES]}},
        "invocations": [{"executionSuccessful": not any(o.failed for o in outcomes)}],
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [result for _, result in results[:MOST]],
    }
    if len(results) > MOST:
        text = f"{len(results) - MOST} results of the lowest levels are left out: code scanning takes {MOST}"
        run["invocations"][0]["toolExecutionNotifications"] = [{"level": "note", "message": {"text": text}}]
    document = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return in_json(json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def _rule(code: str) -> dict[str, Any]:
    about = CODES[code]
    level = level_of(code)
    return {
        "id": code,
        "shortDescription": {"text": about.title},
        "fullDescription": {"text": about.text},
        "help": {"text": about.text},
        "defaultConfiguration": {"level": _LEVELS[level]},
        "properties": {"tags": ["migration", level]},
    }


def _results(outcome: Outcome, root: Path) -> list[tuple[Level, dict[str, Any]]]:
    uri = _uri(outcome.path, root)
    lines = split(outcome.old)
    seen: Counter[str] = Counter()
    found = []
    for finding in outcome.findings:
        line = lines[finding.line - 1] if not finding.place and 0 < finding.line <= len(lines) else ""
        print_ = hashlib.sha256(
            f"{finding.code} {finding.name} {finding.place} {line.strip()}".encode("utf-8", "replace")
        ).hexdigest()
        seen[print_] += 1
        result = _result(finding, uri, line)
        result["partialFingerprints"] = {"primaryLocationLineHash": f"{print_[:16]}:{seen[print_]}"}
        found.append((finding.level, result))
    return found


def _result(finding: Finding, uri: str, line: str) -> dict[str, Any]:
    message = f"{finding.name}: {finding.message}" if finding.name else finding.message
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"},
            "region": _region(finding, line),
        }
    }
    if finding.place:  # the line counts within the piece, where SARIF would take it for the file's
        message = f"{finding.place}, line {finding.line}: {message}" if finding.line else f"{finding.place}: {message}"
        location["logicalLocations"] = [{"name": finding.place}]
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.level],
        "kind": "informational" if finding.level == "rewritten" else "fail",
        "message": {"text": message or finding.code},
        "locations": [location],
    }
    if finding.code in _RULES:
        result["ruleIndex"] = _RULES[finding.code]
    return result


def _region(finding: Finding, line: str) -> dict[str, Any]:
    if finding.place or not finding.line:
        return {"startLine": 1}
    if not line.strip():
        return {"startLine": finding.line}
    start = len(line) - len(line.lstrip())
    return {
        "startLine": finding.line,
        "startColumn": start + 1,
        "endColumn": len(line.rstrip()) + 1,
        "snippet": {"text": line},
    }


def _root(paths: list[Path]) -> Path:
    """The repository around the files; without one the current directory, or what lies above all of them."""
    here = Path.cwd()
    try:
        common = Path(os.path.commonpath([path.parent for path in paths])) if paths else here
    except ValueError:  # on several drives
        return here
    inside = common.is_relative_to(here)
    return next((d for d in (common, *common.parents) if (d / ".git").exists()), here if inside else common)


def _uri(path: str, root: Path) -> str:
    try:
        relative = os.path.relpath(path, root)
    except ValueError:  # another drive
        relative = path
    return quote(os.fsencode(relative.replace(os.sep, "/")))
