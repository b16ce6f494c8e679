"""Which parameters `set_gradient_clip()` reached, and who is to clip them today."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.making import call_may_make
from paddle_migrate.facts.values.callers import callers
from paddle_migrate.facts.values.spot import Spot, function_around
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.text.arguments import argument

_DEEPEST = 3  # functions that call one another
_LOOKED_UP = 2  # what `getattr(module, name)` takes


def may_be_made_behind(facts: Facts, call: cst.Call, depth: int = _DEEPEST) -> bool:
    """Whether layers may be made behind the call and before what minimizes, in its function or in those that call it:
    1.8.5 did not clip their parameters."""
    function, order, lies_in = function_around(facts, call), facts.source.order, facts.source.lies_in
    here = [each for each in facts.source.all(cst.Call) if function_around(facts, each) is function]
    behind = [each for each in here if order(each) > order(call) or (lies_in(call, each) and each is not call)]
    steps = [each for each in behind if isinstance(each.func, cst.Attribute) and each.func.attr.value == "minimize"]
    last = max(steps, key=order, default=None)
    for each in (call for call in behind if call not in steps):
        in_time = last is None or order(each) < order(last) or lies_in(each, last)
        if in_time and not lies_in(call, each) and not of_optimizer(facts, each) and call_may_make(Spot(facts, each)):
            return True
    if steps or function is None or not depth:
        return False
    return any(isinstance(each.node, cst.Call) and may_be_made_behind(each.facts, each.node, depth - 1)
               for each in callers(values_of(facts), facts, function).calls)


def of_optimizer(facts: Facts, call: cst.Call) -> bool:
    """Whether it makes an optimizer of a class of 1.8.5, which is called by its name or as a value."""
    ends = values_of(facts).ends(Spot(facts, call.func), _is_class)
    return bool(ends) and all(map(_is_class, ends))


def _is_class(end: Spot) -> bool:
    """An optimizer's class, or one that is looked up by a name that is worked out."""
    node = end.node
    if isinstance(node, cst.Call):
        module = argument(node, 0, "object") if len(node.args) == _LOOKED_UP else None
        is_looked_up = isinstance(node.func, cst.Name) and node.func.value == "getattr" and module is not None
        return is_looked_up and is_optimizer(f"{end.facts.names.resolve(module)}.SGD")
    name = end.facts.names.resolve(node) if isinstance(node, (cst.Name, cst.Attribute)) else ""
    return is_optimizer(name)
