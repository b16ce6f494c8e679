"""A function without a parameter that is always the same."""

from __future__ import annotations

import pytest
from paddle_migrate.changes.folded_parameters import header, joined_headers, returned_at_once, without_parameter

DEFAULTS = {"other": {"x": object(), "act": None, "size": 3}}


def without(body, name="p", value=None, default="None"):
    text = f"def f(x, {name}={default}, y=1):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    made = without_parameter(text, name, value, DEFAULTS)
    if made is None:
        return None
    compile(made, "helper.py", "exec")
    assert made.startswith("def f(x, y=1):\n")
    return "".join(line[4:] for line in made.splitlines(keepends=True)[1:]).rstrip("\n")


@pytest.mark.parametrize(("body", "new"), [
    ("return x", "return x"),
    ("if y:\n    if p is None:\n        return x\n    else:\n        return p\nreturn y",
     "if y:\n    return x\nreturn y"),
    ("if p is not None:\n    x = p\nreturn x", "return x"),
    ("if y:\n    return 1\nif p:\n    x = p\nelse:\n    x = 2  # two\n    y = 3\nreturn x",
     "if y:\n    return 1\nx = 2  # two\ny = 3\nreturn x"),
    ("if p:\n    return 1\nelif y:\n    return 2\nreturn 3", "if y:\n    return 2\nreturn 3"),
    ("if x:\n    y = 1\nelif p:\n    y = 2\nelse:\n    y = 3\nreturn y",
     "if x:\n    y = 1\nelse:\n    y = 3\nreturn y"),
    ("if x:\n    y = 1\nelif not p:\n    y = 2\n    z = 3\nreturn y",
     "if x:\n    y = 1\nelse:\n    y = 2\n    z = 3\nreturn y"),
    ("if x:\n    y = 1\nelif p:\n    y = 2\nelif y:\n    y = 3\nreturn y",
     "if x:\n    y = 1\nelif y:\n    y = 3\nreturn y"),
    ("if x:\n    y = 1\nelif p:\n    y = 2\nreturn y", "if x:\n    y = 1\nreturn y"),
    ("x = x if p is None else p\nreturn x", "return x"),
    ("for a in (x if p else [y]):\n    x = a\nreturn x", "for a in [y]:\n    x = a\nreturn x"),
    ("a, b = (1, 2) if p is None else (2, 3)\nreturn a", "a, b = 1, 2\nreturn a"),
    ("x = p or g(x or y)", "x = g(x or y)"),
    ("if not p:\n    x = y\nreturn x", "x = y\nreturn x"),
    ("p = p or g()\nreturn p + 1", "p = g()\nreturn p + 1"),
    ("return x.p", "return x.p"),
    ("if x and (y or p):\n    return 1\nreturn 2", "if x and y:\n    return 1\nreturn 2"),
    ("if x and (y[-1] is not None or p):\n    return 1\nreturn 2",
     "if x and y[-1] is not None:\n    return 1\nreturn 2"),
    ("if x and not p and y:\n    return 1\nreturn 2", "if x and y:\n    return 1\nreturn 2"),
    ("return [a for a in x if a and not p]", "return [a for a in x if a]"),
    ("return other(x, p)", "return other(x)"),
    ("return other(x, act=p)", "return other(x)"),
    ("return nn.Linear(x, y, p)", "return nn.Linear(x, y)"),
    ('return os.path.splitext(p or "model")[0]', 'return "model"'),
])  # fmt: skip
def test_what_is_decided(body, new):
    assert without(body) == new


@pytest.mark.parametrize("body", [
    "return p",
    "return other(p)",
    "return other(x, size=p)",
    "return nn.Conv2D(x, y, p)",
    "return [p, x]",
    "return x and p",  # which is no question
    "if x and p:\n    return 1\nreturn 2",
    "if x:\n    if p:\n        x = p\nreturn x",
    "if p is None:\n    return x\nreturn y",
    '"""Of ``p``."""\nreturn x',
    "if x:\n    p = 1\nreturn p",
    "return [g(p) for p in x]",
    "return lambda p: p or x",
    "return nn.Linear(x, p, y)",
])  # fmt: skip
def test_what_is_asked_for_the_value(body):
    assert without(body) is None


@pytest.mark.parametrize(("body", "value", "default", "new"), [
    ("if p == 0:\n    return 1\nif p > 1:\n    raise ValueError(x)\nreturn x", 1, "1", "return x"),
    ("return (7 if p else 4) * x", True, "True", "return 7 * x"),
    ("return (7 if p else y + 4) * x", False, "False", "return (y + 4) * x"),
    ("return g(7 if p else 4)", True, "True", "return g(7)"),
    ("y = x != p\nreturn y", -100, "-100", "y = x != -100\nreturn y"),
    ('"""Of ``x``.\n\n``p`` divides it.\n"""\nreturn y if p else x', False, "False", '"""Of ``x``."""\nreturn x'),
])
def test_other_values(body, value, default, new):
    assert without(body, value=value, default=default) == new


def test_a_class_and_its_header():
    other = "class A:\n    def f(self, p):\n        return p\n\n"
    text = f"{other}    def __init__(\n        self, x, p=None\n    ):\n        self.x = p or x\n"
    wanted = f"{other}    def __init__(self, x):\n        self.x = x\n"
    assert without_parameter(text, "p", None, {}) == wanted


def test_long_headers_are_broken():
    assert header("def f(", ["a", "b=1"], 0) == "def f(a, b=1):\n"
    made = header("def function(", [f"parameter_{n}=None" for n in range(9)], 0)
    assert max(map(len, made.splitlines())) <= 80
    assert made.splitlines()[1].startswith(" " * 13 + "parameter_")


@pytest.mark.parametrize(("body", "new"), [
    ("y = f(x)\n    return y\n", "return f(x)\n"),
    ("if x:\n        y = f(x)\n        return y\n    return x\n", "if x:\n        return f(x)\n    return x\n"),
    ("y = f(x)\n    y.a = 1\n    return y\n", None),
    ("y = 1\n    y = f(x)\n    return y\n", None),
    ("y = f(x)\n    return x\n", None),
    ("if x:\n        y = f(x)\n    return y\n", None),
])  # fmt: skip
def test_what_is_returned_needs_no_name(body, new):
    text = f"def g(x):\n    {body}"
    assert returned_at_once(text) == (text if new is None else f"def g(x):\n    {new}")


def test_names_of_parameters():
    text = "def g(x, name=None):\n    return h(x, paddle.ParamAttr(name=name, trainable=False))\n"
    wanted = "def g(x):\n    return h(x, paddle.ParamAttr(trainable=False))\n"
    assert without_parameter(text, "name", None, {}) == wanted


@pytest.mark.parametrize(("text", "new"), [
    ("def f(\n    a, b=(1,\n          2),\n):\n    g(a,\n      b)\n", "def f(a, b=(1, 2)):\n    g(a,\n      b)\n"),
    ("class A:\n    def f(self, a,\n          b):\n", "class A:\n    def f(self, a, b):\n"),
    ("def f(a,  # first\n      b):\n", None),
    (f"def f({'a' * 60},\n      {'b' * 60}):\n", None),
    (f"def f({'a' * 60},\n      {'b' * 50}):\n", f"def f({'a' * 60}, {'b' * 50}):\n"),
    ("x = f(\n    a)\n", None),
])  # fmt: skip
def test_headers_in_one_line(text, new):
    assert joined_headers(text) == (new or text)
