"""Parts of lists, tables, arrays and tensors."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.answers.elements import dimensions
from paddle_migrate.text.source import Source


@pytest.mark.parametrize(("expression", "wanted"), [
    ("[1, 2, 3][-1]", "3"),
    ("[1, 2, 3][1:]", "[2, 3]"),
    ("[1, 2][7]", "unknown"),
    ("[3, 3][n]", "3"),
    ("[1, 2][n]", "unknown"),
    ("(1, 2, 3)[::2]", "(1, 3)"),
    ("'abc'[1]", "'b'"),
    ("{'a': 1}['a']", "1"),
    ("{'a': 1}['b']", "unknown"),
    ("{'a': 1, 'b': 1}[who]", "1"),
    ("who[0]", "text"),
])  # fmt: skip
def test_python_s_own(result, expression, wanted):
    assert result(f"result = {expression}\n") == wanted


@pytest.mark.parametrize(("index", "wanted"), [
    ("0", "[3, 4] float32"),
    ("0, 1, 2", "[] float32"),
    (":, 1:", "[2, 2, 4] float32"),
    ("..., 0", "[2, 3] float32"),
    ("1:, ..., ::2", "[1, 3, 2] float32"),
    ("None", "[1, 2, 3, 4] float32"),
    (":, np.newaxis", "[2, 1, 3, 4] float32"),
    ("n:", "[?, 3, 4] float32"),
    ("n", "[3, 4] float32"),
    ("who", "unknown float32"),
    ("[0, 1]", "unknown float32"),
    ("0, 0, 0, 0", "unknown float32"),
])  # fmt: skip
def test_arrays(result, index, wanted):
    assert result(f"x = np.zeros([2, 3, 4], 'float32')\nresult = x[{index}]\n") == wanted


@pytest.mark.parametrize(("expression", "then", "today"), [
    ("to_variable(np.zeros([3]))[0]", "[1] float64", "[] float64"),
    ("to_variable(np.zeros([3, 2]))[0]", "[2] float64", "[2] float64"),
    ("np.zeros([3])[0]", "[] float64", "[] float64"),
    ("L.mean(L.ones([3], 'float32'))", "[1] float32", "[] float32"),
    ("L.reduce_sum(L.ones([3, 2], 'int32'), dim=0)", "[2] int32", "[2] int64"),
])  # fmt: skip
def test_what_had_a_dimension_in_1_8(result, expression, then, today):
    assert result(f"result = {expression}\n") == then
    assert result(f"result = {expression}\n", today=True) == today


def seen(line):
    text = f"import numpy as np\nimport paddle.fluid.layers as L\nx = L.ones([3], 'float32')\ny = {line}\n"
    return dimensions(Facts.find(Source(text)))


@pytest.mark.parametrize(("index", "number"), [("x[0]", 0), ("x[0:1]", 1), ("[L.mean(x)][0]", 1), ("[x][0]", 1),
                                               ("L.stack([L.mean(x)])[0]", 1), ("L.concat([L.mean(x)])[0]", 0)])
def test_only_an_element_of_an_array_has_no_dimension(index, number):
    assert list(seen(index).elements.values()) == [{number}]


@pytest.mark.parametrize(("call", "number"), [("L.matmul(x, x)", 0), ("L.reduce_sum(x, dim=0)", 0), ("unknown(x)", -1),
                                              ("L.reduce_sum(x, dim=0, keep_dim=True)", 1)])
def test_what_calls_give(call, number):
    assert {number} in seen(call).results.values()


@pytest.mark.parametrize(("made", "is_tensor"), [("L.ones([3], 'float32')", True), ("np.ones([3])", False),
                                                 ("L.ones([3], 'float32').numpy()", False), ("unknown()", False)])
def test_a_tensor_is_told_from_an_array(made, is_tensor):
    assert bool(seen(f"({made})[0]").tensors) is is_tensor
