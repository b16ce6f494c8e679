"""`with unique_name.guard("net_"):` twice in one program, or without a prefix beside layers outside of it: what is made
under both has the same names, which made one variable of it before Paddle 3."""

from __future__ import annotations

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.equal_names import equal_guards, mixed_guards
from paddle_migrate.script import Script

IN_PROGRAMS = True
_PERSON = (
    "names begin here as they did under a guard before it in this program, so that 1.8.5 and Paddle 2.6 took "
    "parameters and results of both for one, gradients as well; Paddle 3 tells them apart: begin each part with "
    "another prefix, and share parameters by the name of a ParamAttr"
)
_OUTSIDE = (
    "names begin here as they do outside of the guard in this program, which makes the same layers there: 1.8.5 and "
    "Paddle 2.6 took parameters and results of both for one, gradients as well; Paddle 3 tells results apart: begin "
    "the guard with a prefix, and share parameters by the name of a ParamAttr"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not script.references:
        return
    again = script.facts.once(equal_guards)
    for call in again:
        if not script.is_skipped(call):
            script.say(call, "PM333", "fluid.unique_name.guard", _PERSON)
    for call in script.facts.once(mixed_guards):
        if call not in again and not script.is_skipped(call):
            script.say(call, "PM333", "fluid.unique_name.guard", _OUTSIDE)
