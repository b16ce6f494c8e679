"""What asks of which class something is: `isinstance(x, Parameter)`, `type(x) == Variable`."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst


class Question(NamedTuple):
    """All of the question, and of what it is asked."""

    whole: cst.BaseExpression
    variable: cst.BaseExpression
    negated: bool = False


def compared(whole: cst.CSTNode | None, target: cst.ComparisonTarget) -> Question | None:
    """`type(variable) == Parameter`."""
    if not isinstance(whole, cst.Comparison) or len(whole.comparisons) > 1:
        return None
    kind, equal = whole.left, isinstance(target.operator, (cst.Equal, cst.Is))
    negated = isinstance(target.operator, (cst.NotEqual, cst.IsNot))
    if not isinstance(kind, cst.Call) or len(kind.args) != 1 or not (equal or negated):
        return None
    of_type = isinstance(kind.func, cst.Name) and kind.func.value == "type"
    return Question(whole, kind.args[0].value, negated) if of_type else None
