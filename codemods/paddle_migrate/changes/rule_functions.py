"""A legacy function written into the script, with its old signature: for calls that no text shows in full."""

from __future__ import annotations

import ast
import builtins
import re
from typing import TYPE_CHECKING

from paddle_migrate.changes.folded_parameters import header
from paddle_migrate.changes.helpers import write_helper, write_written
from paddle_migrate.changes.leaving import may_be_program
from paddle_migrate.changes.named_layers import keeps_names
from paddle_migrate.changes.spelling import template_of
from paddle_migrate.changes.why import place_of_rule
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.expansion import Refused, helper_mark
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.schedules import is_rule_of_schedule
from paddle_migrate.rules.unrolled import Unrolled, function_mark, same_today, unrolled, written_mark
from paddle_migrate.text.wrapping import wrapped

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_HOMES = ("paddle.fluid.layers.", "paddle.fluid.nets.", "paddle.fluid.initializer.", "paddle.fluid.regularizer.",
          "paddle.fluid.dygraph.", "paddle.fluid.optimizer.")
_ALONE = ("paddle.fluid.embedding", "paddle.fluid.one_hot")
_INDENT = "    "
_PARAMETERS = re.compile(r",(?![^\[(]*[\])])")  # commas that stand in no brackets


def write_function(script: Script, reference: Reference) -> bool:
    """Have the rule written as a function, which stands where the legacy name stood; whether it has such a form."""
    try:
        function = _function_of(script, reference)
        today = same_today(function)
        name = script.imports.spell(today, reference.binding) if today else _write(script, function)
    except Refused:
        return False
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    said = f"→ {name}" if today else f"→ {name}, written into the script"
    script.say(reference.node, "PM101", reference.short, said)
    _say_differences(script, reference, function)
    return True


def _function_of(script: Script, reference: Reference) -> Unrolled:
    """The function that stands for the name, whatever it is called with. Raises Refused where there is none."""
    rule = script.rule(reference)
    if not isinstance(rule, Rule) or reference.beyond or is_rule_of_schedule(reference.rule):
        raise Refused("")
    if not reference.name.startswith(_HOMES) and reference.name not in _ALONE:
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
    in_program = script.mode.of(reference.node) == "static"
    if not in_program and may_be_program(script, reference.node):
        unrolled(rule, script.options.target, True, False)  # it may be one: right for both, or none
        if rule.is_layered:
            raise Refused("")
    return unrolled(rule, script.options.target, in_program, in_program and keeps_names(script))


def _say_differences(script: Script, reference: Reference, function: Unrolled) -> None:
    for rule in function.rules:
        if rule.differs:
            script.say(reference.node, rule.code_of_difference, reference.short, rule.differs)
    for words in function.differs:
        script.say(reference.node, "PM202", reference.short, words)
    if function.asks_target and script.options.target != "3":
        script.say(reference.node, "PM214", reference.short, "Paddle 3 has it otherwise; --target 3 writes that")


def _write(script: Script, function: Unrolled) -> str:
    rule, template = function.rule, template_of(function.node)
    _check_builtins(script, function)
    text = template.text
    if script.quote == '"':
        text = re.sub(r"(?<![\w'\"])'([^'\"\\\n]*)'(?!')", r'"\1"', text)
    text = text.replace("{", "{{").replace("}", "}}").replace("__name__", "{name}", 1)
    for number, param in enumerate(rule.params):
        text = text.replace(f"__given_{number}__", param.name)
    for number, today in enumerate(template.todays):
        text = text.replace(f"__today_{number}__", script.imports.spell_in_helper(today))
    for module in template.standard:
        script.imports.add_standard(module, for_helper=True)
    for helper in dict.fromkeys(function.helpers):
        if helper_mark(helper.short) in text:
            text = text.replace(helper_mark(helper.short), write_helper(script, helper))
    for written in function.written:
        text = text.replace(written_mark(written), write_written(script, written))
    for inner in function.functions:
        made = unrolled(inner, script.options.target, function.in_program, function.names_layers)
        text = text.replace(function_mark(inner), _write(script, made))
    with script.edits.by(script.edits.origin._replace(name=rule.short, place=place_of_rule(rule))):
        lines = text.splitlines()
        params = [*map(str.strip, _PARAMETERS.split(lines[0][lines[0].index("(") + 1 : -2]))]
        top = header(f"def {rule.short}(", params, 0).replace("{", "{{").replace("}", "}}")
        top = top.replace(f"def {rule.short}(", "def {name}(")
        return script.helper(rule.short, top + "\n".join(map(_in_width, lines[1:])) + "\n")


def _in_width(line: str) -> str:
    column = len(line) - len(line.lstrip())
    return line[:column] + wrapped(line[column:], column, _INDENT)


def _check_builtins(script: Script, function: Unrolled) -> None:
    """Raises Refused where the script has something else under a name of Python's own that the function needs."""
    used = {n.id for n in ast.walk(function.node) if isinstance(n, ast.Name) and hasattr(builtins, n.id)}
    taken = used.intersection(script.scopes.module.bindings) - {p.name for p in function.rule.params}
    if taken:
        raise Refused("")
