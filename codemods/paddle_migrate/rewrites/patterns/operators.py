"""`self._helper.append_op(type=…)`: an operator run by its name, in a way that is Paddle's own and changes."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

_DO = "is run by its name, in a private way, and Paddle 3 has lost many operators; call the function that does the work"


def rewrite(script: Script) -> None:
    for helper, call in script.source.method_calls("append_op") if script.references else ():
        if isinstance(helper, cst.Attribute) and helper.attr.value == "_helper" and not script.is_skipped(call):
            name = argument(call, 0, "type")
            shown = script.source.code(name) if name is not None else "an operator"
            script.say(call, "PM314", "append_op", f"{shown} {_DO}")
