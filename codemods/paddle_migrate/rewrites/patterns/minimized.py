"""`optimizer.minimize(loss, parameter_list=…)` of programs → `parameters=`, which Paddle 3 takes as variables alone."""

from __future__ import annotations

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for _, call in script.source.method_calls("minimize"):
        loss = argument(call, 0, "loss")
        named = next((arg for arg in call.args if arg.keyword and arg.keyword.value == "parameter_list"), None)
        if loss is None or named is None or named.keyword is None or script.is_skipped(call):
            continue
        script.edits.replace(*script.source.span(named.keyword), "parameters")
        if script.source.code(named.value) != "None" and not script.source.has_effects(loss):
            name, start = write_written(script, "parameters_of"), script.source.span(named.value)
            script.edits.wrap(*start, f"{name}({script.source.code(loss)}, ", ")")
        script.say(named, "PM105", "minimize", "→ parameters=")
