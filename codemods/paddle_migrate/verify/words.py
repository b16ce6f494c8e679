"""The verdict in words: what was compared within what, and what differs first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paddle_migrate.verify.causes import cause
from paddle_migrate.verify.judge import LIMIT, TIMES
from paddle_migrate.verify.kept import Kept
from paddle_migrate.verify.outcome import Fault, Outcome, Run
from paddle_migrate.verify.process import Settings

WHO = {"new": "the new script", "oracle": "real PaddlePaddle 1.8.5"}
QUANTITIES = {"loss": "loss", "gradient": "gradients", "value": "updates", "state": "optimizer state"}
EPSILON_USED = (
    "the new script's Adam was given 1.8.5's epsilon for this comparison (--adam-epsilon 1.8); by itself it differs a "
    "little in the first steps"
)
UNSEEN = (
    "the gradients of {parameters} were not compared: they are sparse, which no run of a program can fetch; they show "
    "in the updates"
)
UNFOLLOWED = (
    "{call} in {who} takes its steps where they cannot be seen; have Executor.run take them, one batch at a time, to "
    "compare them"
)
NOTHING = (
    "Nothing can be said: rounding alone changes the loss of step 1 by more than {limit:g}, so a fault and a different "
    "order of the same additions look alike."
)

AGAIN = "the scripts wrote over {files}: as before again; what they wrote lies in {aside}"
GONE = "the scripts took away {files}: there again, as before"
LOST = "the scripts wrote over {files}, for whose copy there was no room: what was there is gone"


def verdict(outcome: Outcome, settings: Settings) -> str:
    """All that there is to say, for a terminal."""
    parts = [describe(fault, outcome) for fault in outcome.faults]
    if outcome.trouble:
        parts.append(outcome.trouble)
    elif not outcome.faults:
        parts += agreement(outcome, settings.rtol)
    if outcome.others and not outcome.trouble:
        parts += [tolerance(outcome, settings), *filter(None, map(_ends, outcome.others)), *_freely(outcome)]
    return "\n".join([*parts, *(f"note: {note}" for note in [*outcome.notes, *start_notes(outcome)])])


def written_over(kept: Kept) -> list[str]:
    """What became of the files that were there."""
    over = {path for path in kept.again if kept.aside and (kept.aside / path.relative_to(kept.root)).exists()}
    found = [(AGAIN, over), (GONE, kept.again - over), (LOST, kept.lost)]
    return [text.format(files=_some(kept, paths), aside=kept.aside) for text, paths in found if paths]


def _some(kept: Kept, paths: set[Path]) -> str:
    names = sorted(str(path.relative_to(kept.root)) for path in paths)
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{', '.join(names[:3])}{more}"


def agreement(outcome: Outcome, rtol: float) -> list[str]:
    if outcome.unsure is not None:
        step = outcome.unsure.step
        return [
            f"Interrupted; {outcome.steps} step(s) agree. Step {step} differs by more than {rtol:g}, and whether "
            "rounding does as much there had not been found out."
        ]
    if not outcome.steps:
        if not outcome.interrupted:
            return [NOTHING.format(limit=LIMIT)]
        return [f"Interrupted before a step could be compared (the old script came to step {outcome.old.steps})."]
    begin = "Interrupted; so far the same" if outcome.interrupted else "The same"
    within = f"{rtol:g}" if max(largest(outcome).values()) <= rtol else "what rounding does"
    return [f"{begin}: {outcome.steps} step(s) agree within {within} ({figures(largest(outcome))})."]


def largest(outcome: Outcome) -> dict[str, float]:
    return {what: max(run.largest(what) for run in outcome.others) for what in QUANTITIES}


def figures(largest: dict[str, float]) -> str:
    loss, gradient, value, state = (f"{largest[what]:.1e}" for what in QUANTITIES)
    return f"largest difference: loss {loss}, gradients {gradient}, updates {value}, optimizer state {state}"


def tolerance(outcome: Outcome, settings: Settings) -> str:
    """What was allowed, and where that comes from."""
    if not outcome.nudged:
        why = "--nudges 0" if not settings.nudges else "nothing was large enough to ask what rounding does"
        return f"Tolerance: {settings.rtol:g} of each quantity's own scale ({why})."
    bounds = [bound for run in outcome.others for of in run.bounds.values() for bound in of]
    return (
        f"Tolerance: {TIMES:g} times what one unit in the last place of the parameters does to the old script at the "
        f"same step ({len(outcome.nudged)} run(s) from nudged parameters), at least {settings.rtol:g}: for the loss "
        f"{min(bounds, default=settings.rtol):.1e} to {max(bounds, default=settings.rtol):.1e}."
    )


def _ends(run: Run) -> str:
    who = f" of {WHO[run.role]}"
    texts: list[str] = []
    if run.left_out:
        steps = ", ".join(map(str, run.left_out))
        texts.append(f"Left out{who}: step(s) {steps}, whose loss rounding alone changes by more than {LIMIT:g}.")
    if run.end is not None and run.end > 1 and run.bounds:
        texts.append(
            f"The comparison{who} ends before step {run.end}: from there on rounding alone changes the loss by more "
            f"than {LIMIT:g}, and nothing can be said of what else does."
        )
    return "\n".join(texts)


def _freely(outcome: Outcome) -> list[str]:
    kept = outcome.old.kept
    if kept >= min(outcome.steps, outcome.old.steps):
        return []
    return [
        f"From step {kept + 2} on each run went its own way: there was no room for the old script's parameters at more "
        "steps, so rounding adds up there."
    ]


def describe(fault: Fault, outcome: Outcome) -> str:
    alone = f"Step {fault.step}: {WHO[fault.role]} differs from the old one."
    of_rank = f"Step {fault.step}, rank {fault.rank}: {WHO[fault.role]} differs from the old one."
    lines = [of_rank if len(outcome.old.losses) > 1 else alone]
    lines += [f"  {line(found, fault, outcome)}" for found in shown(fault)]
    why = cause(fault, outcome)
    if fault.step > 1 and why:
        lines.append(f"  {_steps_before(fault.step)} ({before(fault, outcome)}).")
    return "\n".join([*lines, *(f"  Look at: {text}" for text in why)])


def shown(fault: Fault) -> list[dict[str, Any]]:
    """The first of each kind, with the number of those like it."""
    first: dict[str, dict[str, Any]] = {}
    for found in fault.found:
        first.setdefault(found["what"], {**found, "count": 0})["count"] += 1
    return list(first.values())


def _steps_before(step: int) -> str:
    return "Step 1 agrees" if step == 2 else f"Steps 1 to {step - 1} agree"


def before(fault: Fault, outcome: Outcome) -> str:
    run = next(run for run in outcome.others if run.role == fault.role)
    step = run.step(fault.rank, fault.step - 1)
    return f"the last of them within {max(map(step.largest, QUANTITIES)) if step else 0.0:.1e}"


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
    where = f"{found.get('parameter')} {found.get('shape')}"
    if what == "initial":
        return f"start of {where}: {found['new']} here, {found['old']} in the old script"
    by = f"by {found['relative']:.1e} of its scale, {found['allowed']:.1e} is allowed"
    if what == "loss":
        if "new" not in found:
            return f"loss: {by}"
        return f"loss: {found['new']:.8g} here, {found['old']:.8g} in the old script; {by}"
    names = {
        "gradient": f"gradient of {where}",
        "value": f"{where} after the step",
        "start": f"{where} at the start",
        "state": f"{found.get('state', 'state')} of {where} after the step",
    }
    worst = f"; at its worst {found['new']:.8g} here, {found['old']:.8g} there" if "new" in found else ""
    count = f", and {found['count'] - 1} more of {found['of']}" if found["count"] > 1 else ""
    return f"{names[what]}: {by}{worst}{count}"


def start_notes(outcome: Outcome) -> list[str]:
    notes = [note for run in outcome.others for note in _start_notes(run) + _blind_notes(run)]
    return list(dict.fromkeys(notes))


def _blind_notes(run: Run) -> list[str]:
    notes = [UNFOLLOWED.format(call=call, who=WHO[run.role]) for call in sorted(run.unfollowed)]
    return [*notes, UNSEEN.format(parameters=", ".join(sorted(run.unseen)))] if run.unseen else notes


def _start_notes(run: Run) -> list[str]:
    unmatched, left = run.start.get("unmatched", []), run.start.get("left", [])
    if not unmatched and not left:
        return []
    shapes = ", ".join(map(str, unmatched)) or "none"
    return [
        f"the parameters that the two scripts make do not match up: {WHO[run.role]} was given {run.start['given']} of "
        f"the old one's; without a partner here: {shapes}; in the old script: {', '.join(map(str, left)) or 'none'}"
    ]
