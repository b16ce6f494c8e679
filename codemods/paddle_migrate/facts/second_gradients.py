"""Whether a loss may be made of what `gradients()` gives."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.handed import Had
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import followed, reached

_LOSSES = ("append_backward", "calc_gradient", "gradients")
_ENDS = ("apply_gradients", "len", "print", "run", "type")  # calls that compute nothing of a program
_ASKED = ("dtype", "name", "op", "persistable", "shape", "stop_gradient")
_MOST = 1_000  # steps of one value


def may_be_trained(facts: Facts, function: cst.CSTNode) -> bool:
    """Whether something else than what is fetched may be made of the gradients that the function gives."""
    named = reached(facts, function)
    calls = [each.at(each.above) for each in named.spots if isinstance(each.above, cst.Call) and each.taker is None]
    seen_all = named.are_all and not named.holders and len(calls) == len(named.spots)
    return not seen_all or any(map(_is_trained, calls))


def _is_trained(call: Spot) -> bool:
    found = followed(Had(call, (None,)), _computed, _MOST)
    return not found.are_all or not all(map(_only_asks, [*found.spots, *found.holders]))


def _computed(had: Had) -> list[Had] | None:
    """What a program computes of a variable, or of several."""
    above, taker = had.spot.above, had.spot.taker
    if isinstance(taker, cst.Call) and not isinstance(had.spot.facts.source.parents.get(taker), cst.Expr):
        name = had.spot.facts.names.resolve(taker.func)  # what is no value of anything may go elsewhere
        is_made = name.startswith("paddle.") and name.rpartition(".")[2] not in _LOSSES
        return [had.at(taker).held()] if is_made else None
    is_part = isinstance(above, cst.Subscript) and above.value is had.spot.node
    if not had.places and (is_part or isinstance(above, (cst.BinaryOperation, cst.UnaryOperation))):
        return [had.at(above)]  # type: ignore[arg-type]
    return None


def _only_asks(spot: Spot) -> bool:
    """Whether it is fetched, or asked what it is."""
    taker, above = spot.taker, spot.above
    if isinstance(above, cst.Attribute):
        return above.attr.value in _ASKED
    if isinstance(above, (cst.Comparison, cst.ComparisonTarget, cst.FormattedStringExpression)):
        return True
    return isinstance(taker, cst.Call) and dotted(taker.func).rpartition(".")[2] in _ENDS
