"""`LayerNorm(size, param_attr=ParamAttr(trainable=False))`: today's way back takes the scale for ones on the CPU."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.constants import constants_at
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = False  # there 1.8.5's way back did so, too
_PLACE = 4  # of trainable=, in a ParamAttr
_PERSON = (
    "its scale is not trained, and on the CPU today's way back through it takes the scale for ones, where 1.8.5's took "
    "it as it is: leave the scale out here, and multiply by it behind the layer"
)


def rewrite(script: Script) -> None:
    for reference in script.open("LayerNorm"):
        given = reference.argument("param_attr") if reference.call is not None else None
        if given is None or reference.beyond or script.is_skipped(reference.node):
            continue
        ends = values_of(script.facts).ends(Spot(script.facts, given))
        if any(_is_frozen(end) for end in ends):
            script.say(reference.node, "PM343", reference.short, _PERSON)


def _is_frozen(attribute: Spot) -> bool:
    made = attribute.node
    told = argument(made, _PLACE, "trainable") if isinstance(made, cst.Call) else None
    return told is not None and False in constants_at(attribute.at(told))
