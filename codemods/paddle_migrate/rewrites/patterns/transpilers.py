"""`DistributeTranspiler` and its configuration → classes written into the script, with the same methods and numbers."""

from __future__ import annotations

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.script import Script

IN_PROGRAMS = True
_CLASSES = ("DistributeTranspiler", "DistributeTranspilerConfig")


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*_CLASSES):
        if script.is_skipped(reference.node):
            continue
        name = write_written(script, reference.short.rpartition(".")[2])
        script.edits.replace(*script.source.span(reference.node), name)
        script.settle(reference)
        script.say(reference.node, "PM101", reference.short, f"→ {name}, written into the script")
