from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.codes import CODES
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.as_json import VERSION, render, schema


def report(outcomes: list[Outcome]) -> dict[str, Any]:
    document = json.loads(render(outcomes))
    jsonschema.Draft202012Validator(schema()).validate(document)
    return dict(document)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert schema()["properties"]["version"]["const"] == VERSION


def test_totals(outcomes: list[Outcome]) -> None:
    assert report(outcomes)["totals"] == {
        "files": 4,
        "changed": 2,
        "with_something_left": 2,
        "failed": 1,
        "findings": {"rewritten": 3, "note": 1, "person": 1, "error": 1},
    }


def test_files(outcomes: list[Outcome]) -> None:
    files = report(outcomes)["files"]
    assert [(f["path"], f["changed"], f["failed"], f["percent_done"]) for f in files] == [
        ("src/train.py", True, False, 66),
        ("src/done.py", True, False, 100),
        ("plain.py", False, False, 100),
        ("数据/old two.py", False, True, 0),
    ]


def test_a_finding_in_a_notebook() -> None:
    finding = Finding(2, "PM301", "fluid.layers.fc", "说明", "cell 3")
    document = report([Outcome("a.ipynb", "{}", "{}", [finding])])
    assert document["files"][0]["findings"] == [
        {"line": 2, "place": "cell 3", "code": "PM301", "level": "person", "name": "fluid.layers.fc", "message": "说明"}
    ]


@pytest.mark.parametrize("code", CODES)
def test_every_code_fits_the_schema(code: str) -> None:
    report([Outcome("a.py", "", "", [Finding(0, code, "", "")])])


def test_what_does_not_fit_is_refused(outcomes: list[Outcome]) -> None:
    document = report(outcomes)
    document["files"][0]["extra"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(document)


def test_chinese_is_readable_in_the_file(outcomes: list[Outcome]) -> None:
    assert "数据" in render(outcomes)


def test_why(tmp_path: Path) -> None:
    old, new = tmp_path / "old.py", tmp_path / "report.json"
    old.write_text("import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n")
    CliRunner().invoke(main, [str(old), "--report", str(new)])
    document = json.loads(new.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema()).validate(document)
    first, second = document["files"][0]["why"]
    assert [by["rewrite"] for by in first["by"]] == ["imports"]
    assert (second["sign"], second["line"], second["text"]) == ("+", 2, "y = F.relu(x)\n")
    (by,) = second["by"]
    assert (by["rewrite"], by["name"]) == ("calls", "fluid.layers.relu")
    assert by["place"].startswith("paddle_compat/fluid/layers/")


def test_nothing_is_said_of_files_that_stay() -> None:
    assert report([Outcome("new.py", "x\n", "x\n")])["files"][0]["why"] == []
