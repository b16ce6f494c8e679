"""`np.array(scope.find_var("learning_rate_0").get_tensor())`: an optimizer's own rate had one element in 1.8.5, and has
no dimension today."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.held_rates import may_hold_rate
from paddle_migrate.script import Script

IN_PROGRAMS = True
_MAKES = ("numpy.array", "numpy.asarray")
_SAID = "→ atleast_1d: an optimizer's rate is a number in today's scope"


def rewrite(script: Script) -> None:
    reads = is_rewritten_program(script) and "get_tensor" in script.source.attributes
    for call in script.source.all(cst.Call) if reads else ():
        named = script.names.resolve(call.func) in _MAKES and bool(call.args)
        if named and not script.is_skipped(call) and may_hold_rate(script.facts, call.args[0].value):
            script.edits.wrap(*script.source.core(call), script.imports.spell("numpy.atleast_1d", None) + "(", ")")
            script.say(call, "PM108", "get_tensor", _SAID)
