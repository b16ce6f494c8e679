"""Paddle 3's clip by the joint norm writes into the gradients in dynamic mode; 1.8.5's, and 2.6's, made others. Where
gradients may be asked for behind the step, or used by another one, the clip is given copies."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.late_gradients import are_asked_late
from paddle_migrate.facts.meetings import are_used_twice
from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = False
_CLIPS = ("GradientClipByGlobalNorm", "ClipByGlobalNorm", "GradClipByGlobalNorm")
_COPIES = "clipping_copies"
_SAID = "→ {}, written into the script: Paddle 3's clip writes into the gradients, which are read behind the step"
_VALUE = "Paddle 3's clip writes into the gradients, and they may be asked for, or used once more, behind the step: " \
    "make it here, or ask, and clear them, before the next one"


def rewrite(script: Script) -> None:
    found = script.open(*_CLIPS)
    if not found or not (script.facts.once(are_asked_late) or script.facts.once(are_used_twice)):
        return
    for reference in found:
        is_in_program = script.facts.mode.of(reference.node) == "static"
        if is_in_program or script.is_skipped(reference.node) or _is_given_copies(script, reference):
            continue
        if reference.call is None or reference.beyond:
            script.say(reference.node, "PM343", reference.short, _VALUE)
            continue
        _wrap(script, reference, reference.call)


def _is_given_copies(script: Script, reference: Reference) -> bool:
    """By an earlier run of the tool."""
    taker = script.taker(reference.call) if reference.call is not None else None
    return isinstance(taker, cst.Call) and script.source.code(taker.func).rstrip("_") == _COPIES


def _wrap(script: Script, reference: Reference, call: cst.Call) -> None:
    name, where = write_written(script, _COPIES), script.source.core(call)
    script.edits.enclose(*where, lambda: f"{name}({script.edits.render(*where)})")
    script.say(reference.node, "PM105", reference.short, _SAID.format(name))
