"""`values[0].lod()` of what a run has fetched: rows of sequences have their lengths in a variable beside them today,
which are fetched with them."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.fetched_rows import gives_rows
from paddle_migrate.facts.programs import is_todays_run
from paddle_migrate.facts.sequences import asks_for_lengths
from paddle_migrate.facts.values.objects import classes_of
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.rules.library import own_rule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_ASKED = ("lod", "recursive_sequence_lengths")
_FED = ("LoDTensor", "Tensor", "create_lod_tensor", "create_random_int_lodtensor")
_WORDS = "what a run gives has no lengths of sequences today: fetch them too, lengths_of(variable), and count by them"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not asks_for_lengths(script.facts):
        return
    for _, call in script.source.method_calls("run"):
        is_done = script.is_skipped(call) or is_written(script.facts, call) or is_todays_run(script.facts, call)
        if not is_done and gives_rows(Spot(script.facts, call)):
            _keep_lengths(script, call)
    for receiver, call in script.source.method_calls(*_ASKED):
        values, asked = values_of(script.facts), Spot(script.facts, receiver)
        own = is_written(script.facts, call) or any(classes_of(values, asked))
        if call.args or own or script.is_skipped(call):
            continue
        if not all(map(_has_lengths, values.ends(asked))):
            name = call.func.attr.value  # type: ignore[attr-defined]
            script.say(call, "PM333", f"LoDTensor.{name}", _WORDS)


def _keep_lengths(script: Script, call: cst.Call) -> None:
    """`exe.run(…)` → `run_rows(exe.run, …)`."""
    rule = own_rule("_today_sequences.fetched.run_rows")
    name, (start, end) = write_helper(script, rule), script.source.span(call.func)
    script.edits.insert(start, f"{name}(")
    script.edits.replace(end, script.source.text.index("(", end) + 1, ", ")
    script.say(call.func, "PM119", "Executor.run", f"→ {name}, written into the script: rows with their lengths")


def _has_lengths(spot: Spot) -> bool:
    """Whether the script makes it, to feed it, or a run gives it with its lengths."""
    node = spot.node.whole if isinstance(spot.node, Part) else spot.node
    if isinstance(node, cst.Subscript):
        return all(map(_has_lengths, values_of(spot.facts).ends(spot.at(node.value))))
    if not isinstance(node, cst.Call):
        return False
    reference = spot.facts.by_call.get(node)
    is_fed = reference is not None and reference.short.rpartition(".")[2] in _FED
    return is_fed if node is spot.node and is_fed else gives_rows(spot.at(node))
