"""Functions and classes, and what their decorators make of them."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("text", "wanted"), [
    ("def f(a, b=2, *, c=3):\n    return a, b, c\nresult = f(1)", "(1, 2, 3)"),
    ("x = 1\ndef f(a=x):\n    return a\nx = 2\nresult = f()", "1"),
    ("x = 1\ndef f():\n    return x\nx = 2\nresult = f()", "2"),
    ("@plain\ndef f():\n    return 1\nresult = f()", "1"),
    ("class A(object):\n    x = 1\n    y = x + 1\nresult = A.y", "2"),
    ("class A(object):\n    def f(self):\n        return 1\nclass B(A):\n    pass\nresult = B().f()", "1"),
    ("x = 1\nclass A(object):\n    x = 2\n    def f(self):\n        return x\nresult = A().f()", "1"),
])  # fmt: skip
def test_what_they_give(result, text, wanted):
    assert result(text) == wanted


TABLE = """\
table = {}
def register(name):
    def put(made):
        table[name] = made
        return made
    return put
class Registry(object):
    def __init__(self):
        self.made = {}
    def __call__(self, made):
        self.made[made.__name__] = made
        return made
    def add(self, made):
        table["added"] = made
        return made
    def named(self, name):
        return register(name)
registry = Registry()
"""


@pytest.mark.parametrize(("text", "wanted"), [
    ("@register('a')\ndef f(x):\n    return x + 1\nresult = table['a'](1)", "2"),
    ("@registry.named('a')\ndef f(x):\n    return x + 1\nresult = table['a'](1)", "2"),
    ("@registry\ndef f(x):\n    return x + 1\nresult = registry.made['f'](1)", "2"),
    ("@registry\nclass A(object):\n    x = 3\nresult = [made.x for made in registry.made.values()]", "[3]"),
    ("@registry.add\ndef f(x):\n    return x + 1\nresult = table['added'](1)", "2"),
    ("@register('a')\nclass A(object):\n    x = 3\nresult = table['a']().x", "3"),
    ("@register('b')\n@register('a')\ndef f():\n    return 1\nresult = table['a']() + table['b']()", "2"),
    ("def same(f):\n    def g():\n        return f()\n    return g\n@same\ndef f():\n    return 1\nresult = f()", "1"),
    ("@register(nonsense)\ndef f():\n    return 1\nresult = table['a']()", "unknown"),
    ("@nonsense(table)\ndef f():\n    return 1\nresult = table['a']()", "unknown"),
])  # fmt: skip
def test_decorators_put_into_tables(result, text, wanted):
    assert result(TABLE + text) == wanted


@pytest.mark.parametrize("decorator", ["contextmanager", "contextlib.contextmanager", "functools.lru_cache(maxsize=2)"])
def test_behind_a_decorator_that_changes_it_nothing_is_known(result, decorator):
    assert result(f"import contextlib, functools\n@{decorator}\ndef f():\n    return 1\nresult = f()") == "unknown"


@pytest.mark.parametrize("text", [
    "def f(a):\n    return a\nresult = f(nonsense)",
    "class A(object):\n    x = 1\nresult = x",  # a class's names are not the module's
    "def f():\n    y = 1\nf()\nresult = y",
])  # fmt: skip
def test_what_is_not_known(result, text):
    assert result(text) == "unknown"
