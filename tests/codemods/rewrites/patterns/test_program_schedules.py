"""Schedules of programs go on behind each run of what trains."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
main = fluid.default_main_program()
loss = network(fluid.data("x", [None, 4]))
"""
RATE = "opt = fluid.optimizer.SGD(fluid.layers.piecewise_decay([1], [1.0, 0.1]))\nopt.minimize(loss)\n"


def migrated(lines):
    return migrate_source(HEAD + lines, options=Options(programs=True))


@pytest.mark.parametrize(
    ("run", "new"),
    [
        ("a, = exe.run(main, fetch_list=[loss])\n", "a, = exe.run(main, fetch_list=[loss])\nstep_schedule(main)\n"),
        ("exe.run(fetch_list=[loss])\n", "exe.run(fetch_list=[loss])\nstep_schedule()\n"),
        (
            "for b in r():\n    exe.run(self.train_program, b, [loss])\n",
            "for b in r():\n    exe.run(self.train_program, b, [loss])\n    step_schedule(self.train_program)\n",
        ),
    ],
)
def test_a_run(run, new):
    result = migrated(RATE + run)
    assert "paddle.optimizer.SGD(paddle.optimizer.lr.PiecewiseDecay([1], [1.0, 0.1]))" in result.text
    assert result.text.endswith(new)
    assert not result.left


@pytest.mark.parametrize("run", ["exe.run(startup)\n", "exe.run(test_program, fetch_list=[loss])\n"])
def test_other_runs_stay(run):
    result = migrated(f"{RATE}exe.run(main, fetch_list=[loss])\n{run}")
    assert result.text.endswith(f"step_schedule(main)\n{run}")


@pytest.mark.parametrize(
    "lines",
    [
        "rate = fluid.layers.cosine_decay(0.1, 5, 2)\nclipped = fluid.layers.clip(rate, 0.01, 1.0)\n",
        "rate = fluid.layers.noam_decay(4, 5)\nshow(rate)\n",
        "rate = fluid.layers.linear_lr_warmup(fluid.layers.noam_decay(4, 5), 2, 0.0, 0.1)\n",
    ],
)
def test_a_rate_that_something_else_takes_stays(lines):
    result = migrated(lines + "exe.run(main, fetch_list=[loss])\n")
    assert "fluid.layers" in result.text
    assert "step_schedule" not in result.text
    assert result.left


def test_without_a_run_a_person_is_told():
    assert [finding.code for finding in migrated(RATE).left] == ["PM322"]
