"""Which parts of a script matter to what becomes of its gradients."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.matters import Matters, is_clearing

ABOVE = 3  # lines of imports that each text gets


def matters(script):
    """The lines of what matters, and of what holds an event; `run()` is one, `x = new()` makes a holder."""
    source = script.facts.source
    found = Matters(
        script.facts,
        lambda call: source.code(call.func) == "run",
        lambda assign: source.code(assign.value) == "new()",
    )
    statements = source.all(cst.SimpleStatementLine, cst.If, cst.For, cst.FunctionDef)

    def lines(ids):
        return sorted(source.line(s) - ABOVE for s in statements if id(s) in ids)

    return lines(found.mattering), lines(found.holding)


@pytest.mark.parametrize(("text", "mattering", "holding"), [
    ("run()\n", [1], [1]),
    ("if x:\n    run()\nelse:\n    y = 1\n", [1, 2], [1, 2]),
    ("o.clear_grad()\n", [1], [1]),
    ("def f():\n    y = 1\n    run()\nf()\n", [1, 3, 4], [1, 3, 4]),
    ("def f():\n    run()\ndef g():\n    f()\ng()\n", [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
    ("x = new()\n", [1], []),
    ("for x in y:\n    if x: break\n", [1, 2], []),
    ("def f():\n    run()\n    x = new()\n", [1, 2, 3], [1, 2]),
    ("class A:\n    def f(self):\n        run()\n    def g(self):\n        self.f()\n", [2, 3, 4, 5], [2, 3, 4, 5]),
])  # fmt: skip
def test_what_matters(read, text, mattering, holding):
    assert matters(read(text)) == (mattering, holding)


@pytest.mark.parametrize("text", [
    "y = 1\nf(y)\n", "def f():\n    x = new()\n", "for x in y:\n    g(x)\n", "runs()\n", "def run(): pass\n",
    "def f(o):\n    o.clear()\nf(o)\n",
])  # fmt: skip
def test_what_does_not(read, text):
    assert matters(read(text)) == ([], [])


@pytest.mark.parametrize(("call", "clears"), [
    ("o.clear_grad()", True), ("o.clear_gradients()", True), ("net.w.clear_gradient()", True),
    ("clear_grad()", False), ("o.clear()", False), ("o.step()", False),
])  # fmt: skip
def test_clearing(call, clears):
    assert is_clearing(cst.ensure_type(cst.parse_expression(call), cst.Call)) is clears
