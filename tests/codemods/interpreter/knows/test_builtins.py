"""Python's built-in functions: what Python itself gives, or that it is not known."""

from __future__ import annotations

import pytest

KNOWN = [
    "len([1, 2])", "len('abc')", "list(range(4))", "list(range(5, 0, -2))", "list(enumerate('ab', 3))",
    "list(enumerate([7], start=2))", "list(zip([1, 2, 3], 'ab'))", "tuple([1, 2])", "list()", "list('ab')",
    "int('12')", "int(3.9)", "float(2)", "bool(0)", "bool('a')", "str(12)", "sum([1, 2, 3])", "max(1, 5, 2)",
    "max([1, 5])", "min((4, 2))", "abs(-3)", "list(reversed([1, 2]))", "list(map(lambda i: i * 2, [1, 2]))",
    "sorted([3, 1, 2])", "sorted(['b', 'a'])", "all([1, 0])", "any([0, 2])", "all([])", "any([])", "print(1)",
    "dict([('a', 1)])['a']", "dict({'a': 1}, b=2)['b']", "dict({'a': 1}, a=2)['a']", "callable(lambda: 1)",
]  # fmt: skip


@pytest.mark.parametrize("expression", KNOWN)
def test_what_python_gives(result, expression):
    assert result(f"result = {expression}") == repr(eval(expression))


@pytest.mark.parametrize(("expression", "wanted"), [
    ("len(range(n))", "?"),
    ("len(np.zeros([3, 4]))", "3"),
    ("range(n)", "stream of ?"),
    ("enumerate(range(n))", "stream of (?, ?)"),
    ("zip(range(n), [1, 1])", "stream of (?, 1)"),
    ("list(map(lambda i: 7, range(n)))", "[7...]"),
    ("reversed(range(n))", "stream of ?"),
    ("next(iter([3, 3]))", "3"),
    ("str(n)", "text"),
    ("int(who)", "?"),
])  # fmt: skip
def test_what_is_known_in_part(result, expression, wanted):
    assert result(f"result = {expression}") == wanted


@pytest.mark.parametrize("expression", [
    "int('a')", "float(who)", "bool(n)", "sum([1, n])", "abs(n)", "all([1, n])", "any([0, n])", "all(range(n))",
    "callable(who)", "next(iter([1, 2]))", "sum(range(n))[0]",
])  # fmt: skip
def test_what_is_not_known(result, expression):
    assert result(f"result = {expression}") == "unknown"


@pytest.mark.parametrize("expression", ["sorted([2, 1], reverse=True)", "sorted([2, 1], key=lambda v: -v)"])
def test_an_order_that_is_not_plain_is_not_guessed(result, expression):
    assert result(f"result = {expression}").endswith("...]")
