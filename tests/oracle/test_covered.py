"""Which names the tests' text asks 1.8.5 about."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def covered():
    spec = importlib.util.spec_from_file_location("covered", Path(__file__).with_name("covered.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("L.relu(x)", ["layers.ops.relu"]),
        ("fluid.dygraph.Linear(4, 3, act='relu')", ["dygraph.nn.Linear"]),
        ("Conv2D(2, 3, 3)", ["dygraph.convolutions.Conv2D"]),
        ("SGD(0.1)", ["optimizer.SGDOptimizer"]),
        ("I = fluid.initializer\nI.Normal()", ["initializer.NormalInitializer"]),
        ("from paddle.fluid.dygraph import (\n  Linear,\n  guard\n)", ["dygraph.base.guard", "dygraph.nn.Linear"]),
        ("Conv2D", []),
        ("x.relu(Linear)", []),
        ("L.nonsense(x)", []),
        ("relu and softmax", []),
    ],
)
def test_names_in_a_text(covered, text, names):
    found = set(covered.names_in_text(text, covered.BARE))
    assert {name.removeprefix("paddle.fluid.") for name in found} == set(names)


def test_a_door_knows_its_own_names(covered):
    home = covered.home(covered.TESTS / "compat" / "fluid" / "test_metrics.py")
    assert home == "paddle.fluid.metrics"
    assert covered.names_in(["Accuracy()"], home) == {"paddle.fluid.metrics.Accuracy"}


def test_only_what_is_asked(covered):
    asked, ours = covered.covered(), covered.tested()
    assert "compat/fluid/layers/test_ops.py" in asked["paddle.fluid.layers.ops.relu"]
    assert "paddle.fluid.core.get_cuda_device_count" in ours.keys() - asked.keys()
