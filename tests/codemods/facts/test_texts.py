"""What texts may be that a script makes of others, and which surely differ."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.texts import UNKNOWN, Text
from paddle_migrate.facts.texts import texts as texts_of
from paddle_migrate.facts.values.ways import ways
from paddle_migrate.text.source import Source


def texts(script):
    """Of what is shown, in every call that leads there."""
    facts = Facts.find(Source(f"{script}\n"))
    shown = next(call.args[0].value for call in facts.source.all(cst.Call) if facts.source.code(call.func) == "show")
    spots = ways(facts, shown)
    return [texts_of(spot) for spot in spots] if spots is not None else None


@pytest.mark.parametrize(
    "expression",
    ["'a' + '_' + 'w'", "'%s_w' % 'a'", "'{}_{}'.format('a', 'w')", "'{n}_w'.format(n='a')", "f'{a}_w'", "a + '_w'",
     "('a' if True else 'a') + '_w'", "'%s_%s' % (a, 'w')", "made(a)"],
)
def test_constants(expression):
    assert texts(f"a = 'a'\ndef made(x):\n    return x + '_w'\nshow({expression})") == [[Text("a_w")]]


@pytest.mark.parametrize(
    ("expression", "start", "end"),
    [("'a_' + n", "a_", ""), ("n + '_w'", "", "_w"), ("'a%sw%%' % n", "a", "w%"), ("f'a{n!r}w'", "a", "w"),
     ("'a{}b{}w'.format(n, 1)", "a", "b1w"), ("'w%03d' % 1", "w", ""), ("n", "", ""), ("'{'.format(n)", "", "")],
)
def test_beginnings_and_ends(expression, start, end):
    assert texts(f"n = input()\nshow({expression})") == [[Text(start, end)]]


def test_each_way():
    script = "def one(n, m='m'):\n    show(n + m)\ndef two(n):\n    one(n + '1')\n    one(n, '2')\ntwo('a')\ntwo('b')"
    assert texts(script) == [[Text(each)] for each in ("a1m", "b1m", "a2", "b2")]


@pytest.mark.parametrize(
    "script",
    ["for i in x:\n    show('a')", "def f():\n    show('a')", "def f():\n    show('a')\nrun(f)\nf()",
     "@wrap\ndef f():\n    show('a')\nf()", "def f():\n    show('a')\n    f()\nf()"],
)
def test_how_often_is_not_seen(script):
    assert texts(script) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [(Text("a"), Text("b")), (Text("a"), Text("b", "")), (Text("a_w"), Text("", "_v")), (Text("ab"), Text("ab", "b")),
     (Text("a", ""), Text("b", "")), (Text("", "_w"), Text("", "_v")), (Text("x", "_w"), Text("", "_v"))],
)
def test_others(one, other):
    assert one.is_other(other)
    assert other.is_other(one)


@pytest.mark.parametrize(
    ("one", "other"),
    [(Text("a"), Text("a")), (Text("a"), UNKNOWN), (Text("abb"), Text("ab", "b")), (Text("a", ""), Text("ab", "")),
     (Text("a", ""), Text("", "w")), (Text("", "_w"), Text("", "a_w"))],
)
def test_what_may_be_one(one, other):
    assert not one.is_other(other)
    assert not other.is_other(one)
