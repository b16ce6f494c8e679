"""The parts of SARIF 2.1.0 that code scanning reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from paddle_migrate.codes import CODES
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report import as_sarif


def left(line: int, name: str = "fluid.layers.fc") -> Finding:
    return Finding(line, "PM301", name, "this tool does not know it yet")


def rewritten(line: int) -> Finding:
    return Finding(line, "PM101", "fluid.layers.relu", "→ F.relu")


def run(outcomes: list[Outcome], root: Path | None = None) -> dict[str, Any]:
    document = json.loads(as_sarif.render(outcomes, root))
    assert document["version"] == "2.1.0"
    (only,) = document["runs"]
    return dict(only)


def place(result: dict[str, Any]) -> dict[str, Any]:
    (location,) = result["locations"]
    return dict(location["physicalLocation"])


def test_a_rule_for_every_code() -> None:
    rules = run([])["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CODES)
    assert all(rule["shortDescription"]["text"] and rule["help"]["text"] for rule in rules)


def test_levels(outcomes: list[Outcome]) -> None:
    only = run(outcomes)
    levels = [(r["ruleId"], r["level"], r["kind"]) for r in only["results"]]
    assert levels == [
        ("PM902", "error", "fail"),
        ("PM301", "warning", "fail"),
        ("PM202", "note", "fail"),
        ("PM104", "none", "informational"),
        *[("PM101", "none", "informational")] * 2,
    ]
    rules = only["tool"]["driver"]["rules"]
    for result in only["results"]:
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["defaultConfiguration"]["level"] == result["level"]
    assert only["invocations"] == [{"executionSuccessful": False}]


def test_region(outcomes: list[Outcome]) -> None:
    result = next(r for r in run(outcomes)["results"] if r["ruleId"] == "PM301")
    assert result["message"]["text"] == "fluid.layers.fc: this tool does not know it yet"
    assert place(result)["region"] == {
        "startLine": 6,
        "startColumn": 5,
        "endColumn": 31,
        "snippet": {"text": "    z = fluid.layers.fc(y, 10)"},
    }


@pytest.mark.parametrize("line", [0, 99])
def test_a_finding_without_a_line_that_exists(line: int) -> None:
    (result,) = run([Outcome("a.py", "x\n", "x\n", [left(line)])])["results"]
    assert place(result)["region"] == {"startLine": line or 1}


def test_a_finding_in_a_cell_does_not_point_to_a_wrong_line() -> None:
    (result,) = run([Outcome("a.ipynb", "{\n\n}", "", [Finding(2, "PM301", "fluid.x", "left", "cell 3")])])["results"]
    assert place(result)["region"] == {"startLine": 1}
    assert result["message"]["text"] == "cell 3, line 2: fluid.x: left"
    assert result["locations"][0]["logicalLocations"] == [{"name": "cell 3"}]


def test_uris_are_relative_and_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the tool was given relative or absolute paths, and from which directory of the repository."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    paths = ["训练 1.py", str(tmp_path / "src" / "b.py"), "../c#.py"]
    found = [place(r)["artifactLocation"] for r in run([Outcome(p, "", "", [left(0)]) for p in paths])["results"]]
    assert [unquote(a["uri"]) for a in found] == ["src/训练 1.py", "src/b.py", "c#.py"]
    assert all(a["uri"].isascii() and " " not in a["uri"] and "#" not in a["uri"] for a in found)
    assert {a["uriBaseId"] for a in found} == {"%SRCROOT%"}


def test_files_outside_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("here", "there/a"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    outcomes = [Outcome(f"../there/{p}", "", "", [left(0)]) for p in ("a/b.py", "c.py")]
    assert [place(r)["artifactLocation"]["uri"] for r in run(outcomes)["results"]] == ["a/b.py", "c.py"]


def test_fingerprints_survive_moved_lines() -> None:
    def prints(text: str, line: int) -> list[str]:
        found = run([Outcome("a.py", text, text, [left(line), left(line)])])["results"]
        return [r["partialFingerprints"]["primaryLocationLineHash"] for r in found]

    before, after = prints("fluid.layers.fc(x)\n", 1), prints("\n\n  fluid.layers.fc(x)\n", 3)
    assert before == after
    assert len(set(before)) == 2


def test_too_many_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(as_sarif, "MOST", 2)
    only = run([Outcome("a.py", "", "", [rewritten(1), rewritten(2), left(3)])])
    assert [r["level"] for r in only["results"]] == ["warning", "none"]
    (said,) = only["invocations"][0]["toolExecutionNotifications"]
    assert said["message"]["text"].startswith("1 results")
