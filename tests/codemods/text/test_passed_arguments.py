"""What a call passes for a parameter, beside stars."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.text.arguments import argument


@pytest.mark.parametrize(("call", "passed"), [
    ("f(1, 2)", "2"), ("f(1, b=2)", "2"), ("f(1, *more, b=2)", "2"), ("f(**more, b=2)", "2"), ("f(b=2, **more)", "2"),
    ("f(*more, 2)", None), ("f(1, *more)", None), ("f(**more)", None), ("f(1)", None), ("f(*more, 1, 2)", None),
])  # fmt: skip
def test_what_is_passed(call, passed):
    made = cst.ensure_type(cst.parse_expression(call), cst.Call)
    found = argument(made, 1, "b")
    assert (None if found is None else cst.ensure_type(found, cst.Integer).value) == passed
