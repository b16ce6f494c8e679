"""`x.to_string(True)` of a tensor → `str(x)`; `tensor._dtype()` of what a scope has, which equals nothing in Paddle 3
that a script can name."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_DTYPE = "Paddle 3's is no paddle.dtype and equals none, and a LoDTensor of the script's has none: ask " \
    "np.array(tensor).dtype"


def rewrite(script: Script) -> None:
    if not script.references:
        return
    if is_rewritten_program(script):
        for _, call in calls_of_others(script.facts, "_dtype"):
            if not call.args and not script.is_skipped(call) and not is_written(script.facts, call):
                script.say(call, "PM333", "_dtype", _DTYPE)
        return
    for receiver, call in calls_of_others(script.facts, "to_string"):
        if not script.is_skipped(call) and Arrays(script.facts).of(receiver) == "tensor":
            _write(script, receiver, call)


def _write(script: Script, tensor: cst.BaseExpression, call: cst.Call) -> None:
    script.edits.replace(*script.source.core(call), lambda: f"str({script.render(tensor)})")
    script.say(call, "PM105", "to_string", "→ str(…), which reads otherwise")
