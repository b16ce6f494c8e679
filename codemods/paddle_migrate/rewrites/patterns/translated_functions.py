"""`@dygraph_to_static_func` and `@declarative` of functions where the file builds programs: functions of the same
meaning, which are written into the script. Today's `to_static` refuses to run between programs."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = True


def rewrite(script: Script) -> None:
    if not (script.options.half or is_rewritten_program(script)):
        return
    for reference in script.open("dygraph_to_static_func"):
        _write(script, reference, "translated")
    for reference in script.open("declarative"):
        if not _is_of_method(script, reference):
            _write(script, reference, "static_function")


def _is_of_method(script: Script, reference: Reference) -> bool:
    """Whether it decorates a method, which `to_static` has to see bound."""
    decorator = script.source.parents.get(reference.node)
    function = script.source.parents.get(decorator) if isinstance(decorator, cst.Decorator) else None
    return function is not None and isinstance(script.mode.around(function), cst.ClassDef)


def _write(script: Script, reference: Reference, helper: str) -> None:
    name = write_written(script, helper)
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {name}, written into the script")
