"""Shapes of today's losses."""

from __future__ import annotations

import pytest
from paddle_migrate.interpreter.knows.today.losses import LOSSES
from paddle_migrate.interpreter.values import Array

ROWS, LABELS = Array((4, 5), "float64", "tensor"), Array((4, 1), "int64", "tensor")


@pytest.mark.parametrize(("name", "label", "shape"), [
    ("mse_loss", ROWS, (4, 5)), ("l1_loss", ROWS, (4, 5)), ("binary_cross_entropy", ROWS, (4, 5)),
    ("cross_entropy", LABELS, (4, 1)),
])  # fmt: skip
def test_reductions(name, label, shape):
    loss = LOSSES[f"nn.functional.{name}"]
    results = [loss(ROWS, label, reduction=how) for how in ("mean", "sum", "none")]
    assert [r.shape for r in results] == [(), (), shape]
    assert {r.dtype for r in results} == {"float64"}


@pytest.mark.parametrize("name", ["mse_loss", "binary_cross_entropy_with_logits"])
def test_an_unknown_reduction(name):
    assert LOSSES[f"nn.functional.{name}"](ROWS, ROWS, reduction=object()).shape is None


def test_each_is_one_of_paddle_s():
    import paddle

    assert all(callable(getattr(paddle.nn.functional, name.rpartition(".")[2])) for name in LOSSES)
