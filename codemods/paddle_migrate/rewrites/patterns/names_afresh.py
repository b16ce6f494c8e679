"""`unique_name.guard()` → `names_afresh()`, `switch()` → `names_switched()`, written into the script, where a program
has functions that make parameters: Paddle 3 counts those of these on."""

from __future__ import annotations

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.unnamed_layers import count_themselves
from paddle_migrate.rules.parameters import BEGINS_NAMES, SWITCHES_NAMES
from paddle_migrate.script import Script

IN_PROGRAMS = True
_HELPERS = {BEGINS_NAMES: "names_afresh", SWITCHES_NAMES: "names_switched"}


def rewrite(script: Script) -> None:
    if not script.options.programs or script.options.dygraph:
        return
    for reference in script.open():
        helper = next((each for ending, each in _HELPERS.items() if reference.name.endswith(ending)), None)
        if helper is None or reference.beyond or script.mode.is_dynamic(reference.node):
            continue
        if script.facts.once(count_themselves):
            name = write_written(script, helper)
            script.edits.replace(*script.source.core(reference.node), name)
            script.settle(reference)
            script.say(reference.node, "PM117", reference.short, f"→ {name}(), written into the script")
