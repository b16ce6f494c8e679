"""Which kinds of layers a program makes without naming all of their parameters: 1.8.5 counted these, to name them."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.dimensions import keeps_one
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.parameters import (
    ATTRIBUTE,
    COUNT_THEMSELVES,
    MADE,
    NAMES_THEMSELVES,
    NAMING,
    NAMING_MADE,
)
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument

_LAYERS = re.compile(rb"\bfluid\b")


def are_counted(facts: Facts, short: str) -> bool:
    """Whether this file, or one that it imports or that imports it, makes a layer of this function that has an unnamed
    parameter, or makes what is made of several layers, or has layers made by what is no call."""
    kinds = facts.once(_kinds)
    return short in kinds or "" in kinds


def any_counted(facts: Facts) -> bool:
    """Whether any layer is."""
    return bool(facts.once(_kinds))


def count_themselves(facts: Facts) -> bool:
    """Whether a program that this file is a part of has unnamed ones of today's functions that make parameters."""
    others = facts.others.program(COUNT_THEMSELVES) if facts.others is not None else []
    return any(_counts_itself(there, each) for there in (facts, *map(Facts.of_other, others))
               for each in there.references)


def _counts_itself(facts: Facts, reference: Reference) -> bool:
    short = reference.name.rpartition(".")[2]
    if short != MADE:
        return short == "fc" and keeps_one(reference) and _is_unnamed(facts, reference)
    return reference.call is None or not any(_is_named(facts, reference.argument(name)) for name in NAMING_MADE)


def _kinds(facts: Facts) -> frozenset[str]:
    return frozenset(_kind(each) for there in with_layers(facts) for each in there.references
                     if _is_unnamed(there, each))


def with_layers(facts: Facts) -> list[Facts]:
    """This file, and those in line with it that may make layers which 1.8.5 counted together with its own."""
    others = facts.others.in_line(_LAYERS) if facts.others is not None else []
    return [facts, *map(Facts.of_other, others)]


def _kind(reference: Reference) -> str:
    """The layer's function; nothing where it may be any."""
    several = ".nets." in reference.name or reference.call is None
    return "" if several else reference.name.rpartition(".")[2]


def _is_unnamed(facts: Facts, reference: Reference) -> bool:
    rule = reference.rule
    names = [param.name for param in rule.params] if isinstance(rule, Rule) else []
    naming = [name for name in names if name in NAMING or name in NAMES_THEMSELVES]
    if not naming:
        return False
    call = reference.call
    if call is None or any(arg.star for arg in call.args):
        return True
    return not all(_is_named(facts, reference.argument(name)) for name in naming)


def _is_named(facts: Facts, value: cst.BaseExpression | None) -> bool:
    """`False`, a name itself, or a `ParamAttr` that has one."""
    ends = values_of(facts).ends(Spot(facts, value)) if value is not None else []
    return bool(ends) and all(_names(each.facts, each.node) for each in ends)


def _names(facts: Facts, node: object) -> bool:
    if isinstance(node, cst.Call):
        name = argument(node, 0, "name")
        made = (facts.names.resolve(node.func) or "").rpartition(".")[2] == ATTRIBUTE
        return made and name is not None and facts.source.code(name) != "None"
    is_off = isinstance(node, cst.Name) and node.value == "False"
    return is_off or isinstance(node, (cst.BaseString, cst.BinaryOperation))
