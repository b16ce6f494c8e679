"""Where nodes lie by how wide they are, against what LibCST writes."""

from __future__ import annotations

import typing

import libcst as cst
import pytest
from paddle_migrate.text.recording import Recorder, write
from paddle_migrate.text.rows import HEADERS, KNOWN
from paddle_migrate.text.source import Source
from paddle_migrate.text.widths import OtherwiseError, Widths

STATEMENTS = [
    "x = 1", "(x) = ( a , ) ; y = b ;", "x = y = f (a, *b, k = 1, ** c ,)",
    "a.b . c[1, 2:3, ::4, ...] += -x ** ~ y @ z",
    "x: int = 3", "x: 'a'", "return", "return x if y else z", "del a, b", "assert a, b", "raise", "raise A from b",
    "import a", "import a.b as c, d", "from . import (a as b, c ,  )", "from .. a import *", "from a import b, c",
    "lambda : 1", "lambda x, *y, z=1, **k: (x)", "[i for i in x if i for j in i]", "f(i for i in x)", "{**a, 'b': 1 ,}",
    "x = a and not b or c is not d not in e != f <= g", "'a' \"b\" '''c\nd'''", "f(  # one\n  a, # two\n\n  b\n)",
    "x = \\\n  1", "pass", "break", "continue",
]  # fmt: skip
WRITTEN = [
    "if x: # why", "elif ( x ):", "else :", "for i, j in f(x) :", "while not x:", "with a as b, c(d):", "with (a):",
    "try:", "finally:", "def f(a, /, b: int = 1, *c, d = (2), **e):", "def f(self, *, x ): # why", "class A:",
    "class A ( B, metaclass = M ):", "async def f():",
]  # fmt: skip
BEFORE = {"elif": "if x:\n    pass\n", "else": "if x:\n    pass\n", "finally": "try:\n    pass\n"}


def within(line, header=False):
    """The line in a loop of a function, with a comment above it."""
    first = line.split()[0].strip(":")
    text = BEFORE.get(first, "") + (line + "\n    pass\n" if header else line + "\n")
    text += "finally:\n    pass\n" if first == "try" else ""
    inside = "".join(f"        {part}" for part in text.splitlines(keepends=True))
    return f"def f():\n    for _ in x:\n        # above\n\n{inside}        end\n"


def placed(source):
    """Where LibCST writes each node."""
    recorder = Recorder(source.module)
    write(source.module, recorder)
    return recorder


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("line", STATEMENTS)
def test_statements(line, newline):
    source = Source(within(line).replace("\n", newline))
    recorder, found = placed(source), Widths(source.text, len(newline), outer := {}, core := {})
    statement = source.module.body[0].body.body[0].body.body[0]
    start, end = recorder.outer[id(statement)]
    assert found.line(statement, start, recorder.core[id(statement)][0], 8) == end
    for node in (n for n in source._nodes if source.lies_in(n, statement)):
        assert outer[id(node)] == recorder.outer[id(node)], type(node)
        assert core.get(id(node), outer[id(node)]) == recorder.core.get(id(node), recorder.outer[id(node)]), type(node)


@pytest.mark.parametrize("line", WRITTEN)
def test_headers(line):
    source = Source(within(line, header=True))
    recorder, found = placed(source), Widths(source.text, 1, outer := {}, {})
    kinds = (cst.If, cst.Else, cst.For, cst.While, cst.With, cst.Try, cst.Finally, cst.FunctionDef, cst.ClassDef)
    head = next(n for n in source.all(*kinds) if source.text.startswith(line, recorder.core[id(n)][0]))
    at = found.header(head, recorder.core[id(head)][0], 8, line.startswith("elif"))
    assert at == recorder.outer[id(head.body)][0]
    assert outer or line in ("else :", "try:", "finally:")
    assert outer == {id(n): recorder.outer[id(n)] for n in source._nodes if id(n) in outer} | {
        key: span for key, span in outer.items() if key not in recorder.outer  # white space, which nobody asks about
    }


@pytest.mark.parametrize("line", ["x = {1, 2}", "x = f'{y}'", "x = await y", "x = (yield)", "(x := 1)", "global x"])
def test_what_the_table_does_not_know(line):
    source = Source(f"{line}\n")
    with pytest.raises(OtherwiseError):
        Widths(source.text, 1, {}, {}).line(source.module.body[0], 0, 0, 0)


def test_a_header_that_the_table_does_not_know():
    source = Source("def f() -> x:\n    pass\n")
    with pytest.raises(OtherwiseError):
        Widths(source.text, 1, {}, {}).header(source.module.body[0], 0, 0, False)


@pytest.mark.parametrize("text", ["x = g(y)\n", "x = f (y)\n", "xx = f(y)\n", ""])
def test_another_text(text):
    statement = Source("x = f(y)\n").module.body[0]
    with pytest.raises(OtherwiseError):
        Widths(text, 1, {}, {}).line(statement, 0, 0, 0)


LISTED = {**KNOWN, **HEADERS}


@pytest.mark.parametrize("kind", LISTED, ids=lambda kind: kind.__name__)
def test_the_rows_name_all_that_a_node_writes(kind):
    row = LISTED[kind]
    read = []

    class Asked:
        def __getattr__(self, name):
            read.append(name)

    for parts in (row.before, row.itself, row.behind):
        if parts is not None:
            parts.read(Asked())
    aside = {"lpar", "rpar"} if row.in_parentheses else set()
    aside |= {"body", "orelse", "decorators", "handlers", "finalbody"} if kind in HEADERS else set()
    aside |= {"leading_lines", "lines_after_decorators", "__slots__"}
    fields = {f for f in typing.get_type_hints(kind) if f in kind.__dataclass_fields__} - aside
    assert sorted(read) == sorted(fields)
