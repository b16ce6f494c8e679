"""Metrics that go on from step to step, as layers: a network keeps what a program had in variables of its own."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.templates import of_written, template
from paddle_migrate.dynamic.helpers import RUNNING_AUC
from paddle_migrate.dynamic.pieces import take_out
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_FUNCTION, _KEPT = "running_auc", "global_variable"


def with_metrics(text: str) -> str:
    """The text with `RunningAuc()(input, label)` in place of `running_auc(input, label)`."""
    if _FUNCTION not in text:
        return text
    reading, edits = Reading(text), Edits(text)
    helper, name = reading.helper(f"written.{_FUNCTION}"), RUNNING_AUC.partition(".")[2]
    calls = [call for call in reading.calls if reading.called(call) == f"written.{_FUNCTION}"]
    if helper is None or not calls or name in reading.taken or len(calls) < len(
            reading.uses(reading.scopes.module, _FUNCTION)) or any(arg.star for call in calls for arg in call.args):
        return text
    for call in calls:
        edits.replace(*reading.source.span(call), _as_layer(reading, call, name))
    made = template(of_written(name))
    written = made.text.format(*(_spelled(reading, str(use)) for use in made.uses), name=name)
    edits.replace(*reading.source.core(helper), written.rstrip().replace("\n", reading.source.newline))
    kept = reading.helper(f"written.{_KEPT}")
    if kept is not None and all(reading.source.lies_in(use, helper) for use in reading.uses(
            reading.scopes.module, _KEPT)):
        take_out(edits, reading, kept)
    return edits.result()


def _as_layer(reading: Reading, call: cst.Call, name: str) -> str:
    sizes = {word: argument(call, place + 2, word) for place, word in enumerate(("num_thresholds", "slide_steps"))}
    made = ", ".join(f"{word}={reading.code(value)}" for word, value in sizes.items() if value is not None)
    given = [argument(call, place, word) for place, word in enumerate(("input", "label"))]
    return f"{name}({made})({', '.join(reading.code(each) for each in given if each is not None)})"


def _spelled(reading: Reading, use: str) -> str:
    """How the file calls what a definition uses."""
    if use.startswith("builtins."):
        return use.partition(".")[2]
    module, rest = use, ""
    while module:
        for name, bindings in reading.scopes.module.bindings.items():
            if bindings and all(each.kind == "import" and each.target == module for each in bindings):
                return f"{name}{rest}"
        module, _, last = module.rpartition(".")
        rest = f".{last}{rest}"
    return use
