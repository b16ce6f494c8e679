"""Variables that calls are given by `.name`, which what is computed has no longer in Paddle 3: given by themselves."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.fetched import fetched_parts
from paddle_migrate.script import Script


def give_themselves(script: Script, given: cst.BaseExpression) -> None:
    """`{x.name}`, `set([x.name])` → `{x}`, `set([x])`, where that is written out in the argument."""
    for part in fetched_parts(script.facts, given):
        named = isinstance(part, cst.Attribute) and part.attr.value == "name"
        if named and isinstance(part, cst.Attribute) and script.source.lies_in(part, given):
            script.edits.delete(script.source.span(part.value)[1], script.source.span(part)[1])
            script.say(part, "PM119", "name", "→ the variable itself, not its name")
