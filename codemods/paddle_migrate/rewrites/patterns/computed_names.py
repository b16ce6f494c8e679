"""`getattr(fluid.optimizer, name)` and `getattr(fluid.regularizer, name)` of a name that is computed: a function makes
what the arguments of 1.8.5 meant."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.helpers import write_helper, write_written
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.variable_rates import may_have_rates
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_HELPERS = {"paddle.fluid.optimizer": "optimizer_named", "paddle.fluid.regularizer": "regularizer_named"}
_KINDS = ("Adagrad", "Adam", "Adamax", "Momentum", "RMSProp", "SGD")
_ROWS = re.compile(rb"\b(?:is_)?sparse *= *(?!False\b)")  # with which Adam steps otherwise
_OTHER = "it may be {}, whose arguments are others today: call fluid.optimizer.{} where it is, and run the tool again"
_STEPS = (
    "it may be Adam, whose steps for rows of sparse gradients are others today: call fluid.optimizer.Adam where it is, "
    "and run the tool again"
)
_SOME = (
    "→ {}, written into the script, for Adagrad, Adam, Adamax, Momentum, RMSProp and SGD; any other name is an error"
)


def rewrite(script: Script) -> None:
    for reference in script.open():
        call = _getattr(script, reference)
        if call is None:
            continue
        helper = _HELPERS[reference.name]
        of_optimizers = helper == "optimizer_named"
        rule = library().lookup(f"{PACKAGE}._today.{helper}")
        if not isinstance(rule, Rule):
            continue
        known = [str(each).removesuffix("Optimizer") for each in constants(script.facts, call.args[1].value)]
        others = [each for each in known if each not in _KINDS] if of_optimizers else []
        if others:
            script.leave(reference, "PM303", _OTHER.format(others[0], others[0]))
            continue
        keeping = _keeping(script) if of_optimizers and (not known or "Adam" in known) else ""
        if keeping is None:
            script.leave(reference, "PM303", _STEPS)
            continue
        name = write_helper(script, rule)
        around = of_optimizers and script.mode.of_file != "dynamic" and may_have_rates(script.facts)
        opening, closing = (f"{write_written(script, 'of_any_rate')}({name}(", "))") if around else (f"{name}(", ")")
        if keeping:
            rows, keeping = write_written(script, "rows_of_any"), write_written(script, keeping)
            opening, closing = f"{rows}({opening}", f"{closing}, {keeping})"
        _write(script, call, opening, closing)
        if around:
            script.record.functions.add(call)
        script.settle(reference)
        is_open = of_optimizers and not known
        said = _SOME if is_open else "→ {}, written into the script"
        script.say(call, "PM202" if is_open else "PM101", reference.short, said.format(name))


def _keeping(script: Script) -> str | None:
    """What Adam goes through where gradients may be sparse, empty where none is; None where that is not known."""
    if not script.facts.says(_ROWS):
        return ""
    return {"static": "of_rows", "dynamic": "of_sparse"}.get(script.mode.of_file)


def _write(script: Script, call: cst.Call, opening: str, closing: str) -> None:
    """What makes the optimizer of that name, in the functions that it needs."""
    script.edits.replace(*script.source.core(call), lambda: f"{opening}{script.render(call.args[1].value)}{closing}")


def _getattr(script: Script, reference: Reference) -> cst.Call | None:
    """Python's own `getattr(module, name)` of one of these modules."""
    arg = script.source.parents.get(reference.node)
    call = script.source.parents.get(arg)
    known = isinstance(reference.rule, RuleModule) and reference.name in _HELPERS
    if not known or not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name) or len(call.args) != 2:
        return None
    plain = call.args[0] is arg and not any(each.star or each.keyword for each in call.args)
    return call if plain and call.func.value == "getattr" and not script.scopes.find(call.func) else None
