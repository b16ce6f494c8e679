"""A program in today's names, read; statements as pieces of text."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.dynamic.pieces import is_in, lines_of, piece
from paddle_migrate.dynamic.reading import Reading, body_of, small, target_names, value_of

TEXT = '''\
import paddle.nn as nn


def variable(program, name):
    """The variable that is fed under the name, the parameter of that name, or what `name_of` gave it."""


def in_program(program, variables):
    """One of the script's own."""


def main(x):
    # first
    a, b = nn.Linear(1, 2)(x), \\
        variable(x, "y")  # behind
    return [each for each in variable(a, b)]
'''


@pytest.fixture
def reading() -> Reading:
    return Reading(TEXT)


def test_what_an_earlier_step_wrote(reading):
    assert set(reading.helpers) == {"variable"}
    assert set(reading.functions) == {"in_program", "main"}
    names = [reading.called(call) for call in reading.source.all(cst.Call)]
    assert sorted(names) == ["", "paddle.nn.Linear", "written.variable", "written.variable"]


def test_statements(reading):
    first, last = body_of(reading.functions["main"])
    assert target_names(small(first)) == ["a", "b"]
    assert reading.names_in(value_of(small(first))) == {"nn", "x", "variable"}
    assert [reading.is_nested(call, last) for call in reading.calls_in(last)] == [True]
    assert reading.line_of(reading.calls_in(first)[0]) is first


def test_a_piece_has_its_comments(reading):
    first, last = body_of(reading.functions["main"])
    assert lines_of(reading, first) == (13, 16)
    assert piece(reading, first) == '# first\na, b = nn.Linear(1, 2)(x), \\\n    variable(x, "y")  # behind'
    assert is_in(reading.source, reading.calls_in(first)[0], first)
    assert not is_in(reading.source, first, last)


def test_strings_look_as_the_script_s_own():
    assert Reading("x = ['a', 'b']\n").string("c") == "'c'"
    assert Reading('x = ["a", \'b\']\n').string("c") == '"c"'
