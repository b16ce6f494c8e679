from __future__ import annotations

import pytest
from paddle_migrate.formats.blocks import dedented, markdown, restructured, split


def found(kind, text):
    return [(b.first, b.language, b.kind, "".join(b.code)) for b in kind(split(text))]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("a\n```python\nb\n```\n", [(3, "python", "named", "b\n")]),
        ("```\nb\n```\n", [(2, "", "bare", "b\n")]),
        ("> ```Py\n> b\n>   c\n> ```\n", [(2, "py", "named", "b\n  c\n")]),
        ("- ~~~ {.python}\n  b\n  ~~~\n", [(2, "python", "named", "b\n")]),
        ("a\n\n    b\n\n    c\nd\n", [(3, "", "found", "b\n\nc\n")]),
        ("````\n```\nb\n```\n````\n", [(2, "", "bare", "```\nb\n```\n")]),
    ],
)
def test_markdown(text, blocks):
    assert found(markdown, text) == blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (".. code-block:: python\n   :linenos:\n\n   b\n\nc\n", [(3, "python", "named", "\nb\n")]),
        (".. code::\n\n  b\n", [(2, "", "bare", "\nb\n")]),
        ("So::\n\n  b\n    c\n\nd\n", [(2, "", "found", "\nb\n  c\n")]),
        ("a\n\n>>> b\nc\n\nd\n", [(3, "pycon", "named", ">>> b\nc\n")]),
        (".. testcode::\n\n\tb\n", [(2, "python", "named", "\nb\n")]),
    ],
)
def test_restructured(text, blocks):
    assert found(restructured, text) == blocks


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (markdown, "a\n    b\n"),
        (markdown, "```python\nb\n"),
        (markdown, "`` `b` ``\n"),
        (restructured, "a::\nb\n"),
        (restructured, ".. image:: b\n"),
        (restructured, "a >>> b\n"),
    ],
)
def test_no_blocks(kind, text):
    assert found(kind, text) == []


def test_new_code_at_the_same_margin():
    (block,) = markdown(split("> ```\n>   b\n> \n>   c\n> ```\n"))
    assert block.with_code(block.code) == block.raw
    assert block.with_code(["new\n", "\n", "c\n"]) == [">   new\n", "> \n", ">   c\n"]


def test_lines_that_are_less_indented_have_no_margin():
    assert dedented(["    a\n", "\n", "      b\n"]) == (["    ", "", "    "], ["a\n", "\n", "  b\n"])
    assert dedented([]) == ([], [])
