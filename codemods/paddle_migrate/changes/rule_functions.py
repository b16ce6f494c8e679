"""A legacy function written into the script, with its old signature: for calls that no text shows in full."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from paddle_migrate.changes.differences import may_differ
from paddle_migrate.changes.helpers import write_definition
from paddle_migrate.changes.leaving import may_be_program
from paddle_migrate.changes.named_layers import keeps_names
from paddle_migrate.changes.templates import of_function, template
from paddle_migrate.facts.given import may_be_given
from paddle_migrate.facts.names import Reference
from paddle_migrate.outcome import Way
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.rule import PACKAGE, Rule
from paddle_migrate.rules.schedules import is_rule_of_schedule
from paddle_migrate.rules.unrolled import Unrolled, may_be_function, same_today, unrolled

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_REFUSES = (
    "the function that stands for it raises where it is given {}=, of which today's Paddle has no form for all that "
    "may come: write today's call out where it is given"
)


def write_function(script: Script, reference: Reference) -> bool:
    """Have the rule written as a function, which stands where the legacy name stood; whether it has such a form."""
    try:
        function = _function_of(script, reference)
        name, said = _named(script, reference, function)
    except Refused:
        return False
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    if reference.name.rpartition(".")[2][0].isupper():
        script.record.functions.add(reference.node)
    script.say(reference.node, "PM101", reference.short, said)
    _say_differences(script, reference, function)
    _say_refusals(script, reference, function)
    return True


def function_of_module(script: Script, module: Reference, short: str, rule: Rule) -> Unrolled:
    """The function that stands for this attribute of the module, whatever it is called with. Raises Refused where
    there is none."""
    if rule.vector_result or is_rule_of_schedule(rule) or not may_be_function(f"{module.name}.{short}"):
        raise Refused("")
    function = _unrolled(script, module, rule)
    if function.pinned or function.refused:
        raise Refused("")
    return function


def write_function_of_module(script: Script, module: Reference, short: str, function: Unrolled) -> str:
    """Have it written, and say so; returns its name."""
    name, said = _named(script, module, function)
    script.say(module.node, "PM102", f"{module.short}.{short}", said)
    _say_differences(script, module, function)
    return name


def _named(script: Script, reference: Reference, function: Unrolled) -> tuple[str, str]:
    """The name of today's function that is the same, or of the one that is written into the script; what is said of
    it."""
    today = same_today(function)
    if today:
        name = script.imports.spell(today, reference.binding)
        return name, f"→ {name}"
    definition = of_function(function)
    if f"{PACKAGE}." in template(definition).text:
        raise Refused("")  # it needs what the compat layer alone has
    name = write_definition(script, definition)
    return name, f"→ {name}, written into the script"


def _say_refusals(script: Script, reference: Reference, function: Unrolled) -> None:
    def is_free(name: str, text: str) -> bool:
        return not function.raises(name, text)

    names = [name for name in function.refused if may_be_given(script.facts, reference, name, partial(is_free, name))]
    if names:
        script.say(reference.node, "PM346", reference.short, _REFUSES.format("= or ".join(names)))


def _function_of(script: Script, reference: Reference) -> Unrolled:
    """The function that stands for the name, whatever it is called with. Raises Refused where there is none."""
    rule = script.rule(reference)
    if not isinstance(rule, Rule) or reference.beyond or is_rule_of_schedule(reference.rule):
        raise Refused("")
    if not may_be_function(reference.name):
        raise Refused("")
    function = _unrolled(script, reference, rule)
    call = reference.call
    starred = call is not None and any(arg.star for arg in call.args)
    given = [name for name in function.pinned if call is not None and reference.argument(name, call) is not None]
    if given or (starred and call is not None and any(a.keyword and a.keyword.value in function.pinned
                                                      for a in call.args)):
        raise Refused("")
    return function


def _unrolled(script: Script, reference: Reference, rule: Rule) -> Unrolled:
    in_program, target = script.mode.of(reference.node) == "static", script.options.target
    if not in_program and may_be_program(script, reference.node):
        unrolled(rule, Way(target, True, False))  # it may be one: right for both, or none
        if rule.is_layered:
            raise Refused("")
    names_layers = in_program and keeps_names(script, has_name=rule.param("name") is not None)
    return unrolled(rule, Way(target, in_program, names_layers))


def _say_differences(script: Script, reference: Reference, function: Unrolled) -> None:
    for rule in function.rules:
        if may_differ(script, reference, rule):
            script.say(reference.node, rule.code_of_difference, reference.short, rule.differs)
    for words in function.differs:
        script.say(reference.node, "PM202", reference.short, words)
    if function.asks_target and script.options.target != "3":
        script.say(reference.node, "PM214", reference.short, "Paddle 3 has it otherwise; --target 3 writes that")
