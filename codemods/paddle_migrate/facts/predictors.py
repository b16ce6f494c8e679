"""Which expressions are predictors, also where objects, lists and parts of what a function returns hold them."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of


def is_predictor(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is one, or None until one is made."""
    ends = values_of(facts).ends(Spot(facts, node), _makes_one)
    made = [end for end in ends if not (isinstance(end.node, cst.Name) and end.node.value == "None")]
    return bool(made) and all(map(_makes_one, made))


def _makes_one(spot: Spot) -> bool:
    return isinstance(spot.node, cst.Call) and spot.facts.kinds.what(spot.node) == "predictor"
