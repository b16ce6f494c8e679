"""`except fluid.core.EOFException:` goes with what it does: in dygraph mode loops over loaders just end."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.changes.blocks import unwrap
from paddle_migrate.facts.ends_of_data import handlers
from paddle_migrate.script import Script

IN_PROGRAMS = False  # program_readers.py
_SAID = "taken out: no loader raises it in dygraph mode, where a loop over one just ends"


def rewrite(script: Script) -> None:
    for reference, handler in handlers(script.facts):
        whole = script.source.parents[handler]
        assert isinstance(whole, cst.Try)
        if script.is_skipped(handler) or not isinstance(handler.body, cst.IndentedBlock):
            continue
        others = len(whole.handlers) > 1 or whole.finalbody is not None
        if (whole.orelse is not None and len(whole.handlers) == 1) or not isinstance(whole.body, cst.IndentedBlock):
            continue
        first = script.source.line(handler)
        last = script.source.line_at(script.source.outer(handler.body)[1] - 1)
        lines.delete(script, first, last)
        if not others:
            unwrap(script, whole, [])
        script.settle(reference)
        script.say(reference.node, "PM102", reference.short, _SAID)
