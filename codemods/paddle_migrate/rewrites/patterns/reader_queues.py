"""`reader.queue.size()`, by which programs ask how far it has read ahead, and what else readers and loaders of 1.8.5
were made of, which today's are not."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.fed_batches import is_loader
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_INSIDES = (
    "queue", "_exited", "_init_iterable", "_init_non_iterable", "_loader", "_queue", "_reader_process_loop", "_reset",
    "_start", "_tensor_reader", "_thread", "_wait_process_ends", "_wait_thread_ends",
)  # fmt: skip
_NONE = "readers of today are not made of it: take it out; start(), reset() and queue.size() have forms of today's"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for attribute in (each for name in _INSIDES for each in script.source.attributes.get(name, ())):
        if script.is_skipped(attribute) or is_written(script.facts, attribute):
            continue
        ends = list(map(is_loader, values_of(script.facts).ends(Spot(script.facts, attribute.value))))
        asked = script.source.parents.get(attribute)
        is_size = attribute.attr.value == "queue" and isinstance(asked, cst.Attribute) and asked.attr.value == "size"
        if is_size and all(ends):
            script.edits.replace(*script.source.span(asked.attr), "qsize")  # type: ignore[union-attr]
            script.say(attribute, "PM119", "py_reader.queue", "→ qsize() of the queue that the loader fills ahead")
        elif any(ends):
            script.say(attribute, "PM333", f"py_reader.{attribute.attr.value}", _NONE)
