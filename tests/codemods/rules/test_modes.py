"""Which legacy names show a mode by themselves."""

from __future__ import annotations

import pytest
from paddle_migrate.rules import modes, tensors
from paddle_migrate.rules.kinds import kind_of, makes_loader
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("dygraph.Linear", "dynamic"),
        ("dygraph.nn.Conv2D", "dynamic"),
        ("save_dygraph", "dynamic"),
        ("layers.fc", "static"),
        ("layers.nn.fc", "static"),
        ("nets.simple_img_conv_pool", "static"),
        ("Executor", "static"),
        ("io.save_inference_model", "static"),
        ("transpiler.DistributeTranspiler", "static"),
        ("data", "static"),
    ],
)
def test_names_of_one_mode(name, mode):
    assert modes.of_name(f"paddle.fluid.{name}") == mode


@pytest.mark.parametrize(
    "name",
    [
        "layers.relu", "layers.gradients", "nets.glu", "optimizer.SGD", "dygraph.guard", "dygraph.enabled",
        "enable_dygraph", "disable_imperative", "in_dygraph_mode", "CPUPlace", "initializer.Xavier",
        "default_main_program", "io.DataLoader",
    ],
)
def test_names_of_both_modes_say_nothing(name):
    assert modes.of_name(f"paddle.fluid.{name}") is None


def test_switches():
    assert modes.switched_by("paddle.fluid.enable_imperative") == "dynamic"
    assert modes.switched_by("paddle.fluid.dygraph.disable_dygraph") == "static"
    assert modes.switched_by("paddle.fluid.dygraph.guard") is None
    assert modes.is_guard("paddle.fluid.dygraph.base.guard")
    assert not modes.is_guard("paddle.fluid.unique_name.guard")


@pytest.mark.parametrize("name", sorted(tensors.TAKE_LISTS | tensors.TAKE_ANY_SHAPE))
def test_functions_of_which_something_is_said_are_185s(name):
    homes = ("layers", "dygraph", "dygraph.base")
    found = [library().legacy(f"paddle.fluid.{home}.{name}")[0] for home in homes]
    assert any(found)


def rule(name):
    found, _ = library().legacy(f"paddle.fluid.{name}")
    assert isinstance(found, Rule)
    return found


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dygraph.DataParallel", "parallel"),
        ("dygraph.parallel.Env", "env"),
        ("dygraph.Linear", "layer"),
        ("optimizer.Adam", "optimizer"),
        ("ComplexVariable", "complex"),
        ("dygraph.to_variable", ""),
        ("layers.mean", ""),
        ("regularizer.L2Decay", ""),
    ],
)
def test_what_a_call_makes(name, kind):
    assert kind_of(rule(name)) == kind


def test_what_makes_a_loader():
    assert makes_loader("paddle.fluid.io.DataLoader", ["from_generator"])
    assert makes_loader("paddle.fluid.reader.PyReader", [])
    assert not makes_loader("paddle.fluid.io.DataLoader", ["other"])
    assert not makes_loader("paddle.fluid.io.Dataset", [])


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        (b"scope = fluid.global_scope()", "static"),
        (b"x = paddle.static.nn.fc(y, 3)", "static"),
        (b"x = paddle.static.nn.cond(y, f, g)", "unknown"),
        (b"with fluid.scope_guard(scope):", "static"),
        (b"scope = paddle.static.global_scope()", "static"),
        (b"exe = fluid.Executor(place)\nwith fluid.dygraph.guard():", "unknown"),
        (b"x = fluid.layers.relu(x)", "unknown"),
        (b"loss.backward()", "dynamic"),
    ],
)
def test_a_look_at_a_text(text, mode):
    """What a file says before it is migrated and behind, for the sake of the files beside it."""
    assert modes.of_text(text) == mode
