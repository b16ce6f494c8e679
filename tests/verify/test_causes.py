"""What a difference points to."""

from __future__ import annotations

from typing import Any

import pytest
from paddle_migrate.verify.causes import ADAM, cause, is_first
from paddle_migrate.verify.outcome import Fault, Outcome, Run, Step


def _outcome(step: int, epsilon: Run | None = None, optimizers: tuple[int, ...] = ()) -> Outcome:
    """A new run that has come to this step."""
    steps = [Step(n + 1, optimizer) for n, optimizer in enumerate(optimizers or [0] * step)]
    return Outcome(others=[Run("new", {0: steps})], epsilon=epsilon)


def _cause(step: int, *found: dict[str, Any], epsilon: Run | None = None) -> list[str]:
    return cause(Fault("new", 0, step, found), _outcome(step, epsilon))


@pytest.mark.parametrize(
    ("step", "found", "begin"),
    [
        (1, {"what": "initial"}, "the initializer"),
        (1, {"what": "start", "new": 0.5}, "what is loaded or assigned"),
        (3, {"what": "loss", "inputs": False}, "the data:"),
        (1, {"what": "loss", "inputs": True}, "the forward pass, from equal parameters: layer"),
        (3, {"what": "loss"}, "the forward pass: what changes from step to step"),
        (1, {"what": "loss", "inputs": True, "gradient_ratio": 2.0}, "how the loss is reduced"),
        (1, {"what": "gradient"}, "what the gradient passes through"),
        (2, {"what": "gradient"}, "clear_grad()"),
        (2, {"what": "gradient", "gradient_ratio": 0.5}, "what scales the gradient behind the loss"),
        (1, {"what": "value"}, "the optimizer: its kind"),
        (2, {"what": "state"}, "the optimizer's state from earlier steps"),
        (2, {"what": "value", "update_ratio": 10.0}, "the learning rate, or a clip by the global norm: every"),
        (4, {"what": "steps"}, "where the loop over the data ends"),
    ],
)
def test_one_cause(step: int, found: dict[str, Any], begin: str) -> None:
    (text,) = _cause(step, found)
    assert text.startswith(begin)


def test_what_comes_first_in_a_step_is_its_cause() -> None:
    found = [{"what": what} for what in ("steps", "value", "gradient", "loss", "start", "initial")]
    begins = [_cause(1, *found[n:])[0][:12] for n in range(6)]
    assert begins == ["the initiali"] * 6
    assert _cause(1, *found[:4])[0].startswith("the forward pass")
    assert _cause(1, *found[:3])[0].startswith("what the gradient")
    assert _cause(1, *found[:2])[0].startswith("the optimizer")


def test_a_row_that_starts_at_0() -> None:
    assert "padding_idx=" in _cause(1, {"what": "start", "new": 0})[1]


def test_no_word_of_the_data_where_they_are_known_to_be_equal() -> None:
    assert _cause(1, {"what": "loss"})[0].endswith("or its data: other batches.")
    assert "data" not in _cause(1, {"what": "loss", "inputs": True})[0]


@pytest.mark.parametrize("ratio", [1.0, 1 + 1e-6, 1 - 1e-6])
def test_a_ratio_of_one_tells_nothing(ratio: float) -> None:
    assert "times" not in _cause(1, {"what": "loss", "gradient_ratio": ratio})[0]
    assert "times" not in _cause(1, {"what": "gradient", "gradient_ratio": ratio})[0]
    assert "times" not in _cause(1, {"what": "value", "update_ratio": ratio})[0]


def test_adam_alone_or_with_something_else() -> None:
    same = Run("epsilon", {0: [Step(1), Step(2)]})
    (text,) = _cause(1, {"what": "value"}, epsilon=same)
    assert text.startswith(f"{ADAM} It is that alone: with 1.8.5's epsilon the new script agrees in all 2 steps")
    fault = Fault("epsilon", 0, 2, ({"what": "loss"}, {"what": "value", "parameter": "fc.w_0"}))
    (text,) = _cause(1, {"what": "value"}, epsilon=Run("epsilon", fault=fault))
    assert text == f"{ADAM} There is more: with 1.8.5's epsilon step 2 still differs, in fc.w_0."


@pytest.mark.parametrize("what", ["loss", "gradient", "steps", "initial"])
def test_adam_is_not_blamed_for_what_comes_before_an_update(what: str) -> None:
    assert not any(ADAM in text for text in _cause(1, {"what": what}, epsilon=Run("epsilon")))


@pytest.mark.parametrize(("role", "more"), [("oracle", 1), ("new", 0)])
def test_random_operators_of_the_oracle(role: Any, more: int) -> None:
    texts = cause(Fault(role, 0, 1, ({"what": "loss"},)), _outcome(1))
    assert sum("a stream of its own" in text for text in texts) == more


@pytest.mark.parametrize("what", ["nonsense", "backward", "parameters"])
def test_nothing_to_point_to(what: str) -> None:
    assert _cause(1, {"what": what}) == []


@pytest.mark.parametrize(
    ("optimizers", "step", "first"),
    [((0,), 1, True), ((0, 0), 2, False), ((0, 1), 2, True), ((0, 1, 0), 3, False), ((0, 0), 1, True)],
)
def test_the_first_step_of_each_optimizer(optimizers: tuple[int, ...], step: int, first: bool) -> None:
    assert is_first(Fault("new", 0, step, ()), _outcome(step, None, optimizers)) is first
