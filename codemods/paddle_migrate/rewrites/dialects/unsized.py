"""Layers of the 1.5 and 1.6 dialects, which took a name scope first and found out their input size by themselves."""

from __future__ import annotations

from paddle_migrate.changes.arguments import take_out
from paddle_migrate.script import Script
from paddle_migrate.unsized.dialect import is_text, old_calls

IN_PROGRAMS = False  # of layers; functions always found their sizes out


def rewrite(script: Script) -> None:
    _containers(script)
    old = [r for r in old_calls(script) if not script.is_settled(r) and not script.is_skipped(r.node)]
    if old:
        from paddle_migrate.unsized.apply import apply  # most files do without the interpreter

        apply(script, old)


def _containers(script: Script) -> None:
    """`Sequential("name", layer, …)`: the name goes."""
    for reference in script.open("Sequential"):
        if reference.call is None or len(reference.call.args) < 2:
            continue
        first = reference.call.args[0]
        if not first.star and not first.keyword and is_text(script.facts, first.value):
            take_out(script, reference.call, first)
