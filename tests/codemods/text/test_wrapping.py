"""Where a long statement is broken."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.text.wrapping import wrapped


@pytest.mark.parametrize(
    ("width", "text", "after"),
    [
        (22, "x = f(a, b, keyword=3)", "x = f(a, b, keyword=3)"),
        (21, "x = f(a, b, keyword=3)", "x = f(\n    a, b, keyword=3)"),
        (36, "x = first(a, bcd)(second, and_third)", "x = first(a, bcd)(second, and_third)"),
        (35, "x = first(a, bcd)(second, and_third)", "x = first(a, bcd)(\n    second, and_third)"),
        (24, "x = f(argument_one, argument_two)", "x = f(\n    argument_one,\n    argument_two)"),
        (26, "x = fun(inner(argument, others))", "x = fun(\n    inner(\n        argument, others))"),
        (31, "x = f(a, b,\n      name_of_it=[first, second])",
         "x = f(a, b,\n      name_of_it=[\n          first, second])"),
        (20, "x = f(argument, other,\n      c)", "x = f(\n    argument, other,\n    c)"),
        (20, "x = name_of_it(a, b).call()", "x = name_of_it(\n    a, b).call()"),
        (28, "return {'a': 1, 'bc': 2, 'd': 3}", "return {\n    'a': 1, 'bc': 2, 'd': 3}"),
        (30, "x = f('(a, b', \"d, [\", efghijk)", "x = f(\n    '(a, b', \"d, [\", efghijk)"),
        (26, "x = g(*a, **keywords_of_it)", "x = g(\n    *a, **keywords_of_it)"),
    ],
)
def test_a_statement(width, text, after):
    assert wrapped(text, 0, "    ", width) == after
    assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(text))


@pytest.mark.parametrize(
    "text", ["x = 'a text that is as long as this'", "x = a_name_that_has_no_brackets", "x = a_long_name_of_it_here()",
             "x = f('a text that is as long as this')",
             "x = f'{a, b, c, d, e, f, g, h}'"],
)
def test_what_has_no_brackets_stays(text):
    assert wrapped(text, 0, "    ", 24) == text


def test_where_it_begins_counts_and_is_kept():
    assert wrapped("x = f(a, b)", 8, "    ", 20) == "x = f(a, b)"
    assert wrapped("x = f(a, b)", 8, "  ", 16) == "x = f(\n          a, b)"
