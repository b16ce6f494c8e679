"""What kind of object a call of Paddle's makes."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.made import made_by_rule, made_today


def _kind(read, call):
    facts = read(f"y = {call}\n").facts
    (reference,) = [r for r in facts.references if r.call is not None]
    return made_by_rule(reference.rule, reference.call)


@pytest.mark.parametrize(("call", "kind"), [
    ("fluid.optimizer.SGD(0.1)", "optimizer"),
    ("fluid.dygraph.Linear(3, 4)", "layer"),
    ("fluid.layers.mean(x)", "scalar"),
    ("fluid.layers.reduce_sum(x)", "scalar"),
    ("fluid.layers.reduce_sum(x, dim=None, keep_dim=False)", "scalar"),
    ("fluid.layers.reduce_mean(x, None)", "scalar"),
    ("fluid.layers.kldiv_loss(x, y, reduction='mean')", "scalar"),
])  # fmt: skip
def test_by_rule(read, call, kind):
    assert _kind(read, call) == kind


@pytest.mark.parametrize("call", [
    "fluid.layers.relu(x)", "fluid.layers.reduce_sum(x, dim=1)", "fluid.layers.reduce_sum(x, 1)",
    "fluid.layers.reduce_sum(x, dim=d)", "fluid.layers.reduce_sum(x, None, True)",
    "fluid.layers.reduce_sum(x, keep_dim=True)", "fluid.layers.kldiv_loss(x, y, reduction='none')",
    "fluid.layers.kldiv_loss(x, y, 'none')", "fluid.layers.kldiv_loss(x, y, reduction=r)",
])  # fmt: skip
def test_nothing_of_interest_or_not_certain(read, call):
    assert _kind(read, call) == ""


@pytest.mark.parametrize(("name", "kind"), [
    ("paddle.optimizer.Adam", "optimizer"), ("paddle.optimizer.lr.StepDecay", ""),
    ("paddle.nn.Linear", "layer"), ("paddle.DataParallel", "parallel"),
])  # fmt: skip
def test_today(name, kind):
    assert made_today(name) == kind


@pytest.mark.parametrize("name", [
    "paddle.nn.functional.relu", "paddle.nn.initializer.Constant", "paddle.nn.ClipGradByNorm", "paddle.mean",
    "paddle.Tensor", "torch.nn.Linear", "Linear", "",
])  # fmt: skip
def test_other_names_of_today(name):
    assert made_today(name) == ""
