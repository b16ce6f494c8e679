"""Lines written above and under others, first and last in blocks, moved and taken out."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.changes import lines
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source


def made(text):
    return Script.of(Source(text, "script.py"), Options())


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("for x in y: pass\n", "new\nfor x in y: pass\n"),
        ("if a:\n  # why\n  for x in y:\n    pass\n", "if a:\n  # why\n  new\n  for x in y:\n    pass\n"),
        ("for x in y:\r\n\tpass\r\n", "new\r\nfor x in y:\r\n\tpass\r\n"),
    ],
)
def test_before_a_loop(text, after):
    script = made(text)
    script.beside.before(script.source.all(cst.For)[0], "new")
    assert script.edits.result() == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("@one\n@two\ndef f(): pass\n", "new\n@one\n@two\ndef f(): pass\n"),
        ("class C:\n  @one  # why\n  def f(self): pass\n", "class C:\n  new\n  @one  # why\n  def f(self): pass\n"),
        ("def f(): pass\n", "new\ndef f(): pass\n"),
    ],
)
def test_before_a_function_and_its_decorators(text, after):
    script = made(text)
    script.beside.before(script.source.all(cst.FunctionDef)[0], "new")
    assert script.edits.result() == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("for x in y: pass", "for x in y: pass\nnew\n"),
        ("for x in y:\n    a = (1,\n         2)  # why\nb\n", "for x in y:\n    a = (1,\n         2)  # why\nnew\nb\n"),
        ("if a:\n  for x in y:\n    z\n  else:\n    w\n", "if a:\n  for x in y:\n    z\n  else:\n    w\n  new\n"),
    ],
)
def test_behind_a_loop(text, after):
    script = made(text)
    script.beside.behind(script.source.all(cst.For)[0], ["new"])
    assert script.edits.result() == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("def f():\n    a\n    b  # why\n", "def f():\n    a\n    b  # why\n    new\n"),
        ("def f():\n    a\n    if b:\n        c\n", "def f():\n    a\n    if b:\n        c\n    new\n"),
        ("def f(): a; b  # why\n", "def f():\n    a\n    b  # why\n    new\n"),
        ("class C:\n  def f(self): a", "class C:\n  def f(self):\n    a\n    new"),
    ],
)
def test_at_the_end_of_a_block(text, after):
    script = made(text)
    script.beside.last_in(script.source.all(cst.FunctionDef)[0].body, "new")
    assert script.edits.result() == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("def f():\n    # why\n    a\n", "def f():\n    # why\n    new\n    a\n"),
        ("def f():  # why\n    if a: b\n", "def f():  # why\n    new\n    if a: b\n"),
        ("def f(): a  # why\n", "def f(): new; a  # why\n"),
    ],
)
def test_at_the_start_of_a_block(text, after):
    script = made(text)
    script.beside.first_in(script.source.all(cst.FunctionDef)[0].body, "new")
    assert script.edits.result() == after


def test_in_a_block_that_moves_out():
    script = made("with a:\n    for x in y:\n        z\n")
    script.beside.before(script.source.all(cst.For)[0], "new")
    script.beside.behind(script.source.all(cst.For)[0], ["last"])
    script.dedents.add(2, 3, "    ", script.edits.origin)
    script.write()
    assert script.edits.result() == "with a:\nnew\nfor x in y:\n    z\nlast\n"


def test_what_belongs_to_the_upper_line_comes_first():
    script = made("a\nb\n")
    lines.above(script, 2, ["above"])
    lines.above(script, 2, ["# remark"], rank=lines.REMARK)
    lines.under(script, 1, 1, lambda: ["under"])
    assert script.edits.result() == "a\nunder\n# remark\nabove\nb\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a\n\nb\n\nc\n", "a\n\nc\n"),
        ("a\nb\n\nc\n", "a\n\nc\n"),
        ("a\n\nb\nc\n", "a\n\nc\n"),
    ],
)
def test_deleted_with_one_of_two_blank_lines(text, after):
    script = made(text)
    line = text.split("\n").index("b") + 1
    lines.delete(script, line, line)
    assert script.edits.result() == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a\n\nb\nb\n\nc\n", "a\n\nc\n"),
        ("a\n\nb\nb\n\n\nc\n", "a\n\n\nc\n"),
        ("a\n\nb\n\nb\n\nc\n", "a\n\nc\n"),
        ("a\nb\nb\n\nc\n", "a\n\nc\n"),
        ("b\nb\n\nc\n", "\nc\n"),
        ("a\n\nb\nd\nb\n\nc\n", "a\n\nd\n\nc\n"),
    ],
)
def test_several_deleted_one_by_one(text, after):
    script = made(text)
    for line, content in enumerate(text.split("\n"), 1):
        if content == "b":
            lines.delete(script, line, line)
    lines.close_gaps(script)
    assert script.edits.result() == after


def test_what_is_written_instead_keeps_its_blank_lines():
    script = made("a\n\nb\nb\n\nc\n")
    for line in (3, 4):
        lines.delete(script, line, line)
    lines.above(script, 5, ["new"])
    lines.close_gaps(script)
    assert script.edits.result() == "a\n\nnew\n\nc\n"


def test_moved_with_their_comments():
    script = made("if x:\n    a\n    b(1,  # one\n      2)  # two\n")
    lines.move(script, 3, 4, before=1)
    assert script.edits.result() == "    b(1,  # one\n      2)  # two\nif x:\n    a\n"


@pytest.mark.parametrize("texts", [[], ()])
def test_nothing_written_changes_nothing(texts):
    script = made("a = 1")
    lines.under(script, 1, 1, lambda: texts)
    lines.above(script, 1, texts)
    assert script.edits.result() == "a = 1"


def test_lines_that_a_comment_keeps_stay():
    script = made("for x in y: pass  # paddle-migrate: skip\n")
    script.beside.before(script.source.all(cst.For)[0], "new")
    assert script.edits.result() == "for x in y: pass  # paddle-migrate: skip\n"
