"""Whether what is called is a value: given, returned, held by a name or a list; whether it is the script's own."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of


def may_be_value(facts: Facts, func: cst.BaseExpression) -> bool:
    """Whether what is called may be a value: an element, a result, or a name that is given one."""
    return isinstance(func, (cst.Call, cst.Lambda, cst.Subscript)) or (
        isinstance(func, cst.Name) and any(each.kind in ("value", "param", "other") for each in facts.scopes.find(func))
    )


def runs_own(facts: Facts, call: cst.Call) -> bool:
    """Whether functions or methods of the script's own are called, and nothing else of that name."""
    functions = values_of(facts).called(Spot(facts, call))
    return bool(functions) and all(each.node is not None for each in functions)
