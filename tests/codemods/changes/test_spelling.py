"""What the user wrote, in its new place."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("static(x)", "x"),
        ("static(x).shape", "x.shape"),
        ("static(x + 1).shape", "(x + 1).shape"),
        ("static(1).real", "(1).real"),
        ("static((1)).real", "(1).real"),
        ("-static(x ** 2)", "-(x ** 2)"),
        ("static(lambda: 1)()", "(lambda: 1)()"),
        ("[static(x + 1)]", "[x + 1]"),
    ],
)
def test_an_argument_in_place_of_its_call_holds_together(check_transformed, before, after):
    head = "from paddle.fluid.dygraph import dygraph_to_static_func as static\n"
    check_transformed(f"{head}x = 2\ny = {before}\n", f"x = 2\ny = {after}\n")
