"""`DatasetFactory` and its datasets, `exe.train_from_dataset(…)` → classes and a function written into the script."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.called_values import calls_of_others
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_CLASSES = ("DatasetFactory", "InMemoryDataset", "QueueDataset")
_RUNS = ("train_from_dataset", "infer_from_dataset")  # which ran whatever the program has, too
_WRITTEN = "→ {}, written into the script"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open(*_CLASSES):
        if not script.is_skipped(reference.node):
            name = write_written(script, reference.short.rpartition(".")[2])
            script.edits.replace(*script.source.span(reference.node), name)
            script.settle(reference)
            script.say(reference.node, "PM101", reference.short, _WRITTEN.format(name))
    for receiver, call in calls_of_others(script.facts, *_RUNS):
        own = script.definitions.own_class(receiver)
        if own is None and not script.is_skipped(call) and not is_written(script.facts, call):
            _run(script, receiver, call)


def _run(script: Script, receiver: cst.BaseExpression, call: cst.Call) -> None:
    assert isinstance(call.func, cst.Attribute)
    name, method = write_written(script, "train_from_dataset"), call.func.attr.value
    start, end = script.source.span(call.func)
    script.edits.replace(start, end, name)
    opening = script.source.text.index("(", end) + 1
    comma = ", " if call.args else ""
    script.edits.replace(opening, opening, lambda: f"{script.render(receiver)}{comma}")
    script.say(call, "PM101", f"Executor.{method}", _WRITTEN.format(name))
