"""`math` and `random`."""

from __future__ import annotations

import math

import pytest


@pytest.mark.parametrize("expression", [
    "math.sqrt(16)", "math.ceil(2.1)", "math.floor(2.9)", "math.log(8, 2)", "math.log2(8)", "math.exp(0)",
    "math.pow(2, 3)", "math.fabs(-2)",
])  # fmt: skip
def test_what_python_gives(result, expression):
    assert result(f"import math\nresult = {expression}") == repr(eval(expression, {"math": math}))


@pytest.mark.parametrize(("expression", "wanted"), [("math.prod([2, 3])", "6"), ("random.randint(1, 2)", "?")])
def test_whole_numbers(result, expression, wanted):
    assert result(f"import math, random\nresult = {expression}") == wanted


@pytest.mark.parametrize("expression", [
    "math.sqrt(-1)", "math.log(0)", "math.exp(1e9)", "math.sqrt(n)", "math.floor()", "math.no_such(1)",
    "random.random()",
])  # fmt: skip
def test_what_fails_or_is_not_known(result, expression):
    assert result(f"import math, random\nresult = {expression}") == "unknown"
