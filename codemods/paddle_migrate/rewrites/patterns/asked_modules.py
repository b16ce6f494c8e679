"""`hasattr(fluid.layers, "x")`, by which scripts told one Paddle 1 from another: what 1.8.5 answers, for which the rest
of the script is rewritten."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.constants import constants
from paddle_migrate.rules.old_names import was_there
from paddle_migrate.rules.rule import RuleModule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_ASKED = 2  # what hasattr() is given
_SAID = "→ {}, which it was in 1.8.5"


def rewrite(script: Script) -> None:
    for reference in script.references:
        call = script.taker(reference.node)
        if not isinstance(reference.rule, RuleModule) or not isinstance(call, cst.Call) or script.is_settled(reference):
            continue
        if script.source.code(call.func) != "hasattr" or len(call.args) != _ASKED or script.is_skipped(call):
            continue
        name = constants(script.facts, call.args[1].value)
        if call.args[0].value is reference.node and len(name) == 1:
            answer = was_there(f"{reference.name}.{name[0]}")
            script.edits.replace(*script.source.core(call), str(answer))
            script.settle(reference)
            script.say(call, "PM101", f"hasattr({reference.short})", _SAID.format(answer))
