"""Lines that move out by a level."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.changes.dedents import Dedents
from paddle_migrate.text.edits import Edits
from paddle_migrate.text.origins import Origin
from paddle_migrate.text.source import Source

BY = Origin(0, "devices")


def _moved(text: str, *lines: tuple[int, int], width: str = "    ") -> str:
    source, edits = Source(text), Edits(text)
    dedents = Dedents(source)
    for first, last in lines:
        dedents.add(first, last, width, BY)
    dedents.write(edits)
    return edits.result()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if x:\n    a\n    b\n", "if x:\na\nb\n"),
        ("if x:\n        # deep\n    a\n", "if x:\n    # deep\na\n"),
        ("if x:\n    a\n\n    b\n", "if x:\na\n\nb\n"),
        ("if x:\n    a = '''\n    kept'''\n    b\n", "if x:\na = '''\n    kept'''\nb\n"),
        ("if x:\n    a = f'''\n    {y}\n    '''; f()\n    b\n", "if x:\na = f'''\n    {y}\n    '''; f()\nb\n"),
        ("if x:\r\n    a = '''\r\n    kept'''\r\n    b\r\n", "if x:\r\na = '''\r\n    kept'''\r\nb\r\n"),
    ],
)
def test_by_one_level(before, after):
    assert _moved(before, (2, before.count("\n"))) == after


def test_by_two_levels_where_two_blocks_go():
    text = "if x:\n    if y:\n        a\n    b\n"
    assert _moved(text, (2, 4), (3, 3)) == "if x:\nif y:\na\nb\n"


def test_never_by_more_than_there_is():
    assert _moved("if x:\n    a\n  # less\n", (2, 3), (2, 3)) == "if x:\na\n  # less\n"


@pytest.mark.parametrize(
    ("text", "width"),
    [("if x:\n\ta\n", "    "), ("if x:\n  a\n", "    "), ("if x:\n    a\n", "\t"), ("a\nb\n", "    ")],
)
def test_other_white_space_stays(text, width):
    assert _moved(text, (2, 2), width=width) == text


def test_lines_that_nobody_moves_stay():
    text = "if x:\n    a\n    b\n"
    assert _moved(text) == text
    assert _moved(text, (2, 2)) == "if x:\na\n    b\n"


def test_the_indentation_that_is_left():
    source = Source("if x:\n    if y:\n        a\n        b\n")
    dedents = Dedents(source)
    dedents.add(2, 3, "    ", BY)
    assert [dedents.of_line(line) for line in (1, 2, 3, 4)] == ["", "", "    ", "        "]
    (inner,) = [s for s in source.all(cst.If) if source.line(s) == 2]
    assert dedents.indentation(inner) == ""


def test_lines_that_are_kept_move_with_the_rest():
    text = "if x:\n    a\n    b  # paddle-migrate: skip\n"
    source, edits = Source(text), Edits(text)
    edits.keep([(10, len(text))])
    dedents = Dedents(source)
    dedents.add(2, 3, "    ", BY)
    dedents.write(edits)
    edits.delete(12, 14)
    assert edits.result() == "if x:\na\nb  # paddle-migrate: skip\n"
