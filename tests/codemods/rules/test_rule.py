"""One rule: its parameters, and those of its methods."""

from __future__ import annotations

import pytest
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule


def rule(name: str) -> Rule:
    found, beyond = library().legacy(f"paddle.fluid.{name}")
    assert isinstance(found, Rule)
    assert not beyond
    return found


def names(name: str, method: str) -> list[str] | None:
    params = rule(name).method(method)
    return None if params is None else [param.name for param in params]


def test_a_static_method_has_all_of_its_parameters() -> None:
    assert names("io.DataLoader", "from_generator")[:2] == ["feed_list", "capacity"]


def test_a_method_is_called_without_its_object() -> None:
    assert names("dygraph.learning_rate_scheduler.LearningRateDecay", "create_lr_var") == ["lr"]


def test_methods_that_a_class_has_from_another() -> None:
    assert names("io.PyReader", "set_batch_generator") == ["reader", "places"]
    assert names("io.PyReader", "decorate_batch_generator") == ["reader", "places"]
    assert names("io.PyReader", "decorate_sample_generator")[0] == "sample_generator"


@pytest.mark.parametrize(
    ("name", "method"), [("io.PyReader", "nonsense"), ("layers.relu", "backward"), ("dygraph.Linear", "load_dict")]
)
def test_what_is_no_method_of_compat_has_no_parameters(name: str, method: str) -> None:
    assert rule(name).method(method) is None
