"""Schedules: scheduler.step() behind every step of the optimizer, or the whole left alone."""

from __future__ import annotations

import pytest

HEAD = "import paddle\nimport paddle.fluid as fluid\n"


def test_in_a_variable(check_transformed):
    result = check_transformed(
        HEAD
        + """\
lr = fluid.dygraph.PiecewiseDecay([10, 20], [0.1, 0.01, 0.001], 0)
opt = fluid.optimizer.Momentum(lr, 0.9, parameter_list=p)
for x in data:
    loss(x).backward()
    opt.minimize(loss)
    opt.clear_gradients()
""",
        """\
import paddle
lr = paddle.optimizer.lr.PiecewiseDecay([10, 20], [0.1, 0.01, 0.001])
opt = paddle.optimizer.Momentum(lr, 0.9, parameters=p)
for x in data:
    loss(x).backward()
    opt.step()
    lr.step()
    opt.clear_grad()
""",
    )
    assert not result.left


def test_inside_the_optimizers_call(check_transformed):
    check_transformed(
        HEAD
        + """\
def train():
    with fluid.dygraph.guard():
        opt = fluid.optimizer.SGD(
            learning_rate=fluid.layers.natural_exp_decay(
                learning_rate=0.1, decay_steps=100, decay_rate=0.5),
            parameter_list=p)
        opt.minimize(loss)
""",
        """\
import paddle
def train():
    scheduler = paddle.optimizer.lr.NaturalExpDecay(learning_rate=0.1, gamma=0.5 / 100)
    opt = paddle.optimizer.SGD(
        learning_rate=scheduler,
        parameters=p)
    opt.step()
    scheduler.step()
""",
    )


def test_epochs(check_transformed):
    check_transformed(
        HEAD + "lr = fluid.dygraph.StepDecay(0.1, step_size=3)\nopt = fluid.optimizer.SGD(lr, p)\nlr.epoch()\n",
        "import paddle\nlr = paddle.optimizer.lr.StepDecay(0.1, step_size=3)\n"
        "opt = paddle.optimizer.SGD(lr, p)\nlr.step()\n",
    )


@pytest.mark.parametrize(
    "body",
    [
        "def make():\n    return fluid.optimizer.SGD(fluid.dygraph.NoamDecay(512, 400), p)\nmake().minimize(loss)\n",
        "lr = fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(lr, p)\nprint(lr())\nopt.minimize(loss)\n",
        "lr = fluid.dygraph.NoamDecay(512, 400)\nopt = fluid.optimizer.SGD(lr, p)\nuse(opt)\n",
        "lr = fluid.dygraph.LinearLrWarmup(fluid.dygraph.NoamDecay(512, 400), 10, 0.0, 0.1)\n"
        "opt = fluid.optimizer.SGD(lr, p)\nopt.minimize(loss)  # minimize()\n",
        "d = fluid.dygraph.NoamDecay(512, 400)\nlr = fluid.dygraph.LinearLrWarmup(d, 10, 0.0, 0.1)\n"
        "opt = fluid.optimizer.SGD(lr, p)\nopt.minimize(loss)\n",
    ],
)
def test_where_the_steps_cannot_be_seen_it_is_left(body):
    from paddle_migrate.api import migrate_source

    result = migrate_source(HEAD + body)
    assert "fluid.dygraph.NoamDecay(512, 400)" in result.text
    assert any("minimize()" in f.message or "warm-up" in f.message for f in result.left)
