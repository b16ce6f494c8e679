"""Which functions of the script a call may run, where that is a value: given, returned, held by a name or a list."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of


def called(facts: Facts, call: cst.Call) -> list[cst.FunctionDef]:
    """All of this file that it may run, as far as they are seen."""
    known = facts.kinds.called(call)
    if known is not None:
        return [known]
    found = [each for each in values_of(facts).called(Spot(facts, call)) if each.facts is facts]
    return [each.node for each in found if isinstance(each.node, cst.FunctionDef)]


def may_be_value(facts: Facts, func: cst.BaseExpression) -> bool:
    """Whether what is called may be a value: an element, a result, or a name that is given one."""
    return isinstance(func, (cst.Call, cst.Lambda, cst.Subscript)) or (
        isinstance(func, cst.Name) and any(each.kind in ("value", "param", "other") for each in facts.scopes.find(func))
    )
