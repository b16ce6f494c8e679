"""Paddle 3's clip by the joint norm writes into the gradients in dynamic mode; 1.8.5's, and 2.6's, made others. Where
gradients may be asked for behind the step, the clip is given copies."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.late_gradients import are_asked_late
from paddle_migrate.facts.names import Reference
from paddle_migrate.script import Script

IN_PROGRAMS = False
_CLIPS = ("GradientClipByGlobalNorm", "ClipByGlobalNorm", "GradClipByGlobalNorm")
_SAID = "→ {}, written into the script: Paddle 3's clip writes into the gradients, which are asked for behind the step"
_VALUE = "Paddle 3's clip writes into the gradients, and they may be asked for behind the step: make it here, " \
    "or ask before the step"


def rewrite(script: Script) -> None:
    found = script.open(*_CLIPS)
    if not found or not script.facts.once(are_asked_late):
        return
    for reference in found:
        if script.is_skipped(reference.node) or script.facts.mode.of(reference.node) == "static":
            continue
        if reference.call is None or reference.beyond:
            script.say(reference.node, "PM343", reference.short, _VALUE)
            continue
        _wrap(script, reference, reference.call)


def _wrap(script: Script, reference: Reference, call: cst.Call) -> None:
    name, where = write_written(script, "clipping_copies"), script.source.core(call)
    script.edits.enclose(*where, lambda: f"{name}({script.edits.render(*where)})")
    script.say(reference.node, "PM105", reference.short, _SAID.format(name))
