"""Plays the scripts one after the other; every later one is compared with the old one while it runs."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from paddle_migrate.verify.outcome import Outcome, Run
from paddle_migrate.verify.process import Child, Role, Settings, command, environment
from paddle_migrate.verify.progress import Progress

PAUSE = 0.02
NO_STEPS = (
    "the old script ended without a step of an optimizer in the dynamic graph, so there is nothing to compare; "
    "verify follows scripts that train under dygraph (check the arguments behind --)"
)


@dataclass(frozen=True)
class Part:
    """A script to play, and with what."""

    role: Role
    script: Path
    python: str
    beside: Path | None = None


def play_all(parts: list[Part], settings: Settings, outcome: Outcome, to_the_end: bool) -> None:
    """Fill in `outcome`; `to_the_end`: go on after a difference. Ctrl-C ends it with what there is."""
    try:
        for part in parts:
            run = outcome.old if part.role == "old" else Run(part.role)
            if run is not outcome.old:
                outcome.others.append(run)
            length = settings.steps if run is outcome.old else outcome.old.steps
            _play(part, settings, run, length, to_the_end)
            if run.failed is not None:
                outcome.trouble = trouble(run)
            elif not outcome.old.steps:
                outcome.trouble = NO_STEPS
            if outcome.trouble:
                return
            run.end_against(outcome.old)
            if run.role == "new" and adam_alone(run, outcome.old):
                outcome.epsilon = Run("epsilon")
                again = replace(part, role="epsilon")
                _play(again, settings, outcome.epsilon, outcome.old.steps, False)
                outcome.epsilon.end_against(outcome.old)
    except KeyboardInterrupt:
        outcome.interrupted = True


def _play(part: Part, settings: Settings, run: Run, length: int, to_the_end: bool) -> None:
    env = environment(settings, part.role, part.beside)
    child = Child(settings, part.role, command(settings, part.role, part.script, part.python), env)
    try:
        with Progress(part.role, length) as progress:
            going = True
            while going:
                going = child.running
                for rank, event in child.events():
                    run.take(rank, event)
                progress.to(run.steps)
                if run.fault and not to_the_end:
                    run.stopped = True
                    break
                time.sleep(PAUSE if going else 0)
        progress.done(run.steps)
        if child.failed and not run.stopped:
            run.failed = child.tail()
    finally:
        child.end()


def adam_alone(run: Run, old: Run) -> bool:
    """Whether the only difference is in what an Adam did: its epsilon may be all there is to it."""
    kinds = {found["what"] for found in run.fault.found} if run.fault else set()
    return kinds == {"value"} and any("Adam" in kind for kind in old.optimizers)


def trouble(run: Run) -> str:
    name = {"old": "the old script, under compat,", "new": "the new script", "oracle": "the old script, on 1.8.5,"}
    step = f"after step {run.steps}" if run.steps else "before its first step"
    text = f"{name[run.role]} failed {step}; the last lines it printed:\n\n{run.failed}"
    if "No module named 'paddle.fluid'" in (run.failed or "") and run.role == "new":
        text += "\n\nSomething that the new script imports still needs paddle.fluid: migrate that, too."
    return text
