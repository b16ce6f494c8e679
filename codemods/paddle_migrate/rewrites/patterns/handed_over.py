"""`show(model(x))`: the loss of one file that another one takes, and reads there as if it had a dimension."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.array_uses import takes_array
from paddle_migrate.interpreter.answers.destinations import Destinations
from paddle_migrate.script import Script

IN_PROGRAMS = False  # a variable of a program has no numpy(); fetched_numbers.py
_KEPT = ".reshape([1])"


def rewrite(script: Script) -> None:
    others = script.facts.others
    if others is None:
        return
    destinations = Destinations(script.facts)
    for call in script.source.all(cst.Call):
        if not call.args or others.taker(call) is None or script.is_skipped(call):
            continue
        for value in (arg.value for arg in call.args if not arg.star and _is_made_elsewhere(script, arg.value)):
            needing = destinations.needing_a_dimension(value)
            if needing is not None:
                _keep(script, value, needing.where(script.source))


def _is_made_elsewhere(script: Script, value: cst.BaseExpression) -> bool:
    """A tensor without a dimension today, or its array, that is made by no call of this script (vectors.py)."""
    is_array = takes_array(value) and isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute)
    kind = script.kinds.of(value.func.value if is_array else value)  # type: ignore[attr-defined]
    return kind is not None and kind.what == "scalar" and kind.made not in script.facts.by_call


def _keep(script: Script, value: cst.BaseExpression, where: str) -> None:
    is_single = isinstance(value, (cst.Name, cst.Attribute, cst.Subscript, cst.Call))
    opening, closing = ("", "") if is_single or value.lpar else ("(", ")")
    script.edits.wrap(*script.source.span(value), opening, f"{closing}{_KEPT}")
    why = f"{where} needs a dimension, and a full reduction has none today"
    script.say(value, "PM108", script.source.code(value), f"→ …{_KEPT}: {why}")
