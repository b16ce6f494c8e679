"""`loss.name` of what a program computes, where no rewrite gives the variable itself: Paddle 3 has no such names."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.programs import is_written
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAMED = ("data", "create_parameter", "create_global_var", "autoincreased_step_counter")
_LAYERS = "paddle.fluid.layers."
_SAID = "Paddle 3 has names of parameters and of what is fed alone: give the variable itself"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for attribute in script.source.attributes.get("name", ()):
        gone = script.edits.covered([script.source.core(attribute.attr)[0]])
        stays = gone or script.is_skipped(attribute) or is_written(script.facts, attribute)
        if not stays and _is_computed(script, attribute.value):
            script.say(attribute, "PM333", "Variable.name", _SAID)


def _is_computed(script: Script, node: cst.BaseExpression) -> bool:
    """Whether it surely is the one result of a layer."""
    ends = script.origins.ends(node)
    return bool(ends) and all(end is not None and _is_result(script, end) for end in ends)


def _is_result(script: Script, end: cst.BaseExpression) -> bool:
    reference = script.by_call.get(end) if isinstance(end, cst.Call) else None
    if reference is None or reference.beyond or not isinstance(reference.rule, Rule):
        return False
    return reference.name.startswith(_LAYERS) and reference.rule.short not in _NAMED
