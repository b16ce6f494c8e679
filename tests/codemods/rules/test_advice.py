"""What is said of names without a rewrite: today's name for the work, where it is known."""

from __future__ import annotations

import pytest
from paddle_migrate.rules.advice import advice


@pytest.mark.parametrize(("name", "words"), [
    ("paddle.fluid.DatasetFactory", "QueueDataset"), ("paddle.fluid.DistributeTranspilerConfig", "fleet"),
    ("paddle.fluid.layers.While", "while_loop"), ("paddle.fluid.layers.control_flow.StaticRNN", "paddle.nn.RNN"),
    ("paddle.fluid.layers.ssd_loss", "paddle.vision.ops"), ("paddle.fluid.LoDTensor", "lengths"),
    ("paddle.fluid.optimizer.ModelAverage", "paddle.incubate.ModelAverage"), ("paddle.fluid.io.save_vars", "save()"),
])  # fmt: skip
def test_what_is_said(name, words):
    assert words in advice(name)


@pytest.mark.parametrize("name", ["paddle.fluid.layers.relu", "paddle.fluid.layers.lstm_unit", "own.While.x", ""])
def test_nothing_is_said_of_others(name):
    assert advice(name) == ""


@pytest.mark.parametrize("name", [
    "distributed.QueueDataset", "distributed.InMemoryDataset", "nn.RNN", "static.nn.while_loop", "nn.RNNCellBase",
    "nn.BeamSearchDecoder", "nn.dynamic_decode", "static.ExponentialMovingAverage", "incubate.ModelAverage",
    "static.amp.decorate", "static.Variable", "nn.functional.unfold", "static.create_parameter",
])  # fmt: skip
def test_what_it_sends_to_is_there(name):
    found = pytest.importorskip("paddle")
    for part in name.split("."):
        found = getattr(found, part)
