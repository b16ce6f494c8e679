"""Which kinds of layers a program makes without naming all of their parameters: 1.8.5 counted these, to name them."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.facts.code import Code
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.names import Reference
from paddle_migrate.rules.parameters import ATTRIBUTE, NAMES_THEMSELVES, NAMING
from paddle_migrate.rules.rule import Rule
from paddle_migrate.text.arguments import argument

_LAYERS = re.compile(rb"\bfluid\b")


def are_counted(facts: Facts, short: str) -> bool:
    """Whether this file, or one that it imports or that imports it, makes a layer of this function that has an unnamed
    parameter, or makes what is made of several layers, or has layers made by what is no call."""
    kinds = facts.once(_kinds)
    return short in kinds or "" in kinds


def _kinds(facts: Facts) -> frozenset[str]:
    return frozenset(_kind(each) for code in with_layers(facts) for each in code.references if _is_unnamed(code, each))


def with_layers(facts: Facts) -> list[Code]:
    """This file, and those in line with it that may make layers which 1.8.5 counted together with its own."""
    others = facts.others.in_line(_LAYERS) if facts.others is not None else []
    return [facts, *(other.code for other in others)]


def _kind(reference: Reference) -> str:
    """The layer's function; nothing where it may be any."""
    several = ".nets." in reference.name or reference.call is None
    return "" if several else reference.name.rpartition(".")[2]


def _is_unnamed(code: Code, reference: Reference) -> bool:
    rule = reference.rule
    names = [param.name for param in rule.params] if isinstance(rule, Rule) else []
    naming = [name for name in names if name in NAMING or name in NAMES_THEMSELVES]
    if not naming:
        return False
    call = reference.call
    if call is None or any(arg.star for arg in call.args):
        return True
    return not all(_is_named(code, reference.argument(name)) for name in naming)


def _is_named(code: Code, value: cst.BaseExpression | None) -> bool:
    """`False`, a name itself, or a `ParamAttr` that has one."""
    if isinstance(value, cst.Name):
        if value.value == "False":
            return True
        bindings = code.scopes.find(value)
        return bool(bindings) and all(each.value is not None and _is_named(code, each.value) for each in bindings)
    if isinstance(value, cst.Call):
        name = argument(value, 0, "name")
        made = (code.names.resolve(value.func) or "").rpartition(".")[2] == ATTRIBUTE
        return made and name is not None and code.source.code(name) != "None"
    return isinstance(value, (cst.BaseString, cst.BinaryOperation))
