"""What is never None."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.nones import is_a_count, is_never_none, may_be_list
from paddle_migrate.text.source import Source


def never(text: str) -> bool:
    """Of what is asked of in `ask(…)`."""
    facts = Facts.find(Source(text))
    (call,) = (arg.value for _, arg in _asked(facts.source))
    return is_never_none(facts, call)


def _asked(source):
    import libcst as cst

    calls = (c for c in source.all(cst.Call) if isinstance(c.func, cst.Name) and c.func.value == "ask")
    return [(call, call.args[0]) for call in calls]


@pytest.mark.parametrize(
    "text",
    [
        "ask(1)",
        "import paddle.fluid as fluid\ny = fluid.layers.concat(xs)\nask(y)",
        "import paddle.fluid as fluid\ndef f(x):\n    return fluid.layers.shape(x)\nask(f(x))",
        "ask(int(a * b))",
        "a = 3\nask(a)",
        "def f(g=1):\n    ask(g)",
        "def f(g=1):\n    ask(g)\nf(g=2)\nf()",
        "def f(g=1):\n    ask(g)\nf(**more)",
        "def f(g=1):\n    ask(g)\nf(other)",
        "def f(g):\n    ask(g)\nf(2)\nf(2 * h)",
        "def f(g=True):\n    ask(2 if g else [1])",
        "class N:\n    def __init__(self, g=1):\n        self.g = g\n    def f(self):\n        ask(self.g)",
        "class M:\n    def __init__(self, h=32):\n        N(h)\nclass N:\n    def __init__(self, g=1):\n        ask(g)",
    ],
)
def test_never(text):
    assert never(text + "\n")


@pytest.mark.parametrize(
    "text",
    [
        "ask(None)",
        "import paddle.fluid as fluid\ny = fluid.layers.concat(xs) if xs else None\nask(y)",
        "import paddle.fluid as fluid\ny = fluid.io.save(p, 'd')\nask(y)",
        "ask(max(a, b))",
        "def int(x):\n    pass\nask(int(1))",
        "ask(a)",
        "ask(f())",
        "def f(g):\n    ask(g)",
        "def f(g=None):\n    ask(g)",
        "def f(g=1):\n    ask(g)\nf(None)",
        "def f(g=1):\n    ask(g)\nf(other or None)",
        "def f(g=1):\n    g = other\n    ask(g)",
        "def f(*g):\n    ask(g)",
        "for a in (1, None):\n    ask(a)",
        "a, b = 1, None\nask(b)",
        "class N:\n    def __init__(self, g=None):\n        self.g = g\n    def f(self):\n        ask(self.g)",
    ],
)
def test_maybe(text):
    assert not never(text + "\n")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("ask(c, groups=c)", True),
        ("ask(num_filters=c, groups=c)", True),
        ("ask(c * 2, groups=c)", False),
        ("ask(3, stride=c, groups=c)", False),
        ("ask(self.c, groups=self.c)", False),
        ("ask(groups=c)", False),
    ],
)
def test_a_count_of_the_same_call(text, is_one):
    source = Source(text + "\n")
    ((call, _),) = _asked(source)
    groups = next(arg.value for arg in call.args if arg.keyword and arg.keyword.value == "groups")
    assert is_a_count(groups, call.args, ["num_filters", "stride", "groups"]) == is_one


@pytest.mark.parametrize(("text", "may"), [
    ("xs = given['a'][0]\nxs.append(1)\n", True), ("xs = given[0]\nfor x in y:\n    xs.extend(x)\n", True),
    ("xs = given[0]\nxs.shape\n", False), ("xs = given[0]\nprint(xs)\n", False),
])
def test_what_is_used_as_a_list(text, may):
    facts = Facts.find(Source(text))
    assert may_be_list(facts, facts.source.module.body[0].body[0].value) == may
