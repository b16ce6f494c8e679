from __future__ import annotations

import pytest
from paddle_migrate.text.lines import Lines


def logical(text):
    lines = Lines(text)
    return [text[a:b] for a, b in zip(lines.starts, lines.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\nb\n", ["a", "b"]),
        ("a = (1,\n  2)\nb", ["a = (1,\n  2)", "b"]),
        ("a = 1 + \\\n  2\n", ["a = 1 + \\\n  2"]),
        ('a = """\nb\n"""\nc', ['a = """\nb\n"""', "c"]),
        ("a\r\nb\rc", ["a", "b", "c"]),
        ("if a:\n    b  # why\n", ["if a:", "b  # why"]),
        ("a = ')'\nb = r'\\'(\nc)\n", ["a = ')'", "b = r'\\'(\nc)"]),
    ],
)
def test_logical_lines(text, lines):
    assert logical(text) == lines


@pytest.mark.parametrize("text", ["", "\n\n", "   \n", "# only\n", "    # why\n\t\n"])
def test_blank_lines_and_comments_are_none(text):
    assert logical(text) == []


def test_comments():
    text = "# one\na = '# no'  # two\nb = [  # three\n]\n"
    assert [(c.value, text[c.start : c.end]) for c in Lines(text).comments] == [
        (each, each) for each in ("# one", "# two", "# three")
    ]


@pytest.mark.parametrize("text", ["a = '#'\n", '"""\n# no\n"""\n', "b'#' \"#\"\n"])
def test_signs_in_strings_begin_no_comment(text):
    assert Lines(text).comments == []
