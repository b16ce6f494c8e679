"""Where a value goes that a call takes."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.interpreter.answers.calls import function_of, is_metric_object, of_builtin, of_fluid, of_numpy
from paddle_migrate.interpreter.answers.followed import Value
from paddle_migrate.rules.library import library
from paddle_migrate.text.source import Source

CALL = cst.Call(cst.Name("f"), [cst.Arg(cst.Name("x"))])
NEEDS = "needs its dimension"


def _goes(found):
    """What comes of a value that the call takes: nothing, a need, or a value with what it is."""
    return [NEEDS if f is CALL else (f.node is CALL, f.array, f.held) for f in found]


@pytest.mark.parametrize(("name", "held", "goes"), [
    ("relu", False, [(True, False, False)]), ("concat", True, [NEEDS]), ("concat", False, [NEEDS]),
    ("relu", True, []), ("mean", False, []), ("cast", False, [(True, False, False)]),
])  # fmt: skip
def test_functions_of_fluid(name, held, goes):
    rule = library().legacy(f"paddle.fluid.layers.{name}")[0]
    assert _goes(of_fluid(Value(CALL.args[0].value, held=held), CALL, rule)) == goes


@pytest.mark.parametrize(("name", "goes"), [
    ("concatenate", [NEEDS]), ("squeeze", [NEEDS]), ("array", [(True, True, False)]), ("sqrt", [(True, True, False)]),
    ("mean", []), ("save", []),
])  # fmt: skip
def test_functions_of_numpy(name, goes):
    assert _goes(of_numpy(Value(CALL.args[0].value), CALL, name)) == goes


@pytest.mark.parametrize(("name", "held", "goes"), [
    ("len", False, [NEEDS]), ("len", True, []), ("list", True, [(True, False, True)]),
    ("max", True, [(True, False, False)]),
    ("print", False, []), ("float", False, []),
])  # fmt: skip
def test_python_s_own(name, held, goes):
    assert _goes(of_builtin(Value(CALL.args[0].value, held=held), CALL, name)) == goes


@pytest.mark.parametrize(("text", "line", "unnamed"), [
    ("def f(a): pass\nuse(f(1))\n", 1, 0), ("f = lambda a: a\nuse(f(1))\n", 1, 0),
    ("class A:\n    def __init__(self, a): pass\nuse(A(1))\n", 2, 1),
    ("class A:\n    def f(self, a): pass\n    def g(self):\n        use(self.f(1))\n", 2, 1),
])  # fmt: skip
def test_what_a_call_runs(text, line, unnamed):
    source = Source(text)
    call = next(c for c in source.all(cst.Call) if source.code(c.func) == "use").args[0].value
    function, without = function_of(Facts.find(source), call)
    assert (source.line(function), without) == (line, unnamed)


@pytest.mark.parametrize("text", ["use(f(1))\n", "f = g\nuse(f(1))\n", "class A: pass\nuse(A())\n", "use(x.f(1))\n"])
def test_what_is_not_seen(text):
    source = Source(text)
    assert function_of(Facts.find(source), source.all(cst.Call)[0].args[0].value) is None


@pytest.mark.parametrize(("made", "is_metric"), [
    ("fluid.metrics.Accuracy()", True), ("fluid.dygraph.Linear(1, 1)", False), ("Accuracy()", False), ("1", False),
])  # fmt: skip
def test_metrics(made, is_metric):
    source = Source(f"import paddle.fluid as fluid\nm = {made}\nuse(m)\n")
    name = next(c for c in source.all(cst.Call) if source.code(c.func) == "use").args[0].value
    assert is_metric_object(Facts.find(source), name) is is_metric
