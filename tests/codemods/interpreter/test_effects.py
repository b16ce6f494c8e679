"""What rules do with their first tensor, by their bodies: compat does it."""

from __future__ import annotations

import importlib

import paddle
import pytest
from paddle_migrate.interpreter.answers.effects import keeps_floats, keeps_shape, makes_floats
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

RULES = {
    rule.name: rule
    for module in library().modules() if module.name.startswith("paddle_compat.fluid")
    for rule in map(module.find, module.names()) if isinstance(rule, Rule) and rule.module is module
}  # fmt: skip
OF_FUNCTIONS = {"paddle.fluid.dygraph.jit.dygraph_to_static_func"}  # a decorator: nobody gives it a tensor
KEEPING = sorted(name for name, rule in RULES.items()
                 if keeps_shape(rule) and not rule.is_layered and name not in OF_FUNCTIONS)
NUMBERS = {"min": 0.0, "max": 1.0, "dtype": "float32"}
LAYERS = "paddle.fluid.layers."


def called(rule, dtype):
    needed = [p.name for p in rule.params if p.default is None] or [rule.params[0].name]
    given = {name: NUMBERS.get(name, paddle.ones([], dtype)) for name in needed}
    if rule.short in ("sum", "sums"):
        given[needed[0]] = [given[needed[0]]] * 2
    found = getattr(importlib.import_module(rule.module.name), rule.short)(**given)
    return found[0] if isinstance(found, (list, tuple)) else found


@pytest.mark.parametrize("name", KEEPING)
def test_what_has_no_dimension_has_none_behind_it(name):
    try:
        found = called(RULES[name], "float32")
    except (RuntimeError, TypeError):  # a function of truths
        found = called(RULES[name], "bool")
    assert found.shape == []


@pytest.mark.parametrize("name", ["relu", "elementwise_add", "sums", "assign", "cast", "dropout", "sigmoid", "scale"])
def test_shapes_are_kept(name):
    assert keeps_shape(library().legacy(LAYERS + name)[0])


@pytest.mark.parametrize("name", [
    "reduce_sum", "mean", "concat", "stack", "reshape", "transpose", "flatten", "cross_entropy", "lrn", "mul",
    "log_loss", "softmax", "cumsum", "one_hot", "pool2d", "gather", "fill_constant", "create_tensor", "argmax", "where",
])  # fmt: skip
def test_shapes_are_not_kept(name):
    assert not keeps_shape(library().legacy(LAYERS + name)[0])


@pytest.mark.parametrize("name", ["relu", "concat", "split", "reduce_sum", "gather", "flatten", "pow", "matmul"])
def test_floats_are_kept(name):
    rule = library().legacy(LAYERS + name)[0]
    assert keeps_floats(rule)
    assert not makes_floats(rule)


@pytest.mark.parametrize("name", ["exp", "sigmoid", "mean", "cross_entropy", "dropout", "smooth_l1", "softmax"])
def test_floats_are_made(name):
    assert makes_floats(library().legacy(LAYERS + name)[0])


@pytest.mark.parametrize("name", ["cast", "argmax", "shape", "equal", "size", "where", "isfinite"])
def test_floats_are_neither_kept_nor_made(name):
    rule = library().legacy(LAYERS + name)[0]
    assert not keeps_floats(rule)
    assert not makes_floats(rule)
