"""`DistributeTranspiler` and its configuration → classes written into the script, with the same methods and numbers."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_CLASSES = ("DistributeTranspiler", "DistributeTranspilerConfig")
_IN_STEP = (
    "Paddle has no asynchronous training of programs any more: leave it at True, and the trainers learn from the means "
    "of their gradients in each step"
)


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
    for attribute in script.source.attributes.get("sync_mode", ()):
        setting = script.source.parents.get(script.source.parents.get(attribute))
        if isinstance(setting, cst.Assign) and _is_made(script, attribute.value, "DistributeTranspilerConfig"):
            _check(script, setting.value)
    for receiver, call in script.source.method_calls("transpile"):
        given = argument(call, 4, "sync_mode")
        if given is not None and _is_made(script, receiver, "DistributeTranspiler"):
            _check(script, given)


def _is_made(script: Script, node: cst.BaseExpression, name: str) -> bool:
    """Whether it is an object of that class of 1.8.5's."""
    made = script.origins.only(node)
    reference = script.by_call.get(made) if isinstance(made, cst.Call) else None
    return reference is not None and reference.short.endswith(f".{name}")


def _check(script: Script, value: cst.BaseExpression) -> None:
    if script.source.code(value) == "False" and not script.is_skipped(value):
        script.say(value, "PM303", "sync_mode", _IN_STEP)
