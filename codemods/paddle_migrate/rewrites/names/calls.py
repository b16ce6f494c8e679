"""Every call of a legacy name that a rule describes: the rule inlined, or its helper written into the script."""

from __future__ import annotations

from paddle_migrate.changes.helpers import copy_helper
from paddle_migrate.changes.leaving import check_mode
from paddle_migrate.changes.named_first import NamingInliner
from paddle_migrate.changes.named_layers import around_helper, say_of_helper
from paddle_migrate.changes.rule_functions import write_function
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.expansion import Refused, Undecided
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_COMMENTS = True
IN_PROGRAMS = True
_WRITTEN = ("class", "function", "helper", "move", "wrapper")


def rewrite(script: Script) -> None:
    for reference in script.open():
        rule = script.rule(reference)
        if not isinstance(rule, Rule) or reference.beyond or script.is_reported(reference):
            continue
        if rule.kind == "gone":
            script.leave(reference, "PM302", f"gone: {rule.why}. {rule.do}")
        elif reference.call is None:
            continue
        elif rule.kind in _WRITTEN:
            _write(script, reference, rule)


def _write(script: Script, reference: Reference, rule: Rule) -> None:
    try:
        if rule.kind == "helper":
            given = [param.name for param in rule.params if reference.argument(param.name) is not None]
            check_mode(script, reference.node, rule.why_dynamic(given))
            _check_refused(script, reference, rule)
            say_of_helper(script, reference.call, reference.short, rule)
            copy_helper(script, reference, rule, around_helper(script, reference.call, rule))
            return
        inliner = NamingInliner(script, reference)
        if inliner.expansion.activation is not None:
            raise Refused("act= is given where this tool cannot follow the layer to its calls")
        new = inliner.write()
    except Refused as refused:
        if not (isinstance(refused, Undecided) and write_function(script, reference)):
            script.leave(reference, "PM303", str(refused))
        return
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {new}")


def _check_refused(script: Script, reference: Reference, rule: Rule) -> None:
    """Raises Refused where the function would raise for what it may be given."""
    for name, words in rule.refused.items():
        given = reference.argument(name)
        if given is not None and any(constants(script.facts, given) or (True,)):
            raise Refused(words)
