"""`reader.queue`, which programs ask how far it has read ahead: today's readers and loaders have none."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.called_values import legacy_called
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_READERS = (".PyReader", ".create_py_reader_by_data", ".from_generator", ".py_reader")
_NONE = "readers of today read ahead by themselves, and show no queue: take the question out"


def rewrite(script: Script) -> None:
    for attribute in script.source.attributes.get("queue", ()) if is_rewritten_program(script) else ():
        if script.is_skipped(attribute) or is_written(script.facts, attribute):
            continue
        if any(map(_is_reader, values_of(script.facts).ends(Spot(script.facts, attribute.value)))):
            script.say(attribute, "PM333", "py_reader.queue", _NONE)


def _is_reader(end: Spot) -> bool:
    made = end.node.whole if isinstance(end.node, Part) else end.node
    return isinstance(made, cst.Call) and any(name.endswith(_READERS) for name in legacy_called(end.facts, made))
