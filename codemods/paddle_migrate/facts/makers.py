"""From which constructors an optimizer may come that a variable, a parameter or a function's result holds."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.values import origins_of

_LOOPS = (cst.For, cst.While, cst.ListComp, cst.DictComp, cst.SetComp, cst.GeneratorExp)


def makers(facts: Facts, node: cst.BaseExpression | None) -> set[cst.Call] | None:
    """Every call of this file that may have made the optimizer; None when it may come from elsewhere, or is one of
    several that a loop made."""

    def is_maker(value: cst.BaseExpression) -> bool:
        known = isinstance(value, cst.Call) and facts.names.resolve(value.func)
        return bool(known) and facts.kinds.what(value) == "optimizer"

    found = origins_of(facts, node, is_maker)
    made = {value for value in found if isinstance(value, cst.Call) and is_maker(value)}
    known = bool(found) and len(made) == len(found)
    return made if known and not any(_is_one_of_many(facts, each, node) for each in made) else None


def _is_one_of_many(facts: Facts, maker: cst.Call, node: cst.BaseExpression | None) -> bool:
    loop = facts.source.parent(maker, *_LOOPS)
    return loop is not None and node is not None and not facts.source.lies_in(node, loop)
