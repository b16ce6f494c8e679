"""What is computed of a parameter's gradient behind the step that used it: 1.8.5 had put the weight decay into it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.changed_gradients import CHANGED, changes_gradients
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.gradient_pairs import is_gradient
from paddle_migrate.rules.kinds import is_function
from paddle_migrate.script import Script

IN_PROGRAMS = True
_STEPS = ("minimize", "apply_gradients", "apply_optimize")


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not changes_gradients(script):
        return
    steps = [script.source.order(call) for _, call in script.source.method_calls(*_STEPS)]
    for node in _computed(script) if steps else ():
        is_behind = script.source.order(node) > min(steps)
        if is_behind and not script.is_skipped(node) and is_gradient(script.facts, node, of_pairs=True):
            script.say(node, "PM350", script.source.code(node), CHANGED)


def _computed(script: Script) -> list[cst.BaseExpression]:
    """What functions of `fluid.layers` and operators are given."""
    calls = [each.call for each in script.references if each.call is not None and is_function(each.name)]
    sides = [side for each in script.source.all(cst.BinaryOperation) for side in (each.left, each.right)]
    return [*(arg.value for call in calls for arg in call.args), *sides]
