"""What a program is fed as rows of sequences: `LoDTensor()`, `create_lod_tensor(…)`, and `split_feed(…)` around `feed=`
of runs, which gives the lengths a name of their own; all written into the script."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.programs import is_written
from paddle_migrate.facts.sequences import feeds_rows
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_MADE = {
    "paddle.fluid.LoDTensor": "LoDTensor", "paddle.fluid.core.LoDTensor": "LoDTensor",
    "paddle.fluid.Tensor": "LoDTensor", "paddle.fluid.core.Tensor": "LoDTensor",
    "paddle.fluid.create_lod_tensor": "create_lod_tensor",
    "paddle.fluid.lod_tensor.create_lod_tensor": "create_lod_tensor",
}  # fmt: skip


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("LoDTensor", "Tensor", "create_lod_tensor"):
        written = _MADE.get(reference.name)
        if written is None or reference.beyond:
            continue
        name = write_written(script, written)
        script.edits.replace(*script.source.span(reference.node), name)
        script.settle(reference)
        script.say(reference.node, "PM117", reference.short, f"→ {name}, written into the script")
    if script.references and feeds_rows(script.facts):
        for receiver, call in script.source.method_calls("run"):
            if "exe" in script.source.code(receiver).rpartition(".")[2].lower() and not script.is_skipped(call):
                _split(script, call)


def _split(script: Script, call: cst.Call) -> None:
    fed = argument(call, 1, "feed")
    if fed is None or is_written(script.facts, call) or script.source.code(fed) in ("None", "{}"):
        return
    taker = script.source.code(fed.func).rpartition(".")[2] if isinstance(fed, cst.Call) else ""
    if taker in ("split_feed", "feed", "next"):
        return
    name = write_written(script, "split_feed")
    script.edits.wrap(*script.source.span(fed), f"{name}(", ")")
    script.say(fed, "PM117", "feed", f"→ {name}(), written into the script")
