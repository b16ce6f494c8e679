"""What 1.8.5's programs left out of gradients of gradients is said, and of nothing else."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from paddle_compat._runtime import warn
from paddle_compat._static.second_gradients import _HAVING

SCRIPT = Path(__file__).parent / "scripts" / "second_gradients.py"


def said(fluid, monkeypatch, build):
    monkeypatch.setattr(warn, "_warned", set())
    x = fluid.data("x", [4, 3])
    x.stop_gradient = False
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        build(x)
    return [str(each.message) for each in caught if "second gradient" in str(each.message)]


@pytest.mark.oracle
def test_the_list_is_1_8_5s(harness):
    theirs = harness.ask("static.second_gradients", SCRIPT.read_text(encoding="utf-8"))
    assert {name for name, has in theirs.items() if has} == _HAVING & set(theirs)
    assert 20 < sum(map(int, theirs.values())) < len(theirs) - 20


def test_a_penalty_names_the_operators(fluid, monkeypatch):
    def build(x):
        y = fluid.layers.fc(fluid.layers.concat([fluid.layers.fc(x, 5, act="tanh"), x], 1), 1)
        (g,) = fluid.gradients(y, x)
        fluid.optimizer.SGD(0.1).minimize(fluid.layers.reduce_mean(fluid.layers.square(g)))

    (message,) = said(fluid, monkeypatch, build)
    assert "through tanh, concat:" in message


def test_gradients_of_gradients_name_them_too(fluid, monkeypatch):
    def build(x):
        (g,) = fluid.backward.gradients([fluid.layers.exp(x)], [x])
        fluid.gradients(g, x)

    (message,) = said(fluid, monkeypatch, build)
    assert "through exp:" in message


def fetched(fluid, x):
    (g,) = fluid.gradients(fluid.layers.tanh(x), x)
    fluid.optimizer.SGD(0.1).minimize(fluid.layers.mean(fluid.layers.fc(x, 1)))
    return fluid.layers.reduce_sum(g)


def with_second_gradients(fluid, x):
    y = fluid.layers.mean(fluid.layers.fc(fluid.layers.fc(x, 5, act="relu"), 1))
    (g,) = fluid.gradients(y, x)
    norm = fluid.layers.tanh(fluid.layers.sqrt(fluid.layers.reduce_sum(fluid.layers.square(g), dim=1)))
    fluid.optimizer.SGD(0.1).minimize(fluid.layers.reduce_mean(norm))


def beside(fluid, x):
    """Of what the gradient does not go through."""
    other = fluid.layers.exp(fluid.data("other", [4, 3]))
    (g,) = fluid.gradients(fluid.layers.square(fluid.layers.fc(x, 3)) * other, x)
    fluid.optimizer.SGD(0.1).minimize(fluid.layers.reduce_mean(g * g))


@pytest.mark.parametrize("build", [fetched, with_second_gradients, beside])
def test_nothing_is_said(fluid, monkeypatch, build):
    assert not said(fluid, monkeypatch, lambda x: build(fluid, x))


@pytest.mark.parametrize(("stops", "trained"), [(False, ["below", "above"]), (True, ["above"])])
def test_a_gradient_that_stops(fluid, stops, trained):
    """It needs no second one, and 1.8.5 trained nothing below what it is the gradient of."""
    x = fluid.data("x", [4, 3])
    h = fluid.layers.fc(x, 3, param_attr="below", bias_attr=False)

    def loss(h):
        out = fluid.layers.fc(h, 2, param_attr="above", bias_attr=False)
        return fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(out, fluid.layers.zeros([4, 1], "int64")))

    clean = loss(h)
    (g,) = fluid.gradients(clean, h)
    if stops:
        g.stop_gradient = True
    total = clean + loss(h + g if stops else h)
    _, pairs = fluid.optimizer.SGD(0.1).minimize(total)
    assert [parameter.name for parameter, _ in pairs] == trained
    executor = fluid.Executor()
    executor.run(fluid.default_startup_program())
    test = fluid.default_main_program().clone(for_test=True)
    fed = {"x": np.ones([4, 3], "float32")}
    before, after = (executor.run(feed=fed, fetch_list=[total])[0] for _ in range(2))
    assert after < before
    assert executor.run(test, feed=fed, fetch_list=[total])[0] < after
