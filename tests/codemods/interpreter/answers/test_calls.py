"""What becomes of a value without a dimension that a call takes."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.handed import Had
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.interpreter.answers.calls import ARRAY, is_metric_object, of_builtin, of_fluid, of_numpy
from paddle_migrate.rules.library import library
from paddle_migrate.text.source import Source

SOURCE = Source("f(x)\n")
CALL = SOURCE.all(cst.Call)[0]
NEEDS = "needs its dimension"


def _had(held=0):
    return Had(Spot(Facts.find(SOURCE), CALL.args[0].value), (None,) * held)


def _goes(found):
    """A need, or what the call has then: whether an array, and how deep in lists; None is for the house to tell."""
    return NEEDS if found is CALL else found and [(had.kind == ARRAY, len(had.places)) for had in found]


@pytest.mark.parametrize(("name", "held", "goes"), [
    ("relu", 0, [(False, 0)]), ("concat", 1, NEEDS), ("concat", 0, NEEDS), ("relu", 1, []), ("mean", 0, []),
    ("cast", 0, [(False, 0)]),
])  # fmt: skip
def test_functions_of_fluid(name, held, goes):
    rule = library().legacy(f"paddle.fluid.layers.{name}")[0]
    assert _goes(of_fluid(_had(held), CALL, [rule])) == goes


@pytest.mark.parametrize(("name", "goes"), [
    ("concatenate", NEEDS), ("squeeze", NEEDS), ("array", [(True, 0)]), ("sqrt", [(True, 0)]), ("mean", []),
    ("save", []),
])  # fmt: skip
def test_functions_of_numpy(name, goes):
    assert _goes(of_numpy(_had(), CALL, name)) == goes


@pytest.mark.parametrize(("name", "held", "goes"), [
    ("len", 0, NEEDS), ("len", 1, None), ("list", 1, None), ("sum", 1, [(False, 0)]), ("max", 0, NEEDS),
    ("print", 0, None), ("float", 0, None),
])  # fmt: skip
def test_python_s_own(name, held, goes):
    assert _goes(of_builtin(_had(held), CALL, name)) == goes


@pytest.mark.parametrize(("made", "is_metric"), [
    ("fluid.metrics.Accuracy()", True), ("fluid.dygraph.Linear(1, 1)", False), ("Accuracy()", False), ("1", False),
])  # fmt: skip
def test_metrics(made, is_metric):
    source = Source(f"import paddle.fluid as fluid\nm = {made}\nuse(m)\n")
    name = next(c for c in source.all(cst.Call) if source.code(c.func) == "use").args[0].value
    assert is_metric_object(Facts.find(source), name) is is_metric
