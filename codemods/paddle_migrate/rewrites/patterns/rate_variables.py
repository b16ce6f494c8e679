"""Learning rates that are variables of the program: today's optimizers take numbers and schedules."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_MAKING = ("create_global_var", "create_parameter", "create_tensor", "fill_constant", "data")
_VARIABLE = (
    "the rate is a variable of the program, which today's optimizers do not take: give the number or a schedule of "
    "paddle.optimizer.lr, and set another rate with the optimizer's set_lr()"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open():
        rule = reference.rule
        if isinstance(rule, Rule) and is_optimizer(rule.name) and _takes_variable(script, reference):
            script.say(reference.node, "PM303", reference.short, _VARIABLE)


def _takes_variable(script: Script, reference: Reference) -> bool:
    rate = reference.argument("learning_rate") if reference.call is not None else None
    if rate is None:
        return False
    made = [script.by_call.get(end) for end in script.origins.ends(rate) if isinstance(end, cst.Call)]
    return any(each is not None and each.short.rpartition(".")[2] in _MAKING for each in made)
