"""`# paddle-migrate: ignore[CODE]`: the finding of that code at that statement is not said, and does not count."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.cli import main

HEAD = "import paddle.fluid as fluid\n"
IGNORE = "  # paddle-migrate: ignore[PM301]"
LEFT = "y = fluid.layers.no_such(x)"


def told(text: str, **options) -> list[tuple[str, int]]:
    findings = migrate_source(text, options=Options(**options)).findings
    return [(f.code, f.line) for f in findings if f.level != "rewritten"]


@pytest.mark.parametrize(
    "text",
    [
        LEFT + IGNORE,
        LEFT + IGNORE + " it is a function of ours",
        LEFT + "  #paddle-migrate:ignore[ PM301 ]",
        LEFT + IGNORE + "  # noqa",
        LEFT + "  # noqa" + IGNORE,
        f"y = fluid.layers.no_such({IGNORE}\n    x)",
        f"y = fluid.layers.no_such(\n    x,{IGNORE}\n)",
        f"y = fluid.layers.no_such(\n    x,\n){IGNORE}",
        f"y = fluid.layers.no_such(\n    {IGNORE}\n    x\n)",
        f"y = [fluid.layers.no_such(x),\n     fluid.layers.no_such(x)]{IGNORE}",
        f"if fluid.layers.no_such(x):{IGNORE}\n    pass",
        f"def f():\n    return fluid.layers.no_such(x){IGNORE}",
    ],
)
def test_it_is_not_said(text):
    assert told(HEAD + text + "\n") == []
    assert {code for code, _ in told(HEAD + text.replace("ignore", "ignored") + "\n")} == {"PM301"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"x = 1{IGNORE}\n{LEFT}", 3),
        (f"{IGNORE.strip()}\n{LEFT}", 3),
        (f"{LEFT}\n{IGNORE.strip()}", 2),
        (f"if x:{IGNORE}\n    {LEFT}", 3),
        (f"{LEFT}\ns = '{IGNORE}'", 2),
    ],
)
def test_it_is_for_its_own_statement(text, line):
    assert ("PM301", line) in told(HEAD + text + "\n")


def test_several_codes():
    assert told(HEAD + LEFT + "  # paddle-migrate: ignore[PM302,PM301]\n") == [("PM240", 2)]
    assert told(HEAD + LEFT + "  # paddle-migrate: ignore[PM302]\n") == [("PM240", 2), ("PM301", 2)]


@pytest.mark.parametrize(
    "text",
    [f"x = 1{IGNORE}\n", f"import paddle\nx = 1{IGNORE}\n", HEAD + f"x = 1{IGNORE}\n", f"x = 1{IGNORE}",
     "x = 1  # paddle-migrate: ignore\n", "# paddle-migrate: ignore[]\n"],
)  # fmt: skip
def test_one_that_ignores_nothing_is_said(text):
    assert [code for code, _ in told(text)] == ["PM240"]
    assert not migrate_source(text).text.count("ignored")


@pytest.mark.parametrize("comment", ["skip", "ignore-file", "ignored[PM301]"])
def test_other_words_are_none(comment):
    assert told(f"x = 1  # paddle-migrate: {comment}\n") == []


def test_an_error_is_always_heard():
    text = HEAD + "print fluid  # paddle-migrate: ignore[PM902]\n"
    assert [code for code, _ in told(text)] == ["PM902"]


def test_what_is_rewritten_is_rewritten_and_the_comment_stays():
    text = HEAD + "y = fluid.layers.relu(x)  # paddle-migrate: ignore[PM101]\n"
    result = migrate_source(text)
    assert result.text.endswith("y = F.relu(x)  # paddle-migrate: ignore[PM101]\n")
    assert [f for f in result.findings if f.line == 2] == []


def test_no_todo_is_written_above_it():
    assert "TODO" not in migrate_source(HEAD + LEFT + IGNORE + "\n", options=Options(annotate=True)).text


def test_it_does_not_count_for_check(tmp_path):
    old = tmp_path / "old.py"
    old.write_text(HEAD + LEFT + "\n")
    assert CliRunner().invoke(main, ["--check", "--no-cache", str(old)]).exit_code == 1
    old.write_text(HEAD + LEFT + IGNORE + "\n")
    assert CliRunner().invoke(main, ["--check", "--no-cache", str(old)]).exit_code == 0


def test_in_a_notebook(tmp_path):
    cells = [{"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None}
             for source in (HEAD, f"{LEFT}{IGNORE}\n{LEFT}", f"x = 1{IGNORE}")]
    book = tmp_path / "old.ipynb"
    book.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    said = CliRunner().invoke(main, ["--check", "--no-cache", str(book)]).stderr
    assert "cell 2:2: person PM301" in said
    assert "cell 2:1" not in said
    assert "cell 3:1: note PM240: PM301" in said
