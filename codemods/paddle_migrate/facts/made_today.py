"""What today's Paddle makes, in text that was written, or rewritten, for it: nothing of 1.8.5's is in it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of


def is_made_today(facts: Facts, node: cst.BaseExpression, by: str = "paddle.") -> bool:
    """Whether it comes for sure from calls of today's names that begin so."""
    ends = values_of(facts).ends(Spot(facts, node))
    calls = [(end.facts, end.node) for end in ends if isinstance(end.node, cst.Call)]
    return bool(ends) and len(calls) == len(ends) and all(
        call not in there.by_call and there.names.resolve(call.func).startswith(by) for there, call in calls)
