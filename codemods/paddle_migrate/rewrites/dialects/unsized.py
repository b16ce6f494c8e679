"""Layers of the 1.5 and 1.6 dialects, which took a name scope first and found out their input size by themselves."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.arguments import take_out
from paddle_migrate.script import Script
from paddle_migrate.unsized.dialect import Texts, old_calls


def rewrite(script: Script) -> None:
    _containers(script)
    old = [r for r in old_calls(script) if not script.is_settled(r) and not script.is_skipped(r.node)]
    if old:
        from paddle_migrate.unsized.apply import apply  # most files do without the interpreter

        apply(script, old)


def _containers(script: Script) -> None:
    """`Sequential("name", layer, …)`: the name goes."""
    for reference in script.open("Sequential"):
        args = reference.call.args if reference.call is not None else []
        first = args[0].value if len(args) > 1 and not args[0].star and not args[0].keyword else None
        if isinstance(first, cst.BaseExpression) and Texts(script).is_text(first):
            assert reference.call is not None
            take_out(script, reference.call, args[0])
