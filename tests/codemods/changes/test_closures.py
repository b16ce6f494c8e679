"""Lambdas that rules write mean what the call meant."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

TEXT = """\
import paddle.fluid as fluid
def train(p, {names}):
    with fluid.dygraph.guard():
        {before}
        opt = fluid.optimizer.SGD(fluid.dygraph.CosineDecay(0.5, {steps}, {epochs}), parameter_list=p)
        opt.minimize(loss)
        {behind}
"""


def written(names="steps, epochs", before="pass", steps="steps", epochs="epochs", behind="pass"):
    lines = migrate_source(TEXT.format(names=names, before=before, steps=steps, epochs=epochs, behind=behind)).text
    return next(line.partition("lr_lambda=")[2] for line in lines.splitlines() if "lr_lambda" in line)


@pytest.mark.parametrize(
    ("given", "start", "end"),
    [
        ({"names": "count", "steps": 4, "epochs": "count"}, "lambda count_:", "math.pi / count) + 1))"),
        ({"names": "count, count_", "steps": "count_", "epochs": "count"}, "lambda count__:", "math.pi / count) + 1))"),
        ({"behind": "epochs = 3"}, "lambda count, epochs=epochs:", "math.pi / epochs) + 1))"),
        ({"behind": "epochs += 3"}, "lambda count, epochs=epochs:", "math.pi / epochs) + 1))"),
        ({"names": "n", "steps": 2, "epochs": "n * 2", "behind": "n = 3"}, "lambda count, n=n:", "(n * 2)) + 1))"),
    ],
)
def test_what_it_would_hide_or_lose(given, start, end):
    assert written(**given).startswith(start)
    assert written(**given).endswith(end)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"epochs": "self.count"},
        {"epochs": 9},
        {"names": "steps", "before": "epochs = 2; epochs = 3"},
        {"behind": "count = 3"},
    ],
)
def test_what_stays_as_the_rule_says(given):
    assert written(**given).startswith("lambda count:")


def test_in_a_loop():
    text = TEXT.replace("{before}", "for epochs in ns:").replace("        opt", "            opt")
    new = migrate_source(text.format(names="ns", steps=3, epochs="epochs", behind="pass")).text
    assert "lambda count, epochs=epochs:" in new
