"""`self._helper.append_op(type=…)`: an operator run by its name, in a way that is Paddle's own and changes."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.kinds import argument
from paddle_migrate.script import Script

_DO = "is run by its name, in a private way, and Paddle 3 has lost many operators; call the function that does the work"


def rewrite(script: Script) -> None:
    for attribute in script.source.attributes.get("append_op", ()) if script.references else ():
        call, helper = script.source.parents.get(attribute), attribute.value
        if not (isinstance(call, cst.Call) and call.func is attribute) or script.is_skipped(call):
            continue
        if isinstance(helper, cst.Attribute) and helper.attr.value == "_helper":
            name = argument(call, 0, "type")
            shown = script.source.code(name) if name is not None else "an operator"
            script.say(call, "PM314", "append_op", f"{shown} {_DO}")
