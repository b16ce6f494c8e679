"""A script's own optimizers, and which of their methods Paddle itself calls."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.made import made_today
from paddle_migrate.facts.values.objects import line
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.kinds import kind_of
from paddle_migrate.rules.rule import Rule


def is_optimizer(facts: Facts, owner: cst.ClassDef) -> bool:
    """Whether the class derives from one of Paddle's optimizers, over classes of whatever file."""
    classes = line(values_of(facts), Spot(facts, owner))
    return any(_is_one(each.facts, base.value) for each in classes for base in each.node.bases)  # type: ignore[union-attr]


def _is_one(facts: Facts, base: cst.BaseExpression) -> bool:
    rules = [each.rule for each in facts.references if each.node is base and not each.beyond]
    old = any(isinstance(rule, Rule) and kind_of(rule) == "optimizer" for rule in rules)
    return old or made_today(facts.names.resolve(base)) == "optimizer"
