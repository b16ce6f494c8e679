"""What a script does with the arrays `x.numpy()` of tensors that have no dimension today."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import last_name
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached

_ENDS = ("float", "int", "print", "repr", "str", "append", "format", "item", "tolist", "write")


def takes_array(node: cst.BaseExpression) -> bool:
    return (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and (node.func.attr.value, len(node.args)) == ("numpy", 0)
    )


def arrays(facts: Facts) -> list[cst.Call]:
    """Every `x.numpy()` of a 0-D tensor that is not indexed on the spot."""
    return [
        call
        for call in facts.source.all(cst.Call)
        if takes_array(call)
        and not isinstance(facts.source.parents.get(call), cst.Subscript)
        and facts.kinds.what(call) == "scalar array"
    ]


def settled_arrays(facts: Facts) -> set[cst.CSTNode]:
    """The `x.numpy()` that are written with a dimension, because an index needs one later."""
    return {call for call in arrays(facts) if indexed(facts, call) is not None}


def indexed(facts: Facts, array: cst.Call) -> cst.Subscript | None:
    """Where the first element is taken of something that is calculated from the array, wherever it goes in the file."""
    for spot in reached(facts, array, _calculated).spots:
        above = spot.above
        is_first = isinstance(above, cst.Subscript) and above.value is spot.node and facts.source.takes_first(above)
        if spot.facts is facts and is_first and facts.kinds.what(above.value) != "scalar array":  # type: ignore[union-attr]
            return above  # type: ignore[return-value]
    return None


def _calculated(spot: Spot) -> list[cst.CSTNode] | None:
    """`np.exp(x / n)`, `total` of `total += x`."""
    facts, above = spot.facts, spot.above
    if isinstance(above, (cst.BinaryOperation, cst.UnaryOperation)) or (
            isinstance(above, cst.AugAssign) and above.value is spot.node):
        return [above]
    call = facts.source.parents.get(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call) or facts.definitions.function(call) is not None:
        return None
    return None if last_name(call.func) in _ENDS else [call]
