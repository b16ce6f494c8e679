"""What is said of names without a rewrite: today's name for the work, where it is known."""

from __future__ import annotations

import pytest
from paddle_migrate.rules.advice import advice
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule


@pytest.mark.parametrize(("name", "words"), [
    ("paddle.fluid.DatasetFactory", "QueueDataset"), ("paddle.fluid.DistributeTranspilerConfig", "fleet"),
    ("paddle.fluid.layers.While", "while_loop"), ("paddle.fluid.layers.control_flow.StaticRNN", "paddle.nn.RNN"),
    ("paddle.fluid.layers.ssd_loss", "paddle.vision.ops"), ("paddle.fluid.LoDTensor", "lengths"),
    ("paddle.fluid.optimizer.ModelAverage", "paddle.assign()"), ("paddle.fluid.io.save_vars", "save()"),
    ("paddle.fluid.core.ParallelStrategy", "ParallelEnv"), ("paddle.fluid.dygraph.parallel.Env", "ParallelEnv"),
    ("paddle.fluid.load_program_state", "set_program_state"), ("paddle.fluid.core.EOFException", "DataLoader"),
    ("paddle.fluid.evaluator.ChunkEvaluator", "count"), ("paddle.fluid.layers.chunk_eval", "count"),
])  # fmt: skip
def test_what_is_said(name, words):
    assert words in advice(name)


@pytest.mark.parametrize("name", ["paddle.fluid.layers.relu", "own.While.x", ""])
def test_nothing_is_said_of_others(name):
    assert advice(name) == ""


@pytest.mark.parametrize("name", [
    "distributed.QueueDataset", "distributed.InMemoryDataset", "nn.RNN", "static.nn.while_loop", "nn.RNNCellBase",
    "nn.BeamSearchDecoder", "nn.dynamic_decode",
    "static.amp.decorate", "static.Variable", "nn.functional.unfold", "static.create_parameter",
])  # fmt: skip
def test_what_it_sends_to_is_there(name):
    found = pytest.importorskip("paddle")
    for part in name.split("."):
        found = getattr(found, part)


def left_as_they_are(name="fluid", seen=()):
    """The names of 1.8.5 whose body is ordinary code, which no call becomes: where no rewrite takes them they stay."""
    module = library().module(f"{PACKAGE}.{name}")
    for short in module.names() if module is not None and name not in seen else ():
        found = module.find(short)
        if isinstance(found, RuleModule):
            yield from left_as_they_are(f"{name}.{short}", (*seen, name))
        elif isinstance(found, Rule) and found.kind == "code":
            yield f"paddle.{name}.{short}"


def test_every_name_that_may_be_left_has_some():
    names = set(left_as_they_are())
    assert "paddle.fluid.layers.hsigmoid" in names
    assert [name for name in sorted(names) if not advice(name)] == []
