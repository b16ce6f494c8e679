"""Which optimizers take a schedule, and where these step."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.changes.schedule_plans import is_scheduled, plan_of
from paddle_migrate.script import Script
from paddle_migrate.text.source import Source

HEAD = "import paddle.fluid as fluid\n"
DECAY = "fluid.dygraph.NoamDecay(8, 100)"


def _script(text: str) -> Script:
    return Script.of(Source(HEAD + text), Options())


def _call(script: Script, name: str):
    return next(r.call for r in script.references if r.short.endswith(name))


def _plan(text: str):
    script = _script(text)
    return script, plan_of(script, _call(script, "NoamDecay"))


def test_what_a_plan_knows():
    script, plan = _plan(f"rate = {DECAY}\nsgd = fluid.optimizer.SGD(rate)\nsgd.minimize(loss)\nx = rate.step()\n")
    assert plan is not None
    assert plan.name is not None
    assert plan.name.value == "rate"
    assert plan.optimizers == [_call(script, "SGD")]
    ((site),) = plan.sites
    assert script.source.code(site.call) == "sgd.minimize(loss)"
    assert site.makers == {_call(script, "SGD")}
    assert [script.source.code(reading) for reading in plan.readings] == ["rate.step()"]


@pytest.mark.parametrize("text", [
    f"sgd = fluid.optimizer.SGD({DECAY})\nsgd.minimize(loss)\n",
    f"sgd = fluid.optimizer.SGD({DECAY} if a else 0.1)\nsgd.minimize(loss)\n",
    f"def make():\n    return fluid.optimizer.SGD({DECAY})\nsgd = make()\nsgd.minimize(loss)\n",
])  # fmt: skip
def test_sites_of_optimizers_made_elsewhere(text):
    _, plan = _plan(text)
    assert plan is not None
    assert len(plan.sites) == 1


@pytest.mark.parametrize("text", [
    f"rate = {DECAY}\nuse(rate)\n",  # it is taken by something else
    f"rate = {DECAY}\n",
    f"rate = {DECAY}\nsgd = fluid.optimizer.SGD(rate)\nsgd.minimize(loss)\nrate.change()\n",
    f"sgd = fluid.optimizer.SGD({DECAY})\n",  # no step is seen
])  # fmt: skip
def test_no_plan(text):
    assert _plan(text)[1] is None


@pytest.mark.parametrize(("rate", "wanted"), [(DECAY, True), (f"{DECAY} if a else 0.1", False), ("0.1", False)])
def test_whether_the_rate_is_a_schedule_for_sure(rate, wanted):
    script = _script(f"sgd = fluid.optimizer.SGD({rate})\nsgd.minimize(loss)\n")
    assert is_scheduled(script, _call(script, "SGD")) is wanted
