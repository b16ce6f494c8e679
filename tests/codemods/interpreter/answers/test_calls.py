"""What a call makes of a value that it takes."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.answers.calls import Goes, is_metric_object, of_builtin, of_fluid, of_numpy
from paddle_migrate.rules.library import library
from paddle_migrate.text.source import Source


@pytest.mark.parametrize(("name", "held", "goes"), [
    ("relu", False, Goes.ON), ("concat", True, Goes.NEEDED), ("concat", False, Goes.NEEDED),
    ("relu", True, Goes.NOWHERE), ("mean", False, Goes.NOWHERE), ("cast", False, Goes.ON),
])  # fmt: skip
def test_functions_of_fluid(name, held, goes):
    assert of_fluid(library().legacy(f"paddle.fluid.layers.{name}")[0], held) is goes


@pytest.mark.parametrize(("name", "goes"), [
    ("concatenate", Goes.NEEDED), ("squeeze", Goes.NEEDED), ("array", Goes.AS_ARRAY), ("sqrt", Goes.AS_ARRAY),
    ("mean", Goes.NOWHERE), ("save", Goes.NOWHERE),
])  # fmt: skip
def test_functions_of_numpy(name, goes):
    assert of_numpy(name, array=False) is goes
    assert of_numpy(name, array=True) is (Goes.ON if goes is Goes.AS_ARRAY else goes)


@pytest.mark.parametrize(("name", "held", "goes"), [
    ("len", False, Goes.NEEDED), ("len", True, Goes.NOWHERE), ("list", True, Goes.HELD), ("max", True, Goes.TAKEN),
    ("print", False, Goes.NOWHERE), ("float", False, Goes.NOWHERE),
])  # fmt: skip
def test_python_s_own(name, held, goes):
    assert of_builtin(name, 1, held) is goes


@pytest.mark.parametrize(("made", "is_metric"), [
    ("fluid.metrics.Accuracy()", True), ("fluid.dygraph.Linear(1, 1)", False), ("Accuracy()", False), ("1", False),
])  # fmt: skip
def test_metrics(made, is_metric):
    source = Source(f"import paddle.fluid as fluid\nm = {made}\nuse(m)\n")
    name = next(c for c in source.all(cst.Call) if source.code(c.func) == "use").args[0].value
    assert is_metric_object(Facts.find(source), name) is is_metric
