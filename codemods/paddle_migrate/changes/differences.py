"""Whether what a rule says of numbers that differ can hold for a call."""

from __future__ import annotations

import ast
from itertools import product

import libcst as cst

from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.given import may_be_given
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.nones import is_never_none
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script


def may_differ(script: Script, reference: Reference, rule: Rule) -> bool:
    """Whether there is something to say; not where constants or defaults are given that leave 1.8.5's numbers."""
    if not rule.differs:
        return False
    own = reference.rule
    if not rule.differs_where or not isinstance(own, Rule):
        return True
    names = sorted({node.id for node in ast.walk(ast.parse(rule.differs_where)) if isinstance(node, ast.Name)})
    if not all(name == "target" or own.param(name) for name in names):
        return True
    values = [(script.options.target,) if name == "target" else _may_be(script, reference, name) for name in names]
    where = compile(rule.differs_where, rule.name, "eval")
    try:
        return any(eval(where, {}, dict(zip(names, each, strict=True))) for each in product(*values))
    except TypeError:
        return True  # of what is not known


def _may_be(script: Script, reference: Reference, name: str) -> tuple[object, ...]:
    if reference.call is None:  # handed on: whoever has it calls it
        return (None, ...) if may_be_given(script.facts, reference, name, lambda text: False) else (None,)
    given = reference.argument(name)
    if given is None:
        return (None, ...) if _is_behind_a_star(script, reference, name) else (None,)
    if isinstance(given, cst.UnaryOperation) and isinstance(given.operator, cst.Minus) and isinstance(
            given.expression, (cst.Integer, cst.Float)):
        return (ast.literal_eval(script.source.code(given)),)  # which is no constant elsewhere: sizes of -1 are open
    return constants(script.facts, given) or ((...,) if _is_something(script, given) else (None, ...))


def _is_behind_a_star(script: Script, reference: Reference, name: str) -> bool:
    starred = reference.call is not None and any(arg.star for arg in reference.call.args)
    return starred and may_be_given(script.facts, reference, name, lambda text: False)


def _is_something(script: Script, given: cst.BaseExpression) -> bool:
    """Whether it is surely not None: what 1.8.5 makes is something."""
    ends = values_of(script.facts).ends(Spot(script.facts, given))
    return all(end.node in end.facts.by_call for end in ends) or is_never_none(script.facts, given)
