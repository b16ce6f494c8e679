"""`self._helper.append_op(type=…)`: an operator run by its name, in a way that is Paddle's own and changes, becomes the
function that does its work."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes import operator_calls
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = False  # layer_helpers.py
_DO = "is run by its name, in a private way, and Paddle 3 has lost many operators; call the function that does the work"


def rewrite(script: Script) -> None:
    for helper, call in script.source.method_calls("append_op") if script.references else ():
        if isinstance(helper, cst.Attribute) and helper.attr.value == "_helper" and not script.is_skipped(call):
            try:
                operator_calls.write(script, [operator_calls.read(script, call, None)])
            except Refused as refused:
                name = argument(call, 0, "type")
                shown = script.source.code(name) if name is not None else "an operator"
                script.say(call, "PM314", "append_op", f"{shown} {_DO}: {refused}")
