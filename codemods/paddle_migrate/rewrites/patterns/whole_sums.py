"""`reduce_sum(n)` of int32: today's sum is int64, 1.8.5's was int32, as `n` is."""

from __future__ import annotations

from functools import partial

import libcst as cst

from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.tensor_dtypes import dtypes_of
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_SMALL = "int32"


def rewrite(script: Script) -> None:
    for reference in script.open():
        rule, call = reference.rule, reference.call
        if call is None or not isinstance(rule, Rule) or not rule.same_dtype or reference.beyond:
            continue
        given = reference.argument(rule.params[0].name)
        if given is None or script.is_skipped(call):
            continue
        dtype = _dtype(script, given)
        if dtype:
            script.record.cast_back.add(call)
            script.edits.wrap(*script.source.core(call), "", partial(_if_rewritten, script, reference, dtype))
            script.say(call, "PM101", reference.short, f"→ ….astype({dtype}): {rule.same_dtype}")


def _if_rewritten(script: Script, reference: Reference, dtype: str) -> str:
    return f".astype({dtype})" if script.is_settled(reference) else ""


def _dtype(script: Script, given: cst.BaseExpression) -> str:
    """What the sum is to be cast to, where it may be of int32."""
    found = dtypes_of(script.facts, given)
    if found == {_SMALL}:
        return f"{script.quote}{_SMALL}{script.quote}"
    return f"{script.source.code(given)}.dtype" if _SMALL in found and isinstance(given, cst.Name) else ""
