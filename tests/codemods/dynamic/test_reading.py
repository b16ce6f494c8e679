"""A program in today's names, read; statements as pieces of text."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.dynamic.pieces import is_in, lines_of, piece
from paddle_migrate.dynamic.reading import Reading, body_of, main_lines, small, target_names, value_of

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


SCRIPT = """\
a = 1
if __name__ == '__main__':
    b = 2
    if a:
        c = 3
d = 4
"""


def test_what_a_file_does_as_a_script_is_its_own():
    reading = Reading(SCRIPT)
    assert [target_names(small(line)) for line in body_of(reading.source.module)] == [["a"], ["b"], [], ["d"]]
    inner = reading.scopes.module.bindings["c"][0].node
    assert isinstance(reading.line_of(inner), cst.If)
    assert reading.code(reading.line_of(inner)).startswith("if a:")
    assert reading.line_of(reading.scopes.module.bindings["b"][0].node) is main_lines(reading.source.module.body[1])[0]


@pytest.mark.parametrize("test", [
    "if __name__ != '__main__':", "if __name__ == 'main':", "if a == '__main__':", "if not __name__ == '__main__':",
    "while __name__ == '__main__':"])
def test_another_block_is_none(test):
    module = Reading(SCRIPT.replace("if __name__ == '__main__':", test)).source.module
    assert len(body_of(module)) == 3
    assert body_of(module)[1] is module.body[1]


def test_one_with_an_else_is_none():
    assert main_lines(Reading(SCRIPT.replace("d = 4", "else:\n    d = 4")).source.module.body[1]) == []
