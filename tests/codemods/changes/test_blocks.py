from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.changes.blocks import unwrap
from paddle_migrate.options import Options
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source


def unwrapped(text, *lines):
    script = Script.of(Source(text, "script.py"), Options())
    unwrap(script, script.source.all(cst.With)[0], list(lines))
    script.write()
    return script.edits.result()


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("with a:\n    b\n    c  # why\nd\n", "b\nc  # why\nd\n"),
        ("with a:  # why\n    b\n", "# why\nb\n"),
        ("with a:\n    # why\n    b\n", "# why\nb\n"),
        ("def f():\n  with a:\n    b = '''\n    c'''\n", "def f():\n  b = '''\n    c'''\n"),
        ("with a: b; c\n", "b; c\n"),
        ("with a:\n\tif b:\n\t\tc\n", "if b:\n\tc\n"),
        ("x\n\nwith a:\n\n    b\n", "x\n\nb\n"),
    ],
)
def test_the_block_comes_out(text, after):
    assert unwrapped(text) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("with a:\n    b\n", "new\nb\n"),
        ("with a:  # why\n    b\n", "new  # why\nb\n"),
        ("def f():\n  with a: b\n", "def f():\n  new\n  b\n"),
    ],
)
def test_a_line_in_its_place(text, after):
    assert unwrapped(text, "new") == after


def test_a_block_in_another_comes_out_of_both():
    script = Script.of(Source("with a:\n    with b:\n        c\n        # why\nd\n", "script.py"), Options())
    for statement in script.source.all(cst.With):
        unwrap(script, statement, [])
    script.write()
    assert script.edits.result() == "c\n# why\nd\n"
