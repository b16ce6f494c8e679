"""What no gradient came back through in 1.8.5, and does today: `topk(x, k)` → `paddle.topk(x.detach(), k)`."""

from __future__ import annotations

import re
from functools import partial

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.programs import TRAINS
from paddle_migrate.facts.tensor_dtypes import dtypes_of
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.without_gradient import has_no_gradient, is_computed, is_made_constant, was_open
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_OF_PROGRAMS = {"argsort": ("input",), "label_smooth": ("label",)}
_RUNS = re.compile(rb"\b(?:Executor|guard|enable_dygraph)\(")
_PLAIN = (cst.Attribute, cst.Call, cst.Name, cst.Subscript)
_PAIRS = ("argsort", "topk")
_MAY_BE_NUMBERS = ("factor",)
_STOPPED = "→ detach(): no gradient came back through it in 1.8.5, today's would"
_EITHER = "no gradient came back through it in 1.8.5 where output is a constant, and did where it is computed: give " \
    "the input detach()ed for the one, and open the other by stop_gradient = False"
_OPENED = "→ stop_gradient = False: no gradient came back through it on Paddle 2.6, and did in 1.8.5"
_FLOATS = ("float16", "float32", "float64")
_SUMMED = (
    "the variable is among those that are summed, and 1.8.5 added to it in place: today's assignment gives it the "
    "gradient of the sum once more; give the sum a name of its own, x = sums([x, …]) without out="
)
_INCREMENTED = (
    "Paddle 3 multiplies gradients that come back through a variable that is incremented in place: write x = x + value"
)
_HIDDEN = "no gradient came back to {} in 1.8.5, today's does: give it detach()ed"


def rewrite(script: Script) -> None:
    if script.facts.says(_RUNS) and not script.facts.says(TRAINS):
        return
    for reference in script.open("assign", "sums"):
        _into_constant(script, reference)
    for reference in script.open("increment", "sums") if is_rewritten_program(script) else ():
        _changed_in_place(script, reference)
    for reference in script.open():
        names = _without_gradient(script, reference)
        if not names or reference.beyond or script.is_skipped(reference.node):
            continue
        if reference.call is None or _is_hidden(reference, names):
            script.say(reference.node, "PM343", reference.short, _HIDDEN.format(" and ".join(names)))
        elif _is_used(script, reference.name, reference.call):
            for given in filter(None, map(reference.argument, names)):
                if names != _MAY_BE_NUMBERS or is_computed(script.facts, given):
                    _detach(script, reference, given)


def _into_constant(script: Script, reference: Reference) -> None:
    """What is written into a constant, through which nothing comes back then."""
    if reference.beyond or script.is_skipped(reference.node) or not reference.name.startswith("paddle.fluid.layers."):
        return
    target = reference.argument("output") or reference.argument("out")
    given = reference.argument("input")
    if target is None or given is None or has_no_gradient(script.facts, given):
        return
    if not is_made_constant(script.facts, target, maybe=True):
        _open(script, reference, target)
    elif was_open(script.facts, target, maybe=True):
        script.say(reference.node, "PM343", reference.short, _EITHER)
    elif not is_made_constant(script.facts, target):
        return
    elif reference.name.endswith(".assign"):
        _detach(script, reference, given)
    else:
        script.say(reference.node, "PM343", reference.short, _HIDDEN.format("input"))


def _changed_in_place(script: Script, reference: Reference) -> None:
    """What is added to a variable in place, through which gradients come back otherwise today."""
    adds = reference.short.endswith("sums")
    target, given = reference.argument("out" if adds else "x"), reference.argument("input" if adds else "in_place")
    if target is None or reference.beyond or script.is_skipped(reference.node):
        return
    is_in_place = _is_among(script, target, given) if adds else given is None or _may_be_true(script, given)
    may_train = was_open(script.facts, target, maybe=True) and dtypes_of(script.facts, target) & {"", *_FLOATS}
    if is_in_place and may_train:
        code, why = ("PM343", _SUMMED) if adds else ("PM333", _INCREMENTED)
        script.say(reference.node, code, reference.short, why)


def _may_be_true(script: Script, node: cst.BaseExpression) -> bool:
    return constants(script.facts, node) != (False,)


def _is_among(script: Script, target: cst.BaseExpression, given: cst.BaseExpression | None) -> bool:
    """Whether a list may hold the variable."""
    values = values_of(script.facts)
    lists = values.ends(Spot(script.facts, given)) if given is not None else []
    parts = [each.at(part.value) for each in lists if isinstance(each.node, (cst.List, cst.Tuple))
             for part in each.node.elements]
    own = {each.node for each in values.ends(Spot(script.facts, target))}
    return any(end.node in own for part in parts for end in values.ends(part))


def _open(script: Script, reference: Reference, target: cst.BaseExpression) -> None:
    """Let gradients come back through what is written into a value that is made of no parameter."""
    statement = script.statement(reference.node)
    plain = isinstance(target, (cst.Name, cst.Attribute)) and isinstance(statement, (cst.Assign, cst.Expr))
    if not is_rewritten_program(script) or not was_open(script.facts, target) or not plain or statement is None:
        return
    script.beside.before(statement, f"{script.source.code(target)}.stop_gradient = False")
    script.say(target, "PM119", reference.short, _OPENED)


def _without_gradient(script: Script, reference: Reference) -> tuple[str, ...]:
    rule = script.rule(reference)
    if not isinstance(rule, Rule) or rule.kind != "function":
        return ()
    return rule.without_gradient or (_OF_PROGRAMS.get(rule.short, ()) if is_rewritten_program(script) else ())


def _is_hidden(reference: Reference, names: tuple[str, ...]) -> bool:
    """Whether a star may give one of them."""
    has_star = reference.call is not None and any(arg.star for arg in reference.call.args)
    return has_star and None in map(reference.argument, names)


def _is_used(script: Script, name: str, call: cst.Call) -> bool:
    """Whether the values are, where places of them are given beside."""
    above = script.source.parents.get(call)
    if not name.endswith(_PAIRS):
        return True
    if isinstance(above, cst.Subscript):
        return script.source.code(above).rpartition("[")[2].strip("] ") not in ("1", "-1")
    target = above.targets[0].target if isinstance(above, cst.Assign) and len(above.targets) == 1 else None
    first = target.elements[0].value if isinstance(target, (cst.Tuple, cst.List)) and target.elements else None
    return not isinstance(first, cst.Name) or any(binding.uses for binding in script.scopes.find(first))


def _detach(script: Script, reference: Reference, given: cst.BaseExpression) -> None:
    if has_no_gradient(script.facts, given):
        return
    before, after = ("", ".detach()") if isinstance(given, _PLAIN) else ("(", ").detach()")

    def if_rewritten(text: str) -> str:
        return text if script.is_settled(reference) else ""

    around = partial(if_rewritten, before), partial(if_rewritten, after)
    script.edits.wrap(*script.source.span(given), *around)
    script.say(given, "PM119", reference.short, _STOPPED)
