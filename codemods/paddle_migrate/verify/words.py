"""The verdict in words: what differs first, and what that points to."""

from __future__ import annotations

from typing import Any

from paddle_migrate.verify.outcome import Fault, Outcome, Run, largest

WHO = {"new": "the new script", "oracle": "real PaddlePaddle 1.8.5"}
ADAM = (
    "Adam's epsilon: 1.8.5, and compat with it, adds it to the root of the second moment as it is; today's Adam "
    "scales it by sqrt(1 - beta2 ** t) first, so that the first steps differ, the more the smaller the gradients are."
)
EPSILON_USED = (
    "the new script's Adam was given 1.8.5's epsilon for this comparison (--adam-epsilon 1.8); by itself it differs a "
    "little in the first steps"
)


def verdict(outcome: Outcome, rtol: float) -> str:
    """All that there is to say, for a terminal."""
    parts = [describe(fault, outcome) for fault in outcome.faults]
    if outcome.trouble:
        parts.append(outcome.trouble)
    elif not outcome.faults:
        parts.append(agreement(outcome, rtol))
    return "\n".join([*parts, *(f"note: {note}" for note in [*outcome.notes, *start_notes(outcome)])])


def agreement(outcome: Outcome, rtol: float) -> str:
    if not outcome.steps:
        return f"Interrupted before a step could be compared (the old script came to step {outcome.old.steps})."
    begin = "Interrupted; so far the same" if outcome.interrupted else "The same"
    return f"{begin}: {outcome.steps} step(s) agree within {rtol:g} ({figures(outcome)})."


def figures(outcome: Outcome) -> str:
    worst = [step for run in outcome.others for steps in run.worst.values() for step in steps]
    names = {"loss": "loss", "gradient": "gradients", "value": "parameters"}
    return "largest difference: " + ", ".join(f"{names[what]} {largest(worst, what):.1e}" for what in names)


def describe(fault: Fault, outcome: Outcome) -> str:
    rank = f", rank {fault.rank}" if len(outcome.old.losses) > 1 else ""
    lines = [f"Step {fault.step}{rank}: {WHO[fault.role]} differs from the old one."]
    lines += [f"  {line(found, fault, outcome)}" for found in fault.found]
    why = cause(fault, outcome)
    if fault.step > 1 and why:
        lines.append(f"  {_steps_before(fault.step)} ({before(fault, outcome)}).")
    return "\n".join([*lines, *(f"  Look at: {text}" for text in why)])


def _steps_before(step: int) -> str:
    return "Step 1 agrees" if step == 2 else f"Steps 1 to {step - 1} agree"


def before(fault: Fault, outcome: Outcome) -> str:
    run = next(run for run in outcome.others if run.role == fault.role)
    steps = run.worst.get(fault.rank, [])[: fault.step - 1]
    last = max((value for value in (steps[-1] if steps else {}).values()), default=0.0)
    grown = "; it has been growing, which rounding does" if last > 1e-7 else ""
    return f"the last of them within {last:.1e}{grown}"


def line(found: dict[str, Any], fault: Fault, outcome: Outcome) -> str:
    what = found["what"]
    if what == "steps":
        run = next(run for run in outcome.others if run.role == fault.role)
        old, new = (len(r.losses.get(fault.rank, [])) for r in (outcome.old, run))
        return f"steps: the old script took {old}, this one " + (f"goes on to {new}" if new > old else f"{new}")
    if what == "backward":
        return f"backward(): called {found['old']} time(s) before the step in the old script, {found['new']} here"
    if what == "parameters":
        only = [p for p in found["new"] if p not in found["old"]], [p for p in found["old"] if p not in found["new"]]
        return f"parameters: only here {', '.join(only[0]) or 'none'}; only in the old script {', '.join(only[1])}"
    if what == "loss":
        return f"loss: {found['new']:.8g} here, {found['old']:.8g} in the old script"
    where = f"{found['parameter']} {found['shape']}"
    if what == "initial":
        return f"start of {where}: {found['new']} here, {found['old']} in the old script"
    names = {"gradient": f"gradient of {where}", "value": f"{where} after the step", "start": f"{where} at the start"}
    count = f", and {found['count'] - 1} more of {found['of']}" if found["count"] > 1 else ""
    by = f"by {found['relative']:.1e} of its scale; at its worst {found['new']:.8g} here, {found['old']:.8g} there"
    return f"{names[what]}: {by}{count}"


def cause(fault: Fault, outcome: Outcome) -> list[str]:
    """What to look at first; the order is that of a step: start, inputs, loss, gradient, update."""
    kinds = {found["what"] for found in fault.found}
    hints = {key: value for found in fault.found for key, value in found.items()}
    texts = []
    if "initial" in kinds:
        texts.append("the initializer of that parameter.")
    elif "start" in kinds:
        texts.append("what is loaded or assigned before the first step, such as a checkpoint.")
        if any(found["what"] == "start" and found["new"] == 0 for found in fault.found):
            texts.append("padding_idx= of an Embedding: that row starts at 0 today, in 1.8 it started like the others.")
    elif "loss" in kinds and hints.get("inputs") is False:
        texts.append("the data: other batches, or in another order, than in the old script.")
    elif "loss" in kinds:
        texts.append(_forward(fault.step, hints))
        if fault.role == "oracle":
            texts.append("dropout and other random operators, which 1.8.5 draws from a stream of its own.")
    elif "gradient" in kinds:
        texts.append(_backward(fault.step, hints))
    elif "value" in kinds:
        texts.append(_update(fault.step, hints, outcome))
    elif "steps" in kinds:
        texts.append("where the loop over the data ends: the number of epochs, batches that are dropped.")
    return [text for text in texts if text]


def _forward(step: int, hints: dict[str, Any]) -> str:
    factor = hints.get("gradient_ratio")
    if factor is not None and abs(factor - 1) > 1e-3:
        return f"how the loss is reduced (mean or sum) or weighted: every gradient is {factor:.6g} times the old one."
    if step == 1:
        return "the forward pass, from equal parameters: layer arguments, activations, dropout, the loss function."
    return "the forward pass: what changes from step to step, such as batch statistics, dropout, train() and eval()."


def _backward(step: int, hints: dict[str, Any]) -> str:
    factor = hints.get("gradient_ratio")
    if factor is not None:
        return f"what scales the gradient behind the loss: every gradient is {factor:.6g} times the old one."
    if step > 1:
        return "clear_grad(): gradients of earlier steps may be in it; else what is detached or frozen."
    return "what the gradient passes through: detach(), stop_gradient, no_grad."


def _update(step: int, hints: dict[str, Any], outcome: Outcome) -> str:
    if outcome.epsilon is not None:
        return f"{ADAM} {_with_old_epsilon(outcome.epsilon)}"
    factor = hints.get("update_ratio")
    if factor is not None and abs(factor - 1) > 1e-3:
        return f"the learning rate: every update is {factor:.6g} times the old one."
    if step > 1:
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


def start_notes(outcome: Outcome) -> list[str]:
    return [note for run in outcome.others for note in _start_notes(run)]


def _start_notes(run: Run) -> list[str]:
    unmatched, left = run.start.get("unmatched", []), run.start.get("left", [])
    if not unmatched and not left:
        return []
    shapes = ", ".join(map(str, unmatched)) or "none"
    return [
        f"the parameters that the two scripts make do not match up: {WHO[run.role]} was given {run.start['given']} of "
        f"the old one's; without a partner here: {shapes}; in the old script: {', '.join(map(str, left)) or 'none'}"
    ]
