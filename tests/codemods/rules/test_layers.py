"""Functions that make parameters, read as layers that are made and called."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.rules.expand import expand
from paddle_migrate.rules.expansion import Call, Expansion, Refused, given
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.pytree import dotted


def _meaning(name: str, **given_values: object) -> Expansion:
    rule, _ = library().legacy(f"paddle.fluid.{name}")
    assert isinstance(rule, Rule)
    keywords: dict[str, ast.expr] = {"input": given(0, False)}
    keywords.update({key: ast.Constant(value=value) for key, value in given_values.items()})
    return expand(rule, Call([], keywords))


@pytest.mark.parametrize(
    ("name", "values", "layer", "keywords", "prepared"),
    [
        ("layers.fc", {"size": 3}, "paddle.nn.Linear", {"in_features", "out_features"}, "paddle.flatten"),
        ("layers.conv2d", {"num_filters": 3, "filter_size": 1}, "paddle.nn.Conv2D", {"in_channels", "padding"}, ""),
        ("layers.embedding", {"size": 3}, "paddle.nn.Embedding", {"num_embeddings"}, "paddle.squeeze"),
        ("embedding", {"size": 3}, "paddle.nn.Embedding", {"padding_idx"}, ""),
        ("layers.batch_norm", {}, "paddle.nn.BatchNorm", {"num_channels", "is_test"}, ""),
    ],
)
def test_a_layer_made_and_called(name, values, layer, keywords, prepared):
    called = _meaning(name, **values).called
    assert called is not None
    made, (first,) = called.func, called.args
    assert isinstance(made, ast.Call)
    assert dotted(made.func) == layer
    assert keywords <= {keyword.arg for keyword in made.keywords}
    assert (dotted(first.func) if isinstance(first, ast.Call) else "") == prepared


def test_a_table_of_a_dtype_that_is_not_known_is_a_parameter():
    rule, _ = library().legacy("paddle.fluid.embedding")
    assert isinstance(rule, Rule)
    call = Call([], {"input": given(0, False), "size": given(1, False), "padding_idx": given(2, False),
                     "dtype": given(3, False)})
    expansion = expand(rule, call)
    assert expansion.called is None
    assert isinstance(expansion.value, ast.Call)
    assert dotted(expansion.value.func) == "paddle.nn.functional.embedding"
    parts = {keyword.arg: keyword.value for keyword in expansion.value.keywords}
    assert isinstance(parts["weight"], ast.Call)
    assert {"shape", "dtype"} <= {keyword.arg for keyword in parts["weight"].keywords}
    assert "padding_idx" in parts



def test_the_activation_is_around_it():
    meaning = _meaning("layers.fc", size=3, act="relu")
    assert meaning.activation is None
    assert isinstance(meaning.value, ast.Call)
    assert dotted(meaning.value.func) == "paddle.nn.functional.relu"


def test_a_function_without_parameters_calls_no_layer():
    assert _meaning("layers.softmax").called is None


@pytest.mark.parametrize(("data_format", "place"), [("NHWC", "-1"), ("NCHW", "1")])
def test_channels_may_come_last(data_format, place):
    called = _meaning("layers.conv2d", num_filters=3, filter_size=1, data_format=data_format).called
    assert called is not None
    assert isinstance(called.func, ast.Call)
    (channels,) = [keyword.value for keyword in called.func.keywords if keyword.arg == "in_channels"]
    assert ast.unparse(channels).endswith(f".shape[{place}]")


def test_other_sizes_of_what_comes_last_are_refused():
    with pytest.raises(Refused, match="channels come last"):
        _meaning("layers.conv3d_transpose", num_filters=3, output_size=[4, 4, 4], data_format="NDHWC")
