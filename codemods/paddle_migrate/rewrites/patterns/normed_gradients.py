"""`grad(y, [x])` of a network with a `LayerNorm`: on the CPU today's way back takes the scale for ones."""

from __future__ import annotations

import re

from paddle_migrate.script import Script

IN_PROGRAMS = False
_NORMS = re.compile(rb"\b(?:LayerNorm|layer_norm)\b")
_PERSON = (
    "on the CPU today's way back through a LayerNorm takes its scale for ones where the scale's own gradient is not "
    "asked for, which 1.8.5's did not: ask for it as well, grad(y, [x, *net.parameters()], allow_unused=True)[0]"
)


def rewrite(script: Script) -> None:
    for reference in script.open("grad") if script.facts.says(_NORMS) else ():
        if reference.call is not None and not script.is_skipped(reference.node):
            script.say(reference.node, "PM343", reference.short, _PERSON)
