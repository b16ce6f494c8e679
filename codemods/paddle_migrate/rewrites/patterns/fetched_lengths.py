"""`values[0].lod()` of what a run has fetched: rows of sequences have their lengths in a variable beside them today."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.sequences import feeds_rows, has_sequences
from paddle_migrate.facts.values.objects import classes_of
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_ASKED = ("lod", "recursive_sequence_lengths")
_FED = ("LoDTensor", "Tensor", "create_lod_tensor", "create_random_int_lodtensor")
_WORDS = "what a run gives has no lengths of sequences today: fetch them too, lengths_of(variable), and count by them"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not (has_sequences(script.facts) or feeds_rows(script.facts)):
        return  # where nothing has lengths, none are told
    for receiver, call in script.source.method_calls(*_ASKED):
        values, asked = values_of(script.facts), Spot(script.facts, receiver)
        own = is_written(script.facts, call) or any(classes_of(values, asked))
        if call.args or own or script.is_skipped(call):
            continue
        if not all(map(_is_fed, values.ends(asked))):
            name = call.func.attr.value  # type: ignore[attr-defined]
            script.say(call, "PM333", f"LoDTensor.{name}", _WORDS)


def _is_fed(spot: Spot) -> bool:
    """Whether the script makes it, to feed it."""
    reference = spot.facts.by_call.get(spot.node) if isinstance(spot.node, cst.Call) else None
    return reference is not None and reference.short.rpartition(".")[2] in _FED
