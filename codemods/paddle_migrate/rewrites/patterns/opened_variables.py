"""`create_global_var(…).stop_gradient = False` of a program: an optimizer of Paddle 3 trains it then."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.lasting_names import is_global
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_NAME = "stop_gradient"
_TRAINED = "Paddle 3 trains all that lasts and has gradients, 1.8.5 parameters alone: give minimize() the " \
    "parameter_list of what is to be trained"


def rewrite(script: Script) -> None:
    opened = script.source.attributes.get(_NAME, ()) if is_rewritten_program(script) else ()
    for attribute in opened:
        target = script.source.parents.get(attribute)
        assign = script.source.parents.get(target) if isinstance(target, cst.AssignTarget) else None
        if not isinstance(assign, cst.Assign) or script.source.code(assign.value) != "False":
            continue
        if not script.is_skipped(attribute) and _trains_all(script) and is_global(script.facts, attribute.value):
            script.say(attribute, "PM343", _NAME, _TRAINED)


def _trains_all(script: Script) -> bool:
    """Whether nothing says what is trained, or another file may."""
    calls = [call for _, call in script.source.method_calls("minimize")]
    given = [argument(call, 2, "parameter_list") or argument(call, 2, "parameters") for call in calls]
    return not given or None in given
