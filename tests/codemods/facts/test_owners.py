"""Whose parameters an optimizer updates."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.owners import is_optimizer, lacks_parameters, owners_of

MODEL = "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph import Linear\na = Linear(1, 1)\n"


def optimizer(read, text):
    facts = read(text).facts
    (reference,) = [r for r in facts.references if is_optimizer(r)]
    return facts, reference


@pytest.mark.parametrize("step", ["o.minimize(loss)", "o.minimize(loss, parameter_list=a.parameters())"])
def test_a_model_that_is_there(read, step):
    facts, reference = optimizer(read, f"{MODEL}o = fluid.optimizer.SGD(0.1)\n{step}\n")
    owners = owners_of(facts, reference.call)
    assert (owners.text, owners.models) == ("a.parameters()", ("a",))


@pytest.mark.parametrize(
    "text",
    [
        "import paddle.fluid as fluid\no = fluid.optimizer.SGD(0.1)\no.minimize(loss)\n",  # no model
        f"{MODEL}o = fluid.optimizer.SGD(0.1)\no.minimize(x, parameter_list=a)\no.minimize(y, parameter_list=b)\n",
    ],
)
def test_not_told(read, text):
    facts, reference = optimizer(read, text)
    assert owners_of(facts, reference.call) is None


@pytest.mark.parametrize(
    ("call", "lacks"),
    [
        ("SGD(0.1)", True),
        ("SGD(0.1, a.parameters())", False),
        ("SGD(0.1, parameter_list=p)", False),
        ("SGD(*a)", False),
    ],
)
def test_lacks_parameters(read, call, lacks):
    _, reference = optimizer(read, f"import paddle.fluid as fluid\no = fluid.optimizer.{call}\n")
    assert lacks_parameters(reference.call, reference.rule) is lacks


def test_other_names_are_no_optimizers(read):
    facts = read("import paddle.fluid as fluid\nfluid.layers.relu(x)\nfluid.dygraph.Linear(1, 1)\n").facts
    assert not any(map(is_optimizer, facts.references))
