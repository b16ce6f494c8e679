"""What a difference points to: what to look at first."""

from __future__ import annotations

from typing import Any

from paddle_migrate.verify.outcome import Fault, Outcome, Run

SHOWS = 1e-5  # by how much a ratio is not 1
ADAM = (
    "Adam's epsilon: 1.8.5, and compat with it, adds it to the root of the second moment as it is; today's Adam "
    "scales it by sqrt(1 - beta2 ** t) first, so that the first steps differ, the more the smaller the gradients are."
)


def is_first(fault: Fault, outcome: Outcome) -> bool:
    """Whether no step of its optimizer has been compared before."""
    run = next((run for run in outcome.others if run.role == fault.role), None)
    steps = run.steps_of.get(fault.rank, [])[: fault.step] if run else []
    return len([step for step in steps if step.optimizer == steps[-1].optimizer]) <= 1


def cause(fault: Fault, outcome: Outcome) -> list[str]:
    """What to look at first; the order is that of a step: start, inputs, loss, gradient, update."""
    kinds = {found["what"] for found in fault.found}
    hints = {key: value for found in reversed(fault.found) for key, value in found.items()}
    first = is_first(fault, outcome)
    texts: list[str] = []
    if "initial" in kinds:
        texts.append("the initializer of that parameter.")
    elif "start" in kinds:
        texts.append("what is loaded or assigned before the first step, such as a checkpoint.")
        if any(found["what"] == "start" and found["new"] == 0 for found in fault.found):
            texts.append("padding_idx= of an Embedding: that row starts at 0 today, in 1.8 it started like the others.")
    elif "loss" in kinds and hints.get("inputs") is False:
        texts.append("the data: other batches, or in another order, than in the old script.")
    elif "loss" in kinds:
        if fault.role == "oracle":
            texts.append("dropout and other random operators: 1.8.5 draws from a stream of its own; set dropout to 0.")
        texts.append(_forward(first, hints))
    elif "gradient" in kinds:
        texts.append(_backward(fault.step == 1, hints))
    elif kinds & {"value", "state"}:
        texts.append(_update(first, hints, outcome))
    elif "steps" in kinds:
        texts.append("where the loop over the data ends: the number of epochs, batches that are dropped.")
    return [text for text in texts if text]


def _forward(first: bool, hints: dict[str, Any]) -> str:
    factor = hints.get("gradient_ratio")
    if factor is not None and abs(factor - 1) > SHOWS:
        return f"how the loss is reduced (mean or sum) or weighted: every gradient is {factor:.6g} times the old one."
    if first and "inputs" not in hints:
        return (
            "the forward pass, from equal parameters: layer arguments, activations, dropout, the loss function; or its "
            "data: other batches."
        )
    if first:
        return "the forward pass, from equal parameters: layer arguments, activations, dropout, the loss function."
    return "the forward pass: what changes from step to step, such as batch statistics, dropout, train() and eval()."


def _backward(first: bool, hints: dict[str, Any]) -> str:
    factor = hints.get("gradient_ratio")
    if factor is not None and abs(factor - 1) > SHOWS:
        return f"what scales the gradient behind the loss: every gradient is {factor:.6g} times the old one."
    if not first:
        return "clear_grad(): gradients of earlier steps may be in it; else what is detached or frozen."
    return "what the gradient passes through: detach(), stop_gradient, no_grad."


def _update(first: bool, hints: dict[str, Any], outcome: Outcome) -> str:
    if outcome.epsilon is not None:
        return f"{ADAM} {_with_old_epsilon(outcome.epsilon)}"
    factor = hints.get("update_ratio")
    if factor is not None and abs(factor - 1) > SHOWS:
        return f"the learning rate, or a clip by the global norm: every update is {factor:.6g} times the old one."
    if not first:
        return "the optimizer's state from earlier steps: momentum, moments, or the learning rate schedule."
    return "the optimizer: its kind, weight decay, gradient clipping, learning rates of single parameters."


def _with_old_epsilon(run: Run) -> str:
    if run.fault is None:
        return (
            f"It is that alone: with 1.8.5's epsilon the new script agrees in all {run.steps} steps, "
            "and --adam-epsilon 1.8 lets it pass."
        )
    named = next((found["parameter"] for found in run.fault.found if "parameter" in found), "")
    return f"There is more: with 1.8.5's epsilon step {run.fault.step} still differs{named and f', in {named}'}."
