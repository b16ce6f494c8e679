"""`ExponentialMovingAverage` and `ModelAverage`, which Paddle 3 cannot make in programs, and Paddle 2 makes otherwise:
classes of the script's own."""

from __future__ import annotations

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAMES = ("ExponentialMovingAverage", "ModelAverage")


def rewrite(script: Script) -> None:
    for reference in script.open(*_NAMES) if is_rewritten_program(script) else ():
        if reference.beyond or not reference.name.startswith("paddle.fluid.") or script.is_skipped(reference.node):
            continue
        name = write_written(script, reference.name.rpartition(".")[2])
        script.edits.replace(*script.source.span(reference.node), name)
        script.settle(reference)
        script.say(reference.node, "PM101", reference.short, f"→ {name}, written into the script")
