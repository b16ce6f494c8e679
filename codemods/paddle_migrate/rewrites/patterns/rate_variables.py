"""Learning rates that are variables of the program: `with_rate(optimizer, rate)`, written into the script."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.variable_rates import may_be_variable, may_have_rates
from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NONE = "0.0"  # a number that today's optimizer is made with


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open():
        rule = reference.rule
        if reference.call is not None and isinstance(rule, Rule) and is_optimizer(rule.name):
            rate = reference.argument("learning_rate")
            if rate is not None and may_be_variable(script.facts, rate):
                _hand_over(script, reference, reference.call, rate)
            elif rate is None and may_have_rates(script.facts) and any(arg.star for arg in reference.call.args):
                _wrap(script, reference)
        elif isinstance(rule, Rule) and is_optimizer(rule.name) and _may_be_given_one(script, reference):
            _wrap(script, reference)


def _may_be_given_one(script: Script, reference: Reference) -> bool:
    """Whether the class is handed on as a value, beside rates that are variables."""
    above = script.source.parents.get(reference.node)
    named = isinstance(above, (cst.Attribute, cst.Annotation)) or script.source.parent(reference.node, cst.ImportFrom)
    return reference.call is None and not reference.beyond and not named and may_have_rates(script.facts)


def _wrap(script: Script, reference: Reference) -> None:
    """`kept = SGD` → `kept = of_any_rate(SGD)`, and `class Own(SGD)` → `class Own(with_any_rate(SGD))`."""
    above = script.source.parents.get(reference.node)
    is_base = isinstance(above, cst.Arg) and isinstance(script.source.parents.get(above), cst.ClassDef)
    name = write_written(script, "with_any_rate" if is_base else "of_any_rate")
    script.edits.wrap(*script.source.span(reference.node), f"{name}(", ")")
    script.record.functions.add(reference.node)
    script.say(reference.node, "PM114", reference.short, f"→ {name}(): the rate may be a variable of the program")


def _hand_over(script: Script, reference: Reference, call: cst.Call, rate: cst.BaseExpression) -> None:
    """`SGD(rate)` → `with_rate(SGD(0.0), rate)`."""
    name = write_written(script, "with_rate")
    start, end = script.source.span(rate)
    edit = script.edits.replace(start, end, _NONE)
    whole = script.source.core(call)
    script.edits.replace(*whole, lambda: f"{name}({script.edits.render(*whole)}, "
                                         f"{script.edits.render(start, end, without=[edit])})")
    script.say(reference.node, "PM114", reference.short, "→ with_rate(): the rate is a variable of the program")
