"""Where the step of a schedule is written, and what it is called there."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"
DECAY = "fluid.dygraph.NoamDecay(8, 100)"


def _new(text: str) -> list[str]:
    return [line.strip() for line in migrate_source(HEAD + text).text.splitlines()]


def _behind(lines: list[str], statement: str) -> str:
    return lines[lines.index(statement) + 1]


def test_a_schedule_in_an_argument_gets_a_name():
    lines = _new(f"sgd = fluid.optimizer.SGD({DECAY}, parameter_list=p)\nsgd.minimize(loss)\n")
    assert "sgd = optim.SGD(scheduler, parameters=p)" in [line.replace("paddle.optimizer", "optim") for line in lines]
    assert _behind(lines, "sgd.step()") == "scheduler.step()"


def test_one_that_has_a_name_keeps_it():
    made = f"rate = {DECAY}\nsgd = fluid.optimizer.SGD(rate, parameter_list=p)\n"
    lines = _new("scheduler = 1\n" + made + "sgd.minimize(loss)\n")
    assert _behind(lines, "sgd.step()") == "rate.step()"


def test_a_name_that_is_taken_is_not_taken_again():
    lines = _new(f"scheduler = 1\nsgd = fluid.optimizer.SGD({DECAY}, parameter_list=p)\nsgd.minimize(loss)\n")
    assert _behind(lines, "sgd.step()") == "lr_scheduler.step()"


def test_where_it_may_be_a_number_it_is_asked():
    lines = _new(f"sgd = fluid.optimizer.SGD({DECAY} if a else 0.1, parameter_list=p)\nsgd.minimize(loss)\n")
    assert _behind(lines, "sgd.step()").startswith("if isinstance(")


@pytest.mark.parametrize("rate", ["0.1", "rate"])
def test_without_a_schedule_nothing_is_written(rate):
    lines = _new(f"def f(rate):\n    sgd = fluid.optimizer.SGD({rate}, parameter_list=p)\n    sgd.minimize(loss)\n")
    assert not any("scheduler" in line or "LRScheduler" in line for line in lines)
