"""Layers that share a parameter by its name: Paddle 3 makes one of its own for each, and trains each by itself."""

from __future__ import annotations

import re

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.losses import hand_through, losses
from paddle_migrate.facts.shared_names import may_share, thawed
from paddle_migrate.script import Script

IN_PROGRAMS = True
_HELPER = "share_parameters"
_SAID = "layers of one parameter's name share it, as before Paddle 3"


_TRAINS = re.compile(rb"\btrainable *=")
_PERSON = (
    "a later layer has the parameter trained, and in 1.8.5 the last one's attributes count: today nothing comes back "
    "through what this layer makes; give it trainable=True, too"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or (not script.references and "enable_static" in script.source.text):
        return  # of today's, the helpers that were written name nothing that the old one did not
    for given in thawed(script.facts) if script.facts.says(_TRAINS) else ():
        script.say(given, "PM333", script.source.code(given), _PERSON)
    built = [(name, call, loss) for name, call, loss in losses(script) if not script.is_skipped(call)]
    if not built or f"{_HELPER}(" in script.source.text or not may_share(script.facts):
        return
    for said, call, loss in built:
        name = hand_through(script, call, loss, _HELPER)
        script.say(call, "PM119", said, f"→ {name}, written into the script: {_SAID}")
