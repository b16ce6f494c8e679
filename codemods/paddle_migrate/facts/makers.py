"""From which constructors an optimizer may come that a variable, a parameter or a function's result holds."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts


def makers(facts: Facts, node: cst.BaseExpression | None) -> set[cst.Call] | None:
    """Every call of this file that may have made the optimizer; None when it may come from elsewhere."""

    def is_maker(value: cst.BaseExpression) -> bool:
        known = isinstance(value, cst.Call) and facts.names.resolve(value.func)
        return bool(known) and facts.kinds.what(value) == "optimizer"

    found = facts.origins.ends(node, is_maker)
    made = {value for value in found if isinstance(value, cst.Call) and is_maker(value)}
    return made if found and len(made) == len(found) else None
