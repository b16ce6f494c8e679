"""Adam over embeddings with sparse gradients: its steps are others in programs of Paddle 3, which is said."""

from __future__ import annotations

import re

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.script import Script

IN_PROGRAMS = True
_SPARSE = re.compile(rb"\b(?:is_)?sparse *= *True\b")
_SAID = (
    "1.8, and Paddle 2.6, take other steps for rows of sparse gradients than for dense ones; programs of Paddle 3 take "
    "those for dense ones, with sparse=True as well: losses part from the second step on"
)


def rewrite(script: Script) -> None:
    found = script.open("Adam", "AdamOptimizer") if is_rewritten_program(script) else []
    if not found or not script.facts.says(_SPARSE):
        return
    for reference in found:
        if reference.call is not None and not reference.beyond:
            script.say(reference.node, "PM343", reference.short, _SAID)
