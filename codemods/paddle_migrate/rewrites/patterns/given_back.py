"""`kept = dropout(x, 0.)`, on Paddle 3 `x.astype(…)` of the dtype that it has: today that is `x` itself, where 1.8.5
made another variable, which something writes into or stops the gradients of."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.arrays import Arrays
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.written_here import calls_helper, is_written
from paddle_migrate.facts.written_into import is_shown_and_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_SAID = "→ clone(): it may be what it is made of today, and was another variable in 1.8.5"


def rewrite(script: Script) -> None:
    if not script.facts.is_old:
        return
    for call, given in _given_back(script):
        kind = Arrays(script.facts).of(given) if call not in script.by_call else "tensor"
        parts = kind != "data" and (is_shown_and_written(script.facts, call, given) or _is_stopped(script, call))
        is_done = is_written(script.facts, call) or calls_helper(script.facts, Spot(script.facts, call).taker)
        if parts and not script.is_skipped(call) and not is_done:
            around = ("", ".clone()") if kind == "tensor" else (f"{write_written(script, 'copied')}(", ")")
            script.edits.wrap(*script.source.core(call), *around)
            script.say(call, "PM101", script.source.code(call), _SAID)


def _given_back(script: Script) -> Iterator[tuple[cst.Call, cst.BaseExpression]]:
    """The calls that may give back what they are given, and that."""
    for reference in script.open("dropout"):
        given, chance = reference.argument("x"), reference.argument("dropout_prob")
        known = constants(script.facts, chance) if chance is not None else ()
        if reference.call is not None and not reference.beyond and given is not None and not (known and all(known)):
            yield reference.call, given
    for tensor, call in calls_of_others(script.facts, "astype"):
        yield call, tensor


def _is_stopped(script: Script, call: cst.Call) -> bool:
    """Whether a gradient is stopped at what is made, or let through."""
    if not script.source.text.count("stop_gradient"):
        return False
    named = [spot.above for spot in reached(script.facts, call).spots]
    return any(isinstance(each, cst.Attribute) and each.attr.value == "stop_gradient" for each in named)
