"""Plays the scripts one after the other; every later one is compared with the old one while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from paddle_migrate.interrupts import status
from paddle_migrate.verify.judge import Judge, is_gross
from paddle_migrate.verify.outcome import Outcome, Run
from paddle_migrate.verify.process import Child, Part, Settings
from paddle_migrate.verify.progress import Progress

PAUSE = 0.02
ENOUGH = 20  # steps beyond the least tolerance, after which a run need not go on
NO_STEPS = (
    "the old script ended without a step of an optimizer, so there is nothing to compare; a step is taken by an "
    "optimizer under dygraph, or by a run of a program that minimize() was called in (check the arguments behind --)"
)


def play_all(parts: list[Part], settings: Settings, outcome: Outcome, to_the_end: bool) -> None:
    """Fill in `outcome`; `to_the_end`: go on after a difference. Ctrl-C ends it with what there is."""
    try:
        for part in parts:
            run = outcome.old if part.role == "old" else Run(part.role)
            if run is not outcome.old:
                outcome.others.append(run)
            _compare(part, parts[0], settings, run, outcome, to_the_end)
            if outcome.trouble:
                return
            if run.role == "new" and adam_alone(run, outcome.old):
                again = replace(part, role="epsilon")
                outcome.epsilon = Run("epsilon")
                _compare(again, parts[0], settings, outcome.epsilon, outcome, to_the_end=False)
                outcome.epsilon = None if outcome.trouble else outcome.epsilon
                outcome.trouble = ""
        if to_the_end and settings.nudges and not outcome.nudged:  # for the picture
            _nudge(parts[0], settings, outcome, lambda nudged: False)
    except KeyboardInterrupt as error:
        outcome.interrupted, outcome.interruption = True, status(error)
        for run in outcome.others:
            if not run.judged:
                _judge_unfinished(run, settings, outcome)


def _compare(part: Part, old: Part, settings: Settings, run: Run, outcome: Outcome, to_the_end: bool) -> None:
    """Play a part, and judge it; once more where it was ended over what the nudges then explain."""
    _play(part, settings, run, outcome, lambda run: not to_the_end and _is_over(run))
    if run.failed is not None:
        outcome.trouble = trouble(run, outcome)
    elif not outcome.old.steps:
        outcome.trouble = NO_STEPS
    if outcome.trouble or run is outcome.old:
        return
    run.end_against(outcome.old)
    judge = _judge(run, old, settings, outcome)
    if run.stopped and judge.fault is None and judge.end is None:
        run.steps_of.clear()
        run.stopped = False
        _compare(replace(part, number=part.number + 1), old, settings, run, outcome, to_the_end=True)
    else:
        judge.settle()


def _judge_unfinished(run: Run, settings: Settings, outcome: Outcome) -> None:
    """What differs by little might have been explained."""
    judge = Judge(run, outcome.nudged, settings.rtol)
    judge.advance()
    judge.settle()
    if run.fault is not None and not run.fault.of_structure:
        outcome.unsure, run.end, run.fault = run.fault, run.fault.step, None


def _judge(run: Run, old: Part, settings: Settings, outcome: Outcome) -> Judge:
    """Nudge the old script while that may explain what differs."""
    judge = Judge(run, outcome.nudged, settings.rtol)
    judge.advance()
    for _ in range(settings.nudges):
        if judge.fault is None or judge.fault.of_structure or (outcome.nudged and judge.far):
            break
        judge = Judge(run, [], settings.rtol)

        def done(nudged: Run, judge: Judge = judge) -> bool:
            judge.nudged = [*(known for known in outcome.nudged if known is not nudged), nudged]
            judge.advance(nudged.steps)
            return judge.fault is not None

        if not _nudge(old, settings, outcome, done):
            break
        judge.advance()
    return judge


def _nudge(old: Part, settings: Settings, outcome: Outcome, done: Callable[[Run], bool]) -> bool:
    """Play the old script from nudged parameters; whether it could be played."""
    nudged = Run("nudged")
    outcome.nudged.append(nudged)
    _play(replace(old, role="nudged", number=len(outcome.nudged)), settings, nudged, outcome, done)
    if nudged.failed is not None:
        outcome.nudged.remove(nudged)
        outcome.notes.append(NOT_NUDGED.format(last=(nudged.failed.splitlines() or [""])[-1]))
        return False
    nudged.end_against(outcome.old)
    return True


def _is_over(run: Run) -> bool:
    steps = [step for steps in run.steps_of.values() for step in steps if step.found]
    return len(steps) >= ENOUGH or any(map(is_gross, steps))


def _play(part: Part, settings: Settings, run: Run, outcome: Outcome, over: Callable[[Run], bool]) -> None:
    length = settings.steps if part.role == "old" else outcome.old.steps
    child = Child(settings, part)
    try:
        with Progress(part.role, length) as progress:
            going = True
            while going:
                going = child.running
                events = child.events()
                for rank, event in events:
                    run.take(rank, event)
                progress.to(run.steps)
                if events and over(run):
                    run.stopped = True
                    break
                time.sleep(PAUSE if going else 0)
        progress.done(run.steps)
        run.about = {"script": part.shown or str(part.script), **child.about()}
        if child.failed and not run.stopped:
            run.failed = child.tail()
    finally:
        child.end()
        settings.ended()


def adam_alone(run: Run, old: Run) -> bool:
    """Whether the only difference is in what an Adam did: its epsilon may be all there is to it."""
    kinds = {found["what"] for found in run.fault.found} if run.fault else set()
    return kinds == {"value"} and any("Adam" in kind for kind in old.optimizers)


NOT_NUDGED = (
    "the old script could not be run from nudged parameters, so how much rounding may do there is not known; it "
    "ended with: {last}"
)


LEFT = "What the notes leave to a person needs paddle.fluid, which plain Paddle does not have: finish that first."
BESIDE = "Something that the new script imports still needs paddle.fluid: migrate that, too."


def trouble(run: Run, outcome: Outcome) -> str:
    name = {"old": "the old script, under compat,", "new": "the new script", "oracle": "the old script, on 1.8.5,"}
    step = f"after step {run.steps}" if run.steps else "before its first step"
    text = f"{name.get(run.role, 'the new script')} failed {step}; the last lines it printed:\n\n{run.failed}"
    if "No module named 'paddle.fluid'" in (run.failed or "") and run.role == "new":
        text += f"\n\n{LEFT if outcome.notes else BESIDE}"
    return text
