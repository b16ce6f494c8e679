"""Whether a loss may be made of what `gradients()` gives."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached

_LOSSES = ("append_backward", "calc_gradient", "gradients")
_ENDS = ("apply_gradients", "len", "print", "run", "type")  # calls that compute nothing of a program
_ASKED = ("dtype", "name", "op", "persistable", "shape", "stop_gradient")
_MOST = 50  # expressions of one value


def may_be_trained(facts: Facts, function: cst.CSTNode) -> bool:
    """Whether something else than what is fetched may be made of the gradients that the function gives."""
    named = reached(facts, function)
    calls = [each.at(each.above) for each in named.spots if isinstance(each.above, cst.Call) and each.taker is None]
    seen_all = named.are_all and not named.holders and len(calls) == len(named.spots)
    return not seen_all or any(map(_is_trained, calls))


def _is_trained(call: Spot) -> bool:
    waiting, seen = [call], set[cst.CSTNode]()
    while waiting:
        at = waiting.pop()
        assert isinstance(at.node, cst.CSTNode)
        if at.node in seen:
            continue
        seen.add(at.node)
        found = reached(at.facts, at.node, _computed, many=not isinstance(at.node, cst.Call) or at is call)
        if not found.are_all or len(seen) > _MOST or not all(map(_only_asks, found.spots)):
            return True
        for holder in found.holders:
            on = _made_of(holder)
            if on is None and not _only_asks(holder):
                return True
            waiting += [holder.at(on)] if on is not None else []
    return False


def _computed(spot: Spot) -> list[cst.CSTNode] | None:
    """What a program computes of a variable."""
    above = spot.above
    if isinstance(above, (cst.BinaryOperation, cst.UnaryOperation)):
        return [above]
    if isinstance(above, cst.Subscript):
        return [above] if above.value is spot.node else None
    made = _made_of(spot)
    return [made] if made is not None else None


def _made_of(spot: Spot) -> cst.CSTNode | None:
    """`[a] + b` of a list, `concat(a)` of one, or of a variable, `[a]` of what may be either."""
    taker, above = spot.taker, spot.above
    if isinstance(above, cst.BinaryOperation):
        return above
    if isinstance(above, cst.Element):
        return spot.facts.source.parents.get(above)
    if not isinstance(taker, cst.Call) or isinstance(spot.facts.source.parents.get(taker), cst.Expr):
        return None  # what is no value of anything may go elsewhere
    name = spot.facts.names.resolve(taker.func)
    return taker if name.startswith("paddle.") and name.rpartition(".")[2] not in _LOSSES else None


def _only_asks(spot: Spot) -> bool:
    """Whether it is fetched, or asked what it is."""
    taker, above = spot.taker, spot.above
    if isinstance(above, cst.Attribute):
        return above.attr.value in _ASKED
    if isinstance(above, (cst.Comparison, cst.ComparisonTarget, cst.FormattedStringExpression)):
        return True
    return isinstance(taker, cst.Call) and dotted(taker.func).rpartition(".")[2] in _ENDS
