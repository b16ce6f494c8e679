"""Methods of lists, dicts and strings; in code that may not run, what they change is not certain."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("change", "wanted"), [
    ("append(3)", "[1, 2, 3]"),
    ("extend((3, 4))", "[1, 2, 3, 4]"),
    ("insert(0, 3)", "[3, 1, 2]"),
    ("pop()", "[1]"),
    ("pop(0)", "[2]"),
    ("copy().append(3)", "[1, 2]"),
])  # fmt: skip
def test_lists(result, change, wanted):
    assert result(f"result = [1, 2]\nresult.{change}") == wanted


@pytest.mark.parametrize("change", ["append(3)", "extend([3])", "insert(0, 3)", "pop()"])
def test_a_change_that_may_not_happen_leaves_the_length_open(result, change):
    assert result(f"result = [1, 2]\nif n:\n    result.{change}").endswith("...]")


def test_a_list_that_grows_by_any_number_has_any_length(result):
    assert result("result = [[1]]\nresult[0].extend(range(n))\nresult = len(result[0])") == "?"


@pytest.mark.parametrize(("expression", "wanted"), [
    ("[1, 2].pop()", "2"),
    ("[3, 4].index(4)", "1"),
    ("list({'a': 1, 'b': 2}.items())", "[('a', 1), ('b', 2)]"),
    ("list({'a': 1}.keys())", "['a']"),
    ("list({'a': 1}.values())", "[1]"),
    ("{'a': 1}.get('a')", "1"),
    ("{'a': 1}.get('b')", "None"),
    ("{'a': 1}.get('b', 2)", "2"),
    ("'{}_{b}'.format(1, b=2)", "'1_2'"),
])  # fmt: skip
def test_what_they_give(result, expression, wanted):
    assert result(f"result = {expression}") == wanted


@pytest.mark.parametrize(("expression", "wanted"), [
    ("[3, n].index(4)", "unknown"),
    ("[3].index(4)", "unknown"),
    ("{'a': 1, who: 2}.get('b', 2)", "unknown"),
    ("{'a': 1}.get(n)", "unknown"),
    ("'{}'.format(n)", "text"),
    ("'{} {}'.format(1)", "text"),
    ("'a'.join([who])", "text"),
])  # fmt: skip
def test_what_is_not_known(result, expression, wanted):
    assert result(f"result = {expression}") == wanted


def test_tables_grow(result):
    assert result("result = {'a': 1}\nresult.update({'b': 2}, c=3)") == "{a: 1, b: 2, c: 3}"
