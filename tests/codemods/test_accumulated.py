"""Gradients that backward() replaced in 1.8 and adds up since 2.0."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nopt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())\n"
MODERN = "import paddle\nopt = paddle.optimizer.SGD(0.1, parameters=model.parameters())\n"


def notes(result):
    return [(f.line, f.message) for f in result.findings if f.code == "PM223"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for x in data:\n    loss = model(x)\n    loss.backward()\n    opt.minimize(loss)\n",
            "for x in data:\n    loss = model(x)\n    loss.backward()\n    opt.step()\n    opt.clear_grad()\n",
        ),
        ("loss.backward(); opt.minimize(loss); f()\n", "loss.backward(); opt.step(); opt.clear_grad(); f()\n"),
        (
            "for x in data:\n    loss.backward()\n    if x: opt.minimize(loss)\n",
            "for x in data:\n    loss.backward()\n    if x: opt.step(); opt.clear_grad()\n",
        ),
        (
            "loss.backward()\nopt.minimize(loss)  # why\nprint(loss)\n",
            "loss.backward()\nopt.step()\nopt.clear_grad()  # why\nprint(loss)\n",
        ),
    ],
)
def test_a_file_that_never_clears(check_transformed, before, after):
    check_transformed(HEAD + before, MODERN + after)


def test_said_where_several_runs_meet_one_step(check_transformed):
    result = check_transformed(
        HEAD + "for i in data:\n    loss.backward()\n    if i % 4 == 0:\n        opt.minimize(loss)\n",
        MODERN
        + "for i in data:\n    loss.backward()\n    if i % 4 == 0:\n        opt.step()\n        opt.clear_grad()\n",
    )
    assert [line for line, _ in notes(result)] == [4]
    assert "not cleared after each run" in notes(result)[0][1]


def test_said_where_another_function_clears():
    result = migrate_source(
        HEAD + "def step():\n    loss.backward()\n    opt.minimize(loss)\n\n\ndef after():\n    opt.clear_gradients()\n"
    )
    assert result.text.count("clear_grad") == 1
    assert [line for line, _ in notes(result)] == [4]
    assert "in this function" in notes(result)[0][1]


def test_said_where_a_run_meets_what_another_left():
    result = migrate_source(
        HEAD
        + "other = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())\n"
        + "for x in data:\n"
        + "    d_loss.backward()\n    opt.minimize(d_loss)\n    opt.clear_gradients()\n"
        + "    g_loss.backward()\n    other.minimize(g_loss)\n    other.clear_gradients()\n"
    )
    assert [(line, "those of other" in message, "those of opt " in message) for line, message in notes(result)] == [
        (5, False, True),
        (8, True, False),
    ]


def test_said_of_tensors_without_optimizer():
    text = "import paddle.fluid as fluid\nfluid.layers.relu(x).backward()\nloss.backward()\nx.gradient()\n"
    result = migrate_source(text)
    assert [line for line, _ in notes(result)] == [3]


@pytest.mark.parametrize(
    "source",
    [
        "for x in data:\n    loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n",
        "for x in data:\n    opt.clear_gradients()\n    loss.backward()\n    opt.minimize(loss)\n",
        # one run in two branches
        "for x in data:\n    if parallel:\n        loss = model.scale_loss(loss)\n        loss.backward()\n    else:\n"
        "        loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n",
        # all are cleared between
        "for x in data:\n    a.backward()\n    opt.minimize(a)\n    opt.clear_gradients()\n"
        "    b.backward()\n    opt.minimize(b)\n    opt.clear_gradients()\n",
        "def one():\n    loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n\n\n"
        "def two():\n    loss.backward()\n    opt.minimize(loss)\n    opt.clear_gradients()\n",
    ],
)
def test_nothing_is_added_or_said(source):
    result = migrate_source(HEAD + source)
    assert not notes(result)
    assert result.text.count("clear_grad") == source.count("clear_gradients")


def test_todays_code_stays(check_noop):
    check_noop("import paddle\nloss.backward()\nother.backward()\nopt.step()\n")
