"""`loss.note = …`: a script's own attribute of a variable of a program, which Paddle 3's variables do not take. One
that no file reads goes."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.program_variables import is_made_by_layer
from paddle_migrate.facts.pure import only_gives_a_value
from paddle_migrate.script import Script

IN_PROGRAMS = True
_TODAYS = frozenset((
    "do_model_average", "dtype", "is_distributed", "is_parameter", "name", "need_clip", "optimize_attr", "persistable",
    "place_attr", "regularizer", "shape", "stop_gradient", "trainable",
))  # fmt: skip
_TOLD = ("error_clip", "lod_level")  # of 1.8.5's variables, elsewhere
_HEEDED = ("belong_to_optimizer", "gradient_clip_attr", "is_data", "need_check_feed", "op", "type")  # by 1.8.5 itself
_SAID = "Paddle 3's variables take no attributes of a script's own: keep it beside the variable, in a dictionary say"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for target in script.source.all(cst.AssignTarget):
        attribute = target.target
        if not isinstance(attribute, cst.Attribute) or script.is_skipped(attribute):
            continue
        if attribute.attr.value in (*_TODAYS, *_TOLD):
            continue
        if not is_made_by_layer(script.facts, attribute.value):
            continue
        assign = script.source.parents.get(target)
        if isinstance(assign, cst.Assign) and len(assign.targets) == 1 and _is_unread(script, assign, attribute):
            script.beside.delete(assign)
            script.say(attribute, "PM105", attribute.attr.value, "taken out: nobody reads it")
        else:
            script.say(attribute, "PM333", attribute.attr.value, _SAID)


def _is_unread(script: Script, assign: cst.Assign, attribute: cst.Attribute) -> bool:
    """Whether no file of the program asks for an attribute of this name, and nothing is done for its value."""
    name = re.escape(attribute.attr.value.encode())
    asks = re.compile(rb"\.%s\b(?!\s*=[^=])|['\"]%s['\"]|\b__dict__\b|\bvars\(" % (name, name))
    given = only_gives_a_value(script.facts, assign.value) and only_gives_a_value(script.facts, attribute.value)
    return given and attribute.attr.value not in _HEEDED and not script.facts.says(asks)
