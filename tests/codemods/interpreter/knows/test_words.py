"""The words that compat's bodies are written with."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.knows.words import results, word
from paddle_migrate.interpreter.values import UNKNOWN, Array
from paddle_migrate.rules.language import Word


@pytest.mark.parametrize(("marks", "shape", "dtype"), [
    ([Word.VECTOR_RESULT], (1,), "int64"),
    ([Word.MAYBE_VECTOR_RESULT], (1,), "int64"),
    ([Word.SAME_DTYPE], (), "float32"),
    ([Word.VECTOR_RESULT, Word.SAME_DTYPE], (1,), "float32"),
    ([Word.RUNTIME_ONLY], (), "int64"),
    ([], (), "int64"),
])  # fmt: skip
def test_what_decorators_do_with_a_result(marks, shape, dtype):
    found = Array((), "int64")
    for change in results(marks):
        found = change([Array((2, 3), "float32")], found)
    assert (found.shape, found.dtype) == (shape, dtype)


@pytest.mark.parametrize("shape", [(2,), (2, 3), None])
def test_a_result_with_dimensions_keeps_them(shape):
    (change,) = results([Word.VECTOR_RESULT])
    assert change([], Array(shape)).shape == shape


@pytest.mark.parametrize("mark", [Word.VECTOR_RESULT, Word.SAME_DTYPE])
def test_what_is_no_tensor_stays(mark):
    (change,) = results([mark])
    assert change([Array((2,), "float32")], 3) == 3
    assert change([], UNKNOWN) is UNKNOWN


@pytest.mark.parametrize("name", ["paddle.nn.Linear", "activate", "numpy.known", ""])
def test_other_names_are_no_words(name):
    assert word(name) is None


@pytest.mark.parametrize(("layer", "wanted"), [
    ("fluid.dygraph.Linear(3, 4, act='relu')(x)", "[2, 4] float32"),
    ("fluid.dygraph.Linear(3, 4, act=who)(x)", "[2, 4] float32"),
    ("fluid.dygraph.Linear(3, 4, act='no_such_function')(x)", "unknown"),
])  # fmt: skip
def test_activations(result, layer, wanted):
    assert result(f"x = to_variable(np.zeros([2, 3], 'float32'))\nresult = {layer}") == wanted
