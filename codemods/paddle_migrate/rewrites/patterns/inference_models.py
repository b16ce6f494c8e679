"""`fluid.io.save_inference_model(…)`, `load_inference_model(…)`, `load_vars(…)` → functions written into the script:
today's take a path, and variables for their names, and read other files."""

from __future__ import annotations

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAMES = ("save_inference_model", "load_inference_model")
_READS = ("load_vars",)
_OLD_FILES = "Paddle 1's files are read, one for each variable, by the names that today's variables have"
_FILES = "today's files: models that the old script saved are converted, not read"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for names, words in ((_NAMES, _FILES), (_READS, _OLD_FILES)):
        for reference in script.open(*names):
            if reference.beyond:
                continue
            name = write_written(script, reference.short.rpartition(".")[2])
            script.edits.replace(*script.source.span(reference.node), name)
            script.settle(reference)
            script.say(reference.node, "PM202", reference.short, f"→ {name}, written into the script: {words}")
