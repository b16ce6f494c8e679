"""Whether what is called is a value: given, returned, held by a name or a list."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts


def may_be_value(facts: Facts, func: cst.BaseExpression) -> bool:
    """Whether what is called may be a value: an element, a result, or a name that is given one."""
    return isinstance(func, (cst.Call, cst.Lambda, cst.Subscript)) or (
        isinstance(func, cst.Name) and any(each.kind in ("value", "param", "other") for each in facts.scopes.find(func))
    )
