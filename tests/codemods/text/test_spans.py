"""Nodes, places and comments, which are found without writing the tree, against LibCST's own word for all of them."""

from __future__ import annotations

import inspect
import io
import random
import tokenize
import typing
from pathlib import Path
from types import SimpleNamespace

import libcst as cst
import pytest
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, ParentNodeProvider
from paddle_migrate.text import children, spans
from paddle_migrate.text.lines import Lines
from paddle_migrate.text.parsing import SourceError
from paddle_migrate.text.source import Source

ROOT = Path(__file__).parents[3]
EVERYTHING = r'''#!/usr/bin/env python
"""模块"""

# 第一
import os, sys  # both
from . import (a, # 甲
    b)
from .. import *

@first
# between
@second(1,
        2)

# above
async def f(a, /, b: int = 1, *args, c=(2), **kw) -> None: # head
        # first in the block
    x = yield
    async with a as b, (c) as d: pass
    async for i in range(3): await g(i); x += 1 ;
    else:
        del x
    # footer
        # deeper footer
  # neither
def g(): return lambda x, *y: (x)
class C(A, metaclass=M):

    x: int = 3; y: "z"
    def m(self):
        global x
        nonlocal_ = not - ~x
        if a:
            pass
        elif b: c
        # before else
        else:
            d
    # end of m
if x:
    """a
    string # no comment
    """ \
    .format(1)
elif (yield_ := 3): pass
else:  pass
try: raise A from b
except (A, B) as e:
    assert e, "no"
except C: raise
else:
    a = b = [*c, d[1:2, ::3, ...], {**e, "f": 1}, {1, *g}]
finally:
    pass
while (a <
       b  # inside
       not in c): break
else: continue_
with (a): print(f"{x!r:>{width}} {'#'}", r'\\', u"\"" "two", '\'')
match x:
    # a case
    case [1, *rest] | {"a": 2, **kw} if rest: pass
    case C(a, b=3) as d:
        y = [i for i in x if i for j in i], {i: j for i, j in x}, (i async for i in x), {k for k in x}
a \
  = 1 if b else 2
(  a , ) = "\t", '\
', [
]
for i in x: # behind
    print(i)
#last
'''
TEXTS = {
    "everything": EVERYTHING,
    "CRLF": EVERYTHING.replace("\n", "\r\n"),
    "no last line end": EVERYTHING.rstrip("\n"),
    "tabs": EVERYTHING.replace("    ", "\t"),
    "single": (ROOT / "examples" / "legacy" / "mnist_single.py").read_text(),
    "multi": (ROOT / "examples" / "legacy" / "mnist_multi.py").read_text(),
    "empty": "",
    "comment alone": "# only",
    "blank": "\n \n",
}


@pytest.fixture(params=TEXTS)
def text(request):
    return TEXTS[request.param]


def resolved(source, provider):
    return MetadataWrapper(source.module, unsafe_skip_copy=True).resolve(provider)


def test_nodes_are_those_of_the_tree(text):
    source = Source(text)
    above = resolved(source, ParentNodeProvider)
    every = [node for node in [source.module, *above] if type(node) not in children.PUNCTUATION]
    assert {id(node) for node in source._nodes} == {id(node) for node in every}
    assert all(source.parents[node] is above[node] for node in source._nodes[1:])
    assert all(source.order(above[node]) < source.order(node) for node in source._nodes[1:])


def test_nodes_stand_in_the_order_of_the_text(text):
    source = Source(text)
    plain = [n for n in source._nodes[1:] if source.code(n) and not getattr(n, "decorators", ())]
    starts = [(source.core(node)[0], -source.core(node)[1]) for node in plain]
    assert starts == sorted(starts)


def classes_of(hint):
    if isinstance(hint, typing.ForwardRef):
        return {getattr(cst, hint.__forward_arg__)}
    arguments = typing.get_args(hint)
    return {c for a in arguments for c in classes_of(a)} if arguments else {hint}


LISTED = [kind for kind in children._GETTERS if kind is not cst.Module]


@pytest.mark.parametrize("kind", LISTED, ids=lambda kind: kind.__name__)
def test_the_parts_that_are_listed_are_all_there_are(kind):
    fields = {f: classes_of(field.type) for f, field in kind.__dataclass_fields__.items()}
    parts = {
        name
        for name, classes in fields.items()
        if any(inspect.isclass(c) and issubclass(c, cst.CSTNode) for c in classes)
        and not classes & {*children.PUNCTUATION, cst.BaseParenthesizableWhitespace}
    }
    read = children._GETTERS[kind]
    if read is None:
        assert not parts
        return
    found = list(read(SimpleNamespace(**{name: name for name in fields})))
    assert set(found) == parts
    assert len(found) == len(parts)


def test_places_are_those_that_libcst_gives(text):
    source = Source(text)
    places = resolved(source, ByteSpanPositionProvider)
    data = text.encode()
    nodes = [node for node in source._nodes if not isinstance(node, cst.Module)]
    random.Random(0).shuffle(nodes)  # what is asked for first must not matter
    for node in nodes:
        start = len(data[: places[node].start].decode())
        end = start + len(data[places[node].start :][: places[node].length].decode())
        assert (source.start(node), source.core(node)) == (start, (start, end)), type(node)
        assert source.line(node) == source.line_at(start)


def test_everything_that_a_node_writes(text):
    source = Source(text)
    for node in source._nodes[1:]:
        if not isinstance(node, cst.SimpleStatementLine):
            start, end = source.outer(node)
            assert start <= source.core(node)[0] <= source.core(node)[1] <= end
    assert "".join(source.text[slice(*source.outer(s))] for s in source.module.body) in text


def test_only_the_statement_that_is_asked_about_is_looked_at(monkeypatch):
    source = Source(EVERYTHING)
    asked = []
    look = spans.Spans._look_at
    monkeypatch.setattr(spans.Spans, "_look_at", lambda self, head, of: asked.append(head) or look(self, head, of))
    assert source.code(source.module.body[-1].iter) == "x"  # a name is its own text
    assert asked == []
    assert source.span(source.module.body[-1].iter)[0] > 0
    assert asked == [source.module.body[-1]]
    assert source.code(source.module.body[-1].body.body[0]).startswith("print")
    assert asked[1:] == [source.module.body[-1].body.body[0]]
    source.line(source.module.body[4])
    assert len(asked) == 2


@pytest.mark.parametrize(("text", "kinds"), [
    ("x = f(1)\ny = {1, g(2)}\n", []), ("x = f(1)\ny = {1, g(2)}\n", ["Set"]), ("if f'{x}': y\n", ["If"]),
])  # fmt: skip
def test_what_is_written_after_all(monkeypatch, text, kinds):
    source, written, write = Source(text), [], spans.write
    monkeypatch.setattr(spans, "write", lambda node, *rest, **more: written.append(node) or write(node, *rest, **more))
    calls = source.all(cst.Call)
    assert source.code(calls[0] if calls else source.module.body[0].test) in ("f(1)", "f'{x}'")
    if kinds == ["Set"]:
        assert source.code(calls[1]) == "g(2)"
    assert written == ([source.module.body[-1]] if kinds else [])


@pytest.mark.parametrize("wrong", ["starts", "shifted"])
def test_the_tree_is_written_where_the_lines_do_not_fit(monkeypatch, wrong):
    class Wrong(Lines):
        def __init__(self, text):
            super().__init__(text)
            self.starts = self.starts[1:] if wrong == "starts" else [start + 1 for start in self.starts]

    monkeypatch.setattr("paddle_migrate.text.source.Lines", Wrong)
    source = Source(EVERYTHING)
    monkeypatch.undo()
    other = Source(EVERYTHING)
    right = [other.core(node) for node in other._nodes[1:]]
    assert [source.core(node) for node in source._nodes[1:]] == right


def test_a_tree_that_is_not_the_text_is_refused(monkeypatch):
    source = Source("x = 1\ny = f(x)\n")
    for part in (source._spans, source._spans._widths):
        monkeypatch.setattr(part, "_text", "x = 1\ny = g(x)\n")
    with pytest.raises(SourceError, match="does not give this file back"):
        source.core(source.module.body[1].body[0].value)


def test_lines_and_comments_are_those_of_the_tokenizer(text):
    tokens = list(tokenize.generate_tokens(io.StringIO(text, newline="").readline))
    starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]
    at = [starts[min(t.start[0], len(starts)) - 1] + t.start[1] for t in tokens]
    lines = Lines(text)
    silent = (tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    begins, fresh = [], True
    for token, place in zip(tokens, at, strict=True):
        if fresh and token.type not in silent:
            begins.append(place)
            fresh = False
        fresh = fresh or token.type == tokenize.NEWLINE
    assert lines.starts == begins
    comments = [(t.string.rstrip("\r"), p) for t, p in zip(tokens, at, strict=True) if t.type == tokenize.COMMENT]
    assert [(comment.value, comment.start) for comment in lines.comments] == comments


@pytest.mark.parametrize(
    ("comment", "function"),
    [
        ("第一", ""),
        ("both", ""),
        ("甲", ""),
        ("above", ""),
        ("head", "f"),
        ("first in the block", "f"),
        ("footer", "f"),
        ("deeper footer", "f"),
        ("neither", ""),
        ("before else", "m"),
        ("end of m", ""),
        ("a case", ""),
        ("behind", ""),
        ("last", ""),
    ],
)
def test_the_block_that_a_comment_stands_in(comment, function):
    source = Source(EVERYTHING)
    found = next(c for c in source.comments if c.value.strip("# ") == comment)
    near = source.near(found)
    at, names = near, []
    while at is not None:
        above = source.parents.get(at)
        if isinstance(above, cst.FunctionDef) and above.body is at:
            names.append(above.name.value)
        at = above
    assert next(iter(names), "") == function


@pytest.mark.parametrize(("text", "name", "line"), [
    ("a = 1\nb = f(\n    x,\n)  # c\nd\n", "x", "b = f(\n    x,\n)"),
    ("if (a\n        and x):\n    pass\n", "x", "if (a\n        and x):"),
    ("@m(x)\n# c\ndef f(y):\n    return y\n", "x", "@m(x)\n# c\ndef f(y):"),
    ("def f():\n    if a: x\n", "x", "if a: x"),
])  # fmt: skip
def test_the_line_around(text, name, line):
    source = Source(text)
    node = next(each for each in source.all(cst.Name) if each.value == name)
    start, end = source.around(node)
    assert text[start:end].partition("  #")[0].rstrip() == line
