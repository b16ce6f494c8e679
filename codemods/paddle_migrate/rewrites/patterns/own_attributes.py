"""`loss.note = …`: a script's own attribute of a variable of a program, which Paddle 3's variables do not take."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.program_variables import is_made_by_layer
from paddle_migrate.script import Script

IN_PROGRAMS = True
_TODAYS = frozenset((
    "do_model_average", "dtype", "is_distributed", "is_parameter", "name", "need_clip", "optimize_attr", "persistable",
    "place_attr", "regularizer", "shape", "stop_gradient", "trainable",
))  # fmt: skip
_SAID = "Paddle 3's variables take no attributes of a script's own: keep it beside the variable, in a dictionary say"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for target in script.source.all(cst.AssignTarget):
        attribute = target.target
        if not isinstance(attribute, cst.Attribute) or attribute.attr.value in _TODAYS or script.is_skipped(attribute):
            continue
        if is_made_by_layer(script, attribute.value):
            script.say(attribute, "PM333", attribute.attr.value, _SAID)
