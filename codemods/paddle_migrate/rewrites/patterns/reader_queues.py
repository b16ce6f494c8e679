"""`reader.queue`, which programs ask how far it has read ahead, and what else 1.8.5's readers and loaders were made of:
today's have none of it."""

from __future__ import annotations

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
_NONE = "readers of today read ahead by themselves, and show no queue or thread: take it out; start() and reset() stay"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for attribute in (each for name in _INSIDES for each in script.source.attributes.get(name, ())):
        if script.is_skipped(attribute) or is_written(script.facts, attribute):
            continue
        if any(map(is_loader, values_of(script.facts).ends(Spot(script.facts, attribute.value)))):
            script.say(attribute, "PM333", f"py_reader.{attribute.attr.value}", _NONE)
