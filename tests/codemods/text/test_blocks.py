"""Where blocks end, told by their lines."""

from __future__ import annotations

import pytest
from paddle_migrate.text import spans
from paddle_migrate.text.source import Source
from paddle_migrate.text.spans import behind_lines, last_of

NESTED = """\
with guard():
    for x in xs:
        train(x)
        # of the loop
    else:
        stop()
        # of else
      # of the with

    # of the with
# of the module
end()
"""


def last_code(text):
    source = Source(text)
    last, footers = last_of(source.module.body[0])
    return source.text[slice(*source.core(last))], footers


@pytest.mark.parametrize(
    ("text", "last", "footers"),
    [
        ("x = 1; y = 2\n", "x = 1; y = 2", 0),
        ("if a: b\n", "if a: b", 0),
        ("if a:\n    b\n# of the module\nc\n", "b", 0),
        ("if a:\n    b\n    # of the block\nc\n", "b", 1),
        ("if a:\n    b\nelse: c; d\ne\n", "else: c; d", 0),
        ("if a:\n    b\nelif c:\n    d\n\n    # e\n", "d", 2),
        ("try:\n    a\nexcept B:\n    c\n", "c", 0),
        ("try:\n    a\nexcept B:\n    c\nfinally:\n    d\n", "d", 0),
        ("@f\n@g\ndef h(): return 1\n", "def h(): return 1", 0),
        (NESTED, "stop()", 4),
    ],
)
def test_the_last_statement(text, last, footers):
    assert last_code(text) == (last, footers)


def test_a_kind_that_is_not_known():
    assert last_of(Source("match x:\n    case 1:\n        y\n").module.body[0]) == (None, 0)


@pytest.mark.parametrize(("count", "behind"), [(0, 3), (1, 4), (2, 7), (3, 9)])
def test_behind_lines(count, behind):
    assert behind_lines("a\r\n\rbc\nd", 0, count, "\n") == behind


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_block_lies_behind_its_header_up_to_its_last_line(newline, end):
    text = NESTED.replace("end()\n", "").rstrip("\n").removesuffix("# of the module").rstrip("\n") + end
    source = Source(text.replace("\n", newline))
    block = source.module.body[0].body
    start, behind = source.outer(block)
    assert source.text[:start] == "with guard():"
    assert behind == len(source.text) + (0 if end else len(newline))
    assert source.text[slice(*source.core(block))].endswith("stop()")


def test_what_is_in_a_block_is_not_looked_at(monkeypatch):
    asked = []
    look = spans.Spans._look_at
    monkeypatch.setattr(spans.Spans, "_look_at", lambda self, head, of: asked.append(head) or look(self, head, of))
    source = Source(NESTED)
    block = source.module.body[0].body
    source.outer(block)
    assert asked[0] is source.module.body[0]
    assert not [node for node in asked if source.lies_in(node, block.body[0].body)]
