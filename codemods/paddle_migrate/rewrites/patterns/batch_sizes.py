"""`fluid.layers.data(name, shape)` of sizes that are not seen: 1.8.5 put no -1 before a shape with an open one."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_RULE, _OF_SEQUENCES = "data_of_any_shape", "layers_data"
_OPEN = ("-1", "None")


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    homes = [library().module(f"{PACKAGE}.{home}") for home in ("_today", "_today_sequences.fields")]
    for reference in script.open("data"):
        shape = reference.argument("shape")
        if shape is None or not reference.name.endswith(".layers.data") or not _may_be_open(script, shape):
            continue
        read_by = script.rule(reference)
        home = homes[isinstance(read_by, Rule) and read_by.short == _OF_SEQUENCES]
        rule = home.find(_RULE) if home is not None else None
        if isinstance(rule, Rule):
            script.read_by(reference, rule)


def _may_be_open(script: Script, shape: cst.BaseExpression) -> bool:
    """Whether one of the sizes may be None or below 0, and the call does not show it."""
    if isinstance(shape, (cst.List, cst.Tuple)) and any(script.source.code(e.value) in _OPEN for e in shape.elements):
        return False
    return not all(_is_sample(end) for end in values_of(script.facts).ends(Spot(script.facts, shape)))


def _is_sample(spot: Spot) -> bool:
    if not isinstance(spot.node, (cst.List, cst.Tuple)):
        return False
    found = [constants(spot.facts, each.value) for each in spot.node.elements if type(each) is cst.Element]
    sizes = [size for each in found for size in each]
    return all(found) and len(found) == len(spot.node.elements) and all(isinstance(each, int) for each in sizes)
