"""What holds gradients that a script uses."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.frames import Frame, key_of
from paddle_migrate.facts.holders import Holders

SGD = "fluid.optimizer.SGD(0.1, parameter_list=net.parameters())"
NET = "net = fluid.dygraph.Linear(1, 1)\n"


def _events(read, text):
    script = read(text)
    holders, code = Holders(script.facts), script.facts.source.code
    calls = script.facts.source.all(cst.Call)
    runs = [code(c) for c in calls if holders.is_run(c)]
    steps = [code(step) for c in calls if (step := holders.step(c)) is not None]
    return runs, steps


@pytest.mark.parametrize(("text", "steps"), [
    (f"{NET}o = {SGD}\nloss.backward()\no.minimize(loss)\n", ["o"]),
    (f"{NET}o = {SGD}\nloss.backward()\no.step()\n", ["o"]),
    ("x = make()\nloss.backward()\nuse(x.gradient())\n", ["x"]),
    (f"{NET}o = {SGD}\nloss.backward()\no.minimize(loss)\nuse(net.weight.gradient())\n", ["o"]),
])  # fmt: skip
def test_runs_and_steps(read, text, steps):
    assert _events(read, text) == (["loss.backward()"], steps)


@pytest.mark.parametrize("text", [
    "import scipy.optimize\nscipy.optimize.minimize(f)\n", "o.minimize()\n", "clock.step()\n",
    "y = loss.backward()\n", "use(x.gradient(1))\n",
])  # fmt: skip
def test_other_calls(read, text):
    assert _events(read, text) == ([], [])


@pytest.mark.parametrize(("text", "known"), [
    (f"{NET}o = {SGD}\no.minimize(loss)\n", True),
    (f"{NET}o = fluid.optimizer.SGD(0.1, parameter_list=chosen)\no.minimize(loss)\n", False),
    (f"{NET}o = fluid.optimizer.SGD(0.1)\no.minimize(loss)\n", False),
    (f"def f(net):\n    o = {SGD}\n    o.minimize(loss)\n", False),  # it comes from somewhere else
])  # fmt: skip
def test_whose_gradients_an_optimizer_uses(read, text, known):
    script = read(text)
    holders = Holders(script.facts)
    function = next(iter(script.facts.source.all(cst.FunctionDef)), None)
    call, frame = script.node("o.minimize(loss)"), Frame(function)
    holder = key_of(script.facts, holders.step(call), frame)
    holders.note(call, holder, frame)
    owned = holders.owned[holder]
    assert owned == (frozenset({key_of(script.facts, script.node("net"), frame)}) if known else None)
    assert holders.never_cleared == {holder}
